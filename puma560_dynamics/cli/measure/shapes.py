"""`puma560 measure shapes`: compute mass, center of gravity and inertia of a link from shells, cylinders and boxes."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ...errors import MeasurementError
from ..options import add_arm_options
from ..output import OK, console, escape, print_json, table
from ..progress import Progress
from ..values import any_path
from .readings import arm_file_line, budget_rows, budget_table, reading_type, rounded, show_lines

if TYPE_CHECKING:
    from rich.console import Console

    from ...arm import Arm
    from ...measurement.measured import Measured
    from ...measurement.summed_body import SummedBody

LABELS = ("mass", "rx", "ry", "rz", "Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")
UNITS = ("kg", *("m",) * 3, *("kg m^2",) * 6)
MOMENTS = 7
"""Number of entries without the products of inertia."""

NO_PRODUCT = 1e-12
"""Products of inertia below this fraction of the largest moment are rounding."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 measure shapes`."""
    parser.add_argument("file", nargs="?", type=any_path, metavar="FILE", help="YAML file with the shapes of a body")
    parser.add_argument(
        "--shape",
        action="append",
        default=[],
        metavar="'shape: KIND, …'",
        help="a shape with the entries of a file, e.g. 'shape: cylinder shell, mass: 0.2 ± 1%% kg, radius: 30 ± 1 mm, "
        "length: 100 mm, center: [0, 0, -50 mm], axis: z'; repeatable",
    )
    parser.add_argument(
        "--mass", type=reading_type("kg"), help="mass of the body, divided between shapes without mass or density, kg"
    )
    parser.add_argument(
        "--density", type=reading_type("kg/m^3"), help="density of the shapes without mass or density, kg/m^3"
    )
    parser.add_argument("--link", metavar="NAME", help="link or assembly of the arm file to compare with")
    add_arm_options(parser, part=False)


def run(arguments: argparse.Namespace) -> int:
    """Compute the parameters of the body and show them."""
    with Progress("loading"):
        from ...arm import load_arm
        from ...measurement.shape_file import parse_shape, read_shapes
        from ...measurement.summed_body import summed_body
    parts = [parse_shape(text, f"shape {number}") for number, text in enumerate(arguments.shape, start=1)]
    mass, density, source = arguments.mass, arguments.density, "sum of shapes"
    if arguments.file is not None:
        content = read_shapes(arguments.file)
        parts = [*content.parts, *parts]
        mass, density = mass or content.mass, density or content.density
        source = f"{source}, {arguments.file.name}"
    if not parts:
        raise MeasurementError("no shape is given; name a file, or give --shape for each shape")
    body = summed_body(parts, mass, density)
    reference = None if arguments.link is None else _reference(load_arm(arguments.arm), arguments.link)
    if arguments.json:
        return print_json({"ok": True, **_json(body, reference, source)})
    _show(console(), body, reference, source, arguments.link)
    return OK


def _reference(arm: Arm, name: str) -> dict[str, Measured]:
    """Return the numbers of a link or assembly by entry."""
    from ...measurement.measured import link_readings

    paths = {f"{section}.{name}." for section in ("links", "assemblies")}
    found = {
        path.split(".", 2)[2]: reading for path, reading in link_readings(arm).items() if path.startswith(tuple(paths))
    }
    if not found:
        known = dict.fromkeys(path.split(".")[1] for path in link_readings(arm))
        raise MeasurementError(f"--link {name!r} is not in the arm file; choose from {', '.join(known) or 'none'}")
    return found


def _shown(body: SummedBody) -> int:
    """Return the number of entries to show: with the products of inertia only if there are any."""
    values, widths = abs(body.budget.values), body.budget.half_width
    largest = NO_PRODUCT * values[4:MOMENTS].max()
    return len(LABELS) if (values[MOMENTS:] > largest).any() or (widths[MOMENTS:] > largest).any() else MOMENTS


def _lines(body: SummedBody, source: str) -> list[str]:
    values, widths, end = body.budget.values.tolist(), body.budget.half_width.tolist(), _shown(body)
    return [
        arm_file_line("mass", values[:1], widths[:1], "kg", source),
        arm_file_line("center_of_gravity", values[1:4], widths[1:4], "m", source),
        arm_file_line("inertia", values[4:end], widths[4:end], "kg m^2", source),
    ]


def _agrees(body: SummedBody, index: int, other: Measured) -> bool:
    """Return whether the tolerance bands overlap."""
    width = float(body.budget.half_width[index]) + other.half_width
    return abs(float(body.budget.values[index]) - other.value) <= width


def _json(body: SummedBody, reference: dict[str, Measured] | None, source: str) -> dict[str, Any]:
    from ...measurement.combine import ENTRIES

    entries = []
    for index, (entry, unit) in enumerate(zip(ENTRIES, UNITS, strict=True)):
        row: dict[str, Any] = {
            "entry": entry,
            "value": float(body.budget.values[index]),
            "tolerance": float(body.budget.half_width[index]),
            "unit": unit,
            "budget": budget_rows(body.budget, index, body.readings),
        }
        if reference is not None and entry in reference:
            other = reference[entry]
            row |= {
                "arm_file": other.value,
                "arm_file_tolerance": other.half_width,
                "within": _agrees(body, index, other),
            }
        entries.append(row)
    return {
        "entries": entries,
        "covariance": body.budget.covariance.tolist(),
        "masses_kg": dict(body.masses),
        "arm_file": _lines(body, source),
    }


def _show(out: Console, body: SummedBody, reference: dict[str, Measured] | None, source: str, link: str | None) -> None:
    from ...measurement.combine import ENTRIES

    headings = ["", "unit", ">value", ">tolerance", *([">arm file", ">within"] if reference is not None else [])]
    entries = table("Sum of the shapes", *headings)
    for index in range(_shown(body)):
        value, width = rounded(float(body.budget.values[index]), float(body.budget.half_width[index]))
        cells = [LABELS[index], UNITS[index], f"{value:g}", f"± {width:g}" if width else "–"]
        if reference is not None:
            other = reference.get(ENTRIES[index])
            cells += (
                ["–", ""] if other is None else [str(other).removesuffix(f" {other.unit}"), _yes(body, index, other)]
            )
        entries.add_row(*cells)
    out.print(entries)
    if reference is not None:
        out.print(f'"within": the tolerances of the shapes and of {escape(str(link))} overlap.\n')
    masses = table("Masses of the shapes", "shape", ">mass, kg")
    for name, mass in body.masses.items():
        masses.add_row(escape(name), f"{mass:.4g}")
    out.print(masses)
    moments = body.budget.half_width[4:MOMENTS]
    largest = int(moments.argmax()) + 4
    rows = budget_rows(body.budget, largest, body.readings)
    if rows:
        out.print(f"{LABELS[largest]}:")
        out.print(budget_table(rows))
    show_lines(_lines(body, source), out)


def _yes(body: SummedBody, index: int, other: Measured) -> str:
    return "yes" if _agrees(body, index, other) else "[bold]NO[/]"
