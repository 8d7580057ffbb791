"""Records of an MCAP file, read as a stream from the beginning, without footer or index."""

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
"""Opcode and length of a record."""

BLOCK = 1 << 20
LARGEST = 1 << 29
"""Largest plausible record in bytes, so that a damaged length cannot fill the memory."""

_CHUNK = struct.Struct("<QQQII")
_CHUNK_HEAD = re.compile(
    rb"\x06.{4}\x00{4}.{6}(..).{6}\1.{4}\x00{4}.{4}(?:\x00{4}|\x03\x00{3}lz4|\x04\x00{3}zstd)", re.DOTALL
)
"""Pattern of a chunk: less than 4 GB, and its last message at most 2^48 ns (78 h) after its first."""

_PLAIN_HEAD = 37
"""Bytes of a chunk's record before its compression; the pattern needs at most 8 more."""


class Stream(Protocol):
    """A source of bytes."""

    def read(self, size: int) -> bytes:
        """Return `size` bytes; fewer at the end."""


class StreamWindow:
    """A piece of a stream that can be inspected before it is consumed.

    Attributes:
        data: the piece.
        at: number of consumed bytes.
    """

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self.data = b""
        self.at = 0

    @property
    def left(self) -> int:
        """Number of available bytes that are not consumed."""
        return len(self.data) - self.at

    def need(self, size: int) -> bool:
        """Read on if necessary, and return whether `size` bytes are available."""
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
        """Skip to the next chunk; return whether there is one, and the number of skipped bytes."""
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
    """A chunk, not yet decompressed.

    Attributes:
        first, last: log times, ns.
        size: bytes when decompressed.
        crc: CRC-32 of those; 0 where the writer made none.
        compression: ``""``, ``"lz4"`` or ``"zstd"``.
        data: compressed, perhaps cut off.
    """

    first: int
    last: int
    size: int
    crc: int
    compression: str
    data: bytes


def read_chunk(record: bytes) -> ChunkRecord | None:
    """Return the chunk in a record, which may be cut off; `None` if too little of it is left."""
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
    """Return (M,) offsets of a channel's messages in the preceding chunk, from its message index."""
    entries = (len(record) - 6) // 16
    if entries < 1:
        return np.empty(0, dtype=np.int64)
    return np.frombuffer(record, "<u8", 2 * entries, 6)[1::2].astype(np.int64)


def walk(data: bytes, at: int = 0) -> tuple[list[int], list[int], int]:
    """Return the offsets of messages, the offsets of schemas and channels, and the end of the walk.

    The walk ends at the first record of another kind, at an incomplete one, or at the end.
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
    """Return `data` as overlapping items of `dtype`, one at every byte."""
    found: NDArray[np.void] = np.ndarray((max(0, len(data) - dtype.itemsize + 1),), dtype, data, strides=(1,))
    return found


def walk_by_index(data: bytes, offsets: IntegerArray) -> tuple[IntegerArray, list[int], int] | None:
    """Do the same as `walk`, many times faster, by the index of a chunk; `None` if the index does not fit.

    The index is verified: its messages must follow each other without a gap, and gaps are walked.

    Args:
        data: of the chunk.
        offsets: (M,) of all its message indices.
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
