"""`puma560 paper multirate`: error and speed-up if the configuration-dependent terms are refreshed less often."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...extras import require
from ...files import check_writable
from ...report.colours import BEFORE, COMMAND, MODEL
from ..options import add_arm_options
from ..output import OK, console, escape, print_json, show_written, table
from ..progress import Progress
from ..values import FIGURE, number_type

if TYPE_CHECKING:
    from ...arrays import FloatArray
    from ...models.interface import DynamicModel
    from ...papers.decomposition.multirate import HoldingError
    from ...papers.decomposition.processes import SplitRun
    from ...papers.decomposition.timing import Timed
    from ...report.text_table import TextTable

HELD = ("full", "abbreviated", "generated", "newton_euler")
"""Models whose configuration-dependent elements can be held for some samples."""

MEASURED = ("full", "abbreviated", "generated")
"""Models whose parts `--measure` times."""

COLOURS = (COMMAND, MODEL, BEFORE)
"""Colours of the curves, one per speed, which contrast with light pages and, inverted, with dark ones."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 paper multirate`."""
    add_arm_options(parser, part=False)
    parser.add_argument("--model", default="full", choices=HELD, help="model (default: full)")
    parser.add_argument(
        "--rate",
        type=number_type(10, 10000, "Hz"),
        default=250.0,
        metavar="HZ",
        help="samples per second (default: 250)",
    )
    parser.add_argument("--plot", type=FIGURE, metavar="FILE", help="write a figure of the error (.png, .svg or .pdf)")
    parser.add_argument("--measure", action="store_true", help="also time both parts of the models on this machine")
    parser.add_argument("--processes", action="store_true", help="also run the two parts as two processes")


def run(arguments: argparse.Namespace) -> int:
    """Compute the errors, make the requested measurements, and show both."""
    if arguments.plot:
        require("--plot", "matplotlib")
        check_writable(arguments.plot)
    with Progress("loading"):
        from ...arm import load_arm
        from ...models.load import load_model
        from ...papers.decomposition.multirate import cases, holding_error
        from ...papers.decomposition.processes import split_run
        from .multirate_measured import show_split_run, show_times

    arm = load_arm(arguments.arm)
    timed_models = [load_model(kind, arm) for kind in MEASURED] if arguments.measure else []
    model = load_model(arguments.model, arm)
    found = []
    with Progress("motions") as progress:
        pairs = cases(arm)
        for number, (motion, divider) in enumerate(pairs):
            progress.update(number / len(pairs))
            found.append(holding_error(model, motion, arguments.rate, divider))
    times = measured(timed_models) if timed_models else None
    split = split_run(model) if arguments.processes else None
    if arguments.plot:
        draw(arguments.plot, found, arm.maximum_torque)
    if arguments.json:
        return print_json(multirate_json(model, found, times, split))
    out = console()
    out.print(f"{escape(arm.name)} by model {model.kind}")
    out.print(error_table(found, arm.maximum_torque))
    out.print("speed: fastest joint, relative to its velocity limit; error: relative to that joint's maximum torque")
    if times:
        out.print()
        show_times(out, times)
    if split:
        out.print()
        show_split_run(out, split)
    if arguments.plot:
        show_written(out, arguments.plot)
    return OK


def measured(models: Sequence[DynamicModel]) -> list[Timed]:
    """Measure computing times for single states and for batches."""
    from ...papers.decomposition.timing import timed
    from .multirate_measured import BATCH

    return [*timed(models), *timed(models, BATCH)]


def error_table(found: Sequence[HoldingError], maximum: FloatArray) -> TextTable:
    """Return a table of errors by speed and divider; `maximum` is (n,) N·m."""
    from ...papers.decomposition.multirate import DIVIDERS, by_speed

    result = table(
        f"Largest torque error at {found[0].rate:g} Hz when A, B, C and g are refreshed every k-th sample",
        *(">speed", *(f">k = {k}" for k in DIVIDERS)),
    )
    for share, errors in by_speed(found):
        cells = (error.worst(maximum).replace(" (", "\n").replace(", ", "\n").rstrip(")") for error in errors)
        result.add_row(f"{100 * share:.0f} %", *cells)
    return result


def multirate_json(
    model: DynamicModel, found: Sequence[HoldingError], times: Sequence[Timed] | None, split: SplitRun | None
) -> dict[str, object]:
    """Return the errors for ``--json``, with times if they were measured."""
    from .multirate_measured import split_run_json, times_json

    rows = [
        {
            "divider": error.divider,
            "speed": error.speed,
            "largest_Nm": error.largest.tolist(),
            "rms_Nm": error.rms.tolist(),
        }
        for error in found
    ]
    result: dict[str, object] = {
        "ok": True,
        "arm": model.arm.name,
        "model": model.kind,
        "rate_Hz": found[0].rate,
        "errors": rows,
    }
    if times:
        result["times"] = times_json(times)
    if split:
        result["processes"] = split_run_json(split)
    return result


def draw(path: Path, found: Sequence[HoldingError], maximum: FloatArray) -> None:
    """Draw largest and RMS error of the worst joint over the age of the elements.

    Errors are in % of the maximum torque `maximum` (n,) N·m.
    """
    from matplotlib.figure import Figure

    from ...papers.decomposition.multirate import DIVIDERS, by_speed

    figure = Figure(figsize=(7.5, 4.6), layout="constrained")
    axes = figure.add_subplot()
    rate = found[0].rate
    for (share, errors), colour in zip(by_speed(found), COLOURS, strict=True):
        held = [error for error in errors if error.divider > 1]
        ages = [1e3 * (error.divider - 1) / rate for error in held]
        label = f"{100 * share:.0f} % of the velocity limit"
        axes.plot(ages, [worst(error.largest, maximum) for error in held], "o-", color=colour, label=label)
        axes.plot(ages, [worst(error.rms, maximum) for error in held], ".:", color=colour)
    axes.plot([], [], ".:", color="#444444", label="RMS")
    axes.set_xscale("log")
    axes.set_yscale("log")
    dividers = [divider for divider in DIVIDERS if divider > 1]
    axes.set_xticks([1e3 * (k - 1) / rate for k in dividers], [f"{1e3 * (k - 1) / rate:g}\nk = {k}" for k in dividers])
    axes.set_xticks([], minor=True)
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_xlabel(f"oldest elements, ms (every k-th sample at {rate:g} Hz)")
    axes.set_ylabel("torque error, worst joint, % of maximum torque")
    axes.grid(True, which="both", alpha=0.2)
    axes.legend(fontsize="small", loc="upper left")
    figure.savefig(path, dpi=150)


def worst(error: FloatArray, maximum: FloatArray) -> float:
    """Return the largest of the joints' errors (n,), in % of their maximum torques (n,)."""
    return 100.0 * float((error / maximum).max())
