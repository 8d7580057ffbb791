"""`puma560 measure combine`: compute a link that was measured together with other parts, by subtracting these."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ...errors import MeasurementError
from ..options import add_arm_options
from ..output import OK, console, print_json, table
from ..progress import Progress
from .readings import arm_file_line, budget_rows, budget_table, show_lines

if TYPE_CHECKING:
    from rich.console import Console

    from ...arm import Arm, Link
    from ...measurement.combine import Piece, Remainder
    from ...measurement.measured import Measured

LABELS = ("mass", "rx", "ry", "rz", "Ixx", "Iyy", "Izz")
"""Labels of the first `ENTRIES`; products of inertia are not shown, because those of the assembly were not measured."""

SHOWN = len(LABELS)
UNITS = ("kg", "m", "m", "m", "kg m^2", "kg m^2", "kg m^2")
TRIANGLE = "Ixx + Iyy - Izz"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 measure combine`."""
    add_arm_options(parser, part=False)
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
        help="reading that replaces a value of the arm file, e.g. 'assemblies.detached_wrist.mass=2.24±1%%'; may be "
        "repeated",
    )


def run(arguments: argparse.Namespace) -> int:
    """Subtract the parts, compare the result with the arm file, and show it."""
    with Progress("loading"):
        from ...arm import load_arm
        from ...measurement.combine import remainder
        from ...measurement.measured import link_readings

        arm = load_arm(arguments.arm)
    given = dict(_given(text) for text in arguments.reading)
    whole = _piece(arm, arguments.whole)
    takes = [arguments.take] if arguments.take else [["link4", "link5", "link6"], ["detached_wrist@link4"]]
    parts = [[_piece(arm, name) for name in names] for names in takes]
    for pieces in parts:
        if len({piece.path for piece in pieces}) < len(pieces):
            raise MeasurementError("--take: a part is given twice, but it can be subtracted only once; leave one out")
    bodies = tuple(f"{piece.path}." for piece in [whole, *(part for pieces in parts for part in pieces)])
    for path in given:
        if not path.startswith(bodies):
            raise MeasurementError(
                f"--reading {path}: not part of this combination, which has {', '.join(body[:-1] for body in bodies)}"
            )
    link = arm.links[whole.frame]
    readings = link_readings(arm) | given
    found = []
    for names, pieces in zip(takes, parts, strict=True):
        left = remainder(arm, whole, pieces, given)
        found.append(
            (f"{arguments.whole.partition('@')[0]} less {', '.join(n.partition('@')[0] for n in names)}", left)
        )
    if arguments.json:
        return print_json(
            {"ok": True, "link": link.name, "combinations": [_json(n, left, link, readings) for n, left in found]}
        )
    out = console()
    for name, left in found:
        _show(out, name, left, link, readings)
    return OK


def _json(name: str, left: Remainder, link: Link, readings: dict[str, Measured]) -> dict[str, Any]:
    from ...measurement.combine import ENTRIES, SLACK

    return {
        "name": name,
        "entries": [
            {
                "entry": entry,
                "value": float(left.values[index]),
                "tolerance": float(left.half_width[index]),
                "unit": UNITS[index],
                "arm_file": float(_numbers(link)[index]),
                "within": _within(left, link, index),
                "upper_bound": entry in left.missing,
                "budget": budget_rows(left.budget, index, readings),
            }
            for index, entry in enumerate(ENTRIES[:SHOWN])
        ],
        "triangle_slack_kg_m2": float(left.budget.values[SLACK]),
        "triangle_slack_tolerance_kg_m2": float(left.budget.half_width[SLACK]),
        "arm_file": _lines(name, left),
    }


def _show(out: Console, name: str, left: Remainder, link: Link, readings: dict[str, Measured]) -> None:
    from ...measurement.combine import ENTRIES, SLACK

    entries = table(f"{link.name} = {name}", "", "unit", ">value", ">tolerance", ">arm file", ">within")
    for index, label in enumerate(LABELS):
        bound = "≤ " if ENTRIES[index] in left.missing else ""
        entries.add_row(
            label, UNITS[index], f"{bound}{left.values[index]:.4f}", f"± {left.half_width[index]:.4f}",
            f"{_numbers(link)[index]:g}", "yes" if _within(left, link, index) else "[bold]NO[/]",
        )  # fmt: skip
    slack, half_width = left.budget.values[SLACK], left.budget.half_width[SLACK]
    if not left.missing:
        entries.add_row(TRIANGLE, "kg m^2", f"{slack:.4f}", f"± {half_width:.4f}", f"{_slack(link):.4g}", "")
    out.print(entries)
    if left.missing:
        out.print("The inertia of the subtracted parts is not known: the moments are upper bounds.\n")
        return
    if slack < 0.0:
        reach = "within its tolerance" if -slack < half_width else "beyond its tolerance"
        out.print(f"{TRIANGLE} is negative, which no body has: {reach}.\n")
    largest = int(left.half_width[4:SHOWN].argmax()) + 4
    out.print(f"{LABELS[largest]}:")
    out.print(budget_table(budget_rows(left.budget, largest, readings)))
    show_lines(_lines(name, left), out)
    out.print()


def _lines(name: str, left: Remainder) -> list[str]:
    """Return the lines of the link's entry in an arm file, without the inertia if it is only an upper bound."""
    values, widths = left.values.tolist(), left.half_width.tolist()
    lines = [
        arm_file_line("mass", values[:1], widths[:1], "kg", name),
        arm_file_line("center_of_gravity", values[1:4], widths[1:4], "m", name),
    ]
    if not left.missing:
        lines.append(arm_file_line("inertia", values[4:7], widths[4:7], "kg m^2", name))
    return lines


def _numbers(link: Link) -> list[float]:
    return [link.mass, *link.center_of_gravity, *link.inertia.diagonal()]


def _slack(link: Link) -> float:
    xx, yy, zz = link.inertia.diagonal()
    return float(xx + yy - zz)


def _within(left: Remainder, link: Link, index: int) -> bool:
    from ...measurement.combine import ENTRIES

    excess = _numbers(link)[index] - left.values[index]
    below = -excess <= left.half_width[index] or ENTRIES[index] in left.missing  # an upper bound has no lower limit
    return bool(excess <= left.half_width[index] and below)


def _piece(arm: Arm, text: str) -> Piece:
    """Parse ``link4`` or ``detached_wrist@link4``."""
    from ...measurement.combine import Piece

    name, _, frame = text.partition("@")
    links = [link.name for link in arm.links]
    section = "links" if name in links else "assemblies"
    if (frame or name) not in links:
        raise MeasurementError(
            f"{text!r}: {frame or name!r} is not a link; write NAME@LINK with one of {', '.join(links)}"
        )
    return Piece(f"{section}.{name}", links.index(frame or name))


def _given(text: str) -> tuple[str, Measured]:
    from ...measurement.combine import ENTRIES
    from ...measurement.measured import parse_measured

    path, equals, value = text.partition("=")
    entry = path.partition(".")[2].partition(".")[2]
    if not equals or entry not in ENTRIES:
        raise MeasurementError(
            f"--reading {text!r}: expected e.g. links.link4.mass=0.82±25%, with one of {', '.join(ENTRIES)}"
        )
    unit = {"m": "kg", "c": "m", "i": "kg m^2"}[entry[0]]
    return path, parse_measured(value, unit)
