"""`puma560 paper stanford`: recompute claims and figures of Kane and Levinson's Stanford Arm (1983)."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import Puma560Error
from ...extras import require
from ...files import check_writable
from ..output import OK, console, escape, print_json, show_written, table
from ..progress import Progress
from ..values import FIGURE

if TYPE_CHECKING:
    from ...papers.kane_levinson.claims import StanfordClaim
    from ...papers.kane_levinson.counted_algorithms import CountedAlgorithm
    from ...papers.kane_levinson.model import KaneLevinsonModel
    from ...papers.kane_levinson.states import Loss
    from ...report.text_table import TextTable

_TORQUES: tuple[str, ...] = ("tau1", "tau2", "tau3", "tau4", "tau5", "sigma")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 paper stanford`."""
    parser.add_argument("--figure", type=int, choices=(1, 3), help="draw this figure of the paper")
    parser.add_argument(
        "-o",
        "--output",
        type=FIGURE,
        metavar="FILE",
        help="picture: .svg, .png or .pdf (default: figure1.svg, figure3.svg)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write a figure, or print the claims."""
    if arguments.figure is None and arguments.output is not None:
        raise Puma560Error("-o names the picture of --figure 1 or --figure 3; give one of these, or leave -o out")
    with Progress("loading"):
        from ...papers.kane_levinson.model import KaneLevinsonModel

        model = KaneLevinsonModel()
    if arguments.figure is None:
        return _claims(model, arguments.json)
    return _figure(model, arguments.figure, arguments.output or Path(f"figure{arguments.figure}.svg"), arguments.json)


def _figure(model: KaneLevinsonModel, number: int, path: Path, as_json: bool) -> int:
    require("the figure", "matplotlib")
    import numpy as np

    from ...papers.kane_levinson import feedback, figures, maneuver

    check_writable(path)
    with Progress(f"figure {number}"):
        if number == 1:
            motion, torque = maneuver.manoeuvre_curves(model)
            figures.write(figures.figure1(motion.time, torque), path)
        else:
            controlled = feedback.simulate_figure3(model)
            motion = controlled.motion
            figures.write(figures.figure3(motion.time, motion.q, maneuver.GOAL), path)
    if number == 1:
        curves, names = torque, _TORQUES
        words = "manoeuvre (127), to 60° and 0.1 m (assumed, as g = 9.81 m/s²)"
    else:
        curves, names = motion.q, tuple(f"q{i}" for i in range(1, 7))
        left = feedback.remaining(controlled)
        words = f"after 10 s there remain {np.degrees(left[:5]).max():.2g}° at most, and {1000 * left[5]:.2g} mm"
    if as_json:
        data = {name: curves[:, i].tolist() for i, name in enumerate(names)}
        return print_json({"ok": True, "figure": number, "file": str(path), "time": motion.time.tolist(), **data})
    out = console()
    out.print(f"figure {number}: {words}")
    show_written(out, path)
    return OK


def _claims(model: KaneLevinsonModel, as_json: bool) -> int:
    with Progress("claims of Kane and Levinson"):
        from ...papers.kane_levinson.claims import claims
        from ...papers.kane_levinson.counted_algorithms import counted_algorithms
        from ...papers.kane_levinson.states import loss_of_digits

        found, lines, loss = claims(model), counted_algorithms(model.arm), loss_of_digits(model)
    if as_json:
        return print_json(
            {
                "ok": True,
                "claims": [asdict(claim) for claim in found],
                "calculations": [{**asdict(line), "count": list(line.count)} for line in lines],
                "loss_of_digits": {key: getattr(loss, key).tolist() for key in ("q2", "inverse", "forward")},
            }
        )
    out = console()
    for each in (_claim_table(found), _count_table(lines), _loss_table(loss)):
        out.print(each)
    return OK


def _claim_table(found: list[StanfordClaim]) -> TextTable:
    shown = table("Claims of the paper", "place", "claim", ">printed", ">here", "")
    for claim in found:
        printed = "" if claim.printed is None else f"{claim.printed:.4g}"
        unit = "" if claim.unit == "1" else f" {claim.unit}"
        verdict = "holds" if claim.holds else "does not hold"
        shown.add_row(
            escape(claim.where), escape(f"{claim.claim}\n{claim.remark}"), printed, f"{claim.ours:.4g}{unit}", verdict
        )
    return shown


def _count_table(lines: list[CountedAlgorithm]) -> TextTable:
    title = "Calculations of inverse dynamics, by the data of the arm that an algorithm uses"
    shown = table(title, "algorithm", "uses", ">×", ">+", ">total", "")
    for line in lines:
        numbers = (line.count.multiplications, line.count.additions, line.count.total)
        source = "printed" if line.printed else "counted here"
        shown.add_row(line.algorithm, line.knows, *map(str, numbers), source)
    return shown


def _loss_table(loss: Loss) -> TextTable:
    title = "Digits lost near q2 = 0: relative error against Newton-Euler"
    shown = table(title, ">q2, rad", ">torque", ">acceleration")
    for q2, inverse, forward in zip(loss.q2, loss.inverse, loss.forward, strict=True):
        shown.add_row(f"{q2:.0e}", f"{inverse:.1e}", f"{forward:.1e}")
    return shown
