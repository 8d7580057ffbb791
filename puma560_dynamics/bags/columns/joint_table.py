"""Joint samples from a table and its column map, in SI units at the joints, with rising stamps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray, IntegerArray
from ...errors import BagError
from ..findings import Findings
from ..tables.table import Table
from .column_map import QUANTITIES, ColumnMap, QuantityColumns
from .conversion import DERIVED, factor, spelled
from .row_times import stamps

LARGEST = 1e6
"""Largest value that counts as a measurement, SI units."""


@dataclass(frozen=True, eq=False)
class JointTable:
    """Samples of the joints in a table.

    Attributes:
        table: table of the samples.
        joints: names of the joints; empty if they are not known.
        row: (N,) row in the table of each sample.
        stamp: (N,) time of each sample, ns; never decreases.
        values: (N, n) values by quantity (`QUANTITIES`), SI units at the joints; NaN where a number is missing.
        column_texts: description of the columns of each quantity, for messages.
    """

    table: Table
    joints: tuple[str, ...]
    row: IntegerArray
    stamp: IntegerArray
    values: dict[str, FloatArray]
    column_texts: dict[str, str]

    @property
    def n(self) -> int:
        """Number of joints."""
        return int(self.values["position"].shape[1])


def joint_table(
    table: Table, columns: ColumnMap, findings: Findings, other: Callable[[str], Table] | None = None
) -> JointTable:
    """Return the samples of the joints in a table.

    Args:
        table: table of the recording.
        columns: meaning of the columns.
        findings: receives reports of data that was left out.
        other: function that returns another table of the recording by the name of its file.

    Raises:
        BagError: columns are missing or inconsistent, time decreases, or a value is not a number.
    """
    for note in table.notes:
        findings.add("damaged_file", note)
    places, tables, texts = {}, {}, {}
    for name, quantity in columns.quantities.items():
        tables[name] = table if not quantity.file else _other(table, quantity.file, other)
        places[name] = tables[name].find(quantity.columns)
        texts[name] = f"columns {', '.join(quantity.columns)}" + (f" of {quantity.file}" if quantity.file else "")
    n = len(places["position"])
    for name, found in places.items():
        if len(found) != n:
            raise BagError(
                f"{tables[name].name}: {name} has {len(found)} columns and position has {n}; each needs one column per "
                "joint"
            )
    check_lengths(columns, n)
    _check_twice(table, columns, places, tables)
    rows = np.arange(table.rows)[slice(*columns.rows)]
    if not len(rows):
        first, end = columns.rows
        chosen = f"{'' if first is None else first}:{'' if end is None else end}"
        raise BagError(f"{table.name}: rows {chosen} select none of its {table.rows} rows; correct rows")
    raw = {
        name: _numbers(tables[name], found, rows, name in ("position",), columns, findings)
        for name, found in places.items()
    }
    if columns.nan == "drop":
        keep = np.isfinite(raw["position"]).all(axis=1)
        if not keep.all():
            findings.add("not_finite", f"{table.name}: rows without a position were dropped", int((~keep).sum()))
        rows, raw = rows[keep], {name: values[keep] for name, values in raw.items()}
    stamp = stamps(table, columns.time, rows, findings)
    values = {name: at_joints(name, raw[name], columns) for name in QUANTITIES if name in raw}
    for name, one in values.items():
        _check_size(tables[name], places[name], rows, name, one)
    return JointTable(table, columns.joints, rows, stamp, values, texts)


def _other(table: Table, file: str, other: Callable[[str], Table] | None) -> Table:
    if other is None:
        raise BagError(f"{table.name} has no other file {file}: it is not a file itself; put all columns in one table")
    found = other(file)
    if found.rows != table.rows:
        raise BagError(f"{found.name} has {found.rows} rows and {table.name} {table.rows}; both need the same samples")
    return found


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


def _check_twice(
    table: Table, columns: ColumnMap, places: dict[str, tuple[int, ...]], tables: dict[str, Table]
) -> None:
    """Raise if a column is used twice."""
    taken: dict[tuple[int, int], str] = {}
    if columns.time.column:
        taken[id(table), table.find([columns.time.column])[0]] = "time"
    for name, found in places.items():
        for place in found:
            key = (id(tables[name]), place)
            if key in taken:
                raise BagError(
                    f"columns: {tables[name].title(place)} is {taken[key]} and {name}; a column is one of them"
                )
            taken[key] = name


def _numbers(
    table: Table, places: tuple[int, ...], rows: IntegerArray, needed: bool, columns: ColumnMap, findings: Findings
) -> FloatArray:
    """Return the values (N, n) of columns; raise if a value is missing and `needed`, unless such rows are dropped."""
    for place in places:
        if table.columns[place].dtype.kind == "M":
            raise BagError(f"{table.name}: {table.title(place)} has times, not numbers; choose another column")
    values = np.column_stack([table.columns[place][rows].astype(np.float64) for place in places])
    missing = np.isnan(values)
    if missing.any():
        if needed and columns.nan == "refuse":
            row, joint = map(int, np.argwhere(missing)[0])
            count = int(missing.any(axis=1).sum())
            raise BagError(
                f"{table.place(int(rows[row]), places[joint])}: no number (NaN or empty), in {count} of {len(rows)} "
                "rows; correct it, or drop such rows with nan=drop"
            )
        if not needed:
            findings.add("missing", f"{table.name}: numbers are missing (NaN or empty)", int(missing.sum()), loss=False)
    return values


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
            f"{table.place(int(rows[row]), places[joint])}: a {name} of {values[row, joint]:g} is implausible; "
            "check the unit and the column"
        )
