"""Arguments of the `measure` commands for readings with tolerances, and results as tables and lines of an arm file."""

from __future__ import annotations

import argparse
import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...errors import MeasurementError
from ..output import escape, table
from ..values import whole_type

if TYPE_CHECKING:
    from rich.console import Console

    from ...measurement.budget import Budget
    from ...measurement.measured import Measured
    from ...report.text_table import TextTable

BAR = 10
"""Length of a full bar, in characters."""

LONG = 30
"""Largest length of a path in one line, in characters."""

SMALL = 0.0005
"""Fraction of the whole below which the contributions of readings are summed in one row."""


def reading_type(unit: str) -> Callable[[str], Measured]:
    """Return the argument type of a reading in `unit`."""

    def read(text: str) -> Measured:
        from ...measurement.measured import parse_measured  # takes time that a help text must not take

        try:
            return parse_measured(text, unit)
        except MeasurementError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read


def accept_negative(parser: argparse.ArgumentParser) -> None:
    """Let ``-0.1±0.01`` and ``-x: 5 mm`` be values, not options; argparse only recognises plain negative numbers."""
    parser._negative_number_matcher = re.compile(r"^-(\.?\d|[xyz]\b)")


def add_timing(parser: argparse.ArgumentParser) -> argparse._MutuallyExclusiveGroup:
    """Add ``--period`` and its alternative, ``--time`` with ``--swings``; accept negative readings.

    Returns:
        The group of ``--period`` and ``--time``, of which one option is required.
    """
    accept_negative(parser)
    timing = parser.add_mutually_exclusive_group(required=True)
    timing.add_argument("--period", type=reading_type("s"), help="time of one full oscillation, s")
    timing.add_argument("--time", type=reading_type("s"), help="time of several oscillations, s; with --swings")
    parser.add_argument("--swings", type=whole_type(1), help="full oscillations counted in --time")
    return timing


def timed_period(arguments: argparse.Namespace) -> Measured | None:
    """Return the measured period, or `None` if neither ``--period`` nor ``--time`` was given.

    Raises:
        MeasurementError: only one of ``--time`` and ``--swings`` is given.
    """
    if (arguments.time is None) != (arguments.swings is None):
        raise MeasurementError("--time and --swings belong together; give both, or --period")
    if arguments.time is not None:
        from ...measurement.two_wire import period_of

        return period_of(arguments.time, arguments.swings)
    period: Measured | None = arguments.period
    return period


def budget_rows(budget: Budget, index: int, readings: Mapping[str, Measured]) -> list[dict[str, Any]]:
    """Return the contributions of readings to the tolerance of a value, one row each for JSON, the largest first."""
    return [
        {
            "reading": name,
            "value": readings[name].value,
            "tolerance": readings[name].half_width,
            "unit": readings[name].unit,
            "share": share,
        }
        for name, share in budget.shares(index).items()
    ]


def budget_table(rows: Sequence[Mapping[str, Any]]) -> TextTable:
    """Return the contributions of the readings to the tolerance as a table with bars."""
    from ...measurement.measured import Measured

    bars = table("Where the tolerance comes from", "reading", ">value", ">share", "")
    for row in rows:
        if row["share"] >= SMALL:
            value = str(Measured(row["value"], row["unit"], row["tolerance"]))
            bar = "█" * max(1, round(BAR * row["share"]))
            bars.add_row(_folded(row["reading"]), value, f"{100 * row['share']:.1f} %", bar)
    small = [row["share"] for row in rows if row["share"] < SMALL]
    if small:
        bars.add_row(f"{len(small)} more", "", f"{100 * sum(small):.2f} %", "")
    return bars


def _folded(path: str) -> str:
    """Break a long path of an arm file into two lines, so that the table fits a narrow terminal."""
    if len(path) <= LONG:
        return path
    end = path.rfind(".", 0, LONG) + 1
    return f"{path[:end]}\n  {path[end:]}" if end else path


def show_lines(lines: Sequence[str], out: Console, where: str = "") -> None:
    """Print lines for an arm file.

    Args:
        lines: lines from `arm_file_line`.
        out: console to print to.
        where: place in the arm file, such as ``under motors.joint1``.
    """
    out.print(f"For an arm file{', ' if where else ''}{escape(where)}:")
    for line in lines:
        out.print(f"  {escape(line)}", soft_wrap=True)


def rounded(value: float, half_width: float) -> tuple[float, float]:
    """Round a value and its half width: two significant digits of the half width, or six of the value if it is 0."""
    scale = half_width if half_width else 1e-4 * abs(value)
    digits = 1 - math.floor(math.log10(scale)) if scale else 0
    return round(value, digits) + 0.0, round(half_width, digits)


def measured_text(measured: Measured) -> str:
    """Format a result with tolerance and relative tolerance."""
    value, half_width = rounded(measured.value, measured.half_width)
    unit = "" if measured.unit == "1" else f" {measured.unit}"
    if not half_width:
        return f"{value:g}{unit} (no tolerances given)"
    share = f" ({100 * (half_width / abs(value)):.1f} %)" if value else ""
    return f"{value:g} ± {half_width:g}{unit}{share}"


def arm_file_line(name: str, values: Sequence[float], widths: Sequence[float | str], unit: str, source: str) -> str:
    """Return an entry of an arm file, such as ``mass: {value: 4.79, unit: kg, tolerance: "±0.23", source: "…"}``.

    Args:
        name: key of the entry.
        values: one number, or one number per axis.
        widths: tolerance of each value; a text is printed unchanged; 0 and "" mean that there is no tolerance.
        unit: SI unit.
        source: origin of the values.
    """
    from ...arm.parts import printed_tolerance

    numbers, tolerances = [], []
    for value, given in zip(values, widths, strict=True):
        if isinstance(given, str):
            numbers.append(f"{value:g}")
            tolerances.append(given and json.dumps(given, ensure_ascii=False))
        else:
            number, width = rounded(value, given)
            numbers.append(f"{number:.10g}")
            tolerances.append(f'"{printed_tolerance(width, 10)}"' if width and math.isfinite(width) else "")
    one = len(numbers) == 1
    parts = [f"value: {numbers[0] if one else '[' + ', '.join(numbers) + ']'}", f"unit: {unit}"]
    if any(tolerances):
        listed = [tolerance or "null" for tolerance in tolerances]
        parts.append(f"tolerance: {listed[0] if one else '[' + ', '.join(listed) + ']'}")
    parts.append(f"source: {json.dumps(source, ensure_ascii=False)}")
    return f"{name}: {{{', '.join(parts)}}}"
