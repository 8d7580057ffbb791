"""Windows: rows of a linear system, as weighted means of torque and of its columns over overlapping windows.

Torque is linear in the unknowns at every instant, and also after any linear filter that is applied to both effort and
columns. A Hann window,

.. math:: w(t) = \\sin^2(\\pi t / T), \\qquad 0 < t < T,

is a low-pass without phase. It has to be slow enough for two reasons. First, columns come from positions that were
filtered by the zero-phase filter of replay, but effort was not filtered; so the window may pass only frequencies that
this filter does not change. Second, stamps are not exact: a jitter of 1 ms at 1 rad/s looks like an acceleration of
some rad/s², and noise in a regressor biases its parameter towards 0 (motor inertia by 16 % with means of 40 ms and
samples up to 2 ms old). Both scale with the cut-off of that filter, and so does the window. Neighbouring windows
overlap by half, so that every sample has the same weight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ..arrays import FloatArray
from ..replay.motion.motion import Motion
from .presliding import Presliding
from .unknowns import Unknowns

CUT_OFF = 15.0
"""Cut-off of replay's filter for which windows have the length `WINDOW`, Hz."""

WINDOW = 0.24
"""T, s: half the amplitude passes at 1 / T = 4 Hz, and nothing above 2 / T = 8 Hz."""

STILL = 0.02
"""rad/s; below it dry friction may have any value up to break-away, so the joint's row is not valid."""

CHUNK = 4096
"""Samples whose columns are in memory at a time."""


@dataclass(frozen=True, eq=False)
class Rows:
    """Windows of one stretch of motion.

    Attributes:
        segment: of the recording.
        time: (W,) s, middle of the window.
        columns: (W, n, p) mean torque of each unknown's unit.
        effort: (W, n) mean measured torque minus its known part, N·m.
        slope: (W, n) N·m/s, its derivative by time.
        curve: (W, n) N·m/s², its second derivative.
        valid: (W, n) whether the joint moved in one direction, with its effort measured, all the time; with coupled
            motors, whether all of its motors did.
        way: (W, n) direction of every motor, 1 or -1; 0 where it was at rest or reversed.
        slip: (W, n, 2, G) means of the memory of friction (`presliding`) in both directions, for G distances; G is 0 if
            it is not computed.
    """

    segment: int
    time: FloatArray
    columns: FloatArray
    effort: FloatArray
    slope: FloatArray
    curve: FloatArray
    valid: NDArray[np.bool_]
    way: NDArray[np.int8]
    slip: FloatArray

    def part(self, which: slice | NDArray[np.intp]) -> Rows:
        """Return some of the windows."""
        return Rows(self.segment, *(getattr(self, each.name)[which] for each in fields(self)[1:]))


def window(cut_off: float) -> float:
    """Return T in s for positions filtered at `cut_off` Hz."""
    return WINDOW * CUT_OFF / cut_off


def rows(
    motions: Iterable[Motion],
    unknowns: Unknowns,
    known: FloatArray | None = None,
    *,
    loaded: bool = False,
    weightless: bool = False,
    cut_off: float = CUT_OFF,
    memory: bool = False,
) -> Iterator[Rows]:
    """Yield rows of a recording, a few thousand samples at a time.

    Windows do not extend beyond the end of a piece of motion. Windows with a sample that is not `used` are left out,
    and a joint's row is not valid without effort.

    Args:
        motions: pieces in order of time.
        unknowns: of the arm.
        known: (p,) known part of the torque in the form of the unknowns: a known payload as numbers of the last link.
        loaded: whether the arm carries the unknown load.
        weightless: whether the effort does not contain gravity.
        cut_off: Hz of the filter that positions have been through.
        memory: whether the memory of friction is computed.
    """
    friction = Presliding(unknowns.arm) if memory else None
    for motion in motions:
        slip = np.empty((len(motion.time), unknowns.n, 2, 0)) if friction is None else friction.follow(motion)
        if len(motion.time) < 2:
            continue
        length = max(1, round(0.5 * window(cut_off) / float(np.median(np.diff(motion.time)))))
        halves = len(motion.time) // length
        usable = motion.used & np.isfinite(motion.effort).any(axis=1)
        whole = np.asarray(usable[: halves * length].reshape(halves, length).all(axis=1))
        step = max(1, CHUNK // length)
        for first in range(0, halves - 1, step):
            last = min(first + step, halves - 1)
            if (whole[first:last] & whole[first + 1 : last + 1]).any():
                half_windows = np.arange(first, last + 1)
                columns = partial(unknowns.columns, loaded=loaded, weightless=weightless)
                yield _rows(motion, slip, half_windows, length, whole[first : last + 1], unknowns, known, columns)


def _rows(
    motion: Motion,
    slip: FloatArray,
    halves: NDArray[np.intp],
    length: int,
    whole: NDArray[np.bool_],
    unknowns: Unknowns,
    known: FloatArray | None,
    columns_of: Callable[[FloatArray, FloatArray, FloatArray], FloatArray],
) -> Rows:
    """Return windows of neighbouring halves (H,) of `length` samples, if both are `whole` (H,)."""
    samples = slice(halves[0] * length, (halves[-1] + 1) * length)
    shape = (len(halves), length, -1)
    velocity = motion.qd[samples]
    columns = columns_of(motion.q[samples], velocity, motion.qdd[samples])
    kept = np.flatnonzero(whole[:-1] & whole[1:])
    hann, slope, curve = _weights(length, float(np.median(np.diff(motion.time))))
    means = _weighted(columns.reshape(shape), hann)[kept].reshape(len(kept), unknowns.n, unknowns.size)
    measured = np.isfinite(motion.effort[samples])
    halves_of_effort = np.where(measured, motion.effort[samples], 0.0).reshape(shape)
    effort, first, second = (_weighted(halves_of_effort, weight)[kept] for weight in (hann, slope, curve))
    if known is not None:
        effort = effort - means @ known
    at_motors = velocity @ unknowns.arm.transmission.T
    way = np.zeros((len(halves) - 1, unknowns.n), dtype=np.int8)
    for sign in (1, -1):
        moves = np.asarray((sign * at_motors > STILL).reshape(shape).all(axis=1))
        way[moves[:-1] & moves[1:]] = sign
    there: NDArray[np.bool_] = np.asarray(measured.reshape(shape).all(axis=1))
    drives = unknowns.arm.transmission != 0.0
    turned = np.asarray(((way == 0).astype(float) @ drives) == 0.0)
    valid = np.asarray(there[:-1] & there[1:] & turned)
    means_of_slip = _weighted(slip[samples].reshape(len(halves), length, slip[0].size), hann)[kept].reshape(
        len(kept), *slip.shape[1:]
    )
    means_of_slip[~(there[:-1] & there[1:])[kept]] = np.nan
    middle = motion.time[samples].reshape(len(halves), length)[1:, 0]
    return Rows(motion.segment, middle[kept], means, effort, first, second, valid[kept], way[kept], means_of_slip)


def _weights(length: int, period: float) -> tuple[FloatArray, ...]:
    """Return weights (2 · length,) of a window of samples `period` s apart: mean, and its derivatives by time."""
    phase = 2.0 * np.pi * (np.arange(2 * length) + 0.5) / (2 * length)
    rate = np.pi / (length * period)  # of the phase, rad/s
    mean = 0.5 * (1.0 - np.cos(phase)) / length
    return mean, -0.5 * rate * np.sin(phase) / length, 0.5 * rate**2 * np.cos(phase) / length


def _weighted(halves: FloatArray, weight: FloatArray) -> FloatArray:
    """Return weighted sums (H - 1, k) over each half window (H, length, k) and the next, with weights (2 · length,)."""
    length = halves.shape[1]
    rising, falling = np.stack([weight[:length], weight[length:]]) @ np.moveaxis(halves, 0, 1).reshape(length, -1)
    return np.asarray(rising.reshape(len(halves), -1)[:-1] + falling.reshape(len(halves), -1)[1:], dtype=np.float64)
