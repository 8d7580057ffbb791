"""The class `TableSource`: a table of any length, read in blocks of rows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ...arrays import IntegerArray
from ...errors import BagError
from .table import Column, Table

ROWS_PER_BLOCK = 16384
"""Number of rows of a block; with twenty columns, 2.6 MB."""

MOST_COLUMNS = 10_000
"""Largest number of columns of a table, and of an array of columns that can be the joints of an arm."""

EXPANDED = 200
"""Smallest ratio of numbers to the bytes of their file that no measurement has: measured numbers have noise."""

LARGE = 1 << 30
"""Size of the numbers from which this ratio is checked, bytes."""


MOST_BYTES = 8 << 20
"""Largest size of a block that a reader makes, bytes."""


def rows_together(width: float) -> int:
    """Return the number of rows of a block of a reader, for rows of `width` bytes."""
    return int(min(ROWS_PER_BLOCK, max(1, MOST_BYTES // max(width, 1))))


@dataclass(frozen=True, eq=False)
class TableSource:
    """A table whose columns are known, and whose rows can be read any number of times.

    Attributes:
        head: the table without rows: names of the columns, path, size.
        rows: number of rows; `None` if it is only known at the end.
        read: function that yields all rows in blocks of any size. It may skip columns that are not in the given set of
            indices, and replace them by NaN; for `None` it reads all.
    """

    head: Table
    rows: int | None
    read: Callable[[Collection[int] | None], Iterator[Table]]

    def blocks(self, wanted: Collection[int] | None = None, size: int = ROWS_PER_BLOCK) -> Iterator[Table]:
        """Yield the rows in blocks of `size` rows; the last block may be shorter.

        Args:
            wanted: indices of the columns that are needed; `None` for all.
            size: number of rows of a block.

        Raises:
            BagError: the rows cannot be read.
        """
        return _even(self.read(wanted), size)

    def whole(self) -> Table:
        """Return all rows in one table.

        Raises:
            BagError: as `blocks`.
        """
        blocks = list(self.read(None))
        return _joined(blocks) if blocks else self.head

    def check_size(self, rows: float, columns: int) -> None:
        """Raise if numbers are so many times larger than their file that they cannot be measured.

        Args:
            rows: number of rows to read.
            columns: number of columns to read.

        Raises:
            BagError: they are; the message has the size, and what to do.
        """
        size = 8 * rows * columns
        if self.head.path is not None and size > max(LARGE, EXPANDED * self.head.size):
            raise expanded(self.head.path, f"has {rows:,.0f} rows, of which {columns} columns are", size)


def expanded(path: Path, what: str, size: float) -> BagError:
    """Return the error for a file whose contents are implausibly large."""
    return BagError(
        f"{path} {what} {1e-9 * size:.3g} GB in a file of {1e-6 * path.stat().st_size:.3g} MB: more than {EXPANDED} "
        "times as much is no measurement, because noise is not compressed; check how it was written, or choose a part "
        "in the column map, as rows=0:1000000"
    )


def source_of(table: Table) -> TableSource:
    """Return a table in memory as a source."""

    def read(wanted: Collection[int] | None) -> Iterator[Table]:
        yield table

    return TableSource(
        replace(table, columns=tuple(column[:0] for column in table.columns), notes=()), table.rows, read
    )


def unread(rows: int) -> Column:
    """Return a column (N,) of NaN, without memory for N numbers, for columns that are not needed."""
    return np.broadcast_to(np.nan, (rows,))


def _even(blocks: Iterable[Table], size: int) -> Iterator[Table]:
    """Yield the same rows in blocks of `size` rows."""
    kept: list[Table] = []
    count, read_before = 0, 0.0
    for block in blocks:
        begin = 0
        while count + block.rows - begin >= size:
            end = begin + size - count
            share = read_before + (block.read - read_before) * end / block.rows
            kept.append(_part(block, begin, end, share, block.notes if end == block.rows else ()))
            yield _joined(kept)
            kept, count, begin = [], 0, end
        if begin < block.rows or (block.notes and not block.rows):
            kept.append(_part(block, begin, block.rows, block.read, block.notes))
            count += block.rows - begin
        read_before = block.read
    if kept:
        yield _joined(kept)


def _part(block: Table, begin: int, end: int, read: float, notes: tuple[str, ...] = ()) -> Table:
    lines = None if block.lines is None else block.lines[begin:end]
    columns = tuple(column[begin:end] for column in block.columns)
    return replace(block, columns=columns, lines=lines, notes=notes, first=block.first + begin, read=read)


def _joined(blocks: list[Table]) -> Table:
    if len(blocks) == 1:
        return blocks[0]
    columns = tuple(_column(parts) for parts in zip(*(block.columns for block in blocks), strict=True))
    lines: IntegerArray | None = None
    if blocks[0].lines is not None:
        lines = np.concatenate([block.lines for block in blocks if block.lines is not None])
    notes = tuple(note for block in blocks for note in block.notes)
    return replace(blocks[0], columns=columns, lines=lines, notes=notes, read=blocks[-1].read)


def _column(parts: tuple[Column, ...]) -> Column:
    """Join the parts of a column; if only some of them are times, the others have no numbers, and all become NaN."""
    times = [part.dtype.kind == "M" for part in parts]
    if any(times) and not all(times):
        return np.full(sum(map(len, parts)), np.nan)
    if not any(part.strides[0] for part in parts):
        return unread(sum(map(len, parts)))
    return np.concatenate(parts)
