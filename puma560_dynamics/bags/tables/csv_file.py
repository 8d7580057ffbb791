"""Reader of tables in text files: CSV with or without a header, any common delimiter, with or without gzip."""

from __future__ import annotations

import codecs
import gzip
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ...errors import BagError
from .delimiters import Dialect, find_dialect, stated_dialect
from .table import Column, Table

GZIP_MAGIC = b"\x1f\x8b"
COMMENT = "#"

_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


@dataclass(frozen=True)
class Lines:
    """Lines of a text file that are not blank.

    Attributes:
        texts: the lines.
        numbers: number of each line in the file, from 1.
        remark: comment directly before the first line, without the comment character; empty if there is none.
        ended: whether the last line has a line end, and so is complete.
    """

    texts: Sequence[str]
    numbers: Sequence[int]
    remark: str
    ended: bool


def read_lines(path: Path) -> Lines:
    """Read the lines of a text file, with or without gzip; blank lines and comments (``#``) are omitted.

    Raises:
        BagError: the file cannot be read, is not a text file, or is empty.
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
        raise BagError(f"{path} is empty: expected a table with one line per sample")
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


def read_csv(path: Path, delimiter: str = "") -> Table:
    """Read a table from a text file.

    The first line is a header if it has a word above a number, or only words. A comment directly before the first line
    of numbers is also a header if it has one field per column. Blank lines and other comments (``#``) are skipped, an
    empty field is NaN, and decimal commas are recognised if the delimiter is another character. Columns of dates and
    times become `datetime64`.

    Args:
        path: path of the file; gzip is recognised.
        delimiter: a character or its name; detected by default.

    Raises:
        BagError: the file cannot be read, its lines have different numbers of columns, or a field is not a number.
    """
    lines = read_lines(path)
    dialect = stated_dialect(str(path), lines.texts, delimiter) if delimiter else find_dialect(str(path), lines.texts)
    names, begin = _split(lines, dialect)
    texts, numbers = list(lines.texts[begin:]), list(lines.numbers[begin:])
    if not texts:
        raise BagError(f"{path} has a header and no line of numbers after it")
    width = len(names) or len(dialect.split(texts[0]))
    notes = []
    if not lines.ended and len(texts) > 1 and len(dialect.split(texts[-1])) < width:
        notes.append(f"{path}: its last line, {numbers[-1]}, ends early and was left out")
        texts.pop()
        numbers.pop()
    columns = csv_columns(path, dialect, texts, numbers, names, width)
    if width > 1 and not (names and names[-1]) and not any(dialect.split(text)[-1] for text in texts):
        columns, names = columns[:-1], names[: width - 1]  # the last column is empty: every line ends with a delimiter
    return Table(
        str(path),
        columns,
        tuple(names),
        lines=np.asarray(numbers, dtype=np.int64),
        kind="csv",
        path=path,
        size=path.stat().st_size,
        notes=tuple(notes),
    )


def _split(lines: Lines, dialect: Dialect) -> tuple[list[str], int]:
    """Return the names of the columns (empty without a header), and the index of the first line of numbers."""
    first = dialect.split(lines.texts[0])
    odd = [not dialect.is_number(one) for one in first]
    second = dialect.split(lines.texts[1]) if len(lines.texts) > 1 else []
    below = [dialect.is_number(one) for one in second]
    # Words above a number are a header; words above words, or times above times, are not.
    if all(odd) or any(one and number for one, number in zip(odd, below, strict=False)):
        return first, 1
    for how in (dialect, Dialect(" ")):
        remark = how.split(lines.remark) if lines.remark else []
        if len(remark) == len(first) and not all(dialect.is_number(one) for one in remark):
            return remark, 0
    return [], 0


def csv_columns(
    path: Path, dialect: Dialect, texts: Sequence[str], numbers: Sequence[int], names: Sequence[str], width: int
) -> tuple[Column, ...]:
    """Convert lines to columns: together if all fields are numbers, otherwise column by column.

    A column of dates and times (ISO 8601; UTC if there is no time zone) becomes `datetime64`. A column without any
    number is a column of words, which is not used: all its values become NaN.

    Args:
        path: path of the file, for messages.
        dialect: delimiter and decimal character.
        texts: the lines.
        numbers: line numbers in the file.
        names: names of the columns; may be empty.
        width: number of columns.

    Raises:
        BagError: a line has another number of columns, or a column of numbers contains a text.
    """
    plain = [text.replace(",", ".") for text in texts] if dialect.decimal_comma else texts
    delimiter = None if dialect.delimiter == " " else dialect.delimiter
    try:
        values = np.loadtxt(plain, delimiter=delimiter, comments=None, quotechar='"', ndmin=2)
    except ValueError:
        values = None
    if values is not None and values.shape == (len(texts), width):
        return tuple(np.ascontiguousarray(values.T))
    rows = [dialect.split(text) for text in texts]
    for number, fields in zip(numbers, rows, strict=True):
        if len(fields) != width:
            raise BagError(
                f"{path}, line {number}: {len(fields)} columns where the lines before have {width}; "
                "every line needs the same columns"
            )
    columns = []
    for place, column in enumerate(zip(*rows, strict=True)):
        title = f'column {place} ("{names[place]}")' if names else f"column {place}"
        columns.append(_column(path, dialect, column, numbers, title))
    return tuple(columns)


def _column(path: Path, dialect: Dialect, fields: Sequence[str], numbers: Sequence[int], title: str) -> Column:
    try:
        return np.array([dialect.number(field) for field in fields])
    except ValueError:
        wrong = [not dialect.is_number(field) for field in fields]
    if all(odd or not field for odd, field in zip(wrong, fields, strict=True)):
        times = _times(fields)
        return np.full(len(fields), np.nan) if times is None else times
    row = wrong.index(True)
    raise BagError(
        f"{path}, line {numbers[row]}, {title}: {fields[row]!r} is not a number; correct the line or leave it out"
    )


def _times(fields: Sequence[str]) -> Column | None:
    """Convert fields to dates and times; return `None` if they are something else."""
    try:
        return np.array([field.removesuffix("Z").removesuffix("+00:00") for field in fields], dtype="datetime64[ns]")
    except ValueError:
        return None
