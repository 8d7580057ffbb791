"""Conversion of lines of text to columns of numbers: by a compiled parser, or with the place of what is no number."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import BagError
from ...extras import installed
from .delimiters import Dialect
from .source import unread
from .table import Column

NOT_PLAIN = (b"#", b'"', b"\n\n", b"\n\r", b"\r\r")
"""Comments, quotes and blank lines, which the compiled parser treats in another way."""


class CsvColumns:
    """Converts the lines of a file, block by block, to columns.

    A column of dates and times (ISO 8601; UTC if there is no time zone) becomes `datetime64`. A column without any
    number is a column of words, which is not used: all its values become NaN.

    Args:
        path: path of the file, for messages.
        dialect: delimiter and decimal character.
        names: names of the columns; may be empty.
        width: number of columns.
    """

    def __init__(self, path: Path, dialect: Dialect, names: Sequence[str], width: int) -> None:
        self._path, self._dialect, self._names, self._width = path, dialect, names, width
        self._numbers: set[int] = set()  # columns in which there was a number
        self._words: dict[int, str] = {}  # message for the first field of a column that is not a number
        self._arrow = installed("pyarrow") and dialect.delimiter != " " and width > 1

    def parsed(self, data: bytes, number: int, wanted: Collection[int] | None) -> tuple[Column, ...] | None:
        """Convert complete lines by pyarrow.

        Args:
            data: the lines, without header.
            number: number of the first line in the file.
            wanted: indices of the columns that are needed; the others become NaN. `None` for all.

        Returns:
            The columns; `None` if a line has another form than numbers between delimiters: a comment, quotes, a blank
            line, or a word in a column that had none.

        Raises:
            BagError: as `converted`.
        """
        if not self._arrow or data[:1] in b"\r\n" or any(odd in data for odd in NOT_PLAIN):
            return None
        import pyarrow
        from pyarrow import csv

        titles = [str(place) for place in range(self._width)]
        places = sorted(range(self._width) if wanted is None else wanted)
        kinds = {title: pyarrow.string() if int(title) in self._words else pyarrow.float64() for title in titles}
        try:
            table = csv.read_csv(
                pyarrow.py_buffer(data),
                read_options=csv.ReadOptions(use_threads=False, block_size=len(data) + 1, column_names=titles),
                parse_options=csv.ParseOptions(
                    delimiter=self._dialect.delimiter, quote_char=False, ignore_empty_lines=False
                ),
                convert_options=csv.ConvertOptions(
                    column_types=kinds,
                    include_columns=[titles[place] for place in places],
                    null_values=[""],
                    decimal_point="," if self._dialect.decimal_comma else ".",
                ),
            )
        except pyarrow.ArrowException:
            return None
        columns = [unread(table.num_rows)] * self._width
        for place in places:
            column = table[titles[place]]
            if place in self._words:
                fields = [field.strip() for field in column.to_pylist()]
                columns[place] = self._column(place, fields, range(number, number + len(fields)))
            else:
                columns[place] = column.to_numpy()
        self._note_numbers(columns)
        return tuple(columns)

    def converted(self, texts: Sequence[str], numbers: Sequence[int]) -> tuple[Column, ...]:
        """Convert lines: together if all fields are numbers, otherwise column by column.

        Args:
            texts: the lines.
            numbers: line numbers in the file.

        Raises:
            BagError: a line has another number of columns, or a column of numbers contains a text.
        """
        plain = [text.replace(",", ".") for text in texts] if self._dialect.decimal_comma else texts
        delimiter = None if self._dialect.delimiter == " " else self._dialect.delimiter
        values: Any = None
        if not self._words:
            try:
                values = np.loadtxt(plain, delimiter=delimiter, comments=None, quotechar='"', ndmin=2)
            except ValueError:
                values = None
        if values is not None and values.shape == (len(texts), self._width):
            columns = tuple(np.ascontiguousarray(values.T))
            self._note_numbers(columns)
            return columns
        rows = [self._dialect.split(text) for text in texts]
        for number, fields in zip(numbers, rows, strict=True):
            if len(fields) != self._width:
                raise BagError(
                    f"{self._path}, line {number}: {len(fields)} columns where the lines before have {self._width}; "
                    "every line needs the same columns"
                )
        return tuple(self._column(place, fields, numbers) for place, fields in enumerate(zip(*rows, strict=True)))

    def _note_numbers(self, columns: Sequence[Column]) -> None:
        for place in set(range(self._width)) - self._numbers - set(self._words):
            if not np.isnan(columns[place]).all():
                self._numbers.add(place)

    def _column(self, place: int, fields: Sequence[str], numbers: Sequence[int]) -> Column:
        try:
            values = np.array([self._dialect.number(field) for field in fields])
        except ValueError:
            wrong = [not self._dialect.is_number(field) for field in fields]
            title = f'column {place} ("{self._names[place]}")' if self._names else f"column {place}"
            row = wrong.index(True)
            message = f"{self._path}, line {numbers[row]}, {title}: {fields[row]!r} is not a number"
            self._words.setdefault(place, f"{message}; correct the line or leave it out")
            if all(odd or not field for odd, field in zip(wrong, fields, strict=True)):
                self._check(place)
                times = _times(fields)
                return np.full(len(fields), np.nan) if times is None else times
            self._numbers.add(place)
            values = np.array([])
        if any(fields):
            self._numbers.add(place)
        self._check(place)
        return values

    def _check(self, place: int) -> None:
        """Raise if a column has numbers and other texts."""
        if place in self._numbers and place in self._words:
            raise BagError(self._words[place])


def _times(fields: Sequence[str]) -> Column | None:
    """Convert fields to dates and times; return `None` if they are something else."""
    try:
        return np.array([field.removesuffix("Z").removesuffix("+00:00") for field in fields], dtype="datetime64[ns]")
    except ValueError:
        return None
