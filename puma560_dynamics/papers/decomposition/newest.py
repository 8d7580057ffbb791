"""The newest record of one process, for another to read at any time: two slots in shared memory, no lock.

The writer fills the slot that was not published last and then publishes its number, so that a reader
has a whole period to copy the other. Each record carries a check sum: one that was written over
while it was copied, on whatever processor, is recognised and read again.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arrays import FloatArray

_WORD = 8
_HEAD = 2
"""Words before a record's values: its number and its stamp."""


@dataclass(frozen=True, eq=False)
class Record:
    """What was published.

    Attributes:
        number: 1 for the first.
        stamp: given by the writer, ns.
        values: (n,), read-only.
    """

    number: int
    stamp: int
    values: FloatArray


class Newest:
    """One end of a channel from one writer to any number of readers.

    Attributes:
        torn: records that were read again because they changed while they were copied.

    Args:
        memory: shared, writable, `size(n)` bytes, zero at first.
        n: float64 values of a record.
    """

    def __init__(self, memory: Any, n: int) -> None:
        view = memoryview(memory).cast("B")
        slot = _WORD * (_HEAD + n + 1)
        self._published = view[:_WORD].cast("q")
        self._slots = [view[_WORD + slot * i : _WORD + slot * (i + 1)] for i in range(2)]
        self._record = np.empty(_HEAD + n + 1)
        self._words = self._record.view(np.int64)
        self._body = self._record[:-1].data.cast("B")
        self._whole = self._record.data.cast("B")
        self.torn = 0

    @property
    def number(self) -> int:
        """Of the newest record; 0 before the first."""
        return self._published[0]

    def write(self, stamp: int, values: FloatArray) -> None:
        """Publish (n,) `values` with a stamp, ns. For one process alone."""
        number = self._published[0] + 1
        self._words[0] = number
        self._words[1] = stamp
        self._record[_HEAD:-1] = values
        self._words[-1] = zlib.crc32(self._body)
        self._slots[number % 2][:] = self._whole
        self._published[0] = number

    def read(self) -> Record | None:
        """The newest record, whole; none before the first."""
        while number := self._published[0]:
            copy = self._copy(number % 2)
            words = np.frombuffer(copy, dtype=np.int64)
            if zlib.crc32(memoryview(copy)[:-_WORD]) == words[-1]:
                values = np.frombuffer(copy, dtype=np.float64, count=len(words) - _HEAD - 1, offset=_WORD * _HEAD)
                return Record(int(words[0]), int(words[1]), values)
            self.torn += 1
        return None

    def _copy(self, slot: int) -> bytes:
        return bytes(self._slots[slot])


def channel_size(n: int) -> int:
    """Bytes of a channel whose records have `n` values."""
    return _WORD * (1 + 2 * (_HEAD + n + 1))
