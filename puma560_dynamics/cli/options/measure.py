"""Arguments of `puma560 measure two-wire`, `torsional-spring` and `combine`."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import MeasurementError
from .defaults import ARM
from .values import number_type, recording_path, whole_type

if TYPE_CHECKING:
    from ...measurement.measured import Measured

AXES = ("x", "y", "z")


def reading(unit: str) -> Callable[[str], Measured]:
    """Type of an argument that is a reading in `unit`."""

    def read(text: str) -> Measured:
        from ...measurement.measured import parse_measured  # a help text does not need it

        try:
            return parse_measured(text, unit)
        except MeasurementError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read


def two_wire(parser: argparse.ArgumentParser) -> None:
    """Arguments of `puma560 measure two-wire`."""
    _take_negative_readings(parser)
    parser.add_argument("--mass", required=True, type=reading("kg"), help="mass of the link, kg")
    parser.add_argument("--distance", required=True, type=reading("m"), help="distance of the two wires, m (r is half)")
    parser.add_argument("--length", required=True, type=reading("m"), help="length of the wires, m")
    _add_timing(parser)
    parser.add_argument("--amplitude", type=reading("rad"), help="largest twist; corrects the period (default: 0)")
    parser.add_argument(
        "--offset", type=reading("m"), help="center of gravity off the middle, towards a wire, m (default: 0)"
    )
    parser.add_argument("--gravity", type=reading("m/s^2"), help="m/s^2 (default: 9.81)")
    parser.add_argument("--link", help="link of the arm file for whose entry a line is written")
    parser.add_argument("--axis", choices=AXES, help="axis of the link's frame about which it swung")
    parser.add_argument("--arm", default=ARM, help=f"arm name or file of --link (default: {ARM})")


def torsional_spring(parser: argparse.ArgumentParser) -> None:
    """Arguments of `puma560 measure torsional-spring`."""
    _take_negative_readings(parser)
    parser.add_argument("--joint", required=True, help="name of the joint that swings; the others are held")
    parser.add_argument("--pose", required=True, help="all joints, e.g. '0, -30, 60, 10, 40, 0 deg'; rad without unit")
    parser.add_argument(
        "--stiffness", required=True, type=reading("N m/rad"), help="position gain: torque over displacement, N m/rad"
    )
    timing = _add_timing(parser)
    timing.add_argument("--csv", type=Path, metavar="FILE", help="record: time (s), position (rad); fits the period")
    timing.add_argument("--bag", type=recording_path, metavar="BAG", help="record: a bag with the arm's joint states")
    seconds = number_type(0.0, unit="s")
    parser.add_argument("--start", type=seconds, default=0.0, help="use the record from here, s after its beginning")
    parser.add_argument("--end", type=seconds, default=math.inf, help="use the record to here, s after its beginning")
    parser.add_argument(
        "--damping-factor",
        type=reading("1"),
        help="share of critical damping; negative with positive velocity feedback (default: 0, from a record fitted)",
    )
    parser.add_argument(
        "--gravity-compensated", action="store_true", help="the controller compensates gravity all the time"
    )
    parser.add_argument("--arm", default=ARM, help=f"arm name or file (default: {ARM})")


def combine(parser: argparse.ArgumentParser) -> None:
    """Arguments of `puma560 measure combine`."""
    parser.add_argument("--arm", default=ARM, help=f"arm name or file with the readings (default: {ARM})")
    parser.add_argument(
        "--whole",
        default="link3_with_wrist@link3",
        metavar="NAME@LINK",
        help="assembly of the arm file and the link in whose frame it is given (default: link3_with_wrist@link3)",
    )
    parser.add_argument(
        "--take",
        nargs="+",
        metavar="NAME[@LINK]",
        help="parts to subtract: links, or assemblies with their frame (default: links 4 to 6, then the wrist)",
    )
    parser.add_argument(
        "--reading",
        action="append",
        default=[],
        metavar="PATH=READING",
        help="reading in place of the arm file's, e.g. 'assemblies.detached_wrist.mass=2.24±1%%'; may be repeated",
    )


def _take_negative_readings(parser: argparse.ArgumentParser) -> None:
    """Let ``-0.1±0.01`` be a value, not an option; argparse knows bare negative numbers only."""
    parser._negative_number_matcher = re.compile(r"^-\.?\d")


def _add_timing(parser: argparse.ArgumentParser) -> argparse._MutuallyExclusiveGroup:
    """``--period``, or ``--time`` and ``--swings``; returns the group, of which one is required."""
    timing = parser.add_mutually_exclusive_group(required=True)
    timing.add_argument("--period", type=reading("s"), help="time of one full oscillation, s")
    timing.add_argument("--time", type=reading("s"), help="time of several oscillations, s; with --swings")
    parser.add_argument("--swings", type=whole_type(1), help="full oscillations counted in --time")
    return timing
