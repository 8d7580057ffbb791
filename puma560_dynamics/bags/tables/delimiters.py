"""Delimiters of text files: detected by trial, or checked if the user states them."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ...errors import BagError

DELIMITERS = {"\t": "tab", ";": "semicolon", ",": "comma", "|": "bar", " ": "space"}
"""Delimiters in the order of trial, with their names; with decimal commas the comma is not a delimiter."""

_DECIMAL_COMMA = re.compile(r"\d,\d")

SAMPLED = 50
"""Number of lines that are examined."""


@dataclass(frozen=True)
class Dialect:
    """Delimiter and decimal character of a text file.

    Attributes:
        delimiter: a character; a space means any white space.
        decimal_comma: whether numbers have a decimal comma, as in ``1,5``.
    """

    delimiter: str
    decimal_comma: bool = False

    def split(self, line: str) -> list[str]:
        """Return the fields of a line, without surrounding quotes and white space."""
        if self.delimiter == " ":
            return line.split()
        try:
            fields = next(csv.reader([line], delimiter=self.delimiter, skipinitialspace=True))
        except csv.Error:  # a field longer than any number
            fields = line.split(self.delimiter)
        return [one.strip() for one in fields]

    def number(self, text: str) -> float:
        """Return a field as a number; an empty field is NaN.

        Raises:
            ValueError: the field is not a number.
        """
        if not text:
            return float("nan")
        return float(text.replace(",", ".") if self.decimal_comma else text)

    def is_number(self, text: str) -> bool:
        """Return whether a field is a number or empty."""
        try:
            self.number(text)
        except ValueError:
            return False
        return True


def find_dialect(name: str, lines: Sequence[str]) -> Dialect:
    """Find the delimiter with which every line has the same number of columns, and the last line only numbers.

    Args:
        name: name of the file, for messages.
        lines: first lines of the file, at least one, without blank lines.

    Raises:
        BagError: no delimiter gives every line the same number of columns.
    """
    sample = lines[:SAMPLED]
    even: list[Dialect] = []
    for delimiter in DELIMITERS:
        dialect = Dialect(delimiter, delimiter != "," and bool(_DECIMAL_COMMA.search(sample[-1])))
        counts = {len(dialect.split(line)) for line in sample}
        if len(counts) == 1 and counts != {1}:
            if all(dialect.is_number(one) for one in dialect.split(sample[-1])):
                return dialect
            even.append(dialect)
    if even:
        return even[0]
    if all(Dialect(",").is_number(line.strip()) for line in sample[1:] or sample):  # one column
        return Dialect(",")
    raise _uneven(name, sample)


def stated_dialect(name: str, lines: Sequence[str], stated: str) -> Dialect:
    """Return the dialect of a stated delimiter, a character or its name.

    Raises:
        BagError: the stated delimiter does not divide these lines, but another one does.
    """
    by_name = {word: delimiter for delimiter, word in DELIMITERS.items()}
    delimiter = by_name.get(stated, "\t" if stated == "\\t" else stated)
    if len(delimiter) != 1:
        known = ", ".join(by_name)
        raise BagError(f"delimiter {stated!r} is not one character; use one, or its name: {known}")
    sample = lines[:SAMPLED]
    dialect = Dialect(delimiter, delimiter != "," and bool(_DECIMAL_COMMA.search(sample[-1])))
    if {len(dialect.split(line)) for line in sample} != {1}:
        return dialect
    found = find_dialect(name, lines)
    count = len(found.split(sample[-1]))
    if count == 1:
        return dialect
    raise BagError(
        f"{name}: {stated!r} does not separate its columns, {DELIMITERS[found.delimiter]} does "
        f"({count} columns); leave the delimiter out, or state that one"
    )


def _uneven(name: str, sample: Sequence[str]) -> BagError:
    """Return the error for lines with different numbers of columns, which states the first line that differs."""
    counts = {
        delimiter: Counter(len(Dialect(delimiter).split(line)) for line in sample).most_common(1)[0]
        for delimiter in DELIMITERS
    }
    delimiter = max(
        (one for one in counts if counts[one][0] > 1), key=lambda one: (counts[one][1], counts[one][0]), default=","
    )
    usual, _ = counts[delimiter]
    return BagError(
        f"{name} is not a table: no delimiter ({', '.join(DELIMITERS.values())}) gives every line the same number of "
        f"columns; with {DELIMITERS[delimiter]} most have {usual}"
    )
