"""Motion to rows of a linear system: means of torque and of its columns over short windows.

Torque is linear in the unknowns at every instant, so it is linear in them after any linear filter as well, as long as
effort and columns go through the same one. The mean over a window is the simplest low-pass filter without phase; it
takes noise down, keeps the equation exact, and neighbouring windows share no sample.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..replay.motion import Motion
from .unknowns import Unknowns

WINDOW = 0.04
"""s; half a period of 12.5 Hz, well above what an arm moves at."""

STILL = 0.02
"""rad/s; below it dry friction may be anything up to break-away, so the joint's row says nothing."""

CHUNK = 4096
"""Samples whose columns are held at a time."""


@dataclass(frozen=True, eq=False)
class Rows:
    """Windows of one stretch of motion.

    Attributes:
        segment: of the recording.
        time: (W,) s, middle of the window.
        columns: (W, n, p) mean torque of each unknown's unit.
        effort: (W, n) mean measured torque, N·m, what is known of it taken away.
        valid: (W, n) whether the joint moved in one direction all the time.
    """

    segment: int
    time: NDArray[np.float64]
    columns: NDArray[np.float64]
    effort: NDArray[np.float64]
    valid: NDArray[np.bool_]


def rows(
    motions: Iterable[Motion], unknowns: Unknowns, known: NDArray[np.float64] | None = None, *, loaded: bool = False
) -> Iterator[Rows]:
    """Rows of a recording, a few thousand samples at a time.

    Windows do not run over the end of a piece of motion; those with a sample that is not `used` or has no effort
    are left out.

    Args:
        motions: pieces in order of time.
        unknowns: of the arm.
        known: (p,) what is in the torque beside the unknowns, in their terms: a known load as link numbers.
        loaded: whether the arm carries the unknown load.
    """
    for motion in motions:
        usable = motion.used & np.isfinite(motion.effort).all(axis=1)
        if len(motion.time) < 2:
            continue
        length = max(1, round(WINDOW / float(np.median(np.diff(motion.time)))))
        starts = np.arange(0, len(motion.time) - length + 1, length)
        starts = starts[usable[: len(starts) * length].reshape(-1, length).all(axis=1)]
        step = max(1, CHUNK // length)
        for first in range(0, len(starts), step):
            samples = starts[first : first + step, None] + np.arange(length)
            yield _rows(motion, samples, unknowns, known, loaded)


def _rows(
    motion: Motion, samples: NDArray[np.intp], unknowns: Unknowns, known: NDArray[np.float64] | None, loaded: bool
) -> Rows:
    """Means over (W, length) samples."""
    flat = samples.ravel()
    shape = (*samples.shape, unknowns.n)
    states = (motion.q[flat], motion.qd[flat], motion.qdd[flat])
    columns = unknowns.columns(*states, loaded=loaded).reshape(*shape, unknowns.size).mean(axis=1)
    effort = motion.effort[flat].reshape(shape).mean(axis=1)
    if known is not None:
        effort = effort - columns @ known
    velocity = motion.qd[flat].reshape(shape)
    valid: NDArray[np.bool_] = np.logical_or((velocity > STILL).all(axis=1), (velocity < -STILL).all(axis=1))
    return Rows(motion.segment, motion.time[samples].mean(axis=1), columns, effort, valid)
