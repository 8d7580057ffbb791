"""The folder that a command writes: its option, the check that nothing else is in it, and the writing."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from ..errors import Puma560Error
from ..files import write_whole
from .values import any_path


def add_folder_option(parser: argparse.ArgumentParser) -> None:
    """Add the option ``-o`` of the folder."""
    parser.add_argument(
        "-o",
        "--output",
        type=any_path,
        required=True,
        metavar="DIR",
        help="folder to write: a new or empty one, or one in which an earlier call wrote the same package",
    )


def check_folder(folder: Path, mark: str, package: str = "") -> None:
    """Raise if a folder contains files other than those of an earlier call.

    Args:
        folder: folder to write.
        mark: words in the first line of CMakeLists.txt, by which the files of an earlier call are recognised.
        package: name of the package; by default the mark is enough.

    Raises:
        Puma560Error: the folder contains other files or another package, or is not a folder.
    """
    if not folder.exists():
        return
    if not folder.is_dir():
        raise Puma560Error(f"{folder} is not a folder; name a new one with -o")
    if not any(folder.iterdir()):
        return
    cmake = folder / "CMakeLists.txt"
    text = cmake.read_text(encoding="utf-8", errors="replace") if cmake.is_file() else ""
    if mark not in text.split("\n", 1)[0]:
        raise Puma560Error(
            f"{folder} contains other files than those of this package, which needs its own folder; name a new or "
            "empty one with -o"
        )
    if package and f"project({package} " not in text:
        raise Puma560Error(f"{folder} contains another package than {package}; name a new or empty folder with -o")


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write texts by their path in a folder.

    A file in ``config/`` that differs may have been edited: it is kept, the new one is written next to it, and standard
    error says so.
    """
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        present = folder / path
        if path.startswith("config/") and present.is_file() and present.read_bytes() != text.encode():
            write_whole(folder / f"{path}.new", text)
            print(f"kept {path}, which differs; the new one is {path}.new", file=sys.stderr)
        else:
            write_whole(present, text)
