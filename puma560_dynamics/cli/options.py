"""Options of several commands: the arm, and the reading of recordings."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..emdeg import Selection
from ..errors import BagError, Puma560Error
from ..models.kinds import DEFAULT_MODEL, MODEL_KINDS
from ..replay import CUT_OFF, LOWEST_CUT_OFF
from .completion import completes
from .progress import Progress
from .values import joint_pairs, number_type

if TYPE_CHECKING:
    from ..arm import Arm
    from ..bags.columns.column_map import Columns
    from ..replay.settings import ReplaySettings

ARM = "akb1986"
"""Default arm."""

DESCRIPTION_WORDS = "robot description (URDF, xacro, MJCF) or Denavit-Hartenberg table"

ARM_WORDS = f"arm name, arm file, {DESCRIPTION_WORDS}"
"""Values that an option or argument for an arm takes."""

ARM_SUFFIXES = (".urdf", ".xacro", ".mjcf", ".xml", ".yaml", ".yml")
"""Suffixes of files that contain an arm."""


def add_model_option(
    parser: argparse.ArgumentParser, purpose: str, kinds: Sequence[str] = MODEL_KINDS, default: str = DEFAULT_MODEL
) -> None:
    """Add ``--model``; its values are part of the help text, because together they are wider than a terminal.

    Args:
        parser: parser of the command.
        purpose: what the model is for.
        kinds: accepted models.
        default: default model.
    """
    words = f"{purpose}: {', '.join(kinds)} (default: {default})"
    parser.add_argument("--model", default=default, choices=kinds, metavar="MODEL", help=words)


def add_arm_options(
    parser: argparse.ArgumentParser,
    *,
    default: str | None = ARM,
    first: bool = False,
    part: bool = True,
    several: bool = False,
    words: str = ARM_WORDS,
) -> None:
    """Add ``--arm`` and the options that select a part of a robot description as the arm.

    Args:
        parser: parser of the command.
        default: default arm; `None` if the user has to name an arm.
        first: whether the arm may also be given as the first argument.
        part: whether to add options that select a part of a robot description.
        several: whether the command takes several arms of a robot description as one unit.
        words: what may be given as the arm.
    """
    group = parser.add_argument_group("the arm")
    which = group.add_mutually_exclusive_group(required=default is None)
    words = f"{words} (default: {default})" if default else words
    if first:
        completes(
            which.add_argument("arm", nargs="?", default=argparse.SUPPRESS, metavar="ARM", help="the same as --arm"),
            arm_words,
        )
    completes(which.add_argument("--arm", default=default, help=words), arm_words)
    if part:
        add_part_options(group, several=several)


def arm_words() -> list[str]:
    """Return the names of the arms that come with the package, for completion."""
    from ..arm import arm_names  # imports numpy, which a help text must not wait for

    return arm_names()


def geometry_words() -> list[str]:
    """Return the names of the arms and of the tables without masses that come with the package, for completion."""
    from ..arm.arm_file import arm_names  # as above

    return arm_names(tables=True)


def recording_names() -> list[str]:
    """Return the names of recordings that come with the package."""
    from ..replay.reading.recording_paths import EXAMPLE  # as above

    return [str(EXAMPLE)]


TIPS = "; several arms are one unit: --tip LEFT --tip RIGHT"
"""What commands that derive equations say about several tips."""


def add_part_options(group: argparse._ArgumentGroup, *, several: bool = False) -> None:
    """Add the options that select a part of a robot description as the arm.

    Args:
        group: group of the options.
        several: whether the command takes several arms as one unit.
    """
    group.add_argument("--base", metavar="LINK", help="fixed link of the arm (default: the description's root)")
    group.add_argument(
        "--tip",
        metavar="LINK",
        action="append",
        help=f"last link of the arm (default: that of the last moving joint){TIPS if several else ''}",
    )
    group.add_argument(
        "--hold",
        nargs="+",
        action="extend",
        default=[],
        metavar="JOINT",
        help="joints that are fixed at zero or the nearest limit: names or patterns ('*finger*'); their mimic joints "
        "are fixed accordingly; fingers on the last link are always fixed",
    )
    group.add_argument(
        "--without",
        nargs="+",
        action="extend",
        default=[],
        metavar="LINK",
        help="links to remove, with all links attached to them, such as a hand that is not mounted",
    )
    group.add_argument(
        "--upright",
        metavar="LINK",
        help="link whose -z axis points along gravity (default: the root of the description)",
    )
    group.add_argument(
        "--argument",
        nargs="+",
        action="extend",
        default=[],
        type=_argument,
        metavar="NAME:=VALUE",
        help="arguments of a xacro file, e.g. ur_type:=ur5e",
    )


def _argument(text: str) -> tuple[str, str]:
    name, sign, value = text.partition(":=")
    if not sign or not name:
        raise argparse.ArgumentTypeError(f"expected NAME:=VALUE, e.g. ur_type:=ur5e, got {text!r}")
    return name, value


def selection(arguments: argparse.Namespace, source: str | None = None) -> Selection:
    """Return the arm that the options name, with the selected part of its description.

    Args:
        arguments: parsed arguments.
        source: name or path of the arm; `None` for ``--arm``.

    Raises:
        Puma560Error: the path of the arm is among the joints or links.
    """
    chosen = {key: getattr(arguments, key) for key in ("base", "tip", "hold", "without", "upright")}
    for option in ("hold", "without"):
        for word in chosen[option]:
            if Path(word).suffix in ARM_SUFFIXES:
                raise Puma560Error(
                    f"--{option} takes all words after it, and {word} is no {'joint' if option == 'hold' else 'link'}; "
                    f"write the arm before --{option}"
                )
    return Selection.of(arguments.arm if source is None else source, **chosen, arguments=dict(arguments.argument))


def arm_source(arguments: argparse.Namespace) -> str | Selection:
    """Return the argument for `load_arm`: a name or path, or a `Selection` if a part of a description is selected."""
    found = selection(arguments)
    return found.source if found.whole else found


def chosen_arm(arguments: argparse.Namespace) -> Arm:
    """Load the arm that the options name.

    Raises:
        ArmFileError, UnphysicalArmError: see `load_arm`.
    """
    from ..arm import load_arm

    return load_arm(arm_source(arguments))


def add_recording_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a command that reads recordings: arm, columns of tables, joint names, filter."""
    add_arm_options(parser)
    parser.add_argument(
        "--columns",
        action="append",
        default=None,
        metavar="MAP",
        help="meaning of a table's columns: text such as 't=0 q=1:7 qd=7:13 effort=13:19', or a YAML file; if given "
        "more than once, the last value of each key counts (default: from the names of the columns)",
    )
    parser.add_argument(
        "--joint-map",
        type=joint_pairs,
        default={},
        metavar="THEIRS=OURS,…",
        help="joint names of the recording and the corresponding joints of the arm",
    )
    parser.add_argument(
        "--cut-off",
        type=number_type(LOWEST_CUT_OFF, unit="Hz"),
        default=CUT_OFF,
        metavar="HZ",
        help=f"cut-off frequency of the zero-phase filter (default: {CUT_OFF:g})",
    )


def check_columns(given: Sequence[str] | None, paths: Sequence[Path]) -> Columns:
    """Return the column map of ``--columns``.

    Raises:
        BagError: it is not a column map, or one for a table where no recording is a table.
    """
    if given is None:
        return None
    from ..bags.columns.column_map import stated_columns, table_parts
    from ..bags.tables.open_table import is_table

    if not any(is_table(path) for path in paths) and (parts := table_parts(given)):
        raise BagError(
            f"--columns: {', '.join(parts)} is for tables (CSV, NPZ, Parquet), and {paths[0]} is not a table; "
            "of a bag, state units, gains, motor, sign, offset or effort.without, and choose topics with --topic"
        )
    return stated_columns(given)


def without_gain(columns: Columns) -> Columns:
    """Return the column map with effort in its recorded unit, for the identification of gains.

    Raises:
        BagError: the column map contains a gain.
    """
    from ..bags.columns.column_map import ColumnMap

    if not isinstance(columns, ColumnMap) or "effort" not in columns.quantities:
        return columns
    effort = columns.quantities["effort"]
    if effort.gain:
        raise BagError("effort.gain is given, but --unknown-gains identifies it; leave one of them out")
    return replace(columns, quantities={**columns.quantities, "effort": replace(effort, unit=(), gain=(1.0,))})


def check_recordings(paths: Sequence[Path], arm: Arm, settings: ReplaySettings) -> None:
    """Raise if one of several recordings cannot be read, before the first one is analysed.

    Args:
        paths: path of each recording.
        arm: arm whose joints are needed.
        settings: settings for reading.

    Raises:
        BagError: a path is not a recording, or the recording has no joint states of this arm.
    """
    with Progress("reading"):
        from ..bags.findings import Findings
        from ..replay.reading.bag_recording import open_recording

        for path in paths:
            try:
                open_recording([path], arm, settings, Findings())
            except BagError as error:
                raise BagError(str(error) if path.name in str(error) else f"{path}: {error}") from None
