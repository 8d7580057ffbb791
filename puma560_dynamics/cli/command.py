"""The `puma560` command."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import NoReturn

from .. import __version__
from ..errors import Puma560Error
from .output import fail

INTERRUPTED = 130
BROKEN_PIPE = 141
"""What a shell reports for a program that SIGPIPE ended."""

COMMANDS = {
    "run": "drive the simulated arm over ROS 2 and compare feed-forward settings",
    "replay": "compare a recorded bag with the model: what agrees, what does not, and why",
    "excite": "make a motion that shows the arm's parameters, inside its limits",
    "identify": "fit the arm file to recorded bags, with standard errors",
    "arm": "check an arm file and show gravity load, motors and limits",
    "constants": "the model's constants beside table A3 of the paper",
    "tables": "operation counts beside tables 1, 2 and 3; the abbreviated model's error",
    "derive": "derive the dynamics of any serial arm and write them as C, Python, LaTeX or a table",
    "abbreviate": "calculations against torque error of abbreviated models",
    "multirate": "torque error of refreshing the configuration-dependent terms less often (section 3)",
    "simulate": "let the arm swing or drive it by its forward dynamics (section 4)",
    "gyroscopic": "torques of the motors' spinning rotors, which the paper neglects",
    "errata": "where the paper's text had to be mended, with the proof of each",
    "papers": "every table, figure and claim of the three papers beside ours, with a verdict each",
    "urdf": "generate the URDF from the arm data",
    "measure": "inertias from oscillation periods, with tolerances (section 5 of the paper)",
    "stanford": "Kane and Levinson's Stanford Arm: its claims and its figures",
}
"""Every command and what it is for; the module of that name beside this one adds its arguments."""


class _Parser(argparse.ArgumentParser):
    """Wrong arguments are an error like any other: also as JSON for those who asked for it."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        sys.exit(fail(message, "--json" in sys.argv))


def parser(wanted: Iterable[str] = COMMANDS) -> argparse.ArgumentParser:
    """The command line.

    Args:
        wanted: commands whose arguments are needed; the modules of the others are not imported, for the sake of time.
    """
    top = _Parser(
        prog="puma560",
        description="Explicit dynamics of the PUMA 560 (Armstrong, Khatib and Burdick 1986).",
        epilog="Exit codes: 0 everything holds, 1 a check failed, 2 wrong input or missing software.",
    )
    top.add_argument("--version", action="version", version=f"puma560_dynamics {__version__}")
    subparsers = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, about in COMMANDS.items():
        if name in wanted:
            import_module(f".{name}", __package__).add(subparsers, about)
        else:
            subparsers.add_parser(name, help=about)
    return top


def main(args: Sequence[str] | None = None) -> int:
    """Run one command; every foreseen error is one sentence and a non-zero exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ± still gets its table
    given = sys.argv[1:] if args is None else list(args)
    arguments = parser(given[:1]).parse_args(given)
    try:
        return int(arguments.run(arguments))
    except Puma560Error as error:
        return fail(str(error), arguments.json)
    except KeyboardInterrupt:
        return fail("interrupted", arguments.json, INTERRUPTED)
    except BrokenPipeError:  # `puma560 errata | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
