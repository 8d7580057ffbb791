"""Markdown text of all `puma560` commands with their arguments, from the argument parsers."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from puma560_dynamics.cli.command import parser

Words = tuple[str, ...]

SHARED = {
    "--arm": "",
    "--base": "",
    "--tip": "",
    "--hold": "",
    "--without": "",
    "--upright": "",
    "--argument": "",
    "--payload-mass": "mass of the load on the last link, kg (default: 0, no load)",
    "--payload-center": "",
    "--payload-inertia": "",
    "--payload-link": "",
    "--columns": "",
    "--joint-map": "",
    "--cut-off": "",
    "--output": "`-o`: what the command makes, a file or the folder (DIR) of several files",
    "--report": "page for people (.html)",
    "--plot": "figure (.png, .svg or .pdf)",
    "--json": "",
}
"""Options with the same meaning in all commands; a text is given if the commands' help texts differ."""


def commands(words: Words = ()) -> Iterator[tuple[Words, argparse.ArgumentParser, str]]:
    """Yield words, parser and purpose of every command that has arguments, in the order of the help text."""
    group = _children(_parser_of(words))
    if group is None:
        return
    purposes = {choice.dest: choice.help or "" for choice in group._choices_actions}
    for name in group.choices:
        command = (*words, name)
        found = _parser_of(command)
        if _children(found) is None:
            yield command, found, purposes[name]
        else:
            yield from commands(command)


def markdown() -> str:
    """Return one section per command with purpose and arguments."""
    return "\n\n".join(_section(*command) for command in commands())


def shared_options() -> str:
    """Return a table with one row per option in `SHARED`, with its meaning."""
    meanings = dict(SHARED)
    for _, command, _ in commands():
        for action in command._actions:
            for option in SHARED.keys() & set(action.option_strings):
                meanings[option] = meanings[option] or _sentence(action.help or "")
    rows = [f"| `{option}` | {meaning} |" for option, meaning in meanings.items()]
    return "\n".join(("| option | meaning |", "|---|---|", *rows))


def _parser_of(words: Words) -> argparse.ArgumentParser:
    found = parser(words)
    for word in words:
        group = _children(found)
        assert group is not None
        found = group.choices[word]
    return found


def _children(found: argparse.ArgumentParser) -> argparse._SubParsersAction[argparse.ArgumentParser] | None:
    return next((action for action in found._actions if isinstance(action, argparse._SubParsersAction)), None)


def _section(words: Words, found: argparse.ArgumentParser, purpose: str) -> str:
    parts = [f"## puma560 {' '.join(words)}", _sentence(found.description or purpose)]
    rows = [_argument(found, action) for action in found._actions if action.dest != "help"]
    return "\n\n".join([*parts, *rows])


def _argument(found: argparse.ArgumentParser, action: argparse.Action) -> str:
    shown = action.metavar if action.metavar is not None else action.dest.upper()
    if action.choices is not None and action.metavar is None:
        shown = "{" + ",".join(map(str, action.choices)) + "}"
    value = " ".join(shown) if isinstance(shown, tuple) else shown
    names = [f"{option} {value}" if action.nargs != 0 else option for option in action.option_strings] or [value]
    help_text = (action.help or "") % {**vars(action), "prog": found.prog}
    return f"{', '.join(f'`{name}`' for name in names)}\n: {_sentence(help_text)}"


def _sentence(text: str) -> str:
    """Escape plain text for Markdown, except code in backticks."""
    parts = re.split(r"(`[^`]*`)", " ".join(text.split()))
    return "".join(part if part.startswith("`") else re.sub(r"([\\*_<>\[\]$|])", r"\\\1", part) for part in parts)
