"""`puma560 measure balance`: compute a link's mass by weighing on a beam balance, a scale, or supports with scales."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ...errors import MeasurementError
from ..output import OK, console, print_json
from ..progress import Progress
from .readings import accept_negative, arm_file_line, budget_rows, budget_table, measured_text, reading_type, show_lines

if TYPE_CHECKING:
    from ...measurement.measured import Measured
    from ...measurement.weighing import Support, Weighing

BEAM, DOUBLE, SCALE, SUPPORTS = "beam balance", "double weighing", "scale", "supports"
"""Methods of weighing."""

_ONLY = {
    "swapped": (DOUBLE,),
    "link_arm": (BEAM,),
    "weight_arm": (BEAM,),
    "pivot": (SUPPORTS,),
    "mass": (SUPPORTS,),
    "axis": (SUPPORTS,),
}
"""Options of single methods."""

UNEQUAL = 0.05
"""Smallest deviation of the ratio of the arms from 1 that is reported, since few balances have such arms."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 measure balance`."""
    accept_negative(parser)
    mass, length = reading_type("kg"), reading_type("m")
    method = parser.add_mutually_exclusive_group(required=True)
    method.add_argument(
        "--counterweight",
        type=mass,
        action="append",
        metavar="KG",
        help="beam balance: a weight that balances the link; repeat for several weights",
    )
    method.add_argument(
        "--scale", metavar="'READING [less TARE]'", help="scale: its reading, and its reading without the link, kg"
    )
    method.add_argument(
        "--support",
        action="append",
        metavar="'READING [less TARE] at POSITION'",
        help="scale under a support, kg, and the support's coordinate in the link's frame, m; repeat for each support",
    )
    parser.add_argument(
        "--swapped",
        type=mass,
        action="append",
        metavar="KG",
        help="beam balance: a weight that balances the link after exchanging the pans; the arms then cancel",
    )
    parser.add_argument("--link-arm", type=length, metavar="M", help="distance of the link's pan from the pivot, m")
    parser.add_argument("--weight-arm", type=length, metavar="M", help="distance of the weights' pan from the pivot, m")
    parser.add_argument("--pivot", type=length, metavar="M", help="coordinate of a support without a scale, m")
    parser.add_argument("--mass", type=mass, metavar="KG", help="mass of the link, needed with --pivot")
    parser.add_argument("--axis", choices=("x", "y", "z"), help="axis of the supports' coordinates (default: x)")
    parser.add_argument(
        "--calibration",
        type=reading_type("1"),
        metavar="FACTOR",
        help="true mass over marked mass, common to all weights or scales, e.g. '1 ± 0.1%%' (default: 1)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Compute the mass, and for supports a coordinate of the center of gravity, and show them."""
    with Progress("loading"):
        from ...measurement.weighing import MASS, SECOND
    method = _method(arguments)
    weighing = _weighing(arguments, method)
    mass = weighing.value(MASS, "kg")
    line = arm_file_line("mass", [mass.value], [mass.half_width], "kg", method) if arguments.mass is None else None
    second = weighing.value(SECOND, "m" if method == SUPPORTS else "1") if len(weighing.budget.values) > 1 else None
    axis = arguments.axis or "x"
    rows = [budget_rows(weighing.budget, index, weighing.readings) for index in range(len(weighing.budget.values))]
    if arguments.json:
        found: dict[str, Any] = {
            "ok": True,
            "method": method,
            "mass_kg": mass.value,
            "tolerance_kg": mass.half_width,
            "budget": rows[MASS],
            "arm_file": line,
        }
        if second is not None and method == DOUBLE:
            found |= {"arm_ratio": second.value, "arm_ratio_tolerance": second.half_width}
        elif second is not None:
            found |= {
                "axis": axis,
                "center_of_gravity_m": second.value,
                "center_tolerance_m": second.half_width,
                "center_budget": rows[SECOND],
                "covariance": weighing.budget.covariance.tolist(),
            }
        return print_json(found)
    out = console()
    if line is not None:
        out.print(f"[bold]mass = {measured_text(mass)}[/] ({method})")
        if rows[MASS]:
            out.print(budget_table(rows[MASS]))
    if method == BEAM and arguments.link_arm is None:
        out.print("The arms of the beam are taken as equal; exchange the pans (--swapped) or measure the arms.")
    if second is not None and method == DOUBLE:
        out.print(f"arm of the link's pan over arm of the weights' pan: {second}")
        if abs(second.value - 1.0) > UNEQUAL:
            out.print("[bold]The arms differ by more than 5 %:[/] if they should be equal, check the weights.")
    elif second is not None:
        out.print(f"[bold]{axis} of the center of gravity = {measured_text(second)}[/]")
        if rows[SECOND]:
            out.print(budget_table(rows[SECOND]))
        out.print(f"For `puma560 measure knife-edge`: --balance '{axis}: {second}'")
    if line is not None:
        show_lines([line], out)
    return OK


def _method(arguments: argparse.Namespace) -> str:
    """Return the method of weighing.

    Raises:
        MeasurementError: an option has no effect with this method, or one of the arms is missing.
    """
    if arguments.counterweight is not None:
        method = DOUBLE if arguments.swapped is not None else BEAM
    else:
        method = SUPPORTS if arguments.support is not None else SCALE
    for option, methods in _ONLY.items():
        if getattr(arguments, option) is not None and method not in methods:
            name = f"--{option.replace('_', '-')}"
            raise MeasurementError(f"{name} has no effect with this method ({method}), only with {methods[0]}; omit it")
    if (arguments.link_arm is None) != (arguments.weight_arm is None):
        raise MeasurementError("--link-arm and --weight-arm belong together; give both or none")
    return method


def _weighing(arguments: argparse.Namespace, method: str) -> Weighing:
    from ...measurement.weighing import (
        CALIBRATED,
        UNIT_ARM,
        beam_weighing,
        double_weighing,
        scale_weighing,
        support_weighing,
    )

    calibration = arguments.calibration or CALIBRATED
    if method == BEAM:
        return beam_weighing(
            arguments.counterweight,
            link_arm=arguments.link_arm or UNIT_ARM,
            weight_arm=arguments.weight_arm or UNIT_ARM,
            calibration=calibration,
        )
    if method == DOUBLE:
        return double_weighing(arguments.counterweight, arguments.swapped, calibration=calibration)
    if method == SCALE:
        return scale_weighing(*_load("--scale", arguments.scale), calibration=calibration)
    supports = [_support(text) for text in arguments.support]
    return support_weighing(supports, pivot=arguments.pivot, mass=arguments.mass, calibration=calibration)


def _support(text: str) -> Support:
    from ...measurement.measured import parse_measured
    from ...measurement.weighing import Support

    load, at, position = text.partition(" at ")
    if not at:
        raise MeasurementError(
            f"--support {text!r}: expected a load and a position, such as '9.3 ± 0.01 kg at 400 ± 1 mm'"
        )
    net, tare = _load("--support", load)
    try:
        return Support(net, parse_measured(position, "m"), tare)
    except MeasurementError as error:
        raise MeasurementError(f"--support {text!r}: {error}") from None


def _load(option: str, text: str) -> tuple[Measured, Measured]:
    """Parse ``READING`` or ``READING less TARE``."""
    from ...measurement.measured import parse_measured
    from ...measurement.weighing import NO_TARE

    reading, less, tare = text.partition(" less ")
    try:
        return parse_measured(reading, "kg"), parse_measured(tare, "kg") if less else NO_TARE
    except MeasurementError as error:
        raise MeasurementError(f"{option} {text!r}: {error}") from None
