"""Positions of joints that turn without end, on one count of turns: many drivers hand them out between -π and π."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray
from .timeline import Ordered

TURN = 2.0 * np.pi


def unwrapped(stream: Iterable[Ordered], endless: NDArray[np.bool_]) -> Iterator[Ordered]:
    """The same samples; positions of `endless` joints go on by the shortest way from sample to sample.

    The first sample stays as it is, so that nothing changes where a driver counts its turns itself. What is shorter
    than half a turn from sample to sample is not changed either: a jump stays one.

    Args:
        stream: in order of time.
        endless: (n,) whether a joint has no position limits.
    """
    columns = np.flatnonzero(endless)
    before: FloatArray | None = None
    for ordered in stream:
        if columns.size and len(ordered.time):
            given = ordered.states.position[:, columns]
            start = given[:1] if before is None else before
            turns = -np.cumsum(np.round(np.diff(given, axis=0, prepend=start) / TURN), axis=0)
            # `start` has whole turns that the driver does not count: they are part of the first difference.
            position = ordered.states.position.copy()
            position[:, columns] = given + TURN * turns
            before = position[-1:, columns]
            ordered = replace(ordered, states=replace(ordered.states, position=position))
        yield ordered
