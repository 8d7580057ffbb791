"""Decompression of files, chunks and messages; truncated data is decompressed up to its end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO

import numpy as np

from ..extras import missing_dependency
from .raw import Messages

ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
"""First bytes of a zstd frame. Messages in CDR begin with a byte 00, so they cannot be taken for zstd frames."""

SLICE = 4096
"""Number of bytes passed to a decompressor at a time, so that data before an error is kept."""


def import_zstandard() -> ModuleType:
    """Return the zstandard module.

    Raises:
        MissingDependencyError: it is not installed.
    """
    try:
        import zstandard
    except ImportError:
        raise missing_dependency("reading a bag that zstd compressed", "zstandard") from None
    return zstandard


def import_lz4() -> ModuleType:
    """Return the lz4.frame module.

    Raises:
        MissingDependencyError: it is not installed.
    """
    try:
        import lz4.frame
    except ImportError:
        raise missing_dependency("reading a bag that lz4 compressed", "lz4") from None
    module: ModuleType = lz4.frame
    return module


class FileStream:
    """Stream of a file's data, decompressed if the file is a zstd frame.

    Attributes:
        compressed: whether the file is compressed.
        broken: whether the compressed data could not be read to the end.
    """

    def __init__(self, path: Path) -> None:
        self._file: BinaryIO = path.open("rb")
        self.compressed = self._file.read(4) == ZSTD_MAGIC
        self.broken = False
        self._file.seek(0)
        self._source: Any = self._file
        self._failures: tuple[type[Exception], ...] = (OSError,)
        if self.compressed:
            zstandard = import_zstandard()
            self._source = zstandard.ZstdDecompressor().stream_reader(self._file, read_across_frames=True)
            self._failures = (OSError, zstandard.ZstdError)

    def read(self, size: int) -> bytes:
        """Return the next `size` bytes; fewer only at the end, or if the file cannot be read further."""
        parts = []
        while size > 0 and not self.broken:
            try:
                part = self._source.read(min(size, 1 << 24))
            except self._failures:
                self.broken = True
                break
            if not part:
                break
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    @property
    def consumed(self) -> int:
        """Return the number of bytes read from the file, in compressed form."""
        return self._file.tell()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def decompress(compression: str, data: bytes) -> tuple[bytes, bool]:
    """Decompress an MCAP chunk as far as possible; return the data and whether they are complete.

    Args:
        compression: ``""``, ``"lz4"`` or ``"zstd"``.
        data: compressed data, which may be truncated or followed by other bytes.

    Raises:
        ValueError: the compression is not supported.
    """
    if not compression:
        return data, True
    try:
        if compression == "zstd":
            whole: bytes = import_zstandard().ZstdDecompressor().decompressobj().decompress(data)
        elif compression == "lz4":
            whole = import_lz4().decompress(data)
        else:
            raise ValueError(f"compression {compression!r}; expected lz4, zstd or none")
    except (RuntimeError, MemoryError, OSError, _zstd_error()):
        return b"".join(_as_far_as_it_goes(compression, data)), False
    return whole, True


def decompress_messages(messages: Messages) -> tuple[Messages, int]:
    """Decompress messages one by one; return the readable messages and the number of unreadable ones."""
    unpack = import_zstandard().ZstdDecompressor().decompress
    failures = (_zstd_error(), MemoryError)
    view = memoryview(messages.data)
    kept, parts = [], []
    for k, (start, size) in enumerate(zip(messages.start.tolist(), messages.size.tolist(), strict=True)):
        try:
            parts.append(unpack(view[start : start + size]))
        except failures:
            continue
        kept.append(k)
    sizes = np.fromiter(map(len, parts), dtype=np.int64, count=len(parts))
    rest = messages.pick(np.array(kept, dtype=np.int64))
    whole = replace(rest, data=b"".join(parts), start=np.cumsum(sizes) - sizes, size=sizes)
    return whole, len(messages.start) - len(kept)


def messages_compressed(messages: Messages) -> bool:
    """Return whether the first message is a zstd frame; a recorder compresses all messages or none."""
    return len(messages.start) > 0 and messages.message(0)[:4] == ZSTD_MAGIC


def _as_far_as_it_goes(compression: str, data: bytes) -> Iterator[bytes]:
    if compression == "zstd":
        unpack = import_zstandard().ZstdDecompressor().decompressobj()
    else:
        unpack = import_lz4().LZ4FrameDecompressor()
    for at in range(0, len(data), SLICE):
        try:
            yield unpack.decompress(data[at : at + SLICE])
        except (RuntimeError, MemoryError, OSError, EOFError, _zstd_error()):
            return


def _zstd_error() -> type[Exception]:
    error: type[Exception] = import_zstandard().ZstdError
    return error
