"""Sections of the page of real arms: heading, table, text and pictures."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.identification.predict import Validated, smoothed
from puma560_dynamics.identification.torque_gains import Gains
from puma560_dynamics.report.colours import AFTER, BEFORE, MEASURED, QUIET, STYLE
from tools.markdown_table import markdown_table


@dataclass(frozen=True)
class Section:
    """A section of the page.

    Attributes:
        title: heading.
        table: table as CSV.
        words: text about the numbers of the table.
        figures: figures by the name of the file.
    """

    title: str
    table: str
    words: str
    figures: dict[str, Figure] = field(default_factory=dict)

    @property
    def markdown(self) -> str:
        """Return the section as Markdown; the pictures are files of docs."""
        pictures = "\n\n".join(f"![{figure.get_label()}](images/{name}.svg)" for name, figure in self.figures.items())
        parts = (f"### {self.title}", markdown_table(self.table), self.words, pictures)
        return "\n\n".join(part for part in parts if part)


def table_of(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([head, *rows])
    return text.getvalue()


def decimals(values: Iterable[float], digits: int = 3) -> list[str]:
    """Format numbers with a fixed number of decimals."""
    return [f"{value:.{digits}f}" for value in values]


def with_error(value: float, error: float) -> str:
    """Format a number and its standard error, which has two significant digits, with the same decimals."""
    digits = max(0, 1 - math.floor(math.log10(float(f"{error:.1e}"))))
    return f"{value:.{digits}f} ± {error:.{digits}f}".replace("-", "−")


def torques(found: Validated, names: Sequence[str], cut_off: float, label: str) -> Figure:
    """Draw measured (filtered) torque, predicted torque, and their difference for every joint."""
    low = smoothed(found.predicted, cut_off)
    step = max(1, len(low.time) // 700)
    time = low.time[::step] - low.time[0]
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(10.0, 1.5 * len(names) + 0.5), layout="constrained")
        for axes, joint in zip(figure.subplots(len(names), 1, sharex=True), range(len(names)), strict=True):
            axes.axhline(0.0, color=QUIET, lw=0.6)
            axes.plot(time, low.effort[::step, joint], color=MEASURED, lw=2.2, label="measured")
            axes.plot(time, low.torque[::step, joint], color=AFTER, lw=1.1, label="predicted")
            left = (low.effort - low.torque)[::step, joint]
            axes.plot(time, left, color=BEFORE, lw=0.9, label="measured less predicted")
            axes.set_ylabel("N·m")
            axes.set_title(f"{names[joint]}: relative error {found.filtered[joint]:.3f}", fontweight="bold")
        axes.set_xlabel("time, s")
        figure.legend(*axes.get_legend_handles_labels(), loc="outside upper left", ncol=3)
    figure.set_label(label)
    return figure


def gains(found: Gains, literature: FloatArray) -> Figure:
    """Draw torque gains with two standard errors, and the literature's gains."""
    values, errors, determined = found.values, found.errors, found.determined
    names = found.joints
    places = np.arange(len(names))
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(10.0, 3.0), layout="constrained")
        axes = figure.subplots()
        axes.plot(places - 0.1, literature, "s", color=BEFORE, ms=7, label="literature")
        for some, colour, words in ((determined, AFTER, "found"), (~determined, QUIET, "found, but refused")):
            if some.any():
                axes.errorbar(places[some] + 0.1, values[some], 2.0 * (values * errors)[some], fmt="o", color=colour,
                              capsize=3, label=f"{words}, 2 standard errors")  # fmt: skip
        axes.set_xticks(places, names)
        axes.set_ylim(0.0, 1.1 * max(literature.max(), (values * (1.0 + 2.0 * errors)).max()))
        axes.set_ylabel("N·m/A")
        figure.legend(*axes.get_legend_handles_labels(), loc="outside upper left", ncol=3)
    figure.set_label("UR10e: torque gains found from a known load, next to the literature's")
    return figure


def apart(names: Sequence[str], off: Sequence[float]) -> Figure:
    """Draw the differences of values from published ones, in standard errors."""
    places = np.arange(len(names))
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(10.0, 3.6), layout="constrained")
        axes = figure.subplots()
        axes.axhspan(-2.0, 2.0, color=QUIET, alpha=0.2, lw=0, label="2 standard errors")
        axes.plot(places, off, "o", color=AFTER)
        axes.set_xticks(places, names, rotation=90, fontsize=8)
        axes.set_ylabel("found less published,\nin standard errors")
        figure.legend(*axes.get_legend_handles_labels(), loc="outside upper left")
    figure.set_label("TX40: friction and rotor inertia found, less the published ones, in standard errors")
    return figure


def alone(drawing: str) -> str:
    """Return an SVG drawing with a white background, because it is not legible on a dark page otherwise."""
    head, end, rest = drawing.partition(">")
    return f'{head}{end}<rect width="100%" height="100%" fill="white"/>{rest}\n'
