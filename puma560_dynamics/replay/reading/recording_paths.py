"""Search for recordings by path: a bag, a table, the example by its name, or every bag below a folder."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from ...bags.tables.lerobot import is_lerobot
from ...bags.tables.open_table import PARQUET_SUFFIXES, is_table
from ...errors import BagError
from ...files import share_folder

EXAMPLE = Path("example")
"""Name of the recording that comes with the package; a file of this name has priority."""

BAG_MODULES = ("rosbags", "mcap")
"""Optional packages that reading a bag needs."""


RecordingLike = Any
"""A path, an array (N, C), a mapping of names to arrays, or a data frame; or a list of these, parts of a recording."""


def named_recording(name: str | Path) -> Path:
    """Return the path of a recording; ``example`` names the one that comes with the package.

    Raises:
        BagError: the name is empty, or the path does not exist.
    """
    if name == "":
        raise BagError(f"the name of a recording is empty; give the path of a bag or a table, or '{EXAMPLE}'")
    path = Path(name)
    if path.exists():
        return path
    if path == EXAMPLE:
        return share_folder("examples", "pick_and_place")
    if str(name) == "-":
        raise BagError("a recording is not read from standard input; write it to a file, and give its path")
    raise BagError(f"{path} does not exist; name a recording: the folder or a file of a bag, a table, or '{EXAMPLE}'")


def needed_modules(sources: Sequence[Any]) -> tuple[str, ...]:
    """Return the optional packages that are needed to read `sources`; data from Python needs none."""
    paths = [source for source in sources if isinstance(source, Path)]
    bags = BAG_MODULES if any(not is_table(path) for path in paths) else ()
    stored = any(is_lerobot(path) or path.name.lower().endswith(PARQUET_SUFFIXES) for path in paths)
    parquet = ("pyarrow",) if stored else ()
    return (*bags, *parquet)


def sources_of(recording: RecordingLike) -> list[Any]:
    """Return the parts of one recording as a list; anything but a list or tuple is a single part.

    Raises:
        BagError: a path does not exist.
    """
    parts = recording if isinstance(recording, (list, tuple)) else [recording]
    return [named_recording(part) if isinstance(part, (str, Path)) else part for part in parts]


METADATA = "metadata.yaml"
_STORAGE = re.compile(r"\.(mcap|db3)(\.zstd)?$")


def is_storage(path: Path) -> bool:
    """Return whether a file is a storage file of a bag, by its name."""
    return bool(_STORAGE.search(path.name))


def is_part_of_a_bag(path: Path) -> bool:
    """Return whether a file is part of a bag, by its name, so that it must not be overwritten."""
    return is_storage(path) or path.name == METADATA


def is_bag(folder: Path) -> bool:
    """Return whether a folder is a bag: it has metadata, storage files named after it, or a single storage file."""
    return any(_has_bag(name, below, files) for name, below, files in islice(os.walk(folder), 1))


def _has_bag(folder: str, below: Sequence[str], files: Sequence[str]) -> bool:
    """Return whether a folder with these folders and files is a bag."""
    if METADATA in files:
        return True
    stored = [file for file in files if _STORAGE.search(file)]
    if len(stored) == 1 and not below:
        return True
    name = re.escape(Path(folder).resolve().name)
    return bool(stored) and all(re.match(rf"{name}_\d+\.", file) for file in stored)


def bags_below(folder: Path, searched: Callable[[int], None] = lambda _: None) -> list[Path]:
    """Return the paths of all bags below `folder`, sorted; `folder` itself if it is a bag.

    A storage file outside a bag's folder counts as a separate bag.

    Args:
        folder: the folder.
        searched: receives the number of folders that were searched, after each of them.
    """
    found: list[Path] = []
    for count, (name, below, files) in enumerate(os.walk(folder), 1):
        if _has_bag(name, below, files):
            found.append(Path(name))
            below.clear()
        else:
            found += [Path(name, file) for file in files if _STORAGE.search(file)]
        searched(count)
    return sorted(found)
