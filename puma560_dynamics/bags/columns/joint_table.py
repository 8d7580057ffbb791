"""Joint samples from a table and its column map, in SI units at the joints, with rising stamps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from ...arrays import FloatArray, IntegerArray
from ...errors import BagError
from ..findings import Findings
from ..tables.source import ROWS_PER_BLOCK, TableSource
from ..tables.table import Table
from .column_map import QUANTITIES, ColumnMap, QuantityColumns
from .conversion import DERIVED, factor, spelled
from .missing_values import MissingValues
from .row_times import RowTimes

LARGEST = 1e6
"""Largest value that counts as a measurement, SI units."""


@dataclass(frozen=True, eq=False)
class JointRows:
    """Samples of the joints in a block of a table.

    Attributes:
        table: block of the table, in which the samples are.
        row: (N,) row of each sample in the block.
        stamp: (N,) time of each sample, ns; does not decrease in a table that was checked.
        values: (N, n) values by quantity (`QUANTITIES`), SI units at the joints; NaN where a number is missing.
        read: fraction of the selected rows that has been read at the end of the block, 0 to 1.
    """

    table: Table
    row: IntegerArray
    stamp: IntegerArray
    values: dict[str, FloatArray]
    read: float

    def place(self, sample: int) -> str:
        """Return file and line of a sample, for messages."""
        return self.table.place(self.table.first + int(self.row[sample]))


class JointTable:
    """Samples of the joints in a table; the header decides about the columns, and the rows are read in blocks.

    Attributes:
        source: table of the samples.
        head: `source.head`.
        joints: names of the joints; empty if they are not known.
        n: number of joints.
        column_texts: description of the columns of each quantity, for messages.
        count: number of samples; 0 before `check`.
        times: stamp of the first and the last sample, ns, after `check`.
        period: median time between samples of different stamps, ns, after `check`.
        complete: whether no row was left out because the file is damaged, after `check`.

    Args:
        source: table of the recording.
        columns: meaning of the columns.
        other: function that returns another table of the recording by the name of its file.

    Raises:
        BagError: columns are missing or inconsistent.
    """

    def __init__(
        self, source: TableSource, columns: ColumnMap, other: Callable[[str], TableSource] | None = None
    ) -> None:
        self.source, self.head, self.joints, self._columns = source, source.head, columns.joints, columns
        self._sources: dict[str, TableSource] = {}
        self._places: dict[str, tuple[int, ...]] = {}
        self.column_texts: dict[str, str] = {}
        self.count, self.times, self.period, self.complete = 0, (0, 0), np.nan, True
        opened = {"": source}
        for name, quantity in columns.quantities.items():
            if quantity.file not in opened:
                opened[quantity.file] = self._other(quantity.file, other)
            found = opened[quantity.file]
            self._sources[name], self._places[name] = found, found.head.find(quantity.columns)
            text = f"columns {', '.join(quantity.columns)}"
            self.column_texts[name] = text + (f" of {quantity.file}" if quantity.file else "")
        self.n = len(self._places["position"])
        for name, places in self._places.items():
            if len(places) != self.n:
                raise BagError(
                    f"{self._sources[name].head.name}: {name} has {len(places)} columns and position has {self.n}; "
                    "each needs one column per joint"
                )
        check_lengths(columns, self.n)
        self._wanted = self._used_once()

    def check(self, findings: Findings) -> Iterator[JointRows]:
        """Read the table once, yield its samples, and check them; the samples are to be used after the last of them.

        Args:
            findings: receives reports of data that was left out.

        Raises:
            BagError: the table is implausibly large, time decreases, or a value is missing or not plausible.
        """
        count, first = 0, 0
        times, missing = RowTimes(self._columns.time), MissingValues(self._columns)
        for rows in self._read(ROWS_PER_BLOCK, times, missing, findings):
            if len(rows.stamp):
                first = first if count else int(rows.stamp[0])
                self.times = (first, int(rows.stamp[-1]))
                count += len(rows.stamp)
            yield rows
        missing.finish(self.head, findings)
        times.finish(self.head, findings)
        self.count, self.period = count, times.period()

    def blocks(self, size: int = ROWS_PER_BLOCK) -> Iterator[JointRows]:
        """Yield the samples, from blocks of `size` rows of the table, which was checked before.

        Raises:
            BagError: the table cannot be read any more.
        """
        return self._read(size, RowTimes(self._columns.time), MissingValues(self._columns), None)

    def _read(
        self, size: int, times: RowTimes, missing: MissingValues, findings: Findings | None
    ) -> Iterator[JointRows]:
        start, stop = self._range()
        length = (self.source.rows or np.inf) if stop is None else stop
        for source, places in self._wanted.items():
            source.check_size(max(min(length, source.rows or 0) - start, 0), len(places))
        total = 0
        for tables in self._blocks(size, findings):
            main = tables[self.source]
            total = main.first + main.rows
            chosen = np.arange(max(start - main.first, 0), min(main.rows, length - main.first), dtype=np.int64)
            raw = {name: _numbers(tables[source], self._places[name], chosen) for name, source in self._sources.items()}
            kept = missing.add(tables, self._sources, self._places, chosen, raw)
            stamp = times.stamps(main, kept)
            values = {name: at_joints(name, raw[name], self._columns) for name in QUANTITIES if name in raw}
            for name, one in values.items():
                _check_size(tables[self._sources[name]], self._places[name], kept, name, one)
            read = main.read if stop is None else min(1.0, (total - start) / max(stop - start, 1))
            yield JointRows(main, kept, stamp, values, max(read, 0.0))
            if stop is not None and start < stop <= total:
                return
        if not missing.rows:
            first, end = self._columns.rows
            chosen_text = f"{'' if first is None else first}:{'' if end is None else end}"
            raise BagError(f"{self.head.name}: rows {chosen_text} select none of its {total} rows; correct rows")

    def _blocks(self, size: int, findings: Findings | None) -> Iterator[dict[TableSource, Table]]:
        """Yield blocks of the same rows of all tables."""
        sources = list(self._wanted)
        for source in sources[1:]:
            self._check_rows(source, self.source.rows, source.rows)
        counts = dict.fromkeys(sources, 0)
        streams = [source.blocks(places, size) for source, places in self._wanted.items()]
        for blocks in zip_longest(*streams):
            tables = dict(zip(sources, blocks, strict=True))
            for source, block in tables.items():
                counts[source] += 0 if block is None else block.rows
                if findings is not None and block is not None and block.notes:
                    self.complete = False
                    for note in block.notes:
                        findings.add("damaged_file", note)
            if len(set(counts.values())) > 1:
                rest = {
                    source: sum(block.rows for block in stream) for source, stream in zip(sources, streams, strict=True)
                }
                for source in sources[1:]:
                    self._check_rows(source, counts[self.source] + rest[self.source], counts[source] + rest[source])
            yield tables

    def _check_rows(self, source: TableSource, rows: int | None, others: int | None) -> None:
        if rows is not None and others is not None and rows != others:
            raise BagError(
                f"{source.head.name} has {others} rows and {self.head.name} {rows}; both need the same samples"
            )

    def _range(self) -> tuple[int, int | None]:
        """Return the first row to read and the row after the last; `None` for the end of the table."""
        first, end = self._columns.rows
        total = self.source.rows
        if min(first or 0, end or 0) < 0 and total is None:
            total = sum(block.rows for block in self.source.blocks(()))
        if total is not None:
            start, stop, _ = slice(first, end).indices(total)
            return start, stop if end is not None else None
        return first or 0, end

    def _other(self, file: str, other: Callable[[str], TableSource] | None) -> TableSource:
        if other is None:
            raise BagError(
                f"{self.head.name} has no other file {file}: it is not a file itself; put all columns in one table"
            )
        return other(file)

    def _used_once(self) -> dict[TableSource, set[int]]:
        """Return the needed columns of each table, the main one first; raise if a column is used twice."""
        taken: dict[tuple[TableSource, int], str] = {}
        if self._columns.time.column:
            taken[self.source, self.head.find([self._columns.time.column])[0]] = "time"
        for name, found in self._places.items():
            for place in found:
                key = (self._sources[name], place)
                if key in taken:
                    raise BagError(
                        f"columns: {key[0].head.title(place)} is {taken[key]} and {name}; a column is one of them"
                    )
                taken[key] = name
        wanted: dict[TableSource, set[int]] = {self.source: set()}
        for source, place in taken:
            wanted.setdefault(source, set()).add(place)
        return wanted


def check_lengths(columns: ColumnMap, n: int) -> None:
    """Check that settings per joint are given for each of n joints, or once for all.

    Raises:
        BagError: another number of values, a joint that is named twice, or a gain that is missing.
    """
    given: dict[str, int] = {"sign": len(columns.sign), "offset": len(columns.offset)}
    for name, quantity in columns.quantities.items():
        given[f"{name}.unit"], given[f"{name}.gain"] = len(quantity.unit), len(quantity.gain)
    for what, count in given.items():
        if count not in (0, 1, n):
            raise BagError(f"columns: {what} has {count} values for {n} joints; give one for all, or one each")
    if columns.joints and len(columns.joints) != n:
        raise BagError(f"columns: joints names {len(columns.joints)} joints, and position has {n} columns")
    if len(set(columns.joints)) < len(columns.joints):
        raise BagError(f"columns: joints names a joint twice: {', '.join(columns.joints)}")
    if columns.effort_needs_gain:
        unit = columns.quantities["effort"].unit[0]
        raise BagError(
            f"columns: effort is in {unit}, which is not a torque; give effort.gain, N·m per {unit}, one for each joint"
        )


def _numbers(table: Table, places: tuple[int, ...], rows: IntegerArray) -> FloatArray:
    """Return the values (N, n) of rows of a block."""
    for place in places:
        if table.columns[place].dtype.kind == "M":
            raise BagError(f"{table.name}: {table.title(place)} has times, not numbers; choose another column")
    part = slice(int(rows[0]), int(rows[-1]) + 1) if len(rows) else slice(0)
    return np.column_stack([table.columns[place][part].astype(np.float64) for place in places])


def at_joints(name: str, values: FloatArray, columns: ColumnMap) -> FloatArray:
    """Convert values (N, n) of a quantity to SI units at the joints, by the units and gains of a column map."""
    n = values.shape[1]
    quantity = columns.quantities[name]
    result = values * _each([factor(name, unit) for unit in _units(name, quantity, columns)], n)
    if quantity.gain:
        result = result * _each(list(quantity.gain), n)
    if columns.motor is not None:
        result = columns.motor.to_joints(name, result)
    if columns.sign:
        result = result * _each(list(columns.sign), n)
    if name == "position" and columns.offset:
        units = _units(name, quantity, columns)
        result = result + _each(list(columns.offset), n) * _each([factor(name, unit) for unit in units], n)
    return result


def _units(name: str, quantity: QuantityColumns, columns: ColumnMap) -> tuple[str, ...]:
    """Return the units of a quantity; derivatives use those of the position unless stated otherwise."""
    if quantity.unit:
        return quantity.unit
    if name in DERIVED:
        stated = columns.quantities["position"].unit or ("rad",)
        return tuple(f"{spelled(unit)}{DERIVED[name]}" for unit in stated)
    return ("rad",) if name == "position" else ("Nm",)


def _each(values: list[float], n: int) -> FloatArray:
    return np.broadcast_to(np.array(values), (n,))


def _check_size(table: Table, places: tuple[int, ...], rows: IntegerArray, name: str, values: FloatArray) -> None:
    wild = np.abs(values) > LARGEST
    if wild.any():
        row, joint = map(int, np.argwhere(wild)[0])
        raise BagError(
            f"{table.place(table.first + int(rows[row]), places[joint])}: a {name} of {values[row, joint]:g} is "
            "implausible; check the unit and the column"
        )
