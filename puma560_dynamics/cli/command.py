"""Parser of the command line, and `main`, which runs one command and reports errors as a message and an exit code."""

from __future__ import annotations

import argparse
import io
import keyword
import os
import re
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from ..errors import Puma560Error, reason_of
from ..version import __version__
from . import completion
from .output import fail, program, renamed
from .tree import TREE, CommandGroup, command_words, help_lines, leaves

INTERRUPTED = 130

TRACEBACK = "PUMA560_TRACEBACK"
"""Environment variable that shows the traceback of an unexpected error if it is set."""


SIMILAR = 0.7
"""Smallest similarity of an option that is suggested: --poze and --pose have 0.75, unlike words up to 0.6."""


class WrongArgumentsError(Exception):
    """Raised if the command line has wrong arguments."""


class _Parser(argparse.ArgumentParser):
    """Argument parser that raises on wrong arguments, so that they are reported like all other errors.

    A word that begins as a negative number, such as ``-10,20``, is a value and not an option.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._negative_number_matcher = re.compile(r"-\.?\d")

    def error(self, message: str) -> NoReturn:
        raise WrongArgumentsError(message)

    def format_help(self) -> str:
        return renamed(super().format_help())


class _Pipe(io.FileIO):
    """Standard stream that ignores a closed pipe, for readers such as ``head -1`` that end before the command.

    Attributes:
        failed: reason why something could not be written, such as a full disk; empty if all was written.
    """

    failed = ""

    def write(self, data: Any) -> int:
        """Write `data`; discard it if the reader has closed the pipe, or if it cannot be written."""
        try:
            return super().write(data)
        except BrokenPipeError:
            return memoryview(data).nbytes
        except OSError as error:
            self.failed = reason_of(error)
            return memoryview(data).nbytes


def parser(wanted: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Return the parser of the command line.

    Args:
        wanted: words of the command whose arguments are needed, such as ``("paper", "errata")``; the modules of other
            commands are not imported, to save time.
    """
    top = _Parser(
        prog=program(),
        description="Dynamics of serial robot arms: feed-forward torque, identification, replay of recordings, and "
        "generated code.",
        epilog="Exit codes: 0 all checks passed, 1 a check failed, 2 wrong input or missing software.",
    )
    top.add_argument("--version", action="version", version=f"puma560_dynamics {__version__}")
    subparsers = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, entry in TREE.items():
        chosen = tuple(wanted[:1]) == (name,)
        if not isinstance(entry, CommandGroup):
            parser = subparsers.add_parser(name, help=entry, description=_sentence(entry))
            if chosen:
                _add_arguments(parser, name)
            continue
        group = subparsers.add_parser(name, help=entry.about, description=entry.description or _sentence(entry.about))
        children = group.add_subparsers(dest="subcommand", required=True, metavar="COMMAND")
        for child, about in entry.commands.items():
            parser = children.add_parser(child, help=about, description=_sentence(about))
            if chosen and tuple(wanted[1:2]) == (child,):
                _add_arguments(parser, name, child)
    return top


def _sentence(about: str) -> str:
    return f"{about[0].upper()}{about[1:]}."


def _add_arguments(parser: argparse.ArgumentParser, *command: str) -> None:
    """Add the arguments of a command, including ``--json``."""
    names = [f"{name}_" if keyword.iskeyword(name) else name for name in (word.replace("-", "_") for word in command)]
    module = import_module(".".join(["", *names]), __package__)
    module.add_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object on standard output")
    parser.set_defaults(run=module.run)


def main(args: Sequence[str] | None = None) -> int:
    """Run one command; report an error as one message and return a nonzero exit code."""
    if args is not None:
        return _run(list(args))
    begun = time.monotonic()
    if completion.requested():
        completion.complete(lambda words: parser(command_words(words)), help_lines())
    from .progress import SILENCE

    SILENCE.start(begun)
    sys.stdout, sys.stderr = _through_pipe(sys.stdout), _through_pipe(sys.stderr)
    try:
        code = _run(sys.argv[1:])
    except SystemExit as end:  # argparse, after a help text
        code = end.code if isinstance(end.code, int) else 0
    return _delivered(code)


def _delivered(code: int) -> int:
    """Return the exit code, after all output was written; report output that could not be written."""
    if sys.stdout is None:  # closed before the command began
        return code
    sys.stdout.flush()
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    if not isinstance(raw, _Pipe) or not raw.failed:
        return code
    return fail(f"the output could not be written: {raw.failed}; send it to another file or device", False)


def _run(given: list[str]) -> int:
    """Run one command, with the words after the name of the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # for terminals that cannot show characters such as ±
    if "help" in given[:1]:  # `puma560 help replay`
        given = [*given[1:], "--help"]
    elif given[1:2] == ["help"] and isinstance(TREE.get(given[0]), CommandGroup):
        given = [given[0], *given[2:], "--help"]
    as_json = "--json" in given
    try:
        arguments = parser(command_words(given)).parse_args(given)
        return int(arguments.run(arguments))
    except WrongArgumentsError as error:
        if given and given[0].startswith("-"):  # before argparse misses the command
            return fail(f"expected a command before {given[0]}; see `{program()} --help`", as_json)
        command = " ".join((program(), *command_words(given)))
        return fail(f"{error}{_suggestion(given) or _hint(str(error), given)}; see `{command} --help`", as_json)
    except Puma560Error as error:
        return fail(str(error), as_json)
    except KeyboardInterrupt:
        return fail("interrupted", as_json, INTERRUPTED)
    except MemoryError:
        return fail("there is not enough memory; use fewer samples, bags or digits", as_json)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return fail(f"{where}{(error.strerror or str(error)).lower()}; choose another file or folder", as_json)
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        what = f"{type(error).__name__}: {error}".rstrip(": ")
        return fail(
            f"this is a defect of the program ({what}); please report it with the traceback that {TRACEBACK}=1 shows",
            as_json,
        )


def _through_pipe(stream: Any) -> Any:
    """Wrap a standard stream of this process so that a closed pipe is ignored; return other streams unchanged."""
    try:
        raw = _Pipe(stream.fileno(), "w", closefd=False)
    except (AttributeError, OSError):
        return stream
    stream.flush()
    by_line = stream.line_buffering or stream.write_through
    return io.TextIOWrapper(io.BufferedWriter(raw), stream.encoding, stream.errors, line_buffering=by_line)


def _suggestion(given: Sequence[str]) -> str:
    """Return a suggestion for a misspelt command; empty if the command is correct or similar to no other."""
    known = command_words(given)
    words = given[len(known) : len(known) + 1]
    if not words or words[0].startswith("-") or known in leaves():
        return ""
    from difflib import get_close_matches

    commands = {leaf[-1]: leaf for leaf in leaves()} | {name: (name,) for name in TREE}
    found = get_close_matches(words[0], [name for name, leaf in commands.items() if leaf[: len(known)] == known], n=1)
    return f"; did you mean `{' '.join((program(), *commands[found[0]]))}`?" if found else ""


def _actions(command: Sequence[str]) -> list[argparse.Action]:
    """Return the arguments of a command."""
    found = parser(command)
    for word in command:
        group = next(action for action in found._actions if isinstance(action, argparse._SubParsersAction))
        found = group.choices[word]
    return found._actions


def _hint(message: str, given: Sequence[str]) -> str:
    """Return a hint for a misspelt option, an arm without its option, commas, or the commands of a group; or none."""
    group = TREE.get(given[0]) if given else None
    if isinstance(group, CommandGroup) and message.endswith("required: COMMAND"):
        return f": {', '.join(group.commands)}"
    if re.search(r"expected \d+ arguments$", message):
        return ", separated by spaces"
    left = re.match(r"unrecognized arguments: (\S+)", message)
    command = command_words(given)
    if left is None or command not in leaves():
        return ""
    word = left[1]
    if word.startswith("--"):
        from difflib import get_close_matches

        options = [option[2:] for action in _actions(command) for option in action.option_strings if option[:2] == "--"]
        similar = get_close_matches(word[2:].partition("=")[0], options, n=1, cutoff=SIMILAR)
        return f"; did you mean `--{similar[0]}`?" if similar else ""
    from ..arm import arm_names

    takes = [action.option_strings for action in _actions(command) if action.dest == "arm"]
    if takes != [["--arm"]]:  # the command has no option for an arm, or its first word is the arm
        return ""
    is_arm = word in arm_names() or Path(word).suffix in (".urdf", ".xacro", ".xml", ".yaml", ".yml")
    return f"; did you mean `--arm {word}`?" if is_arm else ""
