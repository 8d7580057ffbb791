"""Lines that name the files which a command wrote, in one form for all commands."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text


def show_written(console: Console, *paths: Path | str) -> None:
    """Print one line ``wrote PATH`` for each path.

    Args:
        console: console to print to.
        paths: paths of files and folders.
    """
    for path in paths:
        console.print(Text(f"wrote {path}"), soft_wrap=True)  # without line breaks, so that the path can be copied
