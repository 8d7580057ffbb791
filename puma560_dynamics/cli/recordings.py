"""Recordings and column maps that a person gives on the command line, looked at before the work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ..arm import Arm
from ..bags.columns.column_map import ColumnMap, Columns, stated_columns
from ..bags.findings import Findings
from ..bags.tables.open_table import is_table
from ..errors import BagError
from ..replay.settings import ReplaySettings
from .progress import Progress


def check_columns(given: Sequence[str] | None, paths: Sequence[Path]) -> Columns:
    """The column map of ``--columns``.

    Raises:
        BagError: it is none, or there is no table that it could be of.
    """
    if given is None:
        return None
    if not any(is_table(path) for path in paths):
        raise BagError(f"--columns is for tables (CSV, NPZ, Parquet), and {paths[0]} is none; leave it out")
    return stated_columns(given)


def without_gain(columns: Columns) -> Columns:
    """The same column map with an effort in its own unit, whatever that is: for gains that are sought.

    Raises:
        BagError: a gain is given.
    """
    if not isinstance(columns, ColumnMap) or "effort" not in columns.quantities:
        return columns
    effort = columns.quantities["effort"]
    if effort.gain:
        raise BagError("effort.gain is what --unknown-gains seeks; leave it out")
    return replace(columns, quantities={**columns.quantities, "effort": replace(effort, unit=(), gain=(1.0,))})


def look_at(paths: Sequence[Path], arm: Arm, settings: ReplaySettings) -> None:
    """See that recordings can be read, before others are analysed.

    Args:
        paths: each a recording.
        arm: whose joints they have.
        settings: how they are read.

    Raises:
        BagError: one of them is none, has no joint states, or those of another robot.
    """
    with Progress("reading"):
        from ..replay.reading.bag_recording import open_recording  # takes a second: while progress is shown

        for path in paths:
            try:
                open_recording([path], arm, settings, Findings())
            except BagError as error:
                raise BagError(str(error) if path.name in str(error) else f"{path}: {error}") from None
