"""`puma560 run`: run the simulated arm over ROS 2, and compare feed-forward settings."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..demo import DOMAIN
from ..errors import MissingDependencyError, Puma560Error
from ..extras import ROS, require
from ..models.kinds import MODEL_KINDS
from ..view.address import PORT
from .command import INTERRUPTED, TERMINATED, Terminated
from .options import add_arm_options, add_model_option, arm_source, chosen_arm
from .output import FAILED, OK, console, fail, print_json
from .payload_options import add_payload_options, holdable_payload
from .plant_options import add_plant_options, plant_errors
from .progress import Progress
from .run_experiment import add_experiments, chosen_experiment, experiment
from .values import any_path, number_type, whole_type

JUDGE = "pinocchio"
"""Kind of the model with which the validator of a run checks torques."""

DOMAINS = 101
"""Largest ROS domain; DDS ports of higher domains are among the ports that Linux assigns to other programs."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 run`."""
    add_arm_options(parser)
    add_payload_options(parser, "mass of the load that the simulated arm carries and the model knows")
    parser.add_argument(
        "--unknown-payload",
        action="store_true",
        help="the arm carries the load, but the model does not know it",
    )
    add_model_option(parser, "feed-forward model", [kind for kind in MODEL_KINDS if kind != JUDGE])
    parser.add_argument(
        "--duration",
        type=number_type(3, 600, "s"),
        metavar="S",
        help="duration of one motion, s (default: 5, or longer if the arm needs it)",
    )
    parser.add_argument(
        "--rate",
        type=number_type(20, 1000, "Hz"),
        default=250.0,
        metavar="HZ",
        help="rate of joint_states (default: 250)",
    )
    parser.add_argument(
        "--domain",
        type=_domain,
        default=DOMAIN,
        metavar="N",
        help=f"ROS domain, 0 to {DOMAINS} (default: {DOMAIN}; do not use the domain of a real arm)",
    )
    add_plant_options(parser)
    add_experiments(parser)
    parser.add_argument(
        "-o",
        "--output",
        type=any_path,
        default=Path("report"),
        metavar="DIR",
        help="folder for report.html, tracking.png and summary.json (default: report)",
    )
    parser.add_argument("--view", action="store_true", help="serve a live page of the arm; its address is printed")
    parser.add_argument(
        "--view-port",
        type=whole_type(0, 65535),
        metavar="PORT",
        help=f"port of the page of --view on 127.0.0.1 (default: {PORT}, or the next free port)",
    )
    parser.add_argument(
        "--keep-running", action="store_true", help="continue after the last motion until Ctrl-C, then report"
    )
    parser.add_argument(
        "--record", type=any_path, metavar="DIR", help="write a rosbag2 bag (MCAP) of the run into a new folder"
    )


def _domain(text: str) -> int:
    try:
        return whole_type(0, DOMAINS)(text)
    except argparse.ArgumentTypeError as error:
        why = ": Linux may assign the ports of higher domains to other programs"
        raise argparse.ArgumentTypeError(f"{error}{why if text.isdecimal() else ''}") from None


def run(arguments: argparse.Namespace) -> int:
    """Run the arm, show the results and write the report; the exit code is 1 if a check fails."""
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        return fail("interrupted; every process of the run has ended", arguments.json, INTERRUPTED)
    except Terminated:
        return fail("terminated; every process of the run has ended", arguments.json, TERMINATED)


def _run(arguments: argparse.Namespace) -> int:
    if (name := chosen_experiment(arguments)) is not None:
        return experiment(name, arguments)
    if arguments.view_port is not None and not arguments.view:
        raise Puma560Error("--view-port is only for the page of --view; give --view too")
    view = ("viser", "yourdfpy") if arguments.view else ()
    record = ("mcap", "rosbags") if arguments.record is not None else ()
    require("`puma560 run`", *ROS, "pinocchio", "mujoco", "matplotlib", *view, *record)
    with Progress("loading"):
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
        from ..demo.report import write_run_report
        from ..demo.report_files import prepare
        from ..demo.summary import run_summary
        from ..demo.terminal import show_run
        from ..models.assumed_limits import with_assumed_limits

        load = holdable_payload(arguments, with_assumed_limits(chosen_arm(arguments)))
    if arguments.unknown_payload and not load.mass:
        raise Puma560Error("--unknown-payload has no effect without a load; give the mass of the load too")
    if arguments.record is not None:
        check_new_bag(arguments.record)
    if replaced := prepare(arguments.output):
        print(replaced, file=sys.stderr)
    errors = plant_errors(arguments)
    options = RunOptions(
        arm=arm_source(arguments),
        model=arguments.model,
        duration=arguments.duration or 0.0,
        rate=arguments.rate,
        domain=arguments.domain,
        friction=not arguments.no_friction,
        errors=errors,
        payload=load,
        payload_known=not arguments.unknown_payload,
        view=arguments.view,
        view_port=PORT if arguments.view_port is None else arguments.view_port,
        hold=arguments.keep_running,
        record=arguments.record,
    )
    with domain_lock(options.domain), Progress("starting") as progress:
        found = run_job(options, progress.update, progress.say)
    report = write_run_report(found, arguments.output)
    figures = run_summary(found)
    if arguments.json:
        return print_json({**figures, "report": str(report)})
    show_run(found, console(), report)
    return OK if figures["ok"] else FAILED
