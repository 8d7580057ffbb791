"""Parsing of the records of an MCAP file as a stream, without its footer and summary."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ..arrays import IntegerArray

MAGIC = b"\x89MCAP0\r\n"
FOOTER, SCHEMA, CHANNEL, MESSAGE, CHUNK, MESSAGE_INDEX = 0x02, 0x03, 0x04, 0x05, 0x06, 0x07
LAST_OPCODE = 0x0F
HEAD = struct.Struct("<BQ")
"""Head of a record: opcode and length."""

BLOCK = 1 << 20
LARGEST = 1 << 29
"""Largest plausible size of a record, bytes, so that a damaged length cannot fill the memory."""

_CHUNK = struct.Struct("<QQQII")
_CHUNK_HEAD = re.compile(
    rb"\x06.{4}\x00{4}.{6}(..).{6}\1.{4}\x00{4}.{4}(?:\x00{4}|\x03\x00{3}lz4|\x04\x00{3}zstd)", re.DOTALL
)
"""Pattern of the head of a chunk that is smaller than 4 GB and covers at most 2^48 ns (78 h)."""

_PLAIN_HEAD = 37
"""Number of bytes of a chunk's record before the name of its compression; the pattern needs at most 8 more."""


class Stream(Protocol):
    """A source of bytes."""

    def read(self, size: int) -> bytes:
        """Return `size` bytes; fewer at the end."""


class StreamWindow:
    """A buffer over a stream, whose data can be inspected before it is consumed.

    Attributes:
        data: the buffered bytes.
        at: number of consumed bytes of `data`.
    """

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self.data = b""
        self.at = 0

    @property
    def left(self) -> int:
        """Return the number of buffered bytes that are not consumed."""
        return len(self.data) - self.at

    def need(self, size: int) -> bool:
        """Read from the stream if necessary, and return whether `size` bytes are available."""
        if self.left < size:
            more = self._stream.read(max(BLOCK, min(size, LARGEST) - self.left))
            self.data = self.data[self.at :] + more
            self.at = 0
        return self.left >= size

    def take(self, size: int) -> bytes:
        """Consume and return the next bytes, at most `size`."""
        taken = self.data[self.at : self.at + size]
        self.at += len(taken)
        return taken

    def seek_chunk(self) -> tuple[bool, int]:
        """Skip to the next chunk; return whether a chunk was found, and the number of skipped bytes."""
        passed = 0
        while True:
            found = _CHUNK_HEAD.search(self.data, self.at)
            if found:
                passed += found.start() - self.at
                self.at = found.start()
                return True, passed
            step = max(0, self.left - _PLAIN_HEAD - 8)
            passed += step
            self.at += step
            if not self.need(self.left + 1):
                passed += self.left
                self.at = len(self.data)
                return False, passed


@dataclass(frozen=True)
class ChunkRecord:
    """A chunk before decompression.

    Attributes:
        first, last: log times of the first and last message, ns.
        size: decompressed size, bytes.
        crc: CRC-32 of the decompressed bytes; 0 if the writer computed none.
        compression: ``""``, ``"lz4"`` or ``"zstd"``.
        data: compressed bytes, which may be truncated.
    """

    first: int
    last: int
    size: int
    crc: int
    compression: str
    data: bytes


def read_chunk(record: bytes) -> ChunkRecord | None:
    """Return the chunk in a record, which may be truncated; `None` if its head is incomplete."""
    if len(record) < _CHUNK.size + 8:
        return None
    first, last, size, crc, letters = _CHUNK.unpack_from(record)
    at = _CHUNK.size + letters
    if letters > 16 or len(record) < at + 8:
        return None
    compression = record[_CHUNK.size : at].decode("ascii", "replace")
    (length,) = struct.unpack_from("<Q", record, at)
    return ChunkRecord(first, last, size, crc, compression, record[at + 8 : at + 8 + length])


def read_index(record: bytes) -> IntegerArray:
    """Return the offsets (M,) of a channel's messages in the preceding chunk, from a message index record."""
    entries = (len(record) - 6) // 16
    if entries < 1:
        return np.empty(0, dtype=np.int64)
    return np.frombuffer(record, "<u8", 2 * entries, 6)[1::2].astype(np.int64)


def walk(data: bytes, at: int = 0) -> tuple[list[int], list[int], int]:
    """Step through the records of a chunk from offset `at`.

    Return the offsets of messages, the offsets of schemas and channels, and the offset where the walk ended: at the
    first record of another kind, at an incomplete record, or at the end.
    """
    messages: list[int] = []
    others: list[int] = []
    found, unpack, last = messages.append, HEAD.unpack_from, len(data) - HEAD.size
    while at <= last:
        code, length = unpack(data, at)
        after = at + 9 + length
        if after > last + 9:
            break
        if code == MESSAGE:
            found(at)
        elif code in (SCHEMA, CHANNEL):
            others.append(at)
        else:
            break
        at = after
    return messages, others, at


RECORD = np.dtype([("code", "u1"), ("length", "<u8")])
"""`HEAD` as a numpy type."""


def items(data: bytes, dtype: np.dtype[np.void]) -> NDArray[np.void]:
    """Return a view of `data` as overlapping items of `dtype`, one starting at every byte."""
    found: NDArray[np.void] = np.ndarray((max(0, len(data) - dtype.itemsize + 1),), dtype, data, strides=(1,))
    return found


def walk_by_index(data: bytes, offsets: IntegerArray) -> tuple[IntegerArray, list[int], int] | None:
    """Return the result of `walk` much faster, from the index of a chunk; `None` if the index is wrong.

    The index is verified: its messages must be adjacent, and `walk` is used between messages that are not.

    Args:
        data: decompressed bytes of the chunk.
        offsets: (M,) offsets from all message indices of the chunk.
    """
    positions = np.sort(offsets)
    if not len(positions) or positions[0] < 0 or positions[-1] > len(data) - RECORD.itemsize:
        return None
    heads = items(data, RECORD)[positions]
    if (heads["length"] > len(data)).any():  # damaged, and could be negative as a signed number
        return None
    ends = positions + HEAD.size + heads["length"].astype(np.int64)
    starts = np.append(positions, len(data))
    if not (heads["code"] == MESSAGE).all() or (ends > starts[1:]).any():
        return None
    gaps = np.flatnonzero(ends < starts[1:])
    stretches = [(0, int(positions[0])), *zip(ends[gaps].tolist(), starts[gaps + 1].tolist(), strict=True)]
    others: list[int] = []
    for start, stop in stretches:
        messages, found, end = walk(data[:stop], start)
        if messages or end != stop:
            return None
        others += found
    return positions, others, len(data)
