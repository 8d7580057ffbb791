"""Recordings that a person names on the command line."""

from __future__ import annotations

from pathlib import Path

from ..errors import BagError
from ..resources import share_folder

EXAMPLE = Path("example")
"""Stands for the recording that comes with the package, where there is nothing of that name."""

MODULES = ("rosbags", "mcap")
"""Optional packages that reading a bag needs."""


def found_bag(path: Path) -> Path:
    """`path`, or the recording that comes with the package where it is named ``example``.

    Raises:
        BagError: there is nothing at `path`.
    """
    if path.exists():
        return path
    if path == EXAMPLE:
        return share_folder("examples", "pick_and_place")
    raise BagError(f"{path} does not exist; name the folder or a file of a recording, or '{EXAMPLE}'")
