"""Windows: weighted means of effort and columns over short overlapping windows, which are the rows of a linear system.

Torque is linear in the unknowns at every instant, and after any linear filter that is applied to both effort and
columns. A Hann window,

.. math:: w(t) = \\sin^2(\\pi t / T), \\qquad 0 < t < T,

is a low-pass without phase shift. Its duration T has to be long enough for two reasons. First, columns are computed
from positions that the zero-phase filter of replay has filtered, but effort is not filtered; so the window may only
pass frequencies that this filter does not change. Second, stamps are not exact: a jitter of 1 ms at 1 rad/s looks like
an acceleration of some rad/s², and noise in a regressor biases its parameter towards 0 (motor inertia by 16 % with
means over 40 ms and samples up to 2 ms old). Both effects scale with the cut-off of replay's filter, so T is inversely
proportional to it. Neighbouring windows overlap by half, so that every sample has the same total weight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ..arrays import FloatArray
from ..replay.motion.motion import Motion
from .presliding import STILL, Presliding
from .unknowns import Unknowns

CUT_OFF = 15.0
"""Cut-off of replay's filter for which windows have the duration `WINDOW`, Hz."""

WINDOW = 0.24
"""Duration T of a window, s: half the amplitude passes at 1 / T = 4 Hz, and almost nothing above 2 / T = 8 Hz."""

CHUNK = 4096
"""Number of samples whose columns are in memory at a time."""


@dataclass(frozen=True, eq=False)
class Rows:
    """Windows of one stretch of motion; each window is one row per joint.

    Attributes:
        segment: number of the segment in the recording.
        time: (W,) middle of each window, s.
        columns: (W, n, p) mean torque per unit of each unknown, N·m.
        effort: (W, n) mean measured effort minus the known part of the torque, N·m.
        slope: (W, n) first time derivative of `effort`, N·m/s.
        curve: (W, n) second time derivative of `effort`, N·m/s².
        valid: (W, n) flags: whether the row counts; as recorded, the rows that are both `measured` and `moves`.
        direction: (W, n) direction of every motor, 1 or -1; 0 where a motor was at rest or reversed.
        slip: (W, n, 2, G) means of the presliding state in positive and negative direction, for the distances
            `presliding.DISTANCES`; NaN where it is not known.
        measured: (W, n) flags: whether the effort was measured during the whole window.
        moves: (W, n) flags: whether all motors of the joint moved in one direction during the whole window.
    """

    segment: int
    time: FloatArray
    columns: FloatArray
    effort: FloatArray
    slope: FloatArray
    curve: FloatArray
    valid: NDArray[np.bool_]
    direction: NDArray[np.int8]
    slip: FloatArray
    measured: NDArray[np.bool_]
    moves: NDArray[np.bool_]

    def part(self, which: slice | NDArray[np.intp]) -> Rows:
        """Return the windows that `which` selects."""
        return Rows(self.segment, *(getattr(self, each.name)[which] for each in fields(self)[1:]))


def window(cut_off: float) -> float:
    """Return the duration T in s of windows for positions filtered with a cut-off of `cut_off` Hz."""
    return WINDOW * CUT_OFF / cut_off


def rows(
    motions: Iterable[Motion],
    unknowns: Unknowns,
    known: FloatArray | None = None,
    *,
    loaded: bool = False,
    weightless: bool = False,
    cut_off: float = CUT_OFF,
) -> Iterator[Rows]:
    """Yield the rows of a recording, for a few thousand samples at a time.

    A window never extends beyond the end of a piece of motion. Windows that contain a sample that is not `used` are
    left out, and a joint's row is not valid without effort.

    Args:
        motions: pieces of motion in order of time.
        unknowns: unknowns of the arm.
        known: (p,) values of the unknowns that give a known part of the torque, such as a known payload.
        loaded: whether the arm has the unknown payload.
        cut_off: cut-off of the filter of the positions, Hz.
        weightless: whether the effort does not contain gravity.
    """
    friction = Presliding(unknowns.arm)
    for motion in motions:
        slip = friction.follow(motion)
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
    """Return the windows made of pairs of neighbouring halves (H,) of `length` samples that are both `whole` (H,)."""
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
    at_motors = velocity @ unknowns.arm.transmission.T / unknowns.arm.motion_scale
    direction = np.zeros((len(halves) - 1, unknowns.n), dtype=np.int8)
    for sign in (1, -1):
        moves = np.asarray((sign * at_motors > STILL).reshape(shape).all(axis=1))
        direction[moves[:-1] & moves[1:]] = sign
    there: NDArray[np.bool_] = np.asarray(measured.reshape(shape).all(axis=1))
    drives = unknowns.arm.transmission != 0.0
    turned = np.asarray(((direction == 0).astype(float) @ drives) == 0.0)
    valid = np.asarray(there[:-1] & there[1:] & turned)
    means_of_slip = _weighted(slip[samples].reshape(len(halves), length, slip[0].size), hann)[kept].reshape(
        len(kept), *slip.shape[1:]
    )
    middle = motion.time[samples].reshape(len(halves), length)[1:, 0]
    flags = ((there[:-1] & there[1:])[kept], turned[kept])
    return Rows(
        motion.segment, middle[kept], means, effort, first, second, valid[kept], direction[kept], means_of_slip, *flags
    )


def _weights(length: int, period: float) -> tuple[FloatArray, ...]:
    """Return the weights (2 · length,) for mean, first and second time derivative; samples are `period` s apart."""
    phase = 2.0 * np.pi * (np.arange(2 * length) + 0.5) / (2 * length)
    rate = np.pi / (length * period)  # rate of the phase, rad/s
    mean = 0.5 * (1.0 - np.cos(phase)) / length
    return mean, -0.5 * rate * np.sin(phase) / length, 0.5 * rate**2 * np.cos(phase) / length


def _weighted(halves: FloatArray, weight: FloatArray) -> FloatArray:
    """Return weighted sums (H - 1, k) over pairs of neighbouring half windows.

    Args:
        halves: (H, length, k) samples of each half window.
        weight: (2 · length,) weights of a window.
    """
    length = halves.shape[1]
    rising, falling = np.stack([weight[:length], weight[length:]]) @ np.moveaxis(halves, 0, 1).reshape(length, -1)
    return np.asarray(rising.reshape(len(halves), -1)[:-1] + falling.reshape(len(halves), -1)[1:], dtype=np.float64)
