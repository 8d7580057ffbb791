"""Options of `puma560 run` for experiments in which something touches, loads or guides the simulated arm."""

from __future__ import annotations

import argparse
import sys

from ..demo import DOMAIN
from ..demo.experiments import EXPERIMENTS
from ..errors import Puma560Error
from ..extras import require
from .options import chosen_arm
from .output import FAILED, OK, console, print_json
from .plant_options import plant_errors
from .progress import Progress


def add_experiments(parser: argparse.ArgumentParser) -> None:
    """Add an option for each experiment."""
    if not EXPERIMENTS:
        return
    words = "in one process without ROS, instead of the comparison of feed-forward settings"
    group = parser.add_argument_group("experiments", words).add_mutually_exclusive_group()
    for name, effect in EXPERIMENTS.items():
        group.add_argument(f"--{name.replace('_', '-')}", action="store_true", help=effect)


def chosen_experiment(arguments: argparse.Namespace) -> str | None:
    """Return the name of the chosen experiment; `None` without one."""
    return next((name for name in EXPERIMENTS if getattr(arguments, name)), None)


def experiment(name: str, arguments: argparse.Namespace) -> int:
    """Run an experiment, show its results and write its report; the exit code is 1 if a check fails.

    Args:
        name: one of `EXPERIMENTS`.
        arguments: arguments of `puma560 run`.

    Raises:
        Puma560Error: an option that has no effect, or an arm with which the experiment cannot be made.
    """
    option = f"--{name.replace('_', '-')}"
    without_effect = {
        "--payload-mass": bool(arguments.payload_mass),
        "--unknown-payload": arguments.unknown_payload,
        "--duration": arguments.duration is not None,
        "--domain": arguments.domain != DOMAIN,
        "--view": arguments.view,
        "--keep-running": arguments.keep_running,
        "--record": arguments.record is not None,
    }
    if given := [each for each, is_given in without_effect.items() if is_given]:
        raise Puma560Error(f"{', '.join(given)}: no effect with {option}; leave it out")
    require(f"`puma560 run {option}`", "mujoco", "matplotlib")
    with Progress("loading"):
        from ..demo.experiments.experiment import ExperimentOptions, run_experiment
        from ..demo.experiments.report import experiment_json, show_experiment, write_experiment
        from ..demo.report_files import prepare
        from ..models.assumed_limits import with_assumed_limits

        arm = with_assumed_limits(chosen_arm(arguments))
    if replaced := prepare(arguments.output):
        print(replaced, file=sys.stderr)
    options = ExperimentOptions(
        arm=arm,
        model=arguments.model,
        rate=arguments.rate,
        errors=plant_errors(arguments),
        friction=not arguments.no_friction,
    )
    with Progress("starting") as progress:
        found = run_experiment(name, options, progress.update)
    report = write_experiment(found, arguments.output)
    if arguments.json:
        return print_json({"arm": arm.name, **experiment_json(found), "report": str(report)})
    show_experiment(found, console(), report)
    return OK if found.ok else FAILED
