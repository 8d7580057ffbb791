"""The `puma560` command."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from . import __version__
from .commands import (
    abbreviate,
    arm,
    constants,
    derive,
    errata,
    excite,
    gyroscopic,
    identify,
    measure,
    multirate,
    papers,
    replay,
    run,
    simulate,
    stanford,
    tables,
    urdf,
)
from .commands.output import fail
from .errors import Puma560Error

INTERRUPTED = 130
BROKEN_PIPE = 141
"""What a shell reports for a program that SIGPIPE ended."""

_COMMANDS = (
    run,
    replay,
    excite,
    identify,
    arm,
    constants,
    tables,
    derive,
    abbreviate,
    multirate,
    simulate,
    gyroscopic,
    errata,
    papers,
    urdf,
    measure,
    stanford,
)


class _Parser(argparse.ArgumentParser):
    """Wrong arguments are an error like any other: also as JSON for those who asked for it."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        sys.exit(fail(message, "--json" in sys.argv))


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = _Parser(
        prog="puma560",
        description="Explicit dynamics of the PUMA 560 (Armstrong, Khatib and Burdick 1986).",
        epilog="Exit codes: 0 everything holds, 1 a check failed, 2 wrong input or missing software.",
    )
    top.add_argument("--version", action="version", version=f"puma560_dynamics {__version__}")
    subparsers = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in _COMMANDS:
        command.add(subparsers)
    return top


def main(args: Sequence[str] | None = None) -> int:
    """Run one command; every foreseen error is one sentence and a non-zero exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ± still gets its table
    arguments = parser().parse_args(args)
    try:
        return int(arguments.run(arguments))
    except Puma560Error as error:
        return fail(str(error), arguments.json)
    except KeyboardInterrupt:
        return fail("interrupted", arguments.json, INTERRUPTED)
    except BrokenPipeError:  # `puma560 errata | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE


if __name__ == "__main__":
    sys.exit(main())
