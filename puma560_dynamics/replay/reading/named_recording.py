"""Recordings by their path, the example by its name, and what reading them needs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...bags.tables.open_table import PARQUET_SUFFIXES, is_table
from ...errors import BagError
from ...files import share_folder

EXAMPLE = Path("example")
"""Stands for the recording that comes with the package, where there is nothing of that name."""

BAG_MODULES = ("rosbags", "mcap")
"""Optional packages that reading a bag needs."""


RecordingLike = Any
"""A path; an array (N, C), a mapping of names to arrays, a data frame; or a list of these, parts of one recording."""


def named_recording(name: str | Path) -> Path:
    """The path of a recording, or that of the one that comes with the package where it is named ``example``.

    Raises:
        BagError: the name is empty, or there is nothing at that path.
    """
    if name == "":
        raise BagError(f"the name of a recording is empty; give the path of a bag or a table, or '{EXAMPLE}'")
    path = Path(name)
    if path.exists():
        return path
    if path == EXAMPLE:
        return share_folder("examples", "pick_and_place")
    raise BagError(f"{path} does not exist; name a recording: the folder or a file of a bag, a table, or '{EXAMPLE}'")


def needed_modules(sources: Sequence[Any]) -> tuple[str, ...]:
    """Optional packages that reading these needs; data from Python needs none."""
    paths = [source for source in sources if isinstance(source, Path)]
    bags = BAG_MODULES if any(not is_table(path) for path in paths) else ()
    parquet = ("pyarrow",) if any(path.name.lower().endswith(PARQUET_SUFFIXES) for path in paths) else ()
    return (*bags, *parquet)


def sources_of(recording: RecordingLike) -> list[Any]:
    """What makes up one recording, as a list: a list or tuple is one already, anything else is its only part.

    Raises:
        BagError: a path at which there is nothing.
    """
    parts = recording if isinstance(recording, (list, tuple)) else [recording]
    return [named_recording(part) if isinstance(part, (str, Path)) else part for part in parts]
