"""Grouping of messages into batches of the same layout, which can be decoded together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..arrays import IntegerArray
from .layout import Layout
from .message_definitions import Definitions
from .raw import Messages

KEPT = 8
"""Number of layouts that are kept per topic; messages of other layouts are decoded one by one."""


@dataclass(frozen=True, eq=False)
class MessageBatch:
    """Messages that share a layout.

    Attributes:
        layout: layout of all messages of the batch; `None` if they could not be decoded.
        index: (M,) indices of the messages among all given messages.
        rows: (M,) bytes of each message.
    """

    layout: Layout | None
    index: IntegerArray
    rows: NDArray[np.void]


class Sorter:
    """Groups the messages of a topic by layout, and keeps the layouts for the next call."""

    def __init__(self, kind: str, definitions: Definitions) -> None:
        self._kind = kind
        self._definitions = definitions
        self._known: list[Layout] = []

    def sort(self, messages: Messages) -> Iterator[MessageBatch]:
        """Yield the messages of one topic in groups of equal layout."""
        sizes = messages.size
        different = np.unique(sizes[:1] if len(sizes) and (sizes == sizes[0]).all() else sizes)
        for size in different.tolist():
            index = np.flatnonzero(sizes == size)
            yield from self._of_one_size(index, gather(messages.data, messages.start[index], size))

    def _of_one_size(self, index: IntegerArray, rows: NDArray[np.void]) -> Iterator[MessageBatch]:
        for layout in [known for known in self._known if known.size == rows.dtype.itemsize]:
            agreed = layout.agrees(rows)
            if agreed.any():
                yield (
                    MessageBatch(layout, index[agreed], rows[agreed])
                    if not agreed.all()
                    else MessageBatch(layout, index, rows)
                )
                index, rows = index[~agreed], rows[~agreed]
            if not len(index):
                return
        fresh = 0
        while len(index):
            try:
                layout = Layout(rows[0].tobytes(), self._kind, self._definitions)
            except ValueError:
                yield MessageBatch(None, index[:1], rows[:1])
                index, rows = index[1:], rows[1:]
                continue
            fresh += 1
            agreed = np.zeros(len(rows), dtype=bool)
            agreed[0] = True
            if fresh <= KEPT:
                self._known = [layout, *self._known][:KEPT]
                agreed = layout.agrees(rows)
            yield MessageBatch(layout, index[agreed], rows[agreed])
            index, rows = index[~agreed], rows[~agreed]


def gather(data: bytes, start: IntegerArray, size: int) -> NDArray[np.void]:
    """Return M pieces (M,) of `size` bytes that begin at `start` (M,); all pieces must be inside `data`."""
    if size == 0:
        return np.zeros(len(start), dtype="V1")
    everywhere: NDArray[np.void] = np.ndarray((len(data) - size + 1,), f"V{size}", data, strides=(1,))
    return everywhere[start]
