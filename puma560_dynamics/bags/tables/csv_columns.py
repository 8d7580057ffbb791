"""Columns of a text as numbers or times, and the place of what is neither."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ...errors import BagError
from .delimiters import Dialect
from .table import Column


def csv_columns(
    path: Path, dialect: Dialect, texts: Sequence[str], numbers: Sequence[int], names: Sequence[str], width: int
) -> tuple[Column, ...]:
    """The columns of lines: the fast way where all are numbers, one by one otherwise.

    A column of dates and times (ISO 8601, UTC where no zone is given) becomes `datetime64`. One without a single number
    is a column of words, which is not used: it is NaN throughout.

    Args:
        path: of the file, for messages.
        dialect: how lines are cut.
        texts: the lines.
        numbers: of the lines in the file.
        names: of the columns; may be empty.
        width: how many columns there are.

    Raises:
        BagError: a line with other columns, or text among the numbers of a column.
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
    """Dates and times; `None` if they are none."""
    try:
        return np.array([field.removesuffix("Z").removesuffix("+00:00") for field in fields], dtype="datetime64[ns]")
    except ValueError:
        return None
