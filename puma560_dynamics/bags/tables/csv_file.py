"""Tables from text: CSV with or without a header, any usual delimiter, gzip or not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ...arrays import FloatArray
from ...errors import BagError
from .delimiters import Dialect, find_dialect, stated_dialect
from .table import Table
from .text_lines import Lines, read_lines


def read_csv(path: Path, delimiter: str = "") -> Table:
    """Read a table from a text file.

    The first line is a header if a field in it is no number; so is a comment right before the numbers with as many
    fields as they have columns. Blank lines and comments (``#``) are passed over, an empty field is NaN, and decimal
    commas are read where the delimiter is another character.

    Args:
        path: the file; gzip is recognised.
        delimiter: a character or its name; found by default.

    Raises:
        BagError: it cannot be read, its lines have different numbers of columns, or a field is no number.
    """
    lines = read_lines(path)
    # The last lines are as good a sample as the first, but a last one may have been cut off.
    dialect = stated_dialect(str(path), lines.texts, delimiter) if delimiter else find_dialect(str(path), lines.texts)
    names = _header(lines, dialect)
    begin = int(bool(names)) if names and not _from_remark(lines, dialect) else 0
    texts, numbers = list(lines.texts[begin:]), list(lines.numbers[begin:])
    if not texts:
        raise BagError(f"{path} has a header and no line of numbers after it")
    width = len(names) or len(dialect.split(texts[0]))
    notes = []
    if not lines.ended and len(texts) > 1 and len(dialect.split(texts[-1])) < width:
        notes.append(f"{path}: its last line, {numbers[-1]}, ends early and was left out")
        texts.pop()
        numbers.pop()
    values = _values(path, dialect, texts, numbers, names, width)
    if values.shape[1] > 1 and np.isnan(values[:, -1]).all() and not (names and names[-1]):
        values, names = values[:, :-1], names[: values.shape[1] - 1]  # every line ends with a delimiter
    return Table(
        str(path),
        tuple(np.ascontiguousarray(values.T)),
        tuple(names),
        lines=np.asarray(numbers, dtype=np.int64),
        kind="csv",
        path=path,
        size=path.stat().st_size,
        notes=tuple(notes),
    )


def _from_remark(lines: Lines, dialect: Dialect) -> bool:
    """Whether the first line has numbers alone, so that only a comment before it can be a header."""
    return all(dialect.is_number(one) for one in dialect.split(lines.texts[0]))


def _header(lines: Lines, dialect: Dialect) -> list[str]:
    """Names of the columns; none where there is no header."""
    first = dialect.split(lines.texts[0])
    if not _from_remark(lines, dialect):
        return first
    for how in (dialect, Dialect(" ")):
        remark = how.split(lines.remark) if lines.remark else []
        if len(remark) == len(first) and not all(dialect.is_number(one) for one in remark):
            return remark
    return []


def _values(
    path: Path, dialect: Dialect, texts: Sequence[str], numbers: Sequence[int], names: Sequence[str], width: int
) -> FloatArray:
    """(N, C) numbers; the fast way where nothing is wrong, one by one otherwise."""
    plain = [text.replace(",", ".") for text in texts] if dialect.decimal_comma else texts
    delimiter = None if dialect.delimiter == " " else dialect.delimiter
    try:
        values = np.loadtxt(plain, delimiter=delimiter, comments=None, quotechar='"', ndmin=2)
    except ValueError:
        values = None
    if values is not None and values.shape == (len(texts), width):
        return np.asarray(values)
    rows = np.empty((len(texts), width))
    for row, (number, text) in enumerate(zip(numbers, texts, strict=True)):
        fields = dialect.split(text)
        if len(fields) != width:
            raise BagError(
                f"{path}, line {number}: {len(fields)} columns where the lines before have {width}; "
                "every line needs the same columns"
            )
        for column, field in enumerate(fields):
            try:
                rows[row, column] = dialect.number(field)
            except ValueError:
                title = f' ("{names[column]}")' if names else ""
                raise BagError(
                    f"{path}, line {number}, column {column}{title}: {field!r} is no number; "
                    "correct the line or leave it out"
                ) from None
    return rows
