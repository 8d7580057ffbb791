"""`puma560 multirate`: the torque error of refreshing the configuration-dependent terms less often."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.progress import track
from rich.table import Table

from ..arm import load_arm
from ..control.multirate import HoldingError, at_speed, holding_error
from ..model import DynamicModel
from ..models import load_model
from .output import OK, add_json_flag, console, print_json

DIVIDERS = (1, 2, 4, 8, 16)
SPEEDS = (0.25, 0.5, 1.0)


def add(subparsers: argparse._SubParsersAction) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "multirate", help="torque error of refreshing the configuration-dependent terms less often (section 3)"
    )
    parser.add_argument("--arm", default="akb1986", help="arm name or file (default: akb1986)")
    parser.add_argument("--model", default="full", choices=("full", "abbreviated", "newton_euler"), help="model")
    parser.add_argument("--rate", type=float, default=250.0, help="samples per second (default: 250)")
    add_json_flag(parser)
    parser.set_defaults(run=run)


def errors(model: DynamicModel, rate: float, progress: bool = False) -> list[HoldingError]:
    """For every speed of `SPEEDS` and divider of `DIVIDERS`, in this order."""
    motions = [at_speed(share, model.arm.velocity) for share in SPEEDS]
    pairs = [(motion, divider) for motion in motions for divider in DIVIDERS]
    steps = track(pairs, "motions", transient=True) if progress else pairs
    return [holding_error(model, motion, rate, divider) for motion, divider in steps]


def markdown(found: Sequence[HoldingError], maximum: np.ndarray) -> str:
    """The table of the documentation: largest error at any joint, as a share of its maximum torque and in N·m."""
    lines = [
        "| speed of the fastest joint | " + " | ".join(f"every {k}th" if k > 1 else "every" for k in DIVIDERS) + " |",
        "|---|" + "---|" * len(DIVIDERS),
    ]
    for row, share in enumerate(SPEEDS):
        cells = [_cell(error, maximum) for error in found[row * len(DIVIDERS) : (row + 1) * len(DIVIDERS)]]
        lines.append(f"| {share:.0%} of its limit | {' | '.join(cells)} |")
    return "\n".join(lines)


def run(arguments: argparse.Namespace) -> int:
    """Compute and show."""
    model = load_model(arguments.model, load_arm(arguments.arm))
    found = errors(model, arguments.rate, progress=not arguments.json)
    if arguments.json:
        rows = [
            {
                "divider": error.divider,
                "speed": error.speed,
                "largest_Nm": error.largest.tolist(),
                "rms_Nm": error.rms.tolist(),
            }
            for error in found
        ]
        return print_json({"ok": True, "model": arguments.model, "rate_Hz": arguments.rate, "errors": rows})
    out = console()
    table = Table(
        title=f"Largest torque error at {arguments.rate:g} Hz when A, B, C and g are refreshed every k-th sample",
        box=SIMPLE_HEAD,
        pad_edge=False,
    )
    for heading in ("speed", *(f"k = {k}" for k in DIVIDERS)):
        table.add_column(heading, justify="right")
    maximum = model.arm.maximum_torque
    for row, share in enumerate(SPEEDS):
        cells = found[row * len(DIVIDERS) : (row + 1) * len(DIVIDERS)]
        table.add_row(f"{share:.0%}", *(_cell(error, maximum) for error in cells))
    out.print(table)
    out.print("speed: of the fastest joint, against its velocity limit; error: share of that joint's maximum torque")
    return OK


def _cell(error: HoldingError, maximum: np.ndarray) -> str:
    if error.divider == 1:
        return "0"
    joint = int(np.argmax(error.largest / maximum))
    return f"{error.largest[joint] / maximum[joint]:.2%} ({error.largest[joint]:.2f} N·m, joint {joint + 1})"
