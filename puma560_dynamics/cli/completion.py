"""Completion of the command line in a shell by argcomplete, as `ros2` completes its own commands.

The shell calls the program with the line typed so far and expects the possible next words. The parser is built for the
command of that line only, so that no module of another command is imported.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Sequence
from typing import Any

REQUEST, LINE, POINT, SHELL = "_ARGCOMPLETE", "COMP_LINE", "COMP_POINT", "_ARGCOMPLETE_SHELL"
"""Environment variables of a request: that it is one, the line, the position of the cursor, the name of the shell."""

_PART = re.compile(r"""(?P<end>[;&|()\n]+)|(?P<space>[^\S\n]+)|(?:[^\s;&|()'"\\]|\\.?|'[^']*'?|"(?:[^"\\]|\\.?)*"?)+""")
"""Part of a line of a shell: the end of a command, space, or a word."""

_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")

_HELP = re.compile(r"^(\S+\s+)help\s+(?=\S+\s)")

_REMARK = re.compile(r"[;:] | \(|,? such as |, e\.g\. ")
"""Where the first statement of a help text ends."""


def requested() -> bool:
    """Return whether the shell asks for completions."""
    return REQUEST in os.environ and LINE in os.environ


def complete(parser: Callable[[Sequence[str]], argparse.ArgumentParser], commands: Sequence[str]) -> None:
    """Answer the shell and end the process.

    Args:
        parser: function that returns the parser for the words of a line.
        commands: lines of help of the commands, which are shown next to their names.
    """
    from argcomplete import CompletionFinder

    class Finder(CompletionFinder):
        """Shows options only where no other word can follow, with short descriptions that fit the list of a shell."""

        def collect_completions(self, active_parsers: Any, parsed_args: Any, cword_prefix: str) -> list[str]:
            found: list[str] = super().collect_completions(active_parsers, parsed_args, cword_prefix)
            shown = self.get_display_completions()
            for word, text in shown.items():
                if text not in commands:
                    shown[word] = short(text) if word.startswith("-") else ""
            return [word for word in found if not word.startswith("-")] or found

    line = before_cursor(os.environ[LINE], int(os.environ.get(POINT, "0") or 0), os.environ.get(SHELL, "bash"))
    line = _HELP.sub(r"\1", line)  # `puma560 help measure` has the words of `puma560 measure`
    os.environ[LINE], os.environ[POINT] = line, str(len(line))
    words = line.split()[1:]
    if words and not line[-1].isspace():
        words = words[:-1]  # the word that is being typed
    Finder()(parser(words), always_complete_options="long", default_completer=_values)  # type: ignore[arg-type]


def before_cursor(line: str, point: int, shell: str) -> str:
    """Return the command of a line up to the cursor.

    It begins with the name of the program. zsh also passes what is before it: other commands, and variables that are
    set for the command.

    Args:
        line: the line.
        point: position of the cursor: in bytes in bash, in characters in zsh and fish.
        shell: name of the shell.
    """
    line = line[: point or None] if shell != "bash" else line.encode()[: point or None].decode(errors="ignore")
    start: int | None = None
    for part in _PART.finditer(line):
        if part["end"]:
            start = None
        elif start is None and not part["space"] and not _ASSIGNMENT.match(part[0]):
            start = part.start()
    return line if start is None else line[start:]


def short(text: str) -> str:
    """Return the first statement of a help text."""
    return _REMARK.split(text, maxsplit=1)[0]


def completes(action: argparse.Action, words: Callable[[], Sequence[str]], *, files: bool = True) -> argparse.Action:
    """Let the shell complete an argument by words, or by the name of a file.

    Args:
        action: argument of a parser.
        words: function that returns the words.
        files: whether a file may be named.

    Returns:
        The action.
    """

    def found(prefix: str, **_: Any) -> list[str]:
        return [*(word for word in words() if word.startswith(prefix)), *(_files(prefix) if files else [])]

    action.completer = found  # type: ignore[attr-defined]
    return action


def _values(prefix: str, action: argparse.Action, **_: Any) -> list[str]:
    """Return the values of an argument without choices: names of a list with commas, no numbers, else files."""
    known: Sequence[str] | None = getattr(action.type, "known", None)
    if known is None:
        return _files(prefix)
    before, comma, _last = prefix.rpartition(",")
    given = before.split(",")
    return [f"{before}{comma}{word}" for word in known if word not in given]


def _files(prefix: str) -> list[str]:
    from argcomplete.completers import FilesCompleter

    return list(FilesCompleter()(prefix))
