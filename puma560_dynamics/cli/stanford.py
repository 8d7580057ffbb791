"""`puma560 stanford`: Kane and Levinson's Stanford Arm (1983): its claims computed again, its figures drawn again."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from ..errors import MissingDependencyError
from ..files import check_writable
from ..models.kane_levinson.counts import Count, comparison
from ..models.kane_levinson.model import KaneLevinsonModel
from ..papers.kane_levinson import feedback, maneuver
from ..papers.kane_levinson.claims import Claim, claims
from ..papers.kane_levinson.singularity import Loss, loss_of_digits
from .output import OK, add_json_flag, console, print_json

_TORQUES: tuple[str, ...] = ("tau1", "tau2", "tau3", "tau4", "tau5", "sigma")


def add(subparsers: argparse._SubParsersAction, about: str) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser("stanford", help=about)
    parser.add_argument("--figure", type=int, choices=(1, 3), help="draw this figure of the paper")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="picture: .svg, .png or .pdf (default: figure1.svg, figure3.svg)",
    )
    add_json_flag(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Draw a figure, or print the claims."""
    model = KaneLevinsonModel()
    if arguments.figure is None:
        return _claims(model, arguments.json)
    return _figure(model, arguments.figure, arguments.output or Path(f"figure{arguments.figure}.svg"), arguments.json)


def _figure(model: KaneLevinsonModel, number: int, path: Path, as_json: bool) -> int:
    try:
        from ..papers.kane_levinson import figures
    except ImportError as error:
        raise MissingDependencyError(f"the figure needs matplotlib ({error}); run `pip install matplotlib`") from None
    check_writable(path)
    if number == 1:
        motion, torque = maneuver.figure1(model)
        figures.write(figures.figure1(motion.time, torque), path)
        curves, names = torque, _TORQUES
        words = "manoeuvre (127), to 60° and 0.1 m (assumed, as g = 9.81 m/s²)"
    else:
        controlled = feedback.figure3(model)
        motion = controlled.motion
        figures.write(figures.figure3(motion.time, motion.q, maneuver.GOAL), path)
        curves, names = motion.q, tuple(f"q{i}" for i in range(1, 7))
        left = feedback.remaining(controlled)
        words = f"after 10 s there remain {np.degrees(left[:5]).max():.2g}° at most, and {1000 * left[5]:.2g} mm"
    if as_json:
        data = {name: curves[:, i].tolist() for i, name in enumerate(names)}
        return print_json({"ok": True, "figure": number, "file": str(path), "time": motion.time.tolist(), **data})
    console().print(f"{escape(str(path))}: figure {number}, {words}", soft_wrap=True)
    return OK


def _claims(model: KaneLevinsonModel, as_json: bool) -> int:
    found, lines, loss = claims(model), comparison(model.arm), loss_of_digits(model)
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
    for table in (_claim_table(found), _count_table(lines), _loss_table(loss)):
        table.title_justify = "left"
        out.print(table)
    return OK


def _claim_table(found: list[Claim]) -> Table:
    table = Table("place", "claim", "printed", "here", "", title="What the paper says", box=SIMPLE_HEAD, pad_edge=False)
    for claim in found:
        printed = "" if claim.printed is None else f"{claim.printed:.4g}"
        unit = "" if claim.unit == "1" else f" {claim.unit}"
        verdict = "holds" if claim.holds else "does not hold"
        table.add_row(claim.where, f"{claim.claim}\n  {claim.remark}", printed, f"{claim.ours:.4g}{unit}", verdict)
    return table


def _count_table(lines: list[Count]) -> Table:
    title = "Calculations of inverse dynamics, by what of the arm is known beforehand"
    table = Table("algorithm", "knows", "count", "", title=title, box=SIMPLE_HEAD, pad_edge=False)
    for line in lines:
        count = f"{line.count.multiplications} + {line.count.additions} = {line.count.total}"
        table.add_row(line.algorithm, line.knows, count, "printed" if line.printed else "counted here")
    return table


def _loss_table(loss: Loss) -> Table:
    title = "Digits lost near q2 = 0: relative error against Newton-Euler"
    table = Table("q2, rad", "torque", "acceleration", title=title, box=SIMPLE_HEAD, pad_edge=False)
    for q2, inverse, forward in zip(loss.q2, loss.inverse, loss.forward, strict=True):
        table.add_row(f"{q2:.0e}", f"{inverse:.1e}", f"{forward:.1e}")
    return table
