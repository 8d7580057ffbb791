"""Recognition of columns by unambiguous names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...errors import BagError
from ..tables.table import Table
from .column_map import ColumnMap, PartialMap, column_map
from .column_words import COLUMNS

TIMES = (
    "t",
    "time",
    "__time",
    "timestamp",
    "stamp",
    "time_s",
    "t_s",
    "timestamp_s",
    "time_from_start",
    "seconds",
    "zeit",
    "temps",
    "tiempo",
    "tempo",
)
"""Names of a time in seconds."""

NAMES = {
    "position": ("q", "pos", "position", "positions", "joint_position", "joint_positions", "actual_q", "q_rad",
                 "position_rad", "joint_pos", "angle", "observation.state"),
    "velocity": ("qd", "dq", "vel", "velocity", "velocities", "joint_velocity", "joint_velocities", "actual_qd",
                 "qd_rad_per_s", "joint_vel", "qdot"),
    "acceleration": ("qdd", "ddq", "acc", "acceleration", "accelerations", "joint_acceleration", "qdd_rad_per_s2"),
    "effort": ("tau", "torque", "torques", "effort", "efforts", "joint_torque", "joint_torques", "joint_effort",
               "effort_Nm", "tau_J", "trq"),
    "command": ("command_Nm", "tau_cmd", "torque_command", "command"),
}  # fmt: skip
"""Names of each quantity, which may precede or follow a joint's name or number. Units other than SI must be stated."""

JOINT_STATES = "joint_states"
"""Part of the names of columns that were exported from the topic of joint states."""

_BEFORE = re.compile(r"^(?P<what>(?:.*[/.])?[A-Za-z_]+?)[ _./\[(]*(?P<joint>\d+)[\])]?$")
_PATH = re.compile(r"^(?:.*/)?(?P<joint>[^/.]+)[/.](?P<what>[A-Za-z_0-9]+)$")
_ENDING = re.compile(r"^(?P<joint>.+?)_(?P<what>pos|position|vel|velocity|effort|torque)$")


def columns_by_name(table: Table, stated: PartialMap) -> tuple[ColumnMap, str]:
    """Return a column map derived from the names of a table's columns, and a sentence that describes it.

    Names such as ``q1 … q6``, ``position_0``, ``joint1.effort_Nm``, ``/joint_states/elbow/velocity``, and arrays ``q``,
    ``qd``, ``tau`` are recognised. Stated columns have precedence.

    Raises:
        BagError: the table has no column names, or the names do not show the positions or the time.
    """
    example = 'columns="t=0 q=1:7 qd=7:13 effort=13:19" (--columns on the command line)'
    if not table.names:
        raise BagError(
            f"{table.name} has no header: state what its {len(table.columns)} columns are, counted from 0, as {example}"
        )
    words = {key: dict(parts) for key, parts in stated.words.items()}
    found = _found(table)
    if "position" not in found:
        raise BagError(
            f"{table.name}: no column is named like a joint's position (q1, position_1, elbow.position …); it has "
            f"{', '.join(table.names[:12])}{' …' if len(table.names) > 12 else ''}; state the columns, as {example}"
        )
    for name, (columns, _) in found.items():
        words.setdefault(name, {}).setdefault(COLUMNS, columns)
    labels = found["position"][1]
    if "joints" not in words and not all(label.isdigit() for label in labels):
        words["joints"] = {COLUMNS: list(labels)}
    if "time" not in words or not {COLUMNS, "rate"} & set(words["time"]):
        times = [name for name in table.names if name.lower() in TIMES]
        if len(times) != 1:
            which = f"{' and '.join(times)} could be the time" if times else "no column is named like a time"
            raise BagError(f"{table.name}: {which}; state it, as t=0, or time.rate=500 where there is none")
        words.setdefault("time", {})[COLUMNS] = times[0]
    pairs = ", ".join(f"{name} is {_short(columns)}" for name, (columns, _) in found.items())
    return column_map(words), f"columns were taken by their names: {pairs}"


def _found(table: Table) -> dict[str, tuple[list[str], tuple[str, ...]]]:
    """Return, by quantity, the names of its columns (or of its array) and the joint in each name."""
    found: dict[str, tuple[list[str], tuple[str, ...]]] = {}
    for name, places in table.groups.items():
        what = _quantity(name)
        if what is not None and what not in found:
            found[what] = ([name], tuple(map(str, range(len(places)))))
    by_quantity: dict[str, list[tuple[str, str, str]]] = {}
    for name in table.names:
        for pattern in (_BEFORE, _PATH, _ENDING):
            match = pattern.match(name)
            what = _quantity(match["what"]) if match else None
            if match and what is not None:
                by_quantity.setdefault(what, []).append((name, match["joint"], match["what"]))
                break
    for what, columns in by_quantity.items():
        if what in found:
            continue
        # If there are both q and actual_q, the first one is used, unless only the other belongs to the joint states.
        first = next((word for _, _, word in columns if JOINT_STATES in word), columns[0][2])
        same = [(name, joint) for name, joint, word in columns if word == first]
        if len({joint for _, joint in same}) == len(same):
            found[what] = ([name for name, _ in same], tuple(joint for _, joint in same))
    labels = found.get("position", ([], ()))[1]
    return {what: pair for what, pair in found.items() if _same_joints(pair[1], labels)}


def _quantity(word: str) -> str | None:
    """Return the quantity of a name, which may follow the names of a topic and its messages."""
    last = re.split(r"[/.]", word)[-1]
    for candidate in (word.lower(), last.lower()):
        for what, names in NAMES.items():
            if candidate in {name.lower() for name in names}:
                return what
    return None


def _same_joints(labels: Sequence[str], positions: Sequence[str]) -> bool:
    """Return whether a quantity has one column for each joint that has a position, in the same order."""
    return len(labels) == len(positions) and (all(map(str.isdigit, labels)) or tuple(labels) == tuple(positions))


def _short(columns: Sequence[str]) -> str:
    return columns[0] if len(columns) == 1 else f"{columns[0]} … {columns[-1]}"
