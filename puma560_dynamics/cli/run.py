"""`puma560 run`: the main job, over real ROS 2."""

from __future__ import annotations

import argparse
import signal
from pathlib import Path
from types import FrameType

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ..demo.lock import DOMAIN, domain_lock
from ..errors import MissingDependencyError
from ..models.load import MODEL_KINDS
from ..view.address import PORT
from .output import FAILED, OK, add_json_flag, console, fail, print_json

INTERRUPTED = 130
TERMINATED = 143


def add(subparsers: argparse._SubParsersAction, about: str) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser("run", help=about)
    parser.add_argument("--arm", default="akb1986", help="arm name or file (default: akb1986)")
    parser.add_argument(
        "--model",
        default="full",
        choices=[kind for kind in MODEL_KINDS if kind != "pinocchio"],  # what the validator judges by
        help="feed-forward model (default: full)",
    )
    parser.add_argument("--duration", type=_duration, default=5.0, help="seconds of one motion (default: 5)")
    parser.add_argument("--rate", type=_rate, default=250.0, help="rate of joint_states, Hz (default: 250)")
    parser.add_argument(
        "--domain",
        type=_domain,
        default=DOMAIN,
        help=f"ROS domain, 0 to 101 (default: {DOMAIN}, not that of a real arm)",
    )
    parser.add_argument("--no-friction", action="store_true", help="simulate joints without dry friction")
    parser.add_argument(
        "--report", type=Path, default=Path("report"), help="folder for report.html, tracking.png, summary.json"
    )
    parser.add_argument("--view", action="store_true", help="serve a live page of the arm; its address is printed")
    parser.add_argument(
        "--view-port",
        type=_port,
        default=PORT,
        help=f"port of the page on 127.0.0.1 (default: {PORT}, or the next free)",
    )
    parser.add_argument("--hold", action="store_true", help="play on after the last motion until Ctrl-C, then report")
    parser.add_argument(
        "--record", type=Path, metavar="FOLDER", help="write a rosbag2 bag (MCAP) of the run into a new folder"
    )
    add_json_flag(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run, show, write the report; the exit code tells whether every check holds."""
    signal.signal(signal.SIGTERM, _terminate)
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        return fail("interrupted; every process of the run has ended", arguments.json, INTERRUPTED)
    except _Terminated:
        return fail("terminated; every process of the run has ended", arguments.json, TERMINATED)


def _run(arguments: argparse.Namespace) -> int:
    try:
        from ..nodes.run_job import RunOptions
        from ..nodes.run_job import run as run_job
    except ImportError as error:
        raise MissingDependencyError(
            f"`puma560 run` needs ROS 2's rclpy and messages ({error}); on a bare machine `make run` or "
            "`pip install '.[run]'` brings them, on a ROS machine source its setup file first"
        ) from None
    from ..bags.writer import check_new_bag
    from ..demo.report import prepare, write_report
    from ..demo.summary import summary
    from ..demo.terminal import show

    if arguments.record is not None:
        check_new_bag(arguments.record)
    prepare(arguments.report)
    options = RunOptions(
        arm=arguments.arm,
        model=arguments.model,
        duration=arguments.duration,
        rate=arguments.rate,
        domain=arguments.domain,
        friction=not arguments.no_friction,
        view=arguments.view,
        view_port=arguments.view_port,
        hold=arguments.hold,
        record=arguments.record,
    )
    with domain_lock(options.domain), _progress() as bar:
        task = bar.add_task("starting", total=1.0)

        def progress(share: float, what: str) -> None:
            bar.update(task, completed=share, description=what)

        def announce(words: str) -> None:
            bar.console.print(words, soft_wrap=True, highlight=False)

        record = run_job(options, progress, announce)
    report = write_report(record, arguments.report)
    figures = summary(record)
    if arguments.json:
        return print_json({**figures, "report": str(report)})
    show(record, console(), report)
    return OK if figures["ok"] else FAILED


class _Terminated(BaseException):
    """SIGTERM: as deep as KeyboardInterrupt, so that no ``except Exception`` keeps it."""


def _terminate(number: int, frame: FrameType | None) -> None:
    raise _Terminated


def _progress() -> Progress:
    """On standard error, so that standard output stays clean for ``--json``."""
    return Progress(
        TextColumn("{task.description:<18}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )


def _number(text: str, low: float, high: float, unit: str = "") -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise argparse.ArgumentTypeError(
            f"expected a number from {low:g} to {high:g}{unit and ' '}{unit}, got {text!r}"
        )
    return value


def _duration(text: str) -> float:
    return _number(text, 3.0, 600.0, "s")


def _rate(text: str) -> float:
    return _number(text, 20.0, 1000.0, "Hz")


def _port(text: str) -> int:
    value = _number(text, 0, 65535)
    if value != int(value):
        raise argparse.ArgumentTypeError(f"expected a whole number from 0 to 65535, got {text!r}")
    return int(value)


def _domain(text: str) -> int:
    value = _number(text, 0, 101)
    if value != int(value):
        raise argparse.ArgumentTypeError(f"expected a whole number from 0 to 101, got {text!r}")
    return int(value)
