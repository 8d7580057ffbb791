"""Detection of jumps: positions that deviate for a few samples and return, faster than any arm can move.

A driver that misses a cycle may publish the previous state with a new stamp, or a bit on a bus may flip. The filter
turns such an error into a large acceleration. The stamps do not show the error because they are even.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...arrays import FloatArray, IntegerArray

IMPOSSIBLE = 200.0
"""Acceleration that no joint reaches, rad/s². The fastest motor, at joint 4, reaches about 120 against its inertia."""

STANDS_OUT = 6.0
"""Multiple of the 90 % quantile above which an acceleration stands out; about ten standard deviations of noise."""

RARE = 0.02
"""Largest fraction of samples that stand out for which these count as single events, not as noise of the recording."""

APART = 10
"""Number of correct samples after which a jump has ended; closer jumps are treated as one."""

LONGEST = 24
"""Largest number of samples of a jump; a longer deviation cannot be distinguished from motion."""

SIDE = 12
"""Number of samples on each side of a jump to which the undisturbed course is fitted."""

DEGREE = 5
"""Degree of the polynomial in time that describes the undisturbed course."""

RETURNS = 0.15
"""Largest deviation of the samples on both sides from a common course, as a fraction of the jump.

After a knock the deviation is larger, because the velocity stays changed.
"""

OLD = 0.1
"""Largest unexplained fraction of a jump's squares for which the jump counts as old positions with a new stamp."""

CONTEXT = LONGEST + SIDE + 2
"""Number of samples on each side of a piece that are needed to find the jumps in the piece."""


@dataclass(frozen=True)
class Jump:
    """A few samples with wrong positions.

    Attributes:
        time: time of the sample with the largest error, s.
        start, end: first and last time of the jump, s.
        joint: index of the joint with the largest error.
        size: largest error, rad (m).
        scale: motion of this joint that counts as much as 1 rad (`Arm.motion_scale`).
        age: time by which the positions of this sample are older than its stamp, s, if such an age explains the errors
            of all joints; else NaN.
    """

    time: float
    start: float
    end: float
    joint: int
    size: float
    age: float
    scale: float = 1.0

    def sentence(self, names: Sequence[str]) -> str:
        """Return a clause with time, joint, size and, if known, the reason; `names` are those of all joints."""
        old = f", its positions {1e3 * self.age:.1f} ms older than its stamp" if self.age > 0.0 else ""
        new = f", its positions {-1e3 * self.age:.1f} ms newer than its stamp" if self.age < 0.0 else ""
        unit = "rad" if self.scale == 1.0 else "m"
        return f"at {self.time:.3f} s {names[self.joint]} is off by {self.size:.2g} {unit}{old}{new}"


def find_jumps(time: FloatArray, position: FloatArray, scale: FloatArray | None = None) -> tuple[Jump, ...]:
    """Find jumps in consecutive samples of a segment, and return them in order of time.

    At a jump, three consecutive samples require an acceleration that is `IMPOSSIBLE` and stands out, and the positions
    before and after lie on one smooth course. So fast but real motion, reversals with dry friction, knocks (the
    velocity stays changed), steps of an encoder (the position stays changed), quantisation and uneven stamps are not
    jumps.

    Args:
        time: (N,) times, s, rising.
        position: (N, n) positions, rad (m).
        scale: (n,) motion of each joint that counts as much as 1 rad (`Arm.motion_scale`); 1 by default.
    """
    if len(time) < 2 * SIDE + 1:
        return ()
    found = []
    scale = np.ones(position.shape[1]) if scale is None else scale
    relative = position / scale
    for first, end in _runs(_standing_out(time, relative)):
        jump = _judge(time, relative, first, end) if first >= SIDE and end <= len(time) - SIDE else None
        if jump is not None:
            own = float(scale[jump.joint])
            found.append(replace(jump, size=own * jump.size, scale=own))
    return tuple(found)


def _standing_out(time: FloatArray, position: FloatArray) -> IntegerArray:
    """Return the indices of samples with an impossible acceleration; empty if there are too many of them."""
    step = np.diff(time)
    speed = np.diff(position, axis=0) / step[:, None]
    acceleration = np.abs(2.0 * np.diff(speed, axis=0) / (step[1:] + step[:-1])[:, None])
    if acceleration.max() < IMPOSSIBLE:
        return np.zeros(0, dtype=np.int64)
    usual = np.quantile(acceleration[::7], 0.9, axis=0)  # every 7th sample is enough for a quantile
    odd = (acceleration > np.maximum(IMPOSSIBLE, STANDS_OUT * usual)).any(axis=1)
    return np.flatnonzero(odd) + 1 if odd.mean() <= RARE else np.zeros(0, dtype=np.int64)


def _runs(samples: IntegerArray) -> list[tuple[int, int]]:
    """Group indices at most `APART` from each other, and return first and end (exclusive) of each group.

    Each group is extended by one sample on both sides.
    """
    groups = np.split(samples, np.flatnonzero(np.diff(samples) > APART) + 1) if len(samples) else []
    return [(int(group[0]) - 1, int(group[-1]) + 2) for group in groups]


def _judge(time: FloatArray, position: FloatArray, first: int, end: int) -> Jump | None:
    """Return the jump if samples `first` to `end` deviate from the course of the samples around them, else `None`."""
    if end - first > LONGEST:
        return None
    around = np.r_[first - SIDE : first, end : end + SIDE]
    inside = np.arange(first, end)
    half = 0.5 * (time[around[-1]] - time[around[0]])
    middle = time[around[0]] + half
    powers = np.vander((time - middle)[first - SIDE : end + SIDE] / half, DEGREE + 1, increasing=True)
    outer = np.r_[0:SIDE, len(powers) - SIDE : len(powers)]
    course = np.linalg.lstsq(powers[outer], position[around], rcond=None)[0]
    missed = np.abs(position[around] - powers[outer] @ course).max()
    within = powers[SIDE:-SIDE]
    off = position[inside] - within @ course
    at, joint = np.unravel_index(np.abs(off).argmax(), off.shape)
    size = float(np.abs(off[at, joint]))
    if missed > RETURNS * size:
        return None
    velocity = within[:, :-1] @ (np.arange(1, DEGREE + 1)[:, None] * course[1:]) / half
    age = -np.sum(off * velocity, axis=1) / np.maximum(np.sum(velocity**2, axis=1), np.finfo(float).tiny)
    old = float(np.sum((off + age[:, None] * velocity) ** 2)) < OLD * float(np.sum(off**2))
    displaced = inside[np.abs(off).max(axis=1) > RETURNS * size]
    return Jump(
        float(time[inside[at]]),
        float(time[displaced[0]]),
        float(time[displaced[-1]]),
        int(joint),
        size,
        float(age[at]) if old else float("nan"),
    )
