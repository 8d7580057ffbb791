"""`puma560 run`: the main job, over real ROS 2."""

from __future__ import annotations

import argparse
import signal
from types import FrameType

from ..errors import MissingDependencyError, Puma560Error
from ..extras import ROS, require
from .options.defaults import PORT
from .output import FAILED, OK, console, fail, print_json
from .progress import Progress

INTERRUPTED = 130
TERMINATED = 143


def run(arguments: argparse.Namespace) -> int:
    """Run, show, write the report; the exit code shows whether every check holds."""
    signal.signal(signal.SIGTERM, _terminate)
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        return fail("interrupted; every process of the run has ended", arguments.json, INTERRUPTED)
    except _Terminated:
        return fail("terminated; every process of the run has ended", arguments.json, TERMINATED)


def _run(arguments: argparse.Namespace) -> int:
    if arguments.view_port is not None and not arguments.view:
        raise Puma560Error("--view-port is for the page of --view; give --view too")
    view = ("viser", "yourdfpy") if arguments.view else ()
    record = ("mcap", "rosbags") if arguments.record is not None else ()
    require("`puma560 run`", *ROS, "pinocchio", "mujoco", "matplotlib", *view, *record)
    try:
        from ..nodes.run_job import run_job
        from ..nodes.run_options import RunOptions
    except ImportError as error:
        raise MissingDependencyError(
            f"`puma560 run` needs ROS 2's rclpy and messages, which cannot be imported ({error}); source the setup "
            "file of ROS 2, or run `pip install 'puma560_dynamics[run]'` on a machine without it"
        ) from None
    from ..bags.writer import check_new_bag
    from ..demo.machine import domain_lock
    from ..demo.report import prepare, write_run_report
    from ..demo.summary import run_summary
    from ..demo.terminal import show_run

    if arguments.record is not None:
        check_new_bag(arguments.record)
    prepare(arguments.report)
    options = RunOptions(
        arm=arguments.arm,
        model=arguments.model,
        duration=arguments.duration or 0.0,
        rate=arguments.rate,
        domain=arguments.domain,
        friction=not arguments.no_friction,
        view=arguments.view,
        view_port=PORT if arguments.view_port is None else arguments.view_port,
        hold=arguments.hold,
        record=arguments.record,
    )
    with domain_lock(options.domain), Progress("starting") as progress:
        found = run_job(options, progress.update, progress.say)
    report = write_run_report(found, arguments.report)
    figures = run_summary(found)
    if arguments.json:
        return print_json({**figures, "report": str(report)})
    show_run(found, console(), report)
    return OK if figures["ok"] else FAILED


class _Terminated(BaseException):
    """SIGTERM: as deep as KeyboardInterrupt, so that no ``except Exception`` keeps it."""


def _terminate(number: int, frame: FrameType | None) -> None:
    raise _Terminated
