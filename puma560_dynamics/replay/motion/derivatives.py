"""Velocity and acceleration at the recorded stamps, from recorded positions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arrays import FloatArray
from ..reading.samples import JointSamples
from ..resampling import from_grid, to_grid
from ..zero_phase import NORMAL, ZeroPhase, zero_phase
from .brake import braked
from .jumps import CONTEXT, Jump, find_jumps
from .segments import Part
from .timeline import joined_samples, pick

PIECE = 65536
"""Largest number of samples processed together."""

MARGIN = 3
"""Number of grid points in addition to the filter's reach, for interpolation."""

HARMFUL = 0.2
"""Error of the filtered acceleration above which a jump of the position matters, rad/s²."""


@dataclass(frozen=True, eq=False)
class Differentiated:
    """Consecutive samples of a segment with the derivatives of their filtered position.

    Attributes:
        segment: number of the segment.
        time: (N,) time of each sample, s.
        states: the samples.
        velocity: (N, n) rad/s.
        acceleration: (N, n) rad/s².
        settled: (N,) flags: whether a sample is so far from the segment's ends that they do not affect the filter.
        period: period of the segment, s; NaN for a segment of one sample.
        cut_off: cut-off of the filter, Hz; NaN for a segment of one sample.
        noise: (n,) standard deviation of the acceleration's noise, rad/s²; NaN without settled samples. It is computed
            from the median difference between recorded and filtered positions, taken as white noise, so that jerks of
            the arm have no effect.
        jumps: jumps of the position that affect this piece, including jumps in neighbouring pieces.
        reach: time before and after a jump in which the jump affects the filter, s.
        held: (N,) flags: whether samples under a brake, where torque is not measured, affect the filter.
    """

    segment: int
    time: FloatArray
    states: JointSamples
    velocity: FloatArray
    acceleration: FloatArray
    settled: NDArray[np.bool_]
    held: NDArray[np.bool_]
    period: float
    cut_off: float
    noise: FloatArray
    jumps: tuple[Jump, ...] = ()
    reach: float = 0.0

    @property
    def disturbed(self) -> NDArray[np.bool_]:
        """Return flags (N,): whether a jump of the position affects the filter at each sample."""
        felt = np.zeros(len(self.time), dtype=np.bool_)
        for jump in self.jumps:
            first, end = np.searchsorted(self.time, [jump.start - self.reach, jump.end + self.reach])
            felt[first:end] = True
        return felt


def differentiate(
    parts: Iterable[Part], cut_off: float, piece: int = PIECE, scale: ArrayLike = 1.0
) -> Iterator[Differentiated]:
    """Compute zero-phase velocity and acceleration, segment by segment.

    The filter needs even sampling, but real stamps are uneven. So positions are interpolated onto an even grid with the
    segment's median period (`to_grid`) and filtered there (`ZeroPhase`), and the smooth derivatives are interpolated at
    the true stamps (`from_grid`). Missing samples inside a segment are interpolated for the filter only: there is one
    result per recorded sample. Beyond its ends, a segment is extended by point reflection.

    A long segment is processed in pieces of `piece` samples that overlap by the reach of the filter. The result is the
    same as for the whole segment at once.

    Args:
        parts: segments in order of time, each in one or more parts.
        cut_off: cut-off of the filter, Hz; lowered if a segment's sampling rate is too low.
        piece: number of samples per piece.
        scale: (n,) motion of each joint that thresholds in rad are compared with (`Arm.motion_scale`).
    """
    segment: _Segment | None = None
    for part in parts:
        if segment is None or segment.number != part.segment:
            if segment is not None:
                yield from segment.finish()
            segment = _Segment(part, cut_off, piece, scale)
        yield from segment.add(part)
    if segment is not None:
        yield from segment.finish()


class _Segment:
    """State of the filter for one segment.

    Args:
        part: first part of the segment.
        cut_off: cut-off of the filter, Hz.
        piece: number of samples per piece.
        scale: see `differentiate`.
    """

    def __init__(self, part: Part, cut_off: float, piece: int, scale: ArrayLike) -> None:
        self._scale = np.broadcast_to(np.asarray(scale, dtype=np.float64), part.states.position.shape[1:])
        self.number = part.segment
        self._piece = piece
        self._period = part.period
        self._start = float(part.time[0])
        self._filter: ZeroPhase | None = zero_phase(cut_off, part.period) if part.period > 0.0 else None
        self._kept: list[Part] = []
        self._done = 0  # number of kept samples that were already returned and only serve as context

    def add(self, part: Part) -> Iterator[Differentiated]:
        """Add the next samples, and yield results for complete pieces."""
        self._kept.append(part)
        count = sum(len(kept.time) for kept in self._kept) - self._done
        if self._filter is None or count <= self._piece:
            return
        time, states = self._bound()
        margin = (self._filter.reach + MARGIN + 1 + CONTEXT) * self._period
        while self._done + self._piece < len(time) and time[-1] > time[self._done + self._piece - 1] + margin:
            end = self._done + self._piece
            yield self._result(time, states, self._done, end, last=False)
            keep = int(np.searchsorted(time, time[end - 1] - margin))
            time, states, self._done = time[keep:], pick(states, slice(keep, None)), end - keep
        self._kept = [Part(self.number, time, states, self._period, time)]

    def finish(self) -> Iterator[Differentiated]:
        """Yield results for the rest of the segment."""
        time, states = self._bound()
        while self._done < len(time):
            end = min(self._done + self._piece, len(time))
            yield self._result(time, states, self._done, end, last=True)
            self._done = end

    def _bound(self) -> tuple[FloatArray, JointSamples]:
        """Return times and samples of all kept parts."""
        return np.concatenate([part.time for part in self._kept]), joined_samples([part.states for part in self._kept])

    def _result(self, time: FloatArray, states: JointSamples, first: int, end: int, last: bool) -> Differentiated:
        """Return the result for samples `first` to `end`; the other samples are context for the filter.

        `last` is true if the segment ends with these samples.
        """
        asked, chosen = time[first:end], pick(states, slice(first, end))
        if self._filter is None:
            rest, nothing = np.zeros_like(chosen.position), np.zeros(len(asked), dtype=np.bool_)
            nan = float("nan")
            return Differentiated(self.number, asked, chosen, rest, rest, nothing, nothing, nan, nan, nan * rest[0])
        begin, signals = self._even(time, states.position, asked, last)
        steps = (asked - self._start) / self._period - begin
        position, velocity, acceleration = (from_grid(self._filter.apply(signals, m), steps) for m in range(3))
        settled = asked >= self._start + self._filter.edge
        if last:
            settled &= asked <= time[-1] - self._filter.edge
        scatter = np.abs(chosen.position - position)[settled]
        deviation = NORMAL * np.median(scatter, axis=0) if len(scatter) else np.nan * position[0]
        noise = self._filter.noise_gain * deviation
        return Differentiated(
            self.number,
            asked,
            chosen,
            velocity,
            acceleration,
            settled,
            self._held(time, states, asked),
            self._period,
            self._filter.cut_off,
            noise,
            self._jumps(time, states.position, asked),
            self._filter.edge,
        )

    def _held(self, time: FloatArray, states: JointSamples, asked: FloatArray) -> NDArray[np.bool_]:
        """Return flags (N,): whether a brake affects the filter at the times `asked`."""
        assert self._filter is not None
        if len(time) < 2:
            return np.zeros(len(asked), dtype=np.bool_)
        brake = time[braked(states.effort, np.gradient(states.position / self._scale, time, axis=0))]
        first, end = (np.searchsorted(brake, asked + side * self._filter.edge) for side in (-1.0, 1.0))
        return np.asarray(end > first)

    def _jumps(self, time: FloatArray, position: FloatArray, asked: FloatArray) -> tuple[Jump, ...]:
        """Return the jumps that affect the filter at the times `asked`."""
        assert self._filter is not None
        felt = self._filter.edge
        around = felt + CONTEXT * self._period
        part = slice(*np.searchsorted(time, [asked[0] - around, asked[-1] + around]))
        harm = self._filter.largest
        return tuple(
            jump
            for jump in find_jumps(time[part], position[part], self._scale)
            if jump.size / jump.scale * harm > HARMFUL
            and asked[0] - felt <= jump.end
            and jump.start <= asked[-1] + felt
        )

    def _even(self, time: FloatArray, position: FloatArray, asked: FloatArray, last: bool) -> tuple[int, FloatArray]:
        """Return the grid index of the first filtered point, and positions (n, G) on the grid around `asked`."""
        assert self._filter is not None
        reach, origin = self._filter.reach, self._start
        first = math.floor((asked[0] - origin) / self._period) - MARGIN + 1
        end = math.floor((asked[-1] - origin) / self._period) + MARGIN + 1
        wanted = (first - reach, end + reach)
        ends = math.floor((time[-1] - origin) / self._period) + 1 if last else wanted[1]
        inside = (max(wanted[0], 0), min(wanted[1], ends))
        grid = np.minimum(origin + self._period * np.arange(*inside), time[-1])
        signals = to_grid(time, position, grid, self._period)
        pad = ((0, 0), (inside[0] - wanted[0], wanted[1] - inside[1]))
        return first, np.pad(signals, pad, mode="reflect", reflect_type="odd") if any(pad[1]) else signals
