"""`puma560 measure`: the measurements of section 5 of the paper, each with its tolerance."""

from __future__ import annotations

import argparse

from . import measure_combine, measure_spring, measure_two_wire
from .measured_output import take_negative_readings


def add(subparsers: argparse._SubParsersAction, about: str) -> None:
    """Add the subcommand and its own three."""
    parser = subparsers.add_parser(
        "measure",
        help=about,
        description="A reading is a number with tolerance and unit as in an arm file: '6.04 ± 0.01 + 1% kg', "
        "'350+-1 mm', '1.5'. A plain number is in SI units and taken as exact.",
    )
    methods = parser.add_subparsers(dest="method", required=True, metavar="METHOD")
    for command in (measure_two_wire, measure_spring, measure_combine):
        take_negative_readings(command.add(methods))
