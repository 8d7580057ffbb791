"""`puma560 measure knife-edge`: compute a link's center of gravity from balances on a knife edge."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...errors import MeasurementError
from ..output import FAILED, OK, console, escape, print_json, table
from ..progress import Progress
from .readings import accept_negative, arm_file_line, budget_rows, budget_table, measured_text, show_lines

if TYPE_CHECKING:
    from rich.console import Console

    from ...measurement.knife_edge import CenterOfGravity, PlaneBalance
    from ...measurement.measured import Measured

EXAMPLE = "'x: 188 ± 1 mm from flange', 'y: 6 mm' or '0.6, 0.8, 0: 45+-1 mm'"
CORRELATED = 0.01
"""Smallest correlation of two coordinates that is shown."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `puma560 measure knife-edge`."""
    accept_negative(parser)
    parser.add_argument(
        "--balance",
        required=True,
        action="append",
        metavar="'DIRECTION: DISTANCE [from DATUM]'",
        help="distance of the vertical plane through the edge from the datum, m, along the direction orthogonal to "
        "this plane in the link's frame: x, y, z or three numbers. DATUM is a name or a distance from the frame's "
        "origin (default: the origin). Repeat for each balance; one per axis is enough",
    )
    parser.add_argument(
        "--datum",
        action="append",
        default=[],
        metavar="'NAME: DISTANCE'",
        help="distance of a datum from the frame's origin along the direction of its balances, m; repeatable",
    )


def run(arguments: argparse.Namespace) -> int:
    """Compute the center of gravity and show it."""
    with Progress("loading"):
        from ...measurement.knife_edge import center_of_gravity
    given = [_datum(text) for text in arguments.datum]
    datums = dict(given)
    if len(datums) < len(given):
        raise MeasurementError(
            "--datum: a name is given twice; give each datum once, or a reading that is repeated as "
            "'bore: -120.1 mm; -119.8 mm'"
        )
    balances = []
    for number, text in enumerate(arguments.balance, start=1):
        balances.append(_balance(text, number, datums))
    found = center_of_gravity(balances, datums)
    readings = {balance.name: balance.distance for balance in balances} | {
        f"datum {name}": datum for name, datum in datums.items()
    }
    ok = found.consistent and not len(found.unseen)
    if arguments.json:
        return print_json({"ok": ok, **_json(found, balances, readings)})
    _show(console(), found, balances, readings)
    return OK if ok else FAILED


def _balance(text: str, number: int, datums: dict[str, Measured]) -> PlaneBalance:
    """Parse a balance; a datum without a name is added to `datums`."""
    import numpy as np

    from ...measurement.knife_edge import PlaneBalance
    from ...measurement.measured import parse_measured

    where, colon, reading = text.partition(":")
    if not colon:
        raise MeasurementError(f"--balance {text!r}: expected a direction, a colon and a distance, such as {EXAMPLE}")
    distance, *datum = re.split(r"\s+from\s+", reading.strip())
    if len(datum) > 1:
        raise MeasurementError(f"--balance {text!r}: expected one datum, such as {EXAMPLE}")
    name = f"balance {number}: {where.strip()}"
    try:
        measured = parse_measured(distance, "m")
        if datum and datum[0] not in datums and re.match(r"[-+.\d]", datum[0]):
            own = f"of {name}"
            datums[own] = parse_measured(datum[0], "m")
            datum = [own]
        return PlaneBalance(name, np.array(_direction(where)), measured, datum[0] if datum else "")
    except MeasurementError as error:
        raise MeasurementError(f"--balance {text!r}: {error}") from None


def _direction(text: str) -> list[float]:
    word = text.strip().lower()
    sign, axis = (-1.0, word[1:]) if word.startswith("-") else (1.0, word)
    if axis in ("x", "y", "z"):
        return [sign * float(axis == name) for name in "xyz"]
    try:
        numbers = [float(each) for each in re.split(r"[\s,]+", word)]
    except ValueError:
        numbers = []
    if len(numbers) != 3:
        raise MeasurementError(f"{text.strip()!r} is no direction: expected x, y, z or three numbers, as in {EXAMPLE}")
    return numbers


def _datum(text: str) -> tuple[str, Measured]:
    from ...measurement.measured import parse_measured

    name, colon, reading = (part.strip() for part in text.partition(":"))
    if not colon or not name:
        raise MeasurementError(f"--datum {text!r}: expected a name and a distance, such as 'flange: -120 ± 0.5 mm'")
    try:
        return name, parse_measured(reading, "m")
    except MeasurementError as error:
        raise MeasurementError(f"--datum {text!r}: {error}") from None


def _line(found: CenterOfGravity) -> str | None:
    """Return the line for an arm file, or `None` if a coordinate is missing."""
    if len(found.unseen):
        return None
    values, widths = found.budget.values.tolist(), found.budget.half_width.tolist()
    return arm_file_line("center_of_gravity", values, widths, "m", f"knife edge, {len(found.residuals)} balances")


def _json(found: CenterOfGravity, balances: list[PlaneBalance], readings: Mapping[str, Measured]) -> dict[str, Any]:
    coordinates = [found.coordinates.get(axis) for axis in "xyz"]
    direction, least = found.least_visible
    return {
        "center_of_gravity_m": [None if each is None else each.value for each in coordinates],
        "tolerance_m": [None if each is None else each.half_width for each in coordinates],
        "covariance_m2": None if len(found.unseen) else found.budget.covariance.tolist(),
        "known": [
            {
                "direction": axis.tolist(),
                "value_m": float(found.budget.values[index]),
                "tolerance_m": float(found.budget.half_width[index]),
                "budget": budget_rows(found.budget, index, readings),
            }
            for index, axis in enumerate(found.seen)
        ],
        "unseen": found.unseen.tolist(),
        "condition": found.condition,
        "least_visible": {"direction": direction.tolist(), "tolerance_m": least.half_width},
        "residuals": [
            {"balance": balance.name, "residual_m": float(residual)}
            for balance, residual in zip(balances, found.residuals, strict=True)
        ],
        "redundant": found.redundant,
        "chi_square": found.chi_square,
        "chi_square_limit": found.limit,
        "probability": found.probability,
        "consistent": found.consistent,
        "arm_file": _line(found),
    }


def _show(out: Console, found: CenterOfGravity, balances: list[PlaneBalance], readings: Mapping[str, Measured]) -> None:
    from ...measurement.knife_edge import POOR, direction_text
    from ...measurement.measured import Measured

    widths = found.budget.half_width
    for axis, value, width in zip(found.seen, found.budget.values.tolist(), widths.tolist(), strict=True):
        out.print(f"[bold]{direction_text(axis)} = {measured_text(Measured(value, 'm', width))}[/]")
    for axis in found.unseen:
        name = direction_text(axis)
        example = name.strip("()")
        out.print(
            f"[bold]{name} is not known:[/] balance the link with the vertical plane through the edge orthogonal to "
            f"{name}, and add --balance '{example}: DISTANCE'"
        )
    if found.condition > POOR:
        direction, least = found.least_visible
        out.print(
            f"The directions are nearly dependent: the tolerance along {direction_text(direction.round(2))} is "
            f"± {least.half_width:.2g} m; add a balance with this direction"
        )
    for text in _correlations(found):
        out.print(text)
    _show_agreement(out, found, balances)
    rows = budget_rows(found.budget, int(widths.argmax()), readings)
    if rows:
        out.print(f"{direction_text(found.seen[int(widths.argmax())])}:")
        out.print(budget_table(rows))
    line = _line(found)
    if line is None:
        return
    show_lines([line], out)
    out.print(
        "If other parts were attached to the link, write the line under assemblies, and subtract the parts with "
        "`puma560 measure combine`."
    )


def _correlations(found: CenterOfGravity) -> list[str]:
    import numpy as np

    from ...measurement.knife_edge import direction_text

    names, widths = [direction_text(axis) for axis in found.seen], found.budget.half_width
    lines = []
    for i, j in zip(*np.triu_indices(len(names), 1), strict=True):
        scale = widths[i] * widths[j]
        share = float(found.budget.covariance[i, j] / scale) if scale else 0.0
        if abs(share) >= CORRELATED:
            lines.append(f"correlation of {names[i]} and {names[j]}: {share:.2f}")
    return lines


def _show_agreement(out: Console, found: CenterOfGravity, balances: list[PlaneBalance]) -> None:
    if not found.redundant:
        return
    rows = table("Agreement of the balances", "balance", ">tolerance, mm", ">residual, mm")
    for balance, residual in zip(balances, found.residuals.tolist(), strict=True):
        rows.add_row(escape(balance.name), f"{1e3 * balance.distance.half_width:.3g}", f"{1e3 * residual:.3g}")
    out.print(rows)
    if found.chi_square is None or found.limit is None:
        problem = "agree exactly" if found.consistent else "differ, and whether they contradict each other is not known"
        out.print(f"The readings have no tolerances. They {problem}; give tolerances.")
    elif found.consistent:
        out.print(
            f"The {found.redundant} redundant balance(s) agree with the others: chi-square {found.chi_square:.3g}, "
            f"limit {found.limit:.3g}."
        )
    else:
        out.print(
            f"[bold]The balances contradict each other:[/] chi-square {found.chi_square:.3g} for {found.redundant} "
            f"redundant balance(s), expected below {found.limit:.3g}. Balance again where the residual is large, look "
            "for a wrong sign or datum, or give larger tolerances."
        )
