"""A table: columns of numbers with names, and the place of each number in its source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from ...arrays import IntegerArray
from ...errors import BagError

Column = NDArray[Any]

LISTED = 12
"""Largest number of columns that a message lists."""


@dataclass(frozen=True, eq=False)
class Table:
    """Columns of one recording as written: numbers, without units or an order of joints.

    Attributes:
        name: of the file, or what a message calls a table from memory.
        columns: each (N,), numbers or `datetime64`.
        names: of the columns; empty where the source has none.
        groups: columns by one name where the source has an array with several (``q`` of an NPZ file).
        lines: (N,) line of each row in a text file, from 1; `None` where there are no lines.
        kind: ``"csv"``, ``"npz"``, ``"parquet"`` or ``"memory"``.
        path: of the file; `None` for a table from memory.
        size: bytes of the file.
        notes: what was left out while reading, one sentence each.
    """

    name: str
    columns: tuple[Column, ...]
    names: tuple[str, ...] = ()
    groups: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    lines: IntegerArray | None = None
    kind: str = "memory"
    path: Path | None = None
    size: int = 0
    notes: tuple[str, ...] = ()

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.columns[0]) if self.columns else 0

    def find(self, selectors: Sequence[str]) -> tuple[int, ...]:
        """Return the columns that selectors name.

        A selector is a column's name, the name of an array of columns, a number counted from 0, a range of them as
        ``1:7`` (the last one not included, as in Python), or a pattern of names as ``actual_q_*``.

        Raises:
            BagError: a selector that fits no column.
        """
        return tuple(place for selector in selectors for place in self._find(selector))

    def _find(self, selector: str) -> tuple[int, ...]:
        if self.names.count(selector) > 1:
            raise BagError(f"{self.name}: {self.names.count(selector)} columns are called {selector!r}; give numbers")
        if selector in self.names:
            return (self.names.index(selector),)
        if selector in self.groups:
            return self.groups[selector]
        places = _numbers(selector, len(self.columns))
        if places is not None:
            absent = [place for place in places if not 0 <= place < len(self.columns)]
            if absent or not places:
                raise BagError(
                    f"{self.name}: there is no column {absent[0] if absent else selector}; it has "
                    f"{len(self.columns)}, counted from 0{self._listed()}"
                )
            return tuple(places)
        found = tuple(place for place, name in enumerate(self.names) if fnmatchcase(name, selector))
        if not found:
            has = self._listed() or f" and no header: name columns by number, 0 to {len(self.columns) - 1}"
            raise BagError(f"{self.name}: there is no column {selector!r}; it has {len(self.columns)} columns{has}")
        return found

    def title(self, column: int) -> str:
        """Return the name of a column in messages."""
        return f'column {column} ("{self.names[column]}")' if self.names else f"column {column}"

    def place(self, row: int, column: int | None = None) -> str:
        """Return the place of a number for messages: file, line and column."""
        where = f"row {row}" if self.lines is None else f"line {self.lines[row]}"
        return f"{self.name}, {where}" + ("" if column is None else f", {self.title(column)}")

    def _listed(self) -> str:
        if not self.names:
            return ""
        more = f" and {len(self.names) - LISTED} more" if len(self.names) > LISTED else ""
        return f": {', '.join(self.names[:LISTED])}{more}"


def _numbers(selector: str, count: int) -> list[int] | None:
    """Return the columns of a number or a range; `None` if the selector is neither."""
    first, colon, end = selector.partition(":")
    try:
        if not colon:
            return [int(first)]
        start, stop = int(first or 0), int(end or count)
    except ValueError:
        return None
    return list(range(start, stop))
