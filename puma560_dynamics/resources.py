"""Where the files next to the code lie: config/, urdf/, launch/."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from .errors import Puma560Error

PACKAGE = "puma560_dynamics"


def share_directories() -> Iterator[Path]:
    """Folders that may hold this package's shared files, best first.

    A source checkout (also an editable or symlinked install) wins, so that no one edits one file
    and runs another; then the ament index, as on a robot; then the environment's own ``share/``.
    """
    checkout = Path(__file__).resolve().parent.parent
    if (checkout / "package.xml").is_file():
        yield checkout
    for prefix in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep):
        marker = Path(prefix) / "share" / "ament_index" / "resource_index" / "packages" / PACKAGE
        if prefix and marker.is_file():
            yield Path(prefix) / "share" / PACKAGE
    yield Path(sys.prefix) / "share" / PACKAGE


def share_file(*parts: str) -> Path:
    """Path of a shared file, e.g. ``share_file("config", "akb1986.yaml")``.

    Raises:
        Puma560Error: the file is in none of the places.
    """
    return _found(parts, Path.is_file)


def share_folder(*parts: str) -> Path:
    """Path of a shared folder, e.g. ``share_folder("examples", "pick_and_place")``.

    Raises:
        Puma560Error: the folder is in none of the places.
    """
    return _found(parts, Path.is_dir)


def _found(parts: tuple[str, ...], is_there: Callable[[Path], bool]) -> Path:
    looked = list(share_directories())
    for directory in looked:
        path = directory.joinpath(*parts)
        if is_there(path):
            return path
    places = ", ".join(str(directory) for directory in looked)
    raise Puma560Error(f"{'/'.join(parts)} was not found in {places}; install the package again (pip install .)")
