"""Positions that leave their course for a few samples and come back, faster than any arm can.

A driver that misses a cycle hands out the state of the cycle before under a new stamp; a bit flips on a
bus. Filters make a large acceleration of it, and it cannot be found in the stamps, which are even.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray, IntegerArray

IMPOSSIBLE = 200.0
"""rad/s² that no joint reaches: the motor of joint 4, the quickest, gives some 120 against its own inertia."""

STANDS_OUT = 6.0
"""An acceleration stands out if it is larger than that of 9 samples of 10 this many times: ten deviations of noise."""

RARE = 0.02
"""Share of samples up to which those that stand out are taken for single events, not for how this robot is recorded."""

APART = 10
"""Samples in their place after which a jump is over: nearer ones would bend the course of each other."""

LONGEST = 24
"""Samples of a jump at most: a longer one would be guessing."""

SIDE = 12
"""Samples on each side of a jump from which the course is taken."""

DEGREE = 5
"""Of the polynomial in time that stands for the course."""

RETURNS = 0.15
"""Share of the largest jump by which samples on both sides may miss one common course: a knock changes the course."""

OLD = 0.1
"""Share of a jump's square that an age common to all joints may leave unexplained."""

CONTEXT = LONGEST + SIDE + 2
"""Samples on each side of a piece that are needed to judge what is in it."""


@dataclass(frozen=True)
class Jump:
    """A few samples that are not where the arm was.

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
        """Where, how far, and why if that is known."""
        old = f", its positions {1e3 * self.age:.1f} ms older than its stamp" if self.age > 0.0 else ""
        new = f", its positions {-1e3 * self.age:.1f} ms newer than its stamp" if self.age < 0.0 else ""
        return f"at {self.time:.3f} s joint {self.joint + 1} is off by {self.size:.2g} rad{old}{new}"


def find_jumps(time: FloatArray, position: FloatArray) -> tuple[Jump, ...]:
    """Jumps among consecutive samples of a segment, in order of time.

    Three samples in a row must ask for an acceleration that is `IMPOSSIBLE` and stands out; before and after the
    jump, positions must be on one smooth course. So hard but real motion, reversals with dry friction, knocks
    (the velocity stays changed), steps of an encoder (the position stays changed), quantisation and uneven
    stamps are not taken for jumps.

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
    """Samples whose acceleration, from them and their neighbours, cannot be; none if there are many."""
    step = np.diff(time)
    speed = np.diff(position, axis=0) / step[:, None]
    acceleration = np.abs(2.0 * np.diff(speed, axis=0) / (step[1:] + step[:-1])[:, None])
    if acceleration.max() < IMPOSSIBLE:
        return np.zeros(0, dtype=np.int64)
    usual = np.quantile(acceleration[::7], 0.9, axis=0)  # some of them show as much as all
    odd = (acceleration > np.maximum(IMPOSSIBLE, STANDS_OUT * usual)).any(axis=1)
    return np.flatnonzero(odd) + 1 if odd.mean() <= RARE else np.zeros(0, dtype=np.int64)


def _runs(samples: IntegerArray) -> list[tuple[int, int]]:
    """Start and end (exclusive) of the runs of samples less than `APART` from each other, a sample wider."""
    groups = np.split(samples, np.flatnonzero(np.diff(samples) > APART) + 1) if len(samples) else []
    return [(int(group[0]) - 1, int(group[-1]) + 2) for group in groups]


def _judge(time: FloatArray, position: FloatArray, first: int, end: int) -> Jump | None:
    """Whether samples `first` to `end` are off a course that those before and after are on."""
    if end - first > LONGEST:
        return None
    around = np.r_[first - SIDE : first, end : end + SIDE]
    inside = np.arange(first, end)
    half = 0.5 * (time[around[-1]] - time[around[0]])
    middle = time[around[0]] + half
    powers = np.vander((time - middle)[first - SIDE : end + SIDE] / half, DEGREE + 1, increasing=True)
    beside = np.r_[0:SIDE, len(powers) - SIDE : len(powers)]
    course = np.linalg.lstsq(powers[beside], position[around], rcond=None)[0]
    missed = np.abs(position[around] - powers[beside] @ course).max()
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
