"""README, docs/ and CONTRIBUTING: every command line of `puma560` is one that the command takes."""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import shlex
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from puma560_dynamics.cli.command import WrongArgumentsError, parser
from puma560_dynamics.cli.tree import command_words, leaves

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
SHELL = ("", "bash", "sh", "console", "shell")
"""Languages of blocks that hold command lines."""

VALUES = {"KG": "1", "COMMAND": "run", "N": "3"}
"""What stands for a placeholder that is not the name of a file."""


class Line(NamedTuple):
    """A command line of a page."""

    text: str
    whole: bool
    """To be typed as it is; in running text what a command requires may be left out, and the last option's value."""


def arguments(text: str) -> list[str]:
    """What the command gets: up to the next command of the shell, placeholders replaced, dots left out."""
    lexer = shlex.shlex(text, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    found = []
    for token in lexer:
        if set(token) <= set("|&;<>()"):
            break
        word = re.sub(r"\b[A-Z]+\b", lambda name: VALUES.get(name[0], name[0]), token.strip("[]").replace("…", ""))
        if word:
            found.append(word)
    return found[1:]


def lines(page: Path) -> list[Line]:
    """Every command line of `puma560` on a page."""
    text = page.read_text(encoding="utf-8")
    start = r"(?:ros2 run puma560_dynamics |\S*/bin/)?(?=puma560\s)"
    blocks = re.compile(r"^( *)```(\w*)[^\n]*\n(.*?)^\1```$", re.M | re.S)
    found = []
    for _, language, block in blocks.findall(text):
        if language in SHELL:
            typed = block.replace("\\\n", " ").splitlines()
            found += [Line(match[1], True) for one in typed if (match := re.match(rf"[ $]*{start}(.*)", one))]
    inline = re.findall(rf"(?<!`)`{start}([^`]+)`(?!`)", blocks.sub("", text))
    return [*found, *(Line(" ".join(one.split()), False) for one in inline)]


LINES = [(page, line) for page in PAGES for line in lines(page)]


def demand_nothing(found: argparse.ArgumentParser) -> None:
    """Let a parser and those of its commands take a line that leaves out what they require."""
    choices: tuple[Any, ...] = (*found._actions, *found._mutually_exclusive_groups)
    for choice in choices:
        choice.required = False
        if isinstance(choice, argparse._SubParsersAction):
            for child in choice.choices.values():
                demand_nothing(child)


def refusal(line: Line) -> str:
    """What the command says against a line; empty if it takes it."""
    given = arguments(line.text)
    real = parser(command_words(given))
    if not line.whole:
        demand_nothing(real)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            real.parse_args(given)
    except WrongArgumentsError as error:
        named = not line.whole and given[-1].startswith("-") and str(error).endswith(": expected one argument")
        return "" if named else str(error)
    except SystemExit as end:  # --help, --version
        return "" if end.code == 0 else str(end)
    return ""


@pytest.mark.parametrize("line", [pytest.param(line, id=f"{page.stem}: {line.text}") for page, line in LINES])
def test_a_command_line_is_taken(line: Line):
    assert refusal(line) == ""


def test_every_command_is_on_a_page():
    given = {command_words(arguments(line.text)) for _, line in LINES}
    assert set(leaves()) - given == set()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (Line("puma560 dance", False), "invalid choice"),
        (Line("puma560 replay --jump", False), "unrecognized arguments"),
        (Line("puma560 run --rate fast", False), "expected a number"),
        (Line("puma560 replay", True), "required"),
        (Line("puma560 replay", False), ""),
        (Line("puma560 run --record", False), ""),
        (Line("puma560 run --record", True), "expected one argument"),
        (Line("puma560 run --recorder", False), "unrecognized arguments"),
        (Line("puma560 replay [FILE…] | head", True), ""),
    ],
)
def test_what_is_refused(line: Line, words: str):
    found = refusal(line)
    assert words in found and bool(words) == bool(found)
