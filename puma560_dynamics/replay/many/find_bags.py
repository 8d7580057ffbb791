"""The bags below a folder."""

from __future__ import annotations

import os
import re
from pathlib import Path

METADATA = "metadata.yaml"
_STORAGE = re.compile(r"\.(mcap|db3)(\.zstd)?$")


def is_storage(path: Path) -> bool:
    """Whether a file looks like one of a bag, by its name."""
    return bool(_STORAGE.search(path.name))


def is_part_of_a_bag(path: Path) -> bool:
    """Whether a file is one that a bag consists of, by its name: nothing else may be written there."""
    return is_storage(path) or path.name == METADATA


def is_bag(folder: Path) -> bool:
    """Whether a folder is one bag: it has metadata, files that rosbag2 named after the folder, or one file alone."""
    if (folder / METADATA).is_file():
        return True
    inside = list(folder.iterdir())
    files = [path for path in inside if is_storage(path)]
    if len(files) == 1 and not any(path.is_dir() for path in inside):
        return True
    return bool(files) and all(re.match(rf"{re.escape(folder.name)}_\d+\.", path.name) for path in files)


def bags_below(folder: Path) -> list[Path]:
    """Every bag below `folder`, in order of their paths; `folder` itself if it is one.

    Storage files that belong to no separate folder are bags of one file each.
    """
    found: list[Path] = []
    for name, below, files in os.walk(folder):
        here = Path(name)
        if is_bag(here):
            found.append(here)
            below.clear()
        else:
            found += [here / file for file in files if is_storage(here / file)]
    return sorted(found)
