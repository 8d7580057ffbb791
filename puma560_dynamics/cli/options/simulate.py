"""Arguments of `puma560 simulate`."""

from __future__ import annotations

import argparse

from .defaults import ARM, LARGEST, MODEL, MODELS, SMALLEST, TOLERANCE
from .values import ANGLE, PAGE, finite, number_type


def simulate(parser: argparse.ArgumentParser) -> None:
    """Arguments of `puma560 simulate`."""
    parser.add_argument("--arm", default=ARM, help=f"arm name or file (default: {ARM})")
    parser.add_argument("--model", default=MODEL, choices=MODELS, help=f"model (default: {MODEL})")
    parser.add_argument(
        "--duration",
        type=number_type(0, 3600, "s", above=True),
        default=10.0,
        metavar="S",
        help="seconds (default: 10)",
    )
    parser.add_argument(
        "--pose", type=ANGLE, nargs="+", metavar="DEG", help="where it starts, at rest; one number a joint, ° or m"
    )
    driven = parser.add_mutually_exclusive_group()
    driven.add_argument("--torque", type=finite, nargs="+", metavar="NM", help="constant torque, one a joint, N·m")
    driven.add_argument(
        "--to", type=ANGLE, nargs="+", metavar="DEG", help="move to this pose: gravity and critically damped PD; ° or m"
    )
    parser.add_argument(
        "--gyroscopic",
        action="store_true",
        help="add the torque of the motors' spinning rotors (`puma560 paper gyroscopic`)",
    )
    parser.add_argument(
        "--rate",
        type=number_type(0.1, 10000, "Hz"),
        default=100.0,
        metavar="HZ",
        help="samples a second (default: 100)",
    )
    parser.add_argument(
        "--tolerance",
        type=number_type(SMALLEST, LARGEST),
        default=TOLERANCE,
        help=f"error tolerance of a step (default: {TOLERANCE:g})",
    )
    parser.add_argument(
        "-o", "--output", type=PAGE, metavar="FILE", help="page with plots; a table .csv is written next to it"
    )
