"""`puma560 multirate`: the torque error of refreshing the configuration-dependent terms less often."""

from __future__ import annotations

import argparse

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table

from ..arm import load_arm
from ..control.multirate import DIVIDERS, by_speed, cases, holding_error
from ..models import load_model
from .output import OK, add_json_flag, console, print_json


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


def run(arguments: argparse.Namespace) -> int:
    """Compute and show."""
    model = load_model(arguments.model, load_arm(arguments.arm))
    pairs = cases(model.arm)
    steps = pairs if arguments.json else track(pairs, "motions", transient=True, console=Console(stderr=True))
    found = [holding_error(model, motion, arguments.rate, divider) for motion, divider in steps]
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
    for share, errors in by_speed(found):
        table.add_row(f"{share:.0%}", *(error.worst(maximum).replace(" (", "\n(") for error in errors))
    out.print(table)
    out.print("speed: of the fastest joint, against its velocity limit; error: share of that joint's maximum torque")
    return OK
