"""Pieces of a text file of any size, cut at the ends of lines, with or without gzip."""

from __future__ import annotations

import codecs
import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from ...errors import BagError, reason_of
from .source import EXPANDED, LARGE, expanded

GZIP_MAGIC = b"\x1f\x8b"

PIECE = 4 << 20
"""Number of bytes that are read together."""

LONGEST_LINE = 16 << 20
"""Largest length of a line, bytes."""

_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


@dataclass(frozen=True)
class TextPiece:
    """Whole lines of a text file.

    Attributes:
        data: the lines in UTF-8.
        read: fraction of the file that has been read, 0 to 1.
        ended: whether the last line has a line end, and so is complete.
    """

    data: bytes
    read: float
    ended: bool


def text_pieces(path: Path) -> Iterator[TextPiece]:
    """Yield the text of a file in pieces of some megabytes.

    Raises:
        BagError: the file cannot be read, is damaged, is not a text, or its lines or its contents are implausibly long.
    """
    try:
        size = max(path.stat().st_size, 1)
        with path.open("rb") as raw:
            packed = raw.read(2) == GZIP_MAGIC
            raw.seek(0)
            stream: IO[bytes] = gzip.GzipFile(fileobj=raw) if packed else raw  # type: ignore[assignment]
            rest, total = b"", 0
            for data in _in_utf_8(stream, path):
                total += len(data)
                if packed and total > max(LARGE, EXPANDED * size):
                    raise expanded(path, "expands to more than", total)
                rest += data
                end = _end_of_lines(rest)
                if end:
                    yield TextPiece(rest[:end], raw.tell() / size, True)
                    rest = rest[end:]
                if len(rest) > LONGEST_LINE:
                    raise BagError(
                        f"{path} has a line of more than {LONGEST_LINE >> 20} MB: expected a table with one line per "
                        "sample"
                    )
            if rest:
                yield TextPiece(rest, 1.0, rest.endswith(b"\r"))
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise BagError(f"{path} is damaged: it cannot be decompressed to its end") from None
    except OSError as error:
        raise BagError(f"{path} cannot be read: {reason_of(error)}") from None


def text_of(piece: TextPiece, path: Path) -> str:
    """Return a piece as text.

    Raises:
        BagError: it is not a text.
    """
    try:
        text = piece.data.decode()
    except UnicodeDecodeError:
        raise _no_text(path) from None
    if "\0" in text:
        raise _no_text(path)
    return text


def _in_utf_8(stream: IO[bytes], path: Path) -> Iterator[bytes]:
    """Yield the bytes of a text in UTF-8, without a byte order mark."""
    data = stream.read(PIECE)
    bom, encoding = next(((bom, encoding) for bom, encoding in _BOMS if data.startswith(bom)), (b"", "utf-8"))
    data = data[len(bom) :]
    decoder = codecs.getincrementaldecoder(encoding)() if encoding.startswith("utf-16") else None
    while data:
        try:
            yield data if decoder is None else decoder.decode(data).encode()
        except UnicodeError:
            raise _no_text(path) from None
        data = stream.read(PIECE)


def _end_of_lines(data: bytes) -> int:
    """Return the end of the last complete line; files may end lines by LF, CR LF, or CR alone."""
    end = data.rfind(b"\n") + 1
    return end or data.rfind(b"\r", 0, len(data) - 1) + 1


def _no_text(path: Path) -> BagError:
    return BagError(f"{path} is not a text: expected a table of numbers in columns")
