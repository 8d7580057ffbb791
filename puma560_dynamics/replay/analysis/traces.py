"""Signals for plots: an overview of the whole recording, and every sample around the largest residual of each joint."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray, read_only
from ...control.feed_forward.feed_forward import SWITCHED_TERMS
from ..result import Traces
from .evaluation import Evaluated

POINTS = 3000
"""Largest number of points of the overview, except those added at gaps."""

ENVELOPE = ("effort", "command", "model", "residual")
"""Signals whose smallest and largest value in a bucket are kept."""

SIGNALS = (*ENVELOPE, "q", "qd", "qdd", "band", *SWITCHED_TERMS)
"""Names of all signals that are drawn."""


def signals(piece: Evaluated) -> dict[str, FloatArray]:
    """Return all `SIGNALS` of a piece by name, (N, n) each; the residual is NaN where a sample does not count."""
    own = {
        "model": piece.total,
        "residual": piece.residual,
        "band": np.hypot(piece.band, piece.stiction),
        **piece.terms,
    }
    return {name: own[name] if name in own else getattr(piece.motion, name) for name in SIGNALS}


class TraceSums:
    """Overview of a recording in buckets of consecutive samples.

    The length of a bucket doubles whenever there are too many buckets, so that memory is bounded. No bucket extends
    across a gap.

    Args:
        n: number of joints.
    """

    def __init__(self, n: int) -> None:
        self._samples = 1
        self._open = False
        self._segment: int | None = None
        self._n = n
        # One row per bucket. Head: number of samples, first and last time, whether a gap precedes the bucket.
        self._head = np.zeros((0, 4))
        self._sum = np.zeros((0, len(SIGNALS) * n))
        self._count = np.zeros((0, len(SIGNALS) * n))
        self._low = np.zeros((0, len(ENVELOPE) * n))
        self._high = np.zeros((0, len(ENVELOPE) * n))

    def add(self, piece: Evaluated) -> None:
        """Add a piece of the recording."""
        named = signals(piece)
        time = piece.motion.time
        if not len(time):
            return
        values = np.concatenate([named[name] for name in SIGNALS], axis=1)
        there = ~np.isnan(values)
        edge = values[:, : len(ENVELOPE) * self._n]
        starts, gap = self._starts(len(time), piece.motion.segment)
        counts = np.diff(np.r_[starts, len(time)])
        head = np.stack([counts, time[starts], time[starts + counts - 1], np.zeros(len(starts))], axis=1)
        head[0, 3] = gap
        self._append(
            head,
            np.add.reduceat(np.where(there, values, 0.0), starts),
            np.add.reduceat(there.astype(np.float64), starts),
            np.fmin.reduceat(edge, starts),
            np.fmax.reduceat(edge, starts),
        )
        while len(self._head) > POINTS and self._merge():
            pass

    def _starts(self, length: int, segment: int) -> tuple[NDArray[np.intp], bool]:
        """Return the first samples of the buckets of a piece, and whether a gap precedes the piece.

        The incomplete bucket of the previous piece is filled first.
        """
        gap = self._segment is not None and segment != self._segment
        fresh = self._segment is None or gap
        self._segment = segment
        free = 0 if fresh else self._samples - int(self._head[-1, 0])
        self._open = not fresh and free > 0
        starts = np.arange(free, length, self._samples) if free else np.arange(0, length, self._samples)
        return (np.r_[0, starts].astype(np.intp) if self._open else starts), gap

    def _append(
        self, head: FloatArray, total: FloatArray, count: FloatArray, low: FloatArray, high: FloatArray
    ) -> None:
        new = [head, total, count, low, high]
        old = [self._head, self._sum, self._count, self._low, self._high]
        if self._open:
            both = [np.concatenate([before[-1:], after[:1]]) for before, after in zip(old, new, strict=True)]
            old = [array[:-1] for array in old]
            new = [
                np.concatenate(pair)
                for pair in zip(_grouped(both, np.zeros(1, dtype=np.intp)), [array[1:] for array in new], strict=True)
            ]
        joined = [np.concatenate(pair) for pair in zip(old, new, strict=True)]
        self._head, self._sum, self._count, self._low, self._high = joined

    def _merge(self) -> bool:
        """Join pairs of buckets that no gap separates; return whether the number of buckets is smaller."""
        before = len(self._head)
        stretch = np.cumsum(self._head[:, 3])
        first = np.searchsorted(stretch, stretch)
        starts = np.flatnonzero((np.arange(before) - first) % 2 == 0)
        arrays = [self._head, self._sum, self._count, self._low, self._high]
        self._head, self._sum, self._count, self._low, self._high = _grouped(arrays, starts)
        self._samples *= 2
        return len(self._head) < before

    def result(self) -> Traces:
        """Return the overview of all samples added so far."""
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = self._sum / self._count
        return Traces(
            time=read_only(0.5 * (self._head[:, 1] + self._head[:, 2])),
            gap=self._head[:, 3] > 0,
            mean=self._split(mean, SIGNALS),
            low=self._split(self._low, ENVELOPE),
            high=self._split(self._high, ENVELOPE),
            samples=self._samples,
        )

    def _split(self, values: FloatArray, names: tuple[str, ...]) -> dict[str, FloatArray]:
        n = self._n
        return {name: read_only(values[:, i * n : (i + 1) * n]) for i, name in enumerate(names)}


def _grouped(arrays: list[FloatArray], starts: NDArray[np.intp]) -> list[FloatArray]:
    """Join the buckets from each start to the next, with their total count, first and last time, and first gap."""
    head, total, count, low, high = arrays
    joined = head[starts]
    joined[:, 0] = np.add.reduceat(head[:, 0], starts)
    joined[:, 2] = np.maximum.reduceat(head[:, 2], starts)
    return [
        joined,
        np.add.reduceat(total, starts),
        np.add.reduceat(count, starts),
        np.fmin.reduceat(low, starts),
        np.fmax.reduceat(high, starts),
    ]


AROUND = 1.0
"""Time shown before and after the largest residual, s."""


class WorstMoments:
    """Samples around the largest residual of each joint. The last second of previous pieces is kept for this purpose.

    Args:
        n: number of joints.
    """

    def __init__(self, n: int) -> None:
        self._n = n
        self._largest = np.zeros(n)
        self._moment = np.full(n, np.nan)
        self._window: list[list[_Stretch]] = [[] for _ in range(n)]
        self._past: list[_Stretch] = []

    def add(self, piece: Evaluated) -> None:
        """Add a piece of the recording."""
        time = piece.motion.time
        if not len(time):
            return
        new = _Stretch(piece.motion.segment, time, signals(piece))
        size = np.abs(np.nan_to_num(piece.residual))
        for joint, row in enumerate(np.argmax(size, axis=0)):
            if size[row, joint] > self._largest[joint]:
                self._largest[joint] = size[row, joint]
                self._moment[joint] = time[row]
                self._window[joint] = _within(self._past, time[row])
            self._window[joint] += _within([new], self._moment[joint])
        self._past = [part for part in (*self._past, new) if part.time[-1] >= time[-1] - AROUND]

    def result(self) -> tuple[Traces, ...]:
        """Return the samples around the largest residual, per joint; empty for a joint without residual."""
        return tuple(_traces(window, self._n) for window in self._window)


class _Stretch:
    """Consecutive samples of one segment."""

    def __init__(self, segment: int, time: FloatArray, named: dict[str, FloatArray]) -> None:
        self.segment = segment
        self.time = time
        self.named = named


def _within(parts: list[_Stretch], moment: float) -> list[_Stretch]:
    """Return copies of the samples of `parts` that are within `AROUND` of the time `moment`, s."""
    found = []
    for part in parts:
        rows = np.flatnonzero(np.abs(part.time - moment) <= AROUND)
        if len(rows):
            named = {name: values[rows] for name, values in part.named.items()}
            found.append(_Stretch(part.segment, part.time[rows], named))
    return found


def _traces(window: list[_Stretch], n: int) -> Traces:
    time = np.concatenate([np.zeros(0), *(part.time for part in window)])
    segment = np.concatenate([np.zeros(0), *(np.full(len(part.time), part.segment) for part in window)])
    nothing = np.zeros((0, n))
    mean = {name: read_only(np.concatenate([nothing, *(part.named[name] for part in window)])) for name in SIGNALS}
    edge = {name: mean[name] for name in ENVELOPE}
    return Traces(read_only(time), np.diff(segment, prepend=segment[:1]) != 0, mean, edge, edge, 1)
