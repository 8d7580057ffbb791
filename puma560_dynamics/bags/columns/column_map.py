"""Column maps: the meaning of each column of a table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...errors import BagError
from .column_words import COLUMNS, Words, from_mapping, from_words, from_yaml
from .conversion import MotorSide, factor, needs_gain

WITHOUT = ("gravity",)
"""Parts of the torque that an effort may not contain."""

QUANTITIES = ("position", "velocity", "acceleration", "effort", "command")
"""Quantities that a joint may have a column for, in SI units unless stated."""

NAN = ("refuse", "drop")
"""Options for rows without a position: refuse the table, or drop these rows."""

PARTS = {
    "time": (COLUMNS, "unit", "rate"),
    **dict.fromkeys(QUANTITIES[:3], (COLUMNS, "unit", "file")),
    "effort": (COLUMNS, "unit", "gain", "file", "without"),
    "command": (COLUMNS, "unit", "gain", "file"),
    "motor": ("ratio", "matrix", "of"),
    **dict.fromkeys(("joints", "sign", "offset", "rows", "nan", "delimiter"), (COLUMNS,)),
}
"""Keys of a column map and their parts."""


@dataclass(frozen=True)
class QuantityColumns:
    """Columns of one quantity.

    Attributes:
        columns: selectors of columns (see `Table.find`), which together select one column per joint.
        unit: one unit for all joints, or one per joint; empty for SI units, or for the position's unit if the quantity
            is a velocity or acceleration.
        gain: N·m (N for a prismatic joint) per unit of the column, one for all joints or one per joint; empty for 1.
        file: another table in the same folder, with the same number of rows, that contains the columns; empty if the
            columns are in the same table.
        without: a part of the torque that an effort does not contain, out of `WITHOUT`; empty for none.
    """

    columns: tuple[str, ...]
    unit: tuple[str, ...] = ()
    gain: tuple[float, ...] = ()
    file: str = ""
    without: str = ""


@dataclass(frozen=True)
class Time:
    """The time of the rows.

    Attributes:
        column: selector of the time column; empty if `rate` is given instead.
        unit: unit of the column.
        rate: sampling rate of a table without a time column, Hz.
    """

    column: str = ""
    unit: str = "s"
    rate: float = 0.0


@dataclass(frozen=True)
class ColumnMap:
    """Meaning of the columns of a table.

    Attributes:
        time: time of the rows.
        quantities: columns by quantity (`QUANTITIES`); the position is always included.
        joints: names of the joints in the order of the columns; empty if the order is that of the arm.
        motor: transmission between motors and joints, for columns that are measured at the motors.
        sign: 1 or -1 per joint; -1 if the positive direction is opposite to that of the arm's description.
        offset: value added to the position of each joint, after `motor` and `sign`, in the unit of the position.
        rows: range of rows to read, as a Python slice.
        nan: ``"refuse"`` to reject a table that has rows without a position, ``"drop"`` to leave such rows out.
        delimiter: delimiter of a text file; detected automatically if empty.
    """

    time: Time
    quantities: Mapping[str, QuantityColumns]
    joints: tuple[str, ...] = ()
    motor: MotorSide | None = None
    sign: tuple[float, ...] = ()
    offset: tuple[float, ...] = ()
    rows: tuple[int | None, int | None] = (None, None)
    nan: str = "refuse"
    delimiter: str = ""

    @property
    def effort_needs_gain(self) -> bool:
        """Return whether the effort is not a torque (for example a current) and has no gain."""
        effort = self.quantities.get("effort")
        return effort is not None and any(map(needs_gain, effort.unit)) and not effort.gain


@dataclass(frozen=True)
class PartialMap:
    """A column map without positions; the missing columns are found by their names.

    Attributes:
        words: the stated parts of the column map.
    """

    words: Words = field(default_factory=dict)


Columns = str | Path | Mapping[Any, Any] | ColumnMap | PartialMap | None
"""A column map as text, YAML file, mapping or object; `None` if the columns have recognisable names."""


def stated_columns(columns: Columns | Sequence[str]) -> ColumnMap | PartialMap:
    """Convert a column map in any form; the result is a `PartialMap` if it does not contain positions.

    Args:
        columns: a column map in any form; several texts are combined.

    Raises:
        BagError: a key, unit or value is not known or not valid.
    """
    if isinstance(columns, (ColumnMap, PartialMap)):
        return columns
    words: Words = {}
    if isinstance(columns, (str, Path)):
        words = _one(columns)
    elif isinstance(columns, Mapping):
        words = from_mapping(columns)
    elif columns is not None:
        for one in columns:
            for key, parts in _one(one).items():
                words[key] = {**words.get(key, {}), **parts}
    _check_keys(words)
    return column_map(words) if COLUMNS in words.get("position", {}) else PartialMap(words)


def bag_conversion(columns: Columns | Sequence[str]) -> ColumnMap | None:
    """Return a column map that converts joint states of a bag; `None` if nothing has to be converted.

    Args:
        columns: as for `stated_columns`. A bag has names for its joints and times: only units, gains, `motor`, `sign`
            and `offset` can be stated. A map that states something else is one for tables.
    """
    return None if table_parts(columns) else _conversion(stated_columns(columns))


def table_parts(columns: Columns | Sequence[str]) -> list[str]:
    """Return the stated parts of a column map that only tables have, as ``position`` or ``time.unit``."""
    stated = stated_columns(columns)
    if not isinstance(stated, PartialMap):
        return ["position"]
    return [
        key if part == COLUMNS else f"{key}.{part}"
        for key, parts in stated.words.items()
        for part in parts
        if key not in ("motor", "sign", "offset") and (key == "time" or part not in ("unit", "gain", "without"))
    ]


def _conversion(stated: ColumnMap | PartialMap) -> ColumnMap | None:
    words = {} if isinstance(stated, ColumnMap) else stated.words
    if not any(part != "without" for parts in words.values() for part in parts):
        return None
    states = {name: {COLUMNS: name, **words.get(name, {})} for name in ("position", "velocity", "effort")}
    return column_map({**words, **states, "time": {"rate": "1"}})


def effort_without(columns: Columns | Sequence[str]) -> str:
    """Return the part of the torque that the effort does not contain, out of `WITHOUT`; empty for none.

    Args:
        columns: as for `stated_columns`; of a bag, nothing else of it is used.

    Raises:
        BagError: as `stated_columns`.
    """
    stated = stated_columns(columns)
    if isinstance(stated, PartialMap):
        return str(stated.words.get("effort", {}).get("without", ""))
    effort = stated.quantities.get("effort")
    return "" if effort is None else effort.without


def _one(text: str | Path) -> Words:
    """Parse a text such as ``t=0 q=1:7``, or read a YAML file."""
    path = Path(text)
    if path.suffix.lower() in (".yaml", ".yml"):
        return from_yaml(path)
    if isinstance(text, Path):
        raise BagError(f"columns: {text} is no .yaml file")
    return from_words(text)


def column_map(words: Words) -> ColumnMap:
    """Return the column map for a parsed text or file (`Words`), which must include a position.

    Raises:
        BagError: a key, unit or value is not known or not valid.
    """
    _check_keys(words)
    quantities = {name: _quantity(name, words[name]) for name in QUANTITIES if name in words}
    if "position" not in quantities:
        raise BagError("columns: the position is missing; state it, as q=1:7")
    single = {key: parts[COLUMNS] for key, parts in words.items() if PARTS[key] == (COLUMNS,)}
    sign = _numbers("sign", single.get("sign", []))
    if any(abs(one) != 1.0 for one in sign):
        raise BagError(f"columns: sign is 1 or -1 for each joint, got {', '.join(f'{one:g}' for one in sign)}")
    nan = single.get("nan", NAN[0])
    if nan not in NAN:
        raise BagError(f"columns: nan is {' or '.join(NAN)}, got {nan!r}")
    motor = words.get("motor")
    return ColumnMap(
        _time(words.get("time")),
        quantities,
        tuple(_many(single.get("joints", []))),
        None if motor is None else _motor(motor),
        sign,
        _numbers("offset", single.get("offset", [])),
        _rows(single.get("rows", ":")),
        nan,
        single.get("delimiter", ""),
    )


def _check_keys(words: Words) -> None:
    for key, parts in words.items():
        if key not in PARTS:
            raise BagError(f"columns: {key!r} is not a key; keys are {', '.join(PARTS)}")
        for part in parts:
            if part not in PARTS[key]:
                raise BagError(f"columns: {key} has no {part!r}; it has {', '.join(PARTS[key])}")
    without = words.get("effort", {}).get("without", "")
    if without and without not in WITHOUT:
        raise BagError(f"columns: effort.without is {' or '.join(WITHOUT)}, got {without!r}")
    if COLUMNS in words.get("position", {}):
        for name in QUANTITIES:
            if name in words and COLUMNS not in words[name]:
                raise BagError(f"columns: {name} has no columns; state them, as {name}=7:13")


def _time(words: Words | None) -> Time:
    if words is None or (COLUMNS not in words and "rate" not in words):
        raise BagError("columns: the time is missing; state its column, as t=0, or time.rate=500 where there is none")
    if COLUMNS in words and "rate" in words:
        raise BagError("columns: time has a column and a rate; state one of them")
    unit = words.get("unit", "s")
    factor("time", unit)
    if "rate" in words:
        (rate,) = _numbers("time.rate", words["rate"]) or (math.nan,)
        if not 0.0 < rate < math.inf:
            raise BagError(f"columns: time.rate is the number of rows per second, above 0, got {words['rate']}")
        return Time(rate=rate)
    (column, *more) = _many(words[COLUMNS])
    if more:
        raise BagError(f"columns: time is one column, got {', '.join([column, *more])}")
    return Time(column, unit)


def _quantity(name: str, words: Words) -> QuantityColumns:
    units = tuple(_many(words.get("unit", [])))
    for unit in units:
        factor(name, unit)
    return QuantityColumns(
        tuple(_many(words[COLUMNS])), units, _numbers(f"{name}.gain", words.get("gain", [])), words.get("file", ""),
        words.get("without", ""),
    )  # fmt: skip


def _motor(words: Words) -> MotorSide:
    if ("ratio" in words) == ("matrix" in words):
        raise BagError("columns: motor needs either a ratio or a matrix; state one of them")
    of = tuple(_many(words.get("of", list(QUANTITIES))))
    unknown = [name for name in of if name not in QUANTITIES]
    if unknown:
        raise BagError(f"columns: motor.of has {unknown[0]!r}; it may have {', '.join(QUANTITIES)}")
    if "ratio" in words:
        ratio = _numbers("motor.ratio", words["ratio"])
        return MotorSide(tuple(tuple(r if i == k else 0.0 for k in range(len(ratio))) for i, r in enumerate(ratio)), of)
    rows = words["matrix"] if isinstance(words["matrix"], list) else [words["matrix"]]
    return MotorSide(tuple(_numbers("motor.matrix", row) for row in rows), of)


def _rows(text: Any) -> tuple[int | None, int | None]:
    first, colon, end = (text if isinstance(text, str) else "").partition(":")
    try:
        if not colon:
            raise ValueError
        return (int(first) if first else None, int(end) if end else None)
    except ValueError:
        raise BagError(f"columns: rows: expected FIRST:END, as 700:4200, got {text!r}") from None


def _many(value: Any) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else [str(value)]


def _numbers(where: str, value: Any) -> tuple[float, ...]:
    found = []
    for text in _many(value):
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise BagError(f"columns: {where} has {text!r}, which is not a number")
        found.append(number)
    return tuple(found)
