"""Jumps: positions that leave their course for a few samples and come back, faster than any arm can move.

A driver that misses a cycle may publish the previous state with a new stamp, or a bit on a bus may flip. A filter turns
this into a large acceleration, and the stamps do not show it because they are even.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray, IntegerArray

IMPOSSIBLE = 200.0
"""rad/s² that no joint reaches: the motor of joint 4, the fastest, gives about 120 against its own inertia."""

STANDS_OUT = 6.0
"""Multiple of the 90 % quantile above which an acceleration stands out; about ten standard deviations of noise."""

RARE = 0.02
"""Fraction of samples up to which those that stand out are single events and not a property of the recording."""

APART = 10
"""Number of correct samples after which a jump has ended; closer jumps would distort each other's course."""

LONGEST = 24
"""Largest number of samples of a jump; a longer one cannot be decided."""

SIDE = 12
"""Samples on each side of a jump from which the course is taken."""

DEGREE = 5
"""Degree of the polynomial in time that describes the course."""

RETURNS = 0.15
"""Fraction of the largest jump by which samples on both sides may miss a common course; a knock changes the course."""

OLD = 0.1
"""Fraction of a jump's square that a common age of all joints may leave unexplained."""

CONTEXT = LONGEST + SIDE + 2
"""Samples on each side of a piece that are needed to judge what is in it."""


@dataclass(frozen=True)
class Jump:
    """A few samples with wrong positions.

    Attributes:
        time: of the sample that is furthest off, s.
        start, end: of all of them, s.
        joint: that is furthest off, from 0.
        size: how far, rad.
        age: s by which the positions of the furthest sample are older than its stamp, if that explains all joints;
            else NaN.
    """

    time: float
    start: float
    end: float
    joint: int
    size: float
    age: float

    def sentence(self) -> str:
        """Return where the jump is, how large it is, and its reason if it is known."""
        old = f", its positions {1e3 * self.age:.1f} ms older than its stamp" if self.age > 0.0 else ""
        new = f", its positions {-1e3 * self.age:.1f} ms newer than its stamp" if self.age < 0.0 else ""
        return f"at {self.time:.3f} s joint {self.joint + 1} is off by {self.size:.2g} rad{old}{new}"


def find_jumps(time: FloatArray, position: FloatArray) -> tuple[Jump, ...]:
    """Find jumps among consecutive samples of a segment, in order of time.

    Three consecutive samples must require an acceleration that is `IMPOSSIBLE` and stands out, and the positions before
    and after must lie on one smooth course. So fast but real motion, reversals with dry friction, knocks (the velocity
    stays changed), steps of an encoder (the position stays changed), quantisation and uneven stamps are not jumps.

    Args:
        time: (N,) s, rising.
        position: (N, n) rad.
    """
    if len(time) < 2 * SIDE + 1:
        return ()
    found = []
    for first, end in _runs(_standing_out(time, position)):
        jump = _judge(time, position, first, end) if first >= SIDE and end <= len(time) - SIDE else None
        if jump is not None:
            found.append(jump)
    return tuple(found)


def _standing_out(time: FloatArray, position: FloatArray) -> IntegerArray:
    """Return the samples whose acceleration is impossible; none if there are many."""
    step = np.diff(time)
    speed = np.diff(position, axis=0) / step[:, None]
    acceleration = np.abs(2.0 * np.diff(speed, axis=0) / (step[1:] + step[:-1])[:, None])
    if acceleration.max() < IMPOSSIBLE:
        return np.zeros(0, dtype=np.int64)
    usual = np.quantile(acceleration[::7], 0.9, axis=0)  # some of them show as much as all
    odd = (acceleration > np.maximum(IMPOSSIBLE, STANDS_OUT * usual)).any(axis=1)
    return np.flatnonzero(odd) + 1 if odd.mean() <= RARE else np.zeros(0, dtype=np.int64)


def _runs(samples: IntegerArray) -> list[tuple[int, int]]:
    """Return start and end (exclusive) of runs of samples less than `APART` from each other, one sample wider."""
    groups = np.split(samples, np.flatnonzero(np.diff(samples) > APART) + 1) if len(samples) else []
    return [(int(group[0]) - 1, int(group[-1]) + 2) for group in groups]


def _judge(time: FloatArray, position: FloatArray, first: int, end: int) -> Jump | None:
    """Return the jump if samples `first` to `end` are off the course of those before and after, else `None`."""
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
