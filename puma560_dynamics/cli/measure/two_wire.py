"""`puma560 measure two-wire`: compute the inertia of a link that hangs on two wires, by equation (11)."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ...errors import MeasurementError
from ..options import add_arm_options
from ..output import OK, console, print_json
from ..progress import Progress
from .readings import (
    add_timing,
    arm_file_line,
    budget_rows,
    budget_table,
    measured_text,
    reading_type,
    show_lines,
    timed_period,
)

if TYPE_CHECKING:
    from ...measurement.measured import Measured
    from ...measurement.two_wire import TwoWire

AXES = ("x", "y", "z")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 measure two-wire`."""
    parser.add_argument("--mass", required=True, type=reading_type("kg"), help="mass of the link, kg")
    parser.add_argument(
        "--distance", required=True, type=reading_type("m"), help="distance of the two wires, m (twice r of the paper)"
    )
    parser.add_argument("--length", required=True, type=reading_type("m"), help="length of the wires, m")
    add_timing(parser)
    parser.add_argument("--amplitude", type=reading_type("rad"), help="largest twist; corrects the period (default: 0)")
    parser.add_argument(
        "--offset", type=reading_type("m"), help="distance of the center of gravity from the middle, m (default: 0)"
    )
    parser.add_argument("--gravity", type=reading_type("m/s^2"), help="gravity, m/s^2 (default: 9.81)")
    parser.add_argument("--link", help="link of the arm file; prints a line for its entry")
    parser.add_argument("--axis", choices=AXES, help="axis of the link's frame about which the link oscillated")
    add_arm_options(parser, part=False)


def run(arguments: argparse.Namespace) -> int:
    """Compute the inertia and show it."""
    if (arguments.link is None) != (arguments.axis is None):
        raise MeasurementError("--link and --axis belong together; give both or none")
    with Progress("loading"):
        from ...measurement.measured import Measured
        from ...measurement.two_wire import AKB_GRAVITY, CENTERED, NO_TWIST, TwoWire
    period = timed_period(arguments)
    assert period is not None  # argparse requires one of the two options
    distance = arguments.distance
    setup = TwoWire(
        mass=arguments.mass,
        radius=Measured(0.5 * distance.value, "m", 0.5 * distance.half_width),
        length=arguments.length,
        period=period,
        gravity=arguments.gravity or AKB_GRAVITY,
        amplitude=arguments.amplitude or NO_TWIST,
        offset=arguments.offset or CENTERED,
    )
    budget = setup.inertia()
    found = Measured(float(budget.values[0]), "kg m^2", float(budget.half_width[0]))
    rows, corrections, line = (
        budget_rows(budget, 0, setup.readings),
        setup.corrections(),
        _line(arguments, setup, found),
    )
    if arguments.json:
        return print_json(
            {
                "ok": True,
                "inertia_kg_m2": found.value,
                "tolerance_kg_m2": found.half_width,
                "corrections": corrections,
                "budget": rows,
                "arm_file": line,
            }
        )
    out = console()
    out.print(f"[bold]I = {measured_text(found)}[/] about the vertical axis through the center of gravity")
    for name, share in corrections.items():
        if share:
            out.print(f"corrected for {name}: {100 * (-share):+.2f} %")
    if rows:
        out.print(budget_table(rows))
    show_lines([line], out)
    return OK


def _line(arguments: argparse.Namespace, setup: TwoWire, found: Measured) -> str:
    source = f"two-wire, period {setup.period.value:.4g} s"
    if arguments.link is None:
        return arm_file_line("inertia", [found.value], [found.half_width], "kg m^2", source)
    from ...arm import load_arm

    arm = load_arm(arguments.arm)
    old = [arm.quantities.get(f"links.{arguments.link}.inertia.{axis}") for axis in range(3)]
    values: list[float] = []
    half_widths: list[float | str] = []
    for axis, quantity in zip(AXES, old, strict=True):
        if axis == arguments.axis:
            values.append(found.value)
            half_widths.append(found.half_width)
        elif quantity is not None:
            values.append(quantity.value)
            half_widths.append(quantity.tolerance.printed if quantity.tolerance else "")
        else:
            known = [link.name for link in arm.links if f"links.{link.name}.inertia.0" in arm.quantities]
            raise MeasurementError(
                f"links.{arguments.link} has no whole inertia in the arm file; choose from {', '.join(known) or 'none'}"
            )
    kept = "; others: ".join(dict.fromkeys([f"I{arguments.axis * 2} {source}", *(q.source for q in old if q)]))
    return arm_file_line("inertia", values, half_widths, "kg m^2", kept)
