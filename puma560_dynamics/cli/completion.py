"""Completion of the command line in a shell by argcomplete, as `ros2` completes its own commands.

The shell calls the program with the line typed so far and expects the possible next words. The parser is built for the
command of that line only, so that no module of another command is imported.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from typing import Any

REQUEST, LINE, POINT = "_ARGCOMPLETE", "COMP_LINE", "COMP_POINT"
"""Environment variables of a request: that it is one, the line, and the position of the cursor in bytes."""


def requested() -> bool:
    """Return whether the shell asks for completions."""
    return REQUEST in os.environ and LINE in os.environ


def complete(parser: Callable[[Sequence[str]], argparse.ArgumentParser]) -> None:
    """Answer the shell and end the process.

    Args:
        parser: function that returns the parser for the words of a line.
    """
    from argcomplete import autocomplete

    line = os.environ[LINE].encode()[: int(os.environ.get(POINT, "0") or 0) or None].decode(errors="ignore")
    words = line.split()[1:]
    if words and not line[-1].isspace():
        words = words[:-1]  # the word that is being typed
    autocomplete(parser(words))


def completes(action: argparse.Action, words: Callable[[], Sequence[str]]) -> argparse.Action:
    """Let the shell complete an argument by words, or by the name of a file.

    Args:
        action: argument of a parser.
        words: function that returns the words.

    Returns:
        The action.
    """

    def found(prefix: str, **_: Any) -> list[str]:
        from argcomplete.completers import FilesCompleter

        files: list[str] = list(FilesCompleter()(prefix))
        return [*(word for word in words() if word.startswith(prefix)), *files]

    action.completer = found  # type: ignore[attr-defined]
    return action
