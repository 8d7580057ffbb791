"""Parser of the command line, and `main`, which runs one command and reports errors as a message and an exit code."""

from __future__ import annotations

import argparse
import codecs
import io
import keyword
import os
import re
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import FrameType
from typing import Any, NoReturn

from ..errors import Puma560Error, reason_of
from ..version import __version__
from . import completion
from .output import fail, program, renamed
from .tree import TREE, CommandGroup, command_words, help_lines

INTERRUPTED, TERMINATED = 130, 143

TRACEBACK = "PUMA560_TRACEBACK"
"""Environment variable that shows the traceback of an unexpected error if it is set."""


class WrongArgumentsError(Exception):
    """Raised if the command line has wrong arguments."""


class _Parser(argparse.ArgumentParser):
    """Argument parser that raises on wrong arguments, so that they are reported like all other errors.

    A word that begins as a negative number, such as ``-10,20``, is a value and not an option. Numbers of one option may
    be separated by spaces or commas.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._negative_number_matcher = re.compile(r"-\.?\d")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the words after the program or command, as `argparse` does."""
        words = list(sys.argv[1:] if args is None else args)
        return super().parse_known_args(separated(words, self._option_string_actions), namespace)

    def error(self, message: str) -> NoReturn:
        raise WrongArgumentsError(message)

    def format_help(self) -> str:
        return renamed(super().format_help())


def separated(words: Sequence[str], options: Mapping[str, argparse.Action]) -> list[str]:
    """Return words of the command line with one word for each number of an option that takes several.

    Such numbers may be separated by spaces or commas: ``--payload-center 0,0,0.1``, ``--payload-center "0 0 0.1"``.

    Args:
        words: words of the command line.
        options: option strings with the arguments that they stand for.
    """
    found: list[str] = []
    several = False
    for word in words:
        option, _, value = word.partition("=")
        if re.match(r"--?[a-zA-Z]", word):
            several = _takes_numbers(option, options)
            if not (several and value):
                found.append(word)
                continue
            found.append(option)
            word = value
        numbers = several and re.fullmatch(r"[-+.,\s\deE]+", word)
        found += filter(None, re.split(r"[\s,]+", word)) if numbers else [word]
    return found


def _takes_numbers(given: str, options: Mapping[str, argparse.Action]) -> bool:
    """Return whether an option, which may be abbreviated, takes several numbers of `number_type`."""
    named = {id(action): action for option, action in options.items() if option.startswith(given)}
    action = options.get(given) or (next(iter(named.values())) if len(named) == 1 else None)
    return action is not None and action.nargs not in (None, 0, "?") and getattr(action.type, "known", None) == ()


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that the encoding of a stream does not have; an error handler of `codecs`."""
    from ..report.text_table import PLAIN

    if not isinstance(error, UnicodeEncodeError):
        raise error
    found = error.object[error.start : error.end].translate(PLAIN)
    return found.encode(error.encoding, "replace").decode(error.encoding), error.end


codecs.register_error("puma560", _plain)


class Terminated(BaseException):
    """Raised on SIGTERM; derived from BaseException, so that no ``except Exception`` catches it."""


def _terminate(number: int, frame: FrameType | None) -> None:
    raise Terminated


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
    signal.signal(signal.SIGTERM, _terminate)
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
            stream.reconfigure(errors="puma560")  # for terminals that cannot show characters such as ±
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
        from .hints import hint

        command = " ".join((program(), *command_words(given)))
        return fail(f"{error}{hint(str(error), given, _actions)}; see `{command} --help`", as_json)
    except Puma560Error as error:
        return fail(str(error), as_json)
    except KeyboardInterrupt:
        return fail("interrupted", as_json, INTERRUPTED)
    except Terminated:
        return fail("terminated", as_json, TERMINATED)
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


def _actions(command: Sequence[str]) -> list[argparse.Action]:
    """Return the arguments of a command."""
    found = parser(command)
    for word in command:
        group = next(action for action in found._actions if isinstance(action, argparse._SubParsersAction))
        found = group.choices[word]
    return found._actions
