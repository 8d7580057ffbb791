"""`puma560 abbreviate`: operations against torque error, for models that leave terms out."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from ..arm import load_arm
from ..emdeg import Effort, Point, derive, front
from ..errors import AbbreviationError
from ..models.generated.chain_of_arm import chain_of
from ..models.generated.factored_programs import digest, kept_digest, programs_of
from ..models.sampling import ACCELERATION_RANGE, VELOCITY_SHARE, ranges_of, torque_effect
from ..models.tables import AbbreviatedModel, FullModel
from ..models.tables.uncertainty import torque_uncertainty
from .output import OK, add_json_flag, console, print_json

SUFFIXES = (".png", ".svg", ".pdf")


def add(subparsers: argparse._SubParsersAction, about: str) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser("abbreviate", help=about)
    parser.add_argument("--arm", default="akb1986", help="arm name or file (default: akb1986)")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the front into a .png, .svg or .pdf file")
    add_json_flag(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Search, measure, bound and show."""
    if arguments.plot:
        check_plot(arguments.plot)
    arm = load_arm(arguments.arm)
    chain = chain_of(arm)
    if digest(chain) == kept_digest():
        exact = programs_of(chain)["torque"].count.total
    else:
        exact = derive(chain, ("torque",), Effort(rounds=2000)).programs["torque"].count.total
    with Progress(console=Console(stderr=True), transient=True, disable=arguments.json) as bar:
        task = bar.add_task("abbreviating", total=1.0)
        points = front(
            chain,
            ranges_of(arm),
            arm.maximum_torque.tolist(),
            exact,
            progress=lambda share: bar.update(task, completed=share),
        )
    paper_model = AbbreviatedModel(arm)
    effect = torque_effect(paper_model, FullModel(arm))
    paper = {
        "operations": paper_model.operation_counts()["torque"].total,
        "rms": float((effect.rms / arm.maximum_torque).max()),
        "largest": float(effect.share.max()),
    }
    uncertainty = torque_uncertainty(arm)
    fiction = {
        "rms": float((uncertainty.rms / arm.maximum_torque).max()),
        "largest": float(uncertainty.share.max()),
    }
    if arguments.plot:
        draw(arguments.plot, points, exact, paper, fiction["largest"])
    if arguments.json:
        return print_json(
            {
                "ok": True,
                "arm": arm.name,
                "velocity_share": VELOCITY_SHARE,
                "acceleration_range": ACCELERATION_RANGE,
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
                "uncertainty": fiction | {"joints": uncertainty.share.tolist()},
            }
        )
    out = console()
    title = "Torque error, worst joint, % of maximum torque, against calculations"
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD)
    for heading in ("model", "calculations", "terms", "RMS", "largest sampled", "guaranteed"):
        table.add_column(heading, justify="left" if heading == "model" else "right")
    table.add_row("exact", str(exact), "", "0", "0", "0")
    for point in points:
        shares = (f"{100 * value:.3g}" for value in (point.rms, point.largest, point.guaranteed))
        table.add_row("generated", str(point.operations), str(point.terms), *shares)
    shares = (f"{100 * paper[name]:.3g}" for name in ("rms", "largest"))
    table.add_row("paper", str(paper["operations"]), "", *shares, "")
    out.print(table)
    out.print(
        f"Positions within the joint limits, velocities to {VELOCITY_SHARE:.0%} of theirs, accelerations to "
        f"{ACCELERATION_RANGE:g} rad/s²; 20,000 samples that no choice has seen."
    )
    out.print(
        f"The tolerances of table A3 mean {100 * fiction['rms']:.2g} % RMS, {100 * fiction['largest']:.2g} % at most: "
        "below that, further accuracy is fiction."
    )
    if arguments.plot:
        out.print(f"plot: {arguments.plot}", soft_wrap=True)
    return OK


def check_plot(path: Path) -> None:
    """Before a minute's work: whether there is a place for its figure.

    Raises:
        AbbreviationError: no such folder, or a kind of file that is not drawn.
    """
    if path.suffix not in SUFFIXES:
        raise AbbreviationError(f"{path} is no kind of figure; give a name that ends in {', '.join(SUFFIXES)}")
    if not path.parent.is_dir():
        raise AbbreviationError(f"{path} cannot be written: there is no folder {path.parent}; make it first")


def draw(path: Path, points: Sequence[Point], exact: int, paper: dict[str, float], fiction: float) -> None:
    """The front as a figure: sampled and guaranteed errors, the paper's model, the exact one, the line of fiction."""
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
    axes.plot(paper["operations"], 100 * paper["largest"], "*", markersize=13, color="#b8442f", label="paper, largest")
    axes.plot(paper["operations"], 100 * paper["rms"], "*", markersize=8, color="#d98c6a", label="paper, RMS")
    axes.axvline(exact, color="#444444", linewidth=1)
    axes.annotate(f"exact: {exact}", (exact, 0.98), xycoords=("data", "axes fraction"), xytext=(-4, 0),
                  textcoords="offset points", rotation=90, ha="right", va="top")  # fmt: skip
    axes.axhline(100 * fiction, color="#888888", linestyle=":")
    axes.annotate("tolerances of table A3: below, accuracy is fiction", (0.99, 100 * fiction),
                  xycoords=("axes fraction", "data"), xytext=(0, 3), textcoords="offset points", ha="right",
                  bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})  # fmt: skip
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_xlim(left=0)
    axes.set_xlabel("calculations for inverse dynamics (sines and cosines free)")
    axes.set_ylabel("torque error, worst joint, % of maximum torque")
    axes.grid(True, which="both", alpha=0.2)
    axes.legend(fontsize="small", loc="lower left")
    figure.savefig(path, dpi=150)
