"""Hints for wrong arguments: misspelt commands, options and values, and arguments at a wrong place."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from pathlib import Path

from .output import program
from .tree import TREE, CommandGroup, command_words, leaves

Actions = Callable[[Sequence[str]], list[argparse.Action]]
"""Function that returns the arguments of a command."""

SIMILAR = 0.7
"""Smallest similarity of an option that is suggested: --poze and --pose have 0.75, unlike words up to 0.6."""


def hint(message: str, given: Sequence[str], actions: Actions) -> str:
    """Return a hint that follows an error message of `argparse`; empty if there is none.

    Args:
        message: the message.
        given: words of the command line.
        actions: function that returns the arguments of a command.
    """
    if similar := _similar_command(given):
        return similar
    group = TREE.get(given[0]) if given else None
    if isinstance(group, CommandGroup) and message.endswith("required: COMMAND"):
        return f": {', '.join(group.commands)}"
    if re.search(r"expected \d+ arguments$", message):
        return ", separated by spaces or commas"
    command = command_words(given)
    if command not in leaves():
        return ""
    found = actions(command)
    if message.startswith("argument --report: ") and "cannot be written" in message and "--report" not in given:
        return ", or give --no-report" if any("--no-report" in each.option_strings for each in found) else ""
    if re.search(r"required: (.*, )?[A-Z]|one of the arguments ARM ", message):
        return _taken_by_an_option(given, found)
    if value := re.match(r"argument (\S+): invalid choice: '(.*)' \(choose from", message):
        return _similar_choice(value[1], value[2], found)
    left = re.match(r"unrecognized arguments: (\S+)", message)
    if left is None:
        return ""
    return _similar_option(left[1], found) if left[1].startswith("-") else _arm(left[1], found)


def _similar_command(given: Sequence[str]) -> str:
    """Return a hint for a misspelt command; empty if the command is correct or similar to no other."""
    known = command_words(given)
    words = given[len(known) : len(known) + 1]
    if not words or words[0].startswith("-") or known in leaves():
        return ""
    commands = {leaf[-1]: leaf for leaf in leaves()} | {name: (name,) for name in TREE}
    found = get_close_matches(words[0], [name for name, leaf in commands.items() if leaf[: len(known)] == known], n=1)
    return f"; did you mean `{' '.join((program(), *commands[found[0]]))}`?" if found else ""


def _taken_by_an_option(given: Sequence[str], actions: Sequence[argparse.Action]) -> str:
    """Return a hint for a missing argument that an option with any number of values has taken."""
    greedy = {option for action in actions if action.nargs == "+" for option in action.option_strings}
    named = [word for word in given if word in greedy]
    return f", before {named[-1]}, which takes all words after it" if named else ""


def _similar_choice(argument: str, value: str, actions: Sequence[argparse.Action]) -> str:
    """Return a hint for a misspelt value of an argument with choices."""
    action = next((each for each in actions if "/".join(each.option_strings) == argument), None)
    choices = list(map(str, (action and action.choices) or ()))
    found = get_close_matches(value, choices, n=1)
    return f"; did you mean {found[0]}?" if found else ""


def _similar_option(word: str, actions: Sequence[argparse.Action]) -> str:
    """Return a hint for a misspelt option, or for an argument that is written as an option."""
    name = word.lstrip("-").partition("=")[0]
    for action in actions:
        if not action.option_strings and action.dest == name.replace("-", "_"):
            return f"; give {action.metavar} alone, without {word}"
    options = [option[2:] for action in actions for option in action.option_strings if option[:2] == "--"]
    similar = get_close_matches(name, options, n=1, cutoff=SIMILAR)
    return f"; did you mean `--{similar[0]}`?" if similar else ""


def _arm(word: str, actions: Sequence[argparse.Action]) -> str:
    """Return a hint for an arm that is given without its option."""
    from ..arm import arm_names
    from .options import ARM_SUFFIXES

    takes = [action.option_strings for action in actions if action.dest == "arm"]
    if takes != [["--arm"]]:  # the command has no option for an arm, or its first word is the arm
        return ""
    return f"; did you mean `--arm {word}`?" if word in arm_names() or Path(word).suffix in ARM_SUFFIXES else ""
