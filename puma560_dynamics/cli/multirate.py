"""`puma560 multirate`: what it costs to refresh the configuration-dependent terms less often, and what it gains."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table

from ..arm import load_arm
from ..models.interface import DynamicModel
from ..models.load import load_model
from ..papers.decomposition.multirate import DIVIDERS, HoldingError, by_speed, cases, holding_error
from ..papers.decomposition.processes import SplitRun, split_run
from ..papers.decomposition.timing import Timed, timed
from .abbreviate import check_plot
from .multirate_measured import BATCH, run_json, show_run, show_times, times_json
from .multirate_plot import draw
from .output import OK, add_json_flag, console, print_json

MODELS = ("full", "abbreviated", "generated", "newton_euler")

MEASURED = ("full", "abbreviated", "generated")
"""Models whose parts `--measure` times."""


def add(subparsers: argparse._SubParsersAction, about: str) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser("multirate", help=about)
    parser.add_argument("--arm", default="akb1986", help="arm name or file (default: akb1986)")
    parser.add_argument("--model", default="full", choices=MODELS, help="model (default: full)")
    parser.add_argument("--rate", type=float, default=250.0, help="samples per second (default: 250)")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the error into a .png, .svg or .pdf file")
    parser.add_argument("--measure", action="store_true", help="time both parts of the explicit models here, too")
    parser.add_argument("--processes", action="store_true", help="run the two parts as two processes, too")
    add_json_flag(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Compute, measure what is asked for, and show."""
    if arguments.plot:
        check_plot(arguments.plot)
    arm = load_arm(arguments.arm)
    model = load_model(arguments.model, arm)
    pairs = cases(arm)
    steps = pairs if arguments.json else track(pairs, "motions", transient=True, console=Console(stderr=True))
    found = [holding_error(model, motion, arguments.rate, divider) for motion, divider in steps]
    times = measured([load_model(kind, arm) for kind in MEASURED]) if arguments.measure else None
    split = split_run(model) if arguments.processes else None
    if arguments.plot:
        draw(arguments.plot, found, arm.maximum_torque)
    if arguments.json:
        return print_json(as_json(model, found, times, split))
    out = console()
    out.print(table(found, arm.maximum_torque))
    out.print("speed: of the fastest joint, against its velocity limit; error: share of that joint's maximum torque")
    if times:
        out.print()
        show_times(out, times)
    if split:
        out.print()
        show_run(out, split)
    if arguments.plot:
        out.print(f"plot: {arguments.plot}", soft_wrap=True)
    return OK


def measured(models: Sequence[DynamicModel]) -> list[Timed]:
    """Times of single states and of batches."""
    return [*timed(models), *timed(models, BATCH)]


def table(found: Sequence[HoldingError], maximum: NDArray[np.float64]) -> Table:
    """Errors by speed and divider; `maximum` (n,) N·m."""
    result = Table(
        title=f"Largest torque error at {found[0].rate:g} Hz when A, B, C and g are refreshed every k-th sample",
        box=SIMPLE_HEAD,
        pad_edge=False,
    )
    for heading in ("speed", *(f"k = {k}" for k in DIVIDERS)):
        result.add_column(heading, justify="right")
    for share, errors in by_speed(found):
        result.add_row(f"{share:.0%}", *(error.worst(maximum).replace(" (", "\n(") for error in errors))
    return result


def as_json(
    model: DynamicModel, found: Sequence[HoldingError], times: Sequence[Timed] | None, split: SplitRun | None
) -> dict[str, object]:
    """The same for machines; what was not measured is left out."""
    rows = [
        {
            "divider": error.divider,
            "speed": error.speed,
            "largest_Nm": error.largest.tolist(),
            "rms_Nm": error.rms.tolist(),
        }
        for error in found
    ]
    result: dict[str, object] = {"ok": True, "model": model.kind, "rate_Hz": found[0].rate, "errors": rows}
    if times:
        result["times"] = times_json(times)
    if split:
        result["processes"] = run_json(split)
    return result
