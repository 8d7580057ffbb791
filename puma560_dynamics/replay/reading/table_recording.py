"""Recording from one or several tables, read as blocks of samples like a bag."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ...arm import Arm
from ...arrays import FloatArray
from ...bags.columns.by_name import columns_by_name
from ...bags.columns.column_map import ColumnMap, PartialMap, stated_columns
from ...bags.columns.joint_table import JointRows, JointTable
from ...bags.findings import Findings
from ...bags.tables.in_memory import table_of
from ...bags.tables.open_table import open_table
from ...bags.tables.source import TableSource, source_of
from ...errors import BagError
from ..result import SourceFile, TopicFound
from ..settings import ReplaySettings
from .joint_names import check_joint_map, match_joints
from .samples import STATES_PER_BLOCK, Block, CommandSamples, JointSamples, ReferenceSamples
from .table_checks import TableChecks

ROLES = {
    "position": "joint states",
    "velocity": "joint states",
    "effort": "joint states",
    "command": "command",
    "acceleration": "reference",
}
"""Use of each quantity, with the same names as for a bag's topics."""

Read = Callable[[float, int], None]
"""Function that is called while tables are read, with the fraction done, 0 to 1, and the number of new samples."""


class TableRecording:
    """One table, or several that were recorded one after the other.

    Attributes:
        name: name of the recording, for titles.
        description: always `None`, because a table has no robot description.
        size: total size of the files, bytes.
        files: files of the recording.
        topics: quantities of the tables, in the form of topics.
    """

    def __init__(self, parts: Sequence[JointTable], orders: Sequence[Sequence[int]]) -> None:
        self._parts = parts
        self._orders = orders
        tables = [part.head for part in parts]
        own = tables[0].name if tables[0].path is None else tables[0].path.name
        self.name = own if len(parts) == 1 else f"{own} and {len(parts) - 1} more"
        self.description: str | None = None
        self.size = sum(table.size for table in tables)
        self.files = tuple(
            SourceFile(part.head.name, part.head.kind, "none", part.head.size, part.complete)
            for part in parts
            if part.head.path is not None
        )
        first = parts[0]
        count = sum(part.count for part in parts)
        self.topics = tuple(
            TopicFound(name, first.column_texts[name], count, use)
            for name, use in ROLES.items()
            if name in first.column_texts
        )

    def blocks(self) -> Iterator[Block]:
        """Yield the samples in blocks, from the start."""
        done, total = 0, sum(part.count for part in self._parts)
        for part, order in zip(self._parts, self._orders, strict=True):
            for rows in part.blocks(STATES_PER_BLOCK):
                done += len(rows.stamp)
                if len(rows.stamp):
                    yield _block(rows, list(order), done / total)


def _block(rows: JointRows, order: list[int], read: float) -> Block:
    stamp = rows.stamp
    position, velocity, effort = (_joints(rows, name, order) for name in ("position", "velocity", "effort"))
    none, no_time = np.empty((0, len(order))), np.empty(0, np.int64)
    commands = CommandSamples(no_time, none)
    if "command" in rows.values:
        commands = CommandSamples(stamp, _joints(rows, "command", order))
    reference = ReferenceSamples(no_time, no_time, none, none, none)
    if "acceleration" in rows.values:
        unknown = np.full(position.shape, np.nan)
        reference = ReferenceSamples(stamp, stamp, unknown, unknown, _joints(rows, "acceleration", order))
    return Block(JointSamples(stamp, stamp, position, velocity, effort), commands, {}, reference, read)


def _joints(rows: JointRows, name: str, order: list[int]) -> FloatArray:
    """Return a quantity (N, n) in the arm's joint order; NaN if the table does not have it."""
    if name not in rows.values:
        return np.full((len(rows.stamp), len(order)), np.nan)
    return rows.values[name][:, order]


def open_tables(
    sources: Sequence[Any], arm: Arm, settings: ReplaySettings, findings: Findings, progress: Read | None = None
) -> TableRecording:
    """Open the tables of one recording, and check that they can be of this arm.

    Columns and joints are decided by the headers of all tables, before their rows are read once for the checks.

    Args:
        sources: paths, arrays, mappings of arrays or data frames, in the order in which they were recorded.
        arm: arm whose joints are needed.
        settings: `columns`, `joint_map` and `cut_off` are used.
        findings: receives reports of samples that were left out.
        progress: called with the fraction of the rows that has been checked, 0 to 1, and the number of new samples.

    Raises:
        BagError: a table cannot be read, its columns do not fit, or it is of another robot.
        MissingDependencyError: a package for this kind of file is not installed.
    """
    stated = stated_columns(settings.columns)
    parts, orders = [], []
    for source in sources:
        parts.append(_table(source, stated, findings))
        orders.append(_order(parts[-1], arm, settings, findings))
    for k, (part, order) in enumerate(zip(parts, orders, strict=True)):
        checks = TableChecks(part, arm, order, settings.cut_off)
        for rows in part.check(findings):
            checks.add(rows)
            if progress is not None:
                progress((k + rows.read) / len(parts), len(rows.stamp))
        if k and part.times[0] < parts[k - 1].times[1]:
            raise BagError(
                f"{part.head.name} begins before {parts[k - 1].head.name} ends; name them in order of time, or "
                "treat each as a separate recording"
            )
        checks.finish()
    return TableRecording(parts, orders)


def _table(source: Any, stated: ColumnMap | PartialMap, findings: Findings) -> JointTable:
    """Open a table, and choose its columns by its header."""
    delimiter = stated.delimiter if isinstance(stated, ColumnMap) else _delimiter(stated.words)
    path = Path(source) if isinstance(source, (str, Path)) else None
    table = source_of(table_of(source)) if path is None else open_table(path, delimiter)
    columns = stated
    if not isinstance(columns, ColumnMap):
        columns, words = columns_by_name(table.head, columns)
        findings.add("columns", words, loss=False)

    def other(file: str) -> TableSource:
        if path is None:
            raise BagError(f"{file} cannot be found: the recording is not a file; put all columns into one table")
        return open_table(path.parent / file, delimiter)

    return JointTable(table, columns, other)


def _delimiter(words: Any) -> str:
    return str(words.get("delimiter", {}).get("columns", ""))


def _order(part: JointTable, arm: Arm, settings: ReplaySettings, findings: Findings) -> tuple[int, ...]:
    """Return the column of each joint of the arm."""
    name, expected = part.head.name, ", ".join(arm.joint_names)
    if part.joints:
        check_joint_map(settings.joint_map, arm.joint_names, part.joints)
        order = match_joints(part.joints, arm.joint_names, settings.joint_map)
        if order is None:
            raise BagError(
                f"{name}: its joints are not those of this arm: it has {', '.join(part.joints)}, the arm has "
                f"{expected}; if they are the same joints under other names, give --joint-map TABLE_NAME=ARM_NAME"
            )
        theirs = [part.joints[place] for place in order]
        if theirs != list(arm.joint_names):
            pairs = ", ".join(f"{a} is {b}" for a, b in zip(theirs, arm.joint_names, strict=True))
            findings.add("joint_names", f"joints of the table were matched with the arm's: {pairs}", loss=False)
        return order
    if settings.joint_map:
        raise BagError(f"{name}: its joints have no names for a joint map; state joints in the column map")
    if part.n != arm.n:
        raise BagError(
            f"{name} has {part.n} joints and the arm {arm.n} ({expected}): it belongs to another robot, or columns are "
            "missing; correct the columns, or name more joints than the arm's with joints="
        )
    return tuple(range(arm.n))
