"""Output of a run on the terminal: tracking errors, residual, rates, latencies, checks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..report.text_table import PLAIN, TextTable
from ..report.written_files import show_written
from .plant_differences import plant_sentences
from .record import WITH_FRICTION, RunRecord
from .run_formatting import (
    checks_passed,
    explanation,
    milliradians,
    number_in_form,
    percentile_words,
    residual_words,
    run_headline,
)
from .summary import RATE_SHARE, run_checks
from .tracking import ALL_JOINTS, error_table

FOR_PEAKS = 80
"""Columns of a terminal that the table of errors needs with peak errors."""


def show_run(record: RunRecord, console: Console, report: Path | None) -> None:
    """Print the results of a run.

    Args:
        record: record of the run.
        console: console, which determines the colours and characters.
        report: path of the report, if one was written.
    """
    plain = console.options.ascii_only
    indent = (0, 0, 0, 1)

    def text(words: str, style: str = "") -> Text:
        words = words.translate(PLAIN).encode("ascii", "replace").decode() if plain else words
        return Text(words, style)

    def line(words: str, style: str = "") -> None:
        console.print(Padding(text(words, style), indent, expand=False))

    line(run_headline(record), "bold")
    peaks = console.width >= FOR_PEAKS
    line(f"tracking error in mrad: RMS{' (peak)' * peaks}", "dim")
    console.print(_errors(record, text, peaks))  # without Padding, which cuts off long rows
    line(explanation(record), "dim")
    for sentence in plant_sentences(record):
        line(sentence, "dim")
    console.print()
    console.print(Padding(_figures(record, text), indent, expand=False))
    console.print()
    verdict = run_checks(record)
    grid = _grid(3)
    for check in verdict:
        mark = text("?", "bold yellow") if check.inconclusive else text("✓", "bold green")
        mark = mark if check.ok else text("✗", "bold red")
        grid.add_row(mark, text(check.name, "" if check.ok else "bold"), text(check.detail, "dim"))
    console.print(Padding(grid, indent, expand=False))
    failed = sum(not check.ok for check in verdict)
    console.print()
    if failed:
        line(f"✗ {failed} of {len(verdict)} checks failed", "bold red")
    else:
        line(f"✓ {checks_passed(verdict)}", "bold green")
    if record.recording is not None:
        show_written(console, record.recording.folder)
    if report is not None:
        show_written(console, report)


def _errors(record: RunRecord, text: Callable[..., Text], peaks: bool) -> TextTable:
    """Return a table with one row per joint and one column per setting; peak errors are left out without `peaks`."""
    errors = error_table(record)
    settings = (">" + phase.setting.name.replace(" + ", "\n+ ") for phase in record.phases)
    table = TextTable("", *map(text, ("joint", *settings, ">first /\nlast", ">friction\nlevel")))
    if len(record.phases) > WITH_FRICTION:  # to fit into 80 columns
        table.padding = (0, 0)
    for row, name in enumerate(errors.names):
        cells = []
        for rms, peak in zip(errors.rms[: len(record.phases), row], errors.peak[:, row], strict=False):
            largest = f" ({milliradians(peak)})".rjust(7) if peaks and np.isfinite(peak) else ""
            cells.append(Text.assemble(text(milliradians(rms)), text(largest, "dim")))
        factor, floor = number_in_form(errors.factor[row], ".1f", " ×"), milliradians(errors.floor[row])
        style = "bold" if name == ALL_JOINTS else ""
        table.add_row(text(name), *cells, text(factor), text(floor), style=style, end_section=row == record.arm.n - 1)
    return table


def _figures(record: RunRecord, text: Callable[..., Text]) -> Table:
    """Return a table of residual, rates and latencies."""
    grid = _grid()
    grid.add_row(text("torque residual", "bold"), text(residual_words(record)))
    slow = any(not rate >= RATE_SHARE * record.rate for rate in record.rates.values())
    rates = "\n".join(f"{number_in_form(rate, '.0f', ' Hz'):>6}  {topic}" for topic, rate in record.rates.items())
    grid.add_row(text("rates reached", "bold"), text(rates or "none measured", "red" if slow else ""))
    latencies = (
        ("joint state, one hop", record.state_latency),
        ("torque, two hops and the model", record.torque_latency),
        ("model alone", record.model_time),
    )
    figures = [(percentile_words(values), name) for name, values in latencies]
    width = max(len(words) for words, _ in figures)
    words = "\n".join(f"{values:<{width}}  {name}" for values, name in figures)
    grid.add_row(Text.assemble(text("latency", "bold"), "\n", text("p50 / p99 / max", "dim")), text(words))
    return grid


def _grid(columns: int = 2) -> Table:
    """Return a table without lines; only its last column wraps."""
    grid = Table.grid(padding=(0, 2))
    for _ in range(columns - 1):
        grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    return grid
