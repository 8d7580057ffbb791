"""Output of every command: tables on the terminal, or one JSON object with the key ``"ok"`` for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from ..report.text_table import TextTable

OK, FAILED, USAGE = 0, 1, 2
"""Exit codes: all checks passed; a check failed; the input or the environment is wrong."""

PROGRAMS = ("puma560", "arm_dynamics")
"""Names of the program; texts in the package use the first one."""


def program() -> str:
    """Return the name with which the program was called."""
    name = Path(sys.argv[0]).stem
    return name if name in PROGRAMS else PROGRAMS[0]


def renamed(text: str) -> str:
    """Replace the program's name in the commands of a text by the name with which the program was called."""
    return text.replace(f"`{PROGRAMS[0]} ", f"`{program()} ")


def console() -> Console:
    """Return the console for terminal output."""
    from rich.console import Console  # takes time that a help text must not take

    class Renaming(Console):
        def print(self, *objects: Any, **more: Any) -> None:
            more.setdefault("crop", False)  # a row that is too long must not lose its last numbers
            super().print(*(renamed(each) if isinstance(each, str) else each for each in objects), **more)

    return Renaming(highlight=False)


def escape(text: str) -> str:
    """Escape a text so that the console shows it without interpreting markup."""
    from rich.markup import escape as escaped

    return escaped(text)


def show_written(out: Console, *paths: Path | str) -> None:
    """Print one line ``wrote PATH`` for each path, in the form of all commands."""
    from ..report.written_files import show_written as show  # imports rich

    show(out, *paths)


def table(title: str, *headings: str) -> TextTable:
    """Return a table for the console; a heading that begins with ">" marks a column of numbers."""
    from ..report.text_table import TextTable

    return TextTable(title, *headings)


def print_json(data: Mapping[str, Any]) -> int:
    """Print `data`, which has the key ``"ok"``, and return the matching exit code."""
    print(renamed(json.dumps(data, indent=2, allow_nan=False)))
    return OK if data["ok"] else FAILED


def fail(message: str, as_json: bool, code: int = USAGE) -> int:
    """Print an error message on standard error (and as JSON), and return the exit code."""
    message = renamed(message)
    if as_json:
        print(json.dumps({"ok": False, "error": message}, indent=2))
    print(f"{program()}: error: {message}", file=sys.stderr)
    return code
