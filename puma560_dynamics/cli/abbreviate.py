"""`puma560 derive --abbreviate` without a criterion: operations against torque error of models without small terms."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.markup import escape

from ..arm import Arm, arm_names
from ..arm.with_followers import refuse_followers
from ..emdeg import Criterion, ParetoPoint, criterion_of, is_criterion, pareto_front
from ..errors import Puma560Error, UnsupportedArmError
from ..extras import require
from ..files import check_writable
from ..models.assumed_limits import assumed_limits, with_assumed_limits
from ..models.sampling import ACCELERATION_RANGE, VELOCITY_FRACTION, ranges_of, torque_effect
from ..models.tables import AbbreviatedModel, FullModel
from ..models.tables.table_a3 import torque_uncertainty
from ..report.text_table import TextTable
from ..report.written_files import show_written
from .abbreviated_derivation import exact_operations
from .options import ARM, chosen_arm
from .output import OK, console, print_json
from .progress import Progress

OTHERS = ("gravity", "snap", "friction", "allow_massless", "programs", "emit", "scalar",
          "firmware", "output", "name", "search", "seed", "rules")  # fmt: skip
"""Options of `puma560 derive` that have no effect on the overview."""

NOT_WITH_CRITERION = ("plot", "search", "tune", "rules")
"""Options of `puma560 derive` that have no effect on a model that is abbreviated by a criterion."""


def wanted_criterion(arguments: argparse.Namespace) -> Criterion | None:
    """Return the criterion of ``--abbreviate``; None if there is none. A word that names an arm is the arm.

    Raises:
        AbbreviationError: the word is neither a criterion nor an arm.
        Puma560Error: an option does not apply to a model that is abbreviated by a criterion.
    """
    text = arguments.abbreviate
    if text and not is_criterion(text) and arguments.arm == ARM and (text in arm_names() or Path(text).exists()):
        arguments.arm, text = text, ""
    if not text:
        return None
    criterion = criterion_of(text)
    _refuse(arguments, NOT_WITH_CRITERION, "--abbreviate with a criterion has no such search; leave out")
    return criterion


def abbreviate(arguments: argparse.Namespace) -> int:
    """Run `puma560 derive --abbreviate`: search for models, measure and bound their errors, and show the result."""
    _check(arguments)
    given = chosen_arm(arguments)
    refuse_followers(given, "an abbreviated model")
    arm = with_assumed_limits(given)
    chain, ranges = arm.exact_chain, ranges_of(arm)
    with Progress("exact model", even=False) as progress:
        exact = exact_operations(chain, progress.update)
    with Progress("abbreviated models", even=False) as progress:
        points = pareto_front(chain, ranges, arm.maximum_torque.tolist(), exact, progress=progress.update)
    with Progress("the paper's model"):
        paper, uncertainty = _of_the_paper(arm)
    if arguments.plot:
        draw(arguments.plot, points, exact, paper, uncertainty)
    if arguments.json:
        return print_json(
            {
                "ok": True,
                "arm": arm.name,
                "velocity_share": VELOCITY_FRACTION,
                "acceleration_range": ACCELERATION_RANGE,
                "assumed_limits": sorted(assumed_limits(given)),
                "exact_operations": exact,
                "points": [
                    {
                        "operations": point.operations,
                        "terms": point.terms,
                        "rms": point.rms,
                        "largest": point.largest,
                        "guaranteed": point.guaranteed,
                    }
                    for point in points
                ],
                "paper": paper,
                "uncertainty": uncertainty,
            }
        )
    out = console()
    out.print(f"{escape(arm.name)}, models without small terms")
    title = "Torque error, worst joint, % of maximum torque, against calculations"
    table = TextTable(title, "model", ">calculations", ">terms", ">RMS", ">largest\nsampled", ">guaranteed")
    table.add_row("exact", str(exact), "", "0", "0", "0")
    for point in points:
        shares = (f"{100 * value:.3g}" for value in (point.rms, point.largest, point.guaranteed))
        table.add_row("generated", str(point.operations), str(point.terms), *shares)
    if paper is not None:
        shares = (f"{100 * paper[name]:.3g}" for name in ("rms", "largest"))
        table.add_row("paper", str(paper["operations"]), "", *shares, "")
    out.print(table)
    out.print(
        f"Positions within the joint limits, velocities to {100 * VELOCITY_FRACTION:.0f} % of theirs, accelerations to "
        f"{ACCELERATION_RANGE:g} rad/s²; 20,000 samples that were not used to choose the terms."
    )
    if assumed := assumed_limits(given):
        out.print(f"Assumed, because the input has none: limits of {escape(', '.join(assumed))}.")
    if uncertainty is not None:
        out.print(
            f"The tolerances of table A3 cause errors of {100 * uncertainty['rms']:.2g} % RMS, "
            f"{100 * uncertainty['largest']:.2g} % at most: smaller errors of the model are negligible."
        )
    if arguments.plot:
        show_written(out, arguments.plot)
    return OK


def _check(arguments: argparse.Namespace) -> None:
    """Raise before the computation, which takes a minute, if an option has no effect or the figure cannot be drawn."""
    words = "--abbreviate without a criterion only shows an overview; give paper or torque-error=0.01, or leave out"
    _refuse(arguments, OTHERS, words)
    if arguments.plot is not None:
        require("--plot", "matplotlib")
        check_writable(arguments.plot)


def _refuse(arguments: argparse.Namespace, names: Sequence[str], words: str) -> None:
    """Raise if one of the options `names` is given."""
    if given := [name for name in names if getattr(arguments, name) not in (None, [], False, 0, 0.0)]:
        raise Puma560Error(f"{words} " + ", ".join(f"--{name.replace('_', '-')}" for name in given))


def _of_the_paper(arm: Arm) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """Return the errors of the paper's abbreviated model and of its tolerances; `None` for other arms."""
    try:
        model, full = AbbreviatedModel(arm), FullModel(arm)
    except UnsupportedArmError:
        return None, None
    effect = torque_effect(model, full)
    paper = {
        "operations": model.operation_counts()["torque"].total,
        "rms": float((effect.rms / arm.maximum_torque).max()),
        "largest": float(effect.share.max()),
    }
    uncertainty = torque_uncertainty(arm)
    return paper, {
        "rms": float((uncertainty.rms / arm.maximum_torque).max()),
        "largest": float(uncertainty.share.max()),
        "joints": uncertainty.share.tolist(),
    }


def draw(
    path: Path,
    points: Sequence[ParetoPoint],
    exact: int,
    paper: dict[str, Any] | None,
    uncertainty: dict[str, Any] | None,
) -> None:
    """Draw sampled and guaranteed errors of all Pareto points, the paper's and the exact model, and the tolerances."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.5, 4.6), layout="constrained")
    axes = figure.add_subplot()
    operations = [point.operations for point in points]
    for name, style, color, label in (
        ("guaranteed", "^--", "#9db8d2", "guaranteed bound"),
        ("largest", "o-", "#1f5f99", "largest of 20,000 samples"),
        ("rms", ".-", "#5aa469", "RMS"),
    ):
        axes.plot(operations, [100 * getattr(point, name) for point in points], style, color=color, label=label)
    if paper is not None:
        place = paper["operations"]
        axes.plot(place, 100 * paper["largest"], "*", markersize=13, color="#b8442f", label="paper, largest")
        axes.plot(place, 100 * paper["rms"], "*", markersize=8, color="#d98c6a", label="paper, RMS")
    axes.axvline(exact, color="#444444", linewidth=1)
    axes.annotate(f"exact: {exact}", (exact, 0.98), xycoords=("data", "axes fraction"), xytext=(-4, 0),
                  textcoords="offset points", rotation=90, ha="right", va="top")  # fmt: skip
    if uncertainty is not None:
        level = 100 * uncertainty["largest"]
        axes.axhline(level, color="#888888", linestyle=":")
        axes.annotate("tolerances of table A3", (0.99, level), xycoords=("axes fraction", "data"), xytext=(0, 3),
                      textcoords="offset points", ha="right",
                      bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})  # fmt: skip
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_xlim(left=0)
    axes.set_xlabel("calculations for inverse dynamics (sines and cosines free)")
    axes.set_ylabel("torque error, worst joint, % of maximum torque")
    axes.grid(True, which="both", alpha=0.2)
    axes.legend(fontsize="small", loc="lower left")
    figure.savefig(path, dpi=150)
