"""Reads the command line, runs one command, and turns every error into one sentence and an exit code."""

from __future__ import annotations

import argparse
import io
import keyword
import os
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from ..errors import Puma560Error
from ..version import __version__
from .output import fail
from .tree import TREE, CommandGroup, command_words

INTERRUPTED = 130
BROKEN_PIPE = 141
"""What a shell reports for a program that SIGPIPE ended."""

TRACEBACK = "PUMA560_TRACEBACK"
"""Environment variable: show the traceback of an error that was not foreseen."""


class WrongArgumentsError(Exception):
    """Arguments that the command does not take."""


class _Parser(argparse.ArgumentParser):
    """Wrong arguments are an error like any other: also as JSON for those who asked for it."""

    def error(self, message: str) -> NoReturn:
        raise WrongArgumentsError(message)


def parser(wanted: Sequence[str] = ()) -> argparse.ArgumentParser:
    """The command line.

    Args:
        wanted: words of the one command whose arguments are needed, e.g. ``("paper", "errata")``; the modules of
            the others are not imported, for the sake of time.
    """
    top = _Parser(
        prog="puma560",
        description="Explicit dynamics of the PUMA 560 (Armstrong, Khatib and Burdick 1986).",
        epilog="Exit codes: 0 everything holds, 1 a check failed, 2 wrong input or missing software.",
    )
    top.add_argument("--version", action="version", version=f"puma560_dynamics {__version__}")
    subparsers = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, entry in TREE.items():
        chosen = tuple(wanted[:1]) == (name,)
        if not isinstance(entry, CommandGroup):
            parser = subparsers.add_parser(name, help=entry, description=_sentence(entry))
            if chosen:
                _add_options(parser, name)
            continue
        group = subparsers.add_parser(name, help=entry.about, description=entry.description or _sentence(entry.about))
        children = group.add_subparsers(dest="subcommand", required=True, metavar="COMMAND")
        for child, about in entry.commands.items():
            parser = children.add_parser(child, help=about, description=_sentence(about))
            if chosen and tuple(wanted[1:2]) == (child,):
                _add_options(parser, name, child)
    return top


def _sentence(about: str) -> str:
    return f"{about[0].upper()}{about[1:]}."


def module_name(word: str) -> str:
    """The name of a command's module and function: Python's own words get an underscore."""
    name = word.replace("-", "_")
    return f"{name}_" if keyword.iskeyword(name) else name


def _add_options(parser: argparse.ArgumentParser, *command: str) -> None:
    """Add the arguments of a command, ``--json`` among them; its options may set ``refuse``, called before the work."""
    names = [module_name(word) for word in command]
    add = getattr(import_module(f".options.{names[0]}", __package__), names[-1])
    add(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object on standard output")
    parser.set_defaults(module=".".join(["", *names]))
    if parser.get_default("refuse") is None:
        parser.set_defaults(refuse=lambda arguments: None)


def main(args: Sequence[str] | None = None) -> int:
    """Run one command; every error is one sentence and a non-zero exit code."""
    begun = time.monotonic()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ± still gets its table
    given = sys.argv[1:] if args is None else list(args)
    as_json = "--json" in given
    try:
        arguments = parser(command_words(given)).parse_args(given)
        from .progress import SILENCE, Progress  # not for a help text

        if args is None:  # the process is this command
            SILENCE.start(begun)
        with Progress("loading"):  # imports take seconds on a slow or busy machine
            arguments.refuse(arguments)
            command = import_module(arguments.module, __package__)
        return int(command.run(arguments))
    except WrongArgumentsError as error:
        return fail(f"{error}; see `{' '.join(('puma560', *command_words(given)))} --help`", as_json)
    except Puma560Error as error:
        return fail(str(error), as_json)
    except KeyboardInterrupt:
        return fail("interrupted", as_json, INTERRUPTED)
    except BrokenPipeError:  # `puma560 paper errata | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except MemoryError:
        return fail("not enough memory for this; ask for less: fewer samples, bags or digits", as_json)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return fail(f"{where}{(error.strerror or str(error)).lower()}; choose another file or folder", as_json)
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        what = f"{type(error).__name__}: {error}".rstrip(": ")
        return fail(f"a defect of this program ({what}); please report it, with what {TRACEBACK}=1 shows", as_json)
