"""Recognition of columns by unambiguous names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...errors import BagError
from ..tables.table import Table
from .column_map import ColumnMap, PartialMap, column_map
from .column_words import COLUMNS
from .conversion import UNITS, spelled

TIMES = (
    "t", "time", "__time", "timestamp", "stamp", "time_from_start", "seconds", "elapsed", "elapsed_time",
    "zeit", "zeitstempel", "temps", "tiempo", "tempo", "tijd", "tid", "czas",
)  # fmt: skip
"""Names of a time, in seconds unless the name has a unit: ``time_ms``, ``Zeit [s]``."""

NANOSECONDS = ("field.header.stamp", "%time", "rosbagtimestamp")
"""Names of times in nanoseconds in exports of ROS bags, the best first."""

NAMES = {
    "position": ("q", "pos", "position", "positions", "joint_position", "joint_positions", "actual_q", "joint_pos",
                 "angle", "joint_angle", "joint_angles", "observation.state", "measured_joint_position",
                 "measured_joint_positions", "measuredjointposition", "axis_act", "winkel", "gelenkwinkel", "posicion",
                 "posición", "posizione"),
    "velocity": ("qd", "dq", "vel", "velocity", "velocities", "speed", "joint_velocity", "joint_velocities",
                 "actual_qd", "joint_vel", "qdot", "dq_dt", "measured_joint_velocities", "geschwindigkeit",
                 "winkelgeschwindigkeit", "vitesse", "velocidad", "velocità"),
    "acceleration": ("qdd", "ddq", "acc", "acceleration", "accelerations", "joint_acceleration"),
    "effort": ("tau", "torque", "torques", "effort", "efforts", "joint_torque", "joint_torques", "joint_effort",
               "joint_efforts", "tau_j", "trq", "measured_joint_torque", "measured_joint_torques",
               "measuredjointtorque", "drehmoment", "moment", "couple", "coppia"),
    "command": ("tau_cmd", "torque_command", "command"),
}  # fmt: skip
"""Names of each quantity, which may precede or follow a joint's name or number. Units other than SI must be stated."""

NOT_MEASURED = ("desired", "target", "command", "cmd", "reference", "setpoint", "goal", "planned", "external", "_ext")
"""Words in the name of a topic or structure that show that its quantities were not measured at the joints."""

JOINT_STATES = "joint_states"
"""Part of the names of columns that were exported from the topic of joint states."""

_BEFORE = re.compile(r"^(?P<path>(?:.*[/.])?)(?P<what>[^\W\d]+?)[ _./\[(]*(?P<joint>\d+)[\])]?$")
_PATH = re.compile(r"^(?P<path>(?:.*/)?)(?P<joint>[^/.]+)[/.](?P<what>\w+)$")
_ENDING = re.compile(r"^(?P<path>)(?P<joint>.+?)_(?P<what>pos|position|vel|velocity|effort|torque)$")
_IN_BRACKETS = re.compile(r"^(?P<name>.*?)[ _]*[\[(](?P<unit>[^\])]*)[\])]$")
_SUFFIX = re.compile(r"^(?P<name>.+?)_(?P<unit>(?:rad|deg|m|mm)_(?:per_)?s2?|rad|deg|mm|m|nm|n|ns|us|ms|s|sec)$", re.I)


@dataclass(frozen=True)
class _Named:
    """What the name of a column shows.

    Attributes:
        name: the name.
        quantity: one of `NAMES`.
        family: name without joint and unit, which all columns of a quantity share.
        joint: name or number of the joint.
        unit: unit in the name; empty if there is none.
    """

    name: str
    quantity: str
    family: str
    joint: str
    unit: str


def columns_by_name(table: Table, stated: PartialMap) -> tuple[ColumnMap, str]:
    """Return a column map derived from the names of a table's columns, and a sentence that describes it.

    Names such as ``q1 … q6``, ``position_0``, ``joint1.effort_Nm``, ``q1 [deg]``, ``/joint_states/elbow/velocity``, and
    arrays ``q``, ``qd``, ``tau`` are recognised. Stated columns have precedence.

    Raises:
        BagError: the table has no column names, or the names do not show the positions or the time, or are ambiguous.
    """
    example = 'columns="t=0 q=1:7 qd=7:13 effort=13:19" (--columns on the command line)'
    if not table.names:
        raise BagError(
            f"{table.name} has no header: state what its {len(table.columns)} columns are, counted from 0, as {example}"
        )
    words = {key: dict(parts) for key, parts in stated.words.items()}
    found = _found(table, words)
    if "position" not in found:
        raise BagError(
            f"{table.name}: no column is named like a joint's position (q1, position_1, elbow.position …); it has "
            f"{', '.join(table.names[:12])}{' …' if len(table.names) > 12 else ''}; state the columns, as {example}"
        )
    for name, columns in found.items():
        parts = words.setdefault(name, {})
        if COLUMNS not in parts:
            parts[COLUMNS] = list(dict.fromkeys(column.name for column in columns))
            units = [column.unit for column in columns]
            if any(units):
                parts.setdefault("unit", units if all(units) else [unit or UNNAMED[name] for unit in units])
    labels = tuple(column.joint for column in found["position"])
    if "joints" not in words and not all(label.isdigit() for label in labels):
        words["joints"] = {COLUMNS: list(labels)}
    if "time" not in words or not {COLUMNS, "rate"} & set(words["time"]):
        name, unit = _time(table)
        time = words.setdefault("time", {})
        time[COLUMNS] = name
        if unit:
            time.setdefault("unit", unit)
    pairs = ", ".join(f"{name} is {_short(columns)}" for name, columns in found.items())
    left = _left(table, words) if not {"effort", "command"} & words.keys() else []
    hint = (
        f"; none is named like an effort, and {left[0]} … {left[-1]} are not used: if the effort is among them, state "
        "it, as effort=13:19, with effort.unit=A for currents"
        if len(left) >= len(labels)
        else ""
    )
    return column_map(words), f"columns were taken by their names: {pairs}{hint}"


def _left(table: Table, words: Mapping[str, Mapping[str, object]]) -> list[str]:
    """Return the names of the columns that no quantity takes."""
    used: set[str] = set()
    for parts in words.values():
        taken = parts.get(COLUMNS, ())
        used |= {taken} if isinstance(taken, str) else set(map(str, taken)) if isinstance(taken, list) else set()
    return [name for name in table.names if name not in used]


UNNAMED = {"position": "rad", "velocity": "rad/s", "acceleration": "rad/s^2", "effort": "Nm", "command": "Nm"}
"""Unit of a column without unit next to columns with one."""


def _time(table: Table) -> tuple[str, str]:
    """Return the name of the time column, and its unit if the name shows it.

    Raises:
        BagError: no column is named like a time, or several are.
    """
    for wanted in NANOSECONDS:
        for name in table.names:
            if name.lower() == wanted:
                return name, "ns"
    parsed = [(name, *_with_unit(name, "time")) for name in table.names]
    times = [(name, unit) for name, word, unit in parsed if word.lower() in TIMES]
    times = times or [(name, unit) for name, word, unit in parsed if re.split(r"[/.]", word.lower())[-1] in TIMES]
    if len(times) != 1:
        which = f"{' and '.join(name for name, _ in times)} could be the time" if times else (
            "no column is named like a time"
        )  # fmt: skip
        raise BagError(f"{table.name}: {which}; state it, as t=0, or time.rate=500 where there is none")
    return times[0]


def _found(table: Table, stated: dict[str, dict[str, object]]) -> dict[str, list[_Named]]:
    """Return the columns of each quantity, in the order of the table.

    Raises:
        BagError: several groups of columns could be the same quantity, which is not stated.
    """
    families: dict[str, dict[str, list[_Named]]] = {}
    in_groups = {place for places in table.groups.values() for place in places}
    for column in [*_of_groups(table), *map(_named, (n for k, n in enumerate(table.names) if k not in in_groups))]:
        if column is not None:
            families.setdefault(column.quantity, {}).setdefault(column.family, []).append(column)
    found: dict[str, list[_Named]] = {}
    labels: list[str] = []
    for quantity in NAMES:
        candidates = {
            family: columns
            for family, columns in families.get(quantity, {}).items()
            if quantity == "position" or not labels or _same_joints([column.joint for column in columns], labels)
        }
        ours = {family: columns for family, columns in candidates.items() if JOINT_STATES in family}
        candidates = ours if len(ours) == 1 else candidates
        if len(candidates) > 1 and COLUMNS not in stated.get(quantity, {}):
            which = " or ".join(_short(columns) for columns in candidates.values())
            short = {"position": "q", "velocity": "qd", "acceleration": "qdd"}.get(quantity, quantity)
            raise BagError(f"{table.name}: the {quantity} could be {which}; state its columns, as {short}=1:7")
        if candidates:
            found[quantity] = next(iter(candidates.values()))
        if quantity == "position":
            labels = [column.joint for column in found.get(quantity, [])]
    return found


def _of_groups(table: Table) -> Iterator[_Named]:
    """Yield one entry per joint for each array whose name is that of a quantity."""
    for name, places in table.groups.items():
        start = max(name.rfind(sign) for sign in "/.") + 1
        named = _quantity(name[:start], name[start:])
        if named is not None:
            for place in range(len(places)):
                yield _Named(name, named[0], f"{name[:start]}{named[1]}", str(place), named[2])


def _named(name: str) -> _Named | None:
    """Return what a column's name shows; `None` if it is not the measured quantity of a joint."""
    plain, unit = _with_unit(name)
    for pattern in (_BEFORE, _PATH, _ENDING):
        match = pattern.match(plain)
        named = _quantity(match["path"], match["what"]) if match else None
        if match and named is not None:
            if pattern is _BEFORE and named[2] == "m":
                return None  # q_m1 is usually the position of motor 1
            return _Named(name, named[0], f"{match['path']}{named[1]}", match["joint"], unit or named[2])
    return None


def _quantity(path: str, word: str) -> tuple[str, str, str] | None:
    """Return quantity, name without unit, and unit of a word that follows a path; `None` if it is not known."""
    before = path.lower()
    for quantity, names in NAMES.items():
        bare, unit = _with_unit(word, quantity)
        last = re.split(r"[/.]", f"{before}{bare.lower()}")
        candidates = {bare.lower(), last[-1], ".".join(last[-2:])}
        if candidates & set(names):
            source = re.split(r"[/.]", before.rstrip("/."))[-1]
            if quantity != "command" and any(other in source for other in NOT_MEASURED):
                return None
            return quantity, bare, unit
    return None


def _with_unit(name: str, quantity: str = "") -> tuple[str, str]:
    """Split a name into the name without unit and the unit; the unit is empty if the name has none.

    Args:
        name: such as ``q1 [deg]`` or, if `quantity` is given, ``q_deg``.
        quantity: ``"time"`` or one of `NAMES`; empty to look for a unit in brackets only.
    """
    for pattern in (_IN_BRACKETS, _SUFFIX)[: 2 if quantity else 1]:
        match = pattern.match(name.strip())
        unit = match and _known_unit(match["unit"], quantity)
        if match and unit:
            return match["name"], unit
    return name.strip(), ""


def _known_unit(text: str, quantity: str) -> str:
    """Return the unit in the spelling of `UNITS`; empty if it is none of this quantity (of any, if that is empty)."""
    words = text.strip().replace("_per_", "/").replace("_s", "/s")
    words = re.sub(r"/s2$", "/s^2", words)
    spellings = {words, spelled(words), spelled(words.replace("Nm", "N m").replace("NM", "N m").replace("nm", "N m"))}
    known = [unit for name, units in UNITS.items() if quantity in ("", name) for unit in units]
    return next((unit for unit in known if unit in spellings or unit.lower() in map(str.lower, spellings)), "")


def _same_joints(labels: Sequence[str], positions: Sequence[str]) -> bool:
    """Return whether a quantity has one column for each joint that has a position, in the same order."""
    return len(labels) == len(positions) and (all(map(str.isdigit, labels)) or tuple(labels) == tuple(positions))


def _short(columns: Sequence[_Named]) -> str:
    names = list(dict.fromkeys(column.name for column in columns))
    return names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}"
