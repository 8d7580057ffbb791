"""What the measuring commands share: the period, the budget as bars, a line for an arm file."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from ...arm.parts import printed_tolerance
from ...errors import MeasurementError
from ...measurement.budget import Budget
from ...measurement.measured import Measured
from ...measurement.two_wire import period_of
from ...report.text_table import TextTable

BAR = 10
"""Characters of a full bar."""

LONG = 30
"""Characters of a path that stands on one line."""

SMALL = 0.0005
"""Readings below this share of the whole are summed up in one row."""


def timed_period(arguments: argparse.Namespace) -> Measured | None:
    """The period that was measured; `None` where neither was given.

    Raises:
        MeasurementError: one of ``--time`` and ``--swings`` without the other.
    """
    if (arguments.time is None) != (arguments.swings is None):
        raise MeasurementError("--time and --swings belong together; give both, or --period")
    if arguments.time is not None:
        return period_of(arguments.time, arguments.swings)
    period: Measured | None = arguments.period
    return period


def budget_rows(budget: Budget, index: int, readings: Mapping[str, Measured]) -> list[dict[str, Any]]:
    """One row a reading that contributes to the tolerance of one value, the largest first; for JSON."""
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
    """Where the tolerance comes from."""
    table = TextTable("Where the tolerance comes from", "reading", ">value", ">share", "")
    for row in rows:
        if row["share"] >= SMALL:
            value = str(Measured(row["value"], row["unit"], row["tolerance"]))
            bar = "█" * max(1, round(BAR * row["share"]))
            table.add_row(_folded(row["reading"]), value, f"{row['share']:.1%}", bar)
    small = [row["share"] for row in rows if row["share"] < SMALL]
    if small:
        table.add_row(f"{len(small)} more", "", f"{sum(small):.2%}", "")
    return table


def _folded(path: str) -> str:
    """A long path of an arm file on two lines, so that the table fits a narrow terminal."""
    if len(path) <= LONG:
        return path
    end = path.rfind(".", 0, LONG) + 1
    return f"{path[:end]}\n  {path[end:]}" if end else path


def rounded(value: float, half_width: float) -> tuple[float, float]:
    """Both to two significant digits of the half width, to six of the value where it is 0."""
    scale = half_width if half_width else 1e-4 * abs(value)
    digits = 1 - math.floor(math.log10(scale)) if scale else 0
    return round(value, digits), round(half_width, digits)


def measured_text(measured: Measured) -> str:
    """A result for people, with its relative tolerance."""
    value, half_width = rounded(measured.value, measured.half_width)
    if not half_width:
        return f"{value:g} {measured.unit} (no tolerances given)"
    share = f" ({half_width / abs(value):.1%})" if value else ""
    return f"{value:g} ± {half_width:g} {measured.unit}{share}"


def arm_file_line(name: str, values: Sequence[float], widths: Sequence[float | str], unit: str, source: str) -> str:
    """``mass: {value: 4.79, unit: kg, tolerance: "±0.23", source: "…"}`` as `load_arm` reads it.

    Args:
        name: entry of the arm file.
        values: one number, or one an axis.
        widths: half width of each; a text is taken as printed, 0 and "" as no tolerance.
        unit: SI unit.
        source: where the numbers come from.
    """
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
