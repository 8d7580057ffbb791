"""Every sample around the largest residual of each joint."""

from __future__ import annotations

import numpy as np

from ...arrays import FloatArray, read_only
from ..result import Traces
from .evaluation import Evaluated
from .traces import ENVELOPE, SIGNALS, signals

AROUND = 1.0
"""s before and after a worst moment."""


class WorstMoments:
    """Keeps what is needed while pieces go by: the last second, and a window a joint.

    Args:
        n: joints.
    """

    def __init__(self, n: int) -> None:
        self._n = n
        self._largest = np.zeros(n)
        self._moment = np.full(n, np.nan)
        self._window: list[list[_Stretch]] = [[] for _ in range(n)]
        self._past: list[_Stretch] = []

    def add(self, piece: Evaluated) -> None:
        """Take a piece."""
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
        """One a joint, that of the joint at its own place; without points for a joint without residual."""
        return tuple(_traces(window, self._n) for window in self._window)


class _Stretch:
    """Consecutive samples of one segment."""

    def __init__(self, segment: int, time: FloatArray, named: dict[str, FloatArray]) -> None:
        self.segment = segment
        self.time = time
        self.named = named


def _within(parts: list[_Stretch], moment: float) -> list[_Stretch]:
    """What of `parts` lies around `moment`, copied so that the rest can go."""
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
