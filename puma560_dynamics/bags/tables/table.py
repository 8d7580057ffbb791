"""The class `Table`: columns of numbers with names, and the line of each row in the source."""

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
    """Columns of a recording as they are in the source: numbers without units and without an order of joints.

    A table is a whole source, or a block of its rows (see `TableSource`).

    Attributes:
        name: name of the file, or the name of a table in memory for messages.
        columns: columns (N,), numbers or `datetime64`.
        names: names of the columns; empty if the source has none.
        groups: indices of the columns of each array with several columns, by its name (``q`` of an NPZ file).
        lines: (N,) line number of each row in a text file, from 1; `None` for other sources.
        kind: ``"csv"``, ``"npz"``, ``"parquet"`` or ``"memory"``.
        path: path of the file; `None` for a table in memory.
        size: size of the file, bytes.
        notes: sentences about data that was left out while reading.
        first: row of the source with which the table begins; 0 for a whole source.
        read: fraction of the source that has been read at the end of the table, 0 to 1.
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
    first: int = 0
    read: float = 1.0

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.columns[0]) if self.columns else 0

    def find(self, selectors: Sequence[str]) -> tuple[int, ...]:
        """Return the indices of the selected columns.

        A selector is a column's name, the name of an array of columns, an index from 0, a range of indices such as
        ``1:7`` (without the last one, as in Python), or a pattern for names such as ``actual_q_*``.

        Raises:
            BagError: a selector matches no column, or a name is not unique.
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
        """Return index and name of a column, for messages."""
        return f'column {column} ("{self.names[column]}")' if self.names else f"column {column}"

    def place(self, row: int, column: int | None = None) -> str:
        """Return file, line and column of a value in a row of the source, for messages."""
        where = f"row {row}" if self.lines is None else f"line {self.lines[row - self.first]}"
        return f"{self.name}, {where}" + ("" if column is None else f", {self.title(column)}")

    def _listed(self) -> str:
        if not self.names:
            return ""
        more = f" and {len(self.names) - LISTED} more" if len(self.names) > LISTED else ""
        return f": {', '.join(self.names[:LISTED])}{more}"


def _numbers(selector: str, count: int) -> list[int] | None:
    """Return the column indices of an index or a range; `None` if the selector is neither."""
    first, colon, end = selector.partition(":")
    try:
        if not colon:
            return [int(first)]
        start, stop = int(first or 0), int(end or count)
    except ValueError:
        return None
    return list(range(start, stop))
