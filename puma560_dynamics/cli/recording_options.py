"""The options of commands that read recordings, and what is checked of them before the work."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import BagError
from ..replay import CUT_OFF, LOWEST_CUT_OFF
from .progress import Progress
from .values import MASS, joint_pairs, number_type

if TYPE_CHECKING:
    from ..arm import Arm
    from ..bags.columns.column_map import Columns
    from ..replay.settings import ReplaySettings


def add_recording_options(parser: argparse.ArgumentParser, load: str) -> None:
    """Add the options of reading: columns of tables, names of joints, the filter, and the mass of a known load.

    Args:
        parser: of the command.
        load: what ``--payload-mass`` is the mass of.
    """
    parser.add_argument("--payload-mass", type=MASS, default=0.0, metavar="KG", help=load)
    parser.add_argument(
        "--columns",
        action="append",
        default=None,
        metavar="MAP",
        help="what the columns of a table are: words as 't=0 q=1:7 qd=7:13 effort=13:19', or a YAML file; may be given "
        "more than once, then the last one counts (default: by the columns' names)",
    )
    parser.add_argument(
        "--joint-map",
        type=joint_pairs,
        default={},
        metavar="THEIRS=OURS,…",
        help="joint names of the recording, each with that of the arm",
    )
    parser.add_argument(
        "--cut-off",
        type=number_type(LOWEST_CUT_OFF, unit="Hz"),
        default=CUT_OFF,
        metavar="HZ",
        help=f"cut-off of the zero-phase filter (default: {CUT_OFF:g})",
    )


def check_columns(given: Sequence[str] | None, paths: Sequence[Path]) -> Columns:
    """The column map of ``--columns``.

    Raises:
        BagError: it is none, or there is no table that it could be of.
    """
    if given is None:
        return None
    from ..bags.columns.column_map import stated_columns
    from ..bags.tables.open_table import is_table

    if not any(is_table(path) for path in paths):
        raise BagError(f"--columns is for tables (CSV, NPZ, Parquet), and {paths[0]} is none; leave it out")
    return stated_columns(given)


def without_gain(columns: Columns) -> Columns:
    """The same column map with an effort in its own unit, whatever that is: for gains that are sought.

    Raises:
        BagError: a gain is given.
    """
    from ..bags.columns.column_map import ColumnMap

    if not isinstance(columns, ColumnMap) or "effort" not in columns.quantities:
        return columns
    effort = columns.quantities["effort"]
    if effort.gain:
        raise BagError("effort.gain is what --unknown-gains seeks; leave it out")
    return replace(columns, quantities={**columns.quantities, "effort": replace(effort, unit=(), gain=(1.0,))})


def check_recordings(paths: Sequence[Path], arm: Arm, settings: ReplaySettings) -> None:
    """Raise if a recording cannot be read, before others are analysed.

    Args:
        paths: each a recording.
        arm: whose joints they have.
        settings: how they are read.

    Raises:
        BagError: one of them is none, has no joint states, or those of another robot.
    """
    with Progress("reading"):
        from ..bags.findings import Findings
        from ..replay.reading.bag_recording import open_recording

        for path in paths:
            try:
                open_recording([path], arm, settings, Findings())
            except BagError as error:
                raise BagError(str(error) if path.name in str(error) else f"{path}: {error}") from None
