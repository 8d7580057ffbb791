"""A run on the terminal: tracking errors, residual, rates, latencies, checks; and the words a report shares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from .record import RunRecord
from .summary import RATE_SHARE, checks, friction_floor, largest_residual, peak_error, percentiles, rms_error

MISSING = "–"
"""Shown where there is no figure."""

ALL_JOINTS = "all joints"
"""Name of the row over all joints."""

PLAIN = str.maketrans({"·": "*", "µ": "u", "✓": "ok", "✗": "!!", "–": "-", "×": "x", "²": "2", "±": "+-"})
"""What stands for a character that the terminal's encoding may not have."""


@dataclass(frozen=True)
class ErrorTable:
    """Tracking errors of S settings; the last of the n + 1 rows is over all joints. nan where nothing was recorded.

    Attributes:
        names: (n + 1) of the rows.
        rms: (S, n + 1) rad, root mean square; over all joints the root mean square of those.
        peak: (S, n + 1) rad, largest; over all joints the largest of those.
        factor: (n + 1,) how many times smaller `rms` is in the last setting than in the first.
        floor: (n + 1,) rad, what dry friction leaves to PD.
    """

    names: tuple[str, ...]
    rms: NDArray[np.float64]
    peak: NDArray[np.float64]
    factor: NDArray[np.float64]
    floor: NDArray[np.float64]


def error_table(record: RunRecord) -> ErrorTable:
    """The tracking errors of a run, whatever is missing in it."""
    none = np.full(record.arm.n, np.nan)
    rms = np.array([rms_error(phase) if phase.time.size else none for phase in record.phases] or [none])
    peak = np.array([peak_error(phase) if phase.time.size else none for phase in record.phases] or [none])
    with np.errstate(divide="ignore", invalid="ignore"):
        floor = friction_floor(record)[None, :]
        rms, floor = (np.column_stack([each, np.sqrt(np.mean(each**2, axis=1))]) for each in (rms, floor))
        factor = rms[0] / rms[-1]
    return ErrorTable(
        (*record.arm.joint_names, ALL_JOINTS),
        rms,
        np.column_stack([peak, peak.max(axis=1)]),
        factor,
        floor[0],
    )


def explanation(record: RunRecord) -> str:
    """Why the factor is what it is, in a sentence or two."""
    table = error_table(record)
    left, floor = table.rms[-1, -1], table.floor[-1]
    if not np.isfinite(table.factor[-1]):
        return "No factor: a setting has no usable samples."
    name = record.phases[-1].setting.name
    words = (
        f"{name} leaves {milliradians(left)} mrad; dry friction alone can hold {milliradians(floor)} mrad "
        "(break-away torque / proportional gain), which no rigid-body model compensates"
    )
    words += ": the factor ends there." if left < 1.5 * floor else "."
    limited = [
        f"{joint} for {share:.0%}"
        for joint, share in zip(record.arm.joint_names, saturated(record), strict=True)
        if share > 0.0
    ]
    return words + (f" At maximum torque, where no model helps: {', '.join(limited)} of the motion." if limited else "")


def saturated(record: RunRecord) -> NDArray[np.float64]:
    """(n,) share of the last motion during which the torque was at its limit."""
    if not record.phases or not record.phases[-1].effort.size:
        return np.zeros(record.arm.n)
    return np.asarray(np.mean(np.abs(record.phases[-1].effort) >= 0.999 * record.arm.maximum_torque, axis=0))


def milliradians(value: float) -> str:
    """`value` rad in mrad, short: one decimal, none from 100 on, three below 0.1."""
    size = abs(value)
    return number(1e3 * value, ".0f" if size >= 0.1 else ".1f" if size >= 1e-4 else ".3f")


def number(value: float | None, form: str, unit: str = "") -> str:
    """`value` in `form` with `unit`, or a dash."""
    return MISSING if value is None or not np.isfinite(value) else f"{value:{form}}{unit}"


def percentile_words(values: NDArray[np.float64]) -> str:
    """Median, 99th percentile and maximum of `values` s, e.g. ``0.37 / 1.03 / 1.34 ms``."""
    found = [value for value in percentiles(values).values() if value is not None]
    if not found or not np.isfinite(found).all():
        return "no samples"
    scale, unit, digits = (1e3, "ms", 2) if found[0] >= 1e-4 else (1e6, "µs", 0)
    return " / ".join(f"{scale * value:.{digits}f}" for value in found) + f" {unit}"


def residual_words(record: RunRecord) -> str:
    """Largest residual in scientific notation, however small, with the number of torques it is of."""
    compared = sum(len(phase.residual) for phase in record.phases)
    if not compared:
        return "nothing was compared with Pinocchio"
    return f"{number(largest_residual(record), '.1e', ' N·m')} largest in {compared} torques, explicit less Pinocchio"


def headline(record: RunRecord) -> str:
    """What was run, in one line."""
    lasted = max((float(phase.time[-1]) for phase in record.phases if phase.time.size), default=0.0)
    motions = f"{len(record.phases)} motion{'s' * (len(record.phases) != 1)} of {lasted:.1f} s"
    return f"arm {record.arm.name} · {record.model} model · {motions} at {record.rate:.0f} Hz"


def show(record: RunRecord, console: Console, report: Path | None) -> None:
    """Print what a run found.

    Args:
        record: the run.
        console: where to; colours and characters are those that it can show.
        report: the report's file, if one was written.
    """
    plain = console.options.ascii_only
    indent = (0, 0, 0, 1)

    def text(words: str, style: str = "") -> Text:
        words = words.translate(PLAIN).encode("ascii", "replace").decode() if plain else words
        return Text(words, style)

    def line(words: str, style: str = "") -> None:
        console.print(Padding(text(words, style), indent, expand=False))

    console.print()
    line(headline(record), "bold")
    line("tracking error in mrad: RMS (peak)", "dim")
    console.print(Padding(_errors(record, text), indent, expand=False))
    line(explanation(record), "dim")
    console.print()
    console.print(Padding(_figures(record, text), indent, expand=False))
    console.print()
    verdict = checks(record)
    grid = _grid(3)
    for check in verdict:
        mark = text("✓", "bold green") if check.ok else text("✗", "bold red")
        grid.add_row(mark, text(check.name, "" if check.ok else "bold"), text(check.detail, "dim"))
    console.print(Padding(grid, indent, expand=False))
    failed = sum(not check.ok for check in verdict)
    console.print()
    if failed:
        line(f"✗ {failed} of {len(verdict)} checks failed", "bold red")
    else:
        line(f"✓ all {len(verdict)} checks passed" if len(verdict) > 1 else "✓ passed", "bold green")
    if report is not None:  # never folded, so that it can be copied
        console.print(Text.assemble(" ", text("report  ", "dim"), text(str(report))), soft_wrap=True)


def _errors(record: RunRecord, text: Callable[..., Text]) -> Table:
    """One row a joint, one column a setting."""
    errors = error_table(record)
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1), header_style="bold")
    table.add_column(text("joint"), no_wrap=True)
    for phase in record.phases:
        table.add_column(text(phase.setting.name), justify="right")
    table.add_column(text("factor"), justify="right", style="bold", no_wrap=True)
    table.add_column(text("friction\nfloor"), justify="right", style="dim", no_wrap=True)
    for row, name in enumerate(errors.names):
        cells = []
        for rms, peak in zip(errors.rms[: len(record.phases), row], errors.peak[:, row], strict=False):
            beside = f" ({milliradians(peak)})".rjust(7) if np.isfinite(peak) else ""
            cells.append(Text.assemble(text(milliradians(rms)), text(beside, "dim")))
        factor, floor = number(errors.factor[row], ".1f", " ×"), milliradians(errors.floor[row])
        style = "bold" if name == ALL_JOINTS else ""
        table.add_row(text(name), *cells, text(factor), text(floor), style=style, end_section=row == record.arm.n - 1)
    return table


def _figures(record: RunRecord, text: Callable[..., Text]) -> Table:
    """Residual, rates, latencies."""
    grid = _grid()
    grid.add_row(text("torque residual", "bold"), text(residual_words(record)))
    slow = any(not rate >= RATE_SHARE * record.rate for rate in record.rates.values())
    rates = "\n".join(f"{number(rate, '.0f', ' Hz'):>6}  {topic}" for topic, rate in record.rates.items())
    grid.add_row(text("rates reached", "bold"), text(rates or "none measured", "red" if slow else ""))
    latencies = (
        ("joint state, one hop", record.state_latency),
        ("torque, two hops and the model", record.torque_latency),
        ("model alone", record.model_time),
    )
    words = "\n".join(f"{percentile_words(values):<24}{name}" for name, values in latencies)
    grid.add_row(Text.assemble(text("latency", "bold"), "\n", text("p50 / p99 / max", "dim")), text(words))
    return grid


def _grid(columns: int = 2) -> Table:
    """Columns without lines; the last folds within itself."""
    grid = Table.grid(padding=(0, 2))
    for _ in range(columns - 1):
        grid.add_column(no_wrap=True)
    grid.add_column()
    return grid
