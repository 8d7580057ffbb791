"""A text file as numbered lines, whatever its encoding and its first lines are."""

from __future__ import annotations

import codecs
import gzip
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...errors import BagError

GZIP_MAGIC = b"\x1f\x8b"
COMMENT = "#"

_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


@dataclass(frozen=True)
class Lines:
    """Lines with something in them.

    Attributes:
        texts: the lines.
        numbers: of each in the file, from 1.
        remark: the comment right before the first of them, without its mark; empty if there is none.
        ended: whether the last line has its line end, so that it is whole.
    """

    texts: Sequence[str]
    numbers: Sequence[int]
    remark: str
    ended: bool


def read_lines(path: Path) -> Lines:
    """The lines of a text file, gzip or not, without blank ones and comments (``#``).

    Raises:
        BagError: it cannot be read, is not a text, or has nothing in it.
    """
    text = _text(path)
    texts: list[str] = []
    numbers: list[int] = []
    remark = ""
    for number, line in enumerate(text.splitlines(), start=1):
        bare = line.strip(" \r\n")
        if not bare.strip():
            continue
        if bare.startswith(COMMENT):
            if not texts:
                remark = bare.lstrip(COMMENT).strip()
            continue
        texts.append(bare)
        numbers.append(number)
    if not texts:
        raise BagError(f"{path} is empty: expected a table with a line a sample")
    return Lines(texts, numbers, remark, text.endswith("\n"))


def _text(path: Path) -> str:
    try:
        data = path.read_bytes()
        if data.startswith(GZIP_MAGIC):
            data = gzip.decompress(data)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise BagError(f"{path} is damaged: it cannot be decompressed to its end") from None
    except OSError as error:
        raise BagError(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from None
    encoding = next((encoding for bom, encoding in _BOMS if data.startswith(bom)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        text = ""
    if (data and not text) or "\0" in text:
        raise BagError(f"{path} is not a text: expected a table of numbers in columns")
    return text
