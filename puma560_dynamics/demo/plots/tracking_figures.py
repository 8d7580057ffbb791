"""Figures of motion: tracking errors per setting, and reference and measured positions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.container import BarContainer
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from ...arrays import FloatArray
from ...report.colours import INK
from ..record import RunRecord
from ..run_formatting import milliradians
from ..tracking import ALL_JOINTS, ErrorTable, error_table
from .panels import (
    FRICTION,
    LABEL,
    joint_panels,
    labelled,
    legend_above,
    recorded_phases,
    setting_colour,
    setting_line,
    single_panel,
)

PICTURE = (6.0, 4.6)
"""Width and height of the picture of a run, inches."""

LARGE = 11.0
"""Size of all text of the picture, points: 9 px at a width of 360 px."""


@labelled("RMS tracking error per joint and feed-forward setting")
def rms_bars(record: RunRecord) -> Figure:
    """Plot the RMS error (mrad) per joint and setting with the friction floor, the headline figure of a run."""
    table = error_table(record)
    figure, ax = single_panel(4.0)
    figure.subplots_adjust(bottom=0.08)
    for bars, rms in zip(_bars(ax, record, table), table.rms, strict=False):
        _label(ax, bars, rms, 7.5 if len(record.phases) < 4 else 6.5)
    if np.isfinite(table.factor[-1]):
        ax.margins(y=0.14)  # room above the bars
        ax.text(1.0, 0.985, _factor(table), transform=ax.transAxes, ha="right", va="top", fontweight="bold")
    legend_above(figure, ax)
    return figure


@labelled("RMS tracking error per joint and feed-forward setting")
def rms_picture(record: RunRecord) -> Figure:
    """Plot the bars of `rms_bars`, legible at the width of a telephone; the legend has the errors of all joints."""
    table = error_table(record)
    figure = Figure(figsize=PICTURE, layout="constrained")
    ax = figure.add_subplot()
    overall = [f": {milliradians(rms[-1])} mrad" for _, rms in zip(_bars(ax, record, table), table.rms, strict=False)]
    ax.margins(x=0.01)
    if max(map(len, table.names)) > len(ALL_JOINTS):
        ax.tick_params(axis="x", rotation=30)
    for text in (*ax.get_xticklabels(), *ax.get_yticklabels(), ax.yaxis.label):
        text.set_fontsize(LARGE)
    if np.isfinite(table.factor[-1]):
        ax.set_title(_factor(table), loc="right", fontweight="bold", size=LARGE)
    handles, labels = ax.get_legend_handles_labels()
    if handles:
        labels = [label + more for label, more in zip(labels, ["", *overall], strict=True)]
        words = f"RMS tracking error of {ALL_JOINTS}"
        figure.legend(
            handles,
            labels,
            loc="outside upper left",
            fontsize=LARGE,
            title=words,
            title_fontsize=LARGE,
            alignment="left",
        )
    return figure


def _bars(ax: Axes, record: RunRecord, table: ErrorTable) -> list[BarContainer]:
    """Draw the bars of all settings in front of the friction floor; return those of each setting."""
    places = np.arange(len(table.names)) + 0.35 * (np.arange(len(table.names)) == record.arm.n)
    ax.bar(places, 1e3 * table.floor, 0.94, color=FRICTION, alpha=0.45, label="friction level")
    count = max(len(record.phases), 1)
    width = 0.78 / count
    found = []
    for index, phase in enumerate(record.phases):
        at = places + (index - (count - 1) / 2) * width
        height = np.nan_to_num(1e3 * table.rms[index])
        found.append(ax.bar(at, height, 0.92 * width, color=setting_colour(index), label=phase.setting.name))
    ax.set_xticks(places, table.names)
    ax.grid(axis="x", visible=False)
    ax.tick_params(axis="x", length=0, labelcolor=INK)
    ax.set_ylabel("RMS tracking error, mrad")
    return found


def _label(ax: Axes, bars: Sequence[Rectangle], rms: FloatArray, size: float) -> None:
    """Write the error of each bar, rad, above it in mrad."""
    for bar, value in zip(bars, rms, strict=True):
        ax.annotate(
            milliradians(value),
            (bar.get_x() + 0.5 * bar.get_width(), bar.get_height()),
            (0, 3),
            textcoords="offset points",
            ha="center",
            size=size,
            bbox=LABEL,
        )


def _factor(table: ErrorTable) -> str:
    return f"over all joints {table.factor[-1]:.1f} times smaller"


@labelled("Tracking error over time per joint and feed-forward setting")
def tracking(record: RunRecord) -> Figure:
    """Plot the error (mrad) over time for all settings, with the friction floor as a band."""

    def draw(ax: Axes, joint: int) -> None:
        floor = 1e3 * table.floor[joint]
        ax.axhspan(-floor, floor, color=FRICTION, alpha=0.45, lw=0, label="friction level")
        for index, phase in recorded_phases(record):
            error = 1e3 * (phase.position - phase.reference)[:, joint]
            setting_line(ax, index, phase, error)

    table = error_table(record)
    return joint_panels(record, "error, mrad", draw, any(True for _ in recorded_phases(record)))


@labelled("Reference and position per joint")
def wanted_and_measured(record: RunRecord) -> Figure:
    """Plot reference and measured positions (rad)."""

    def draw(ax: Axes, joint: int) -> None:
        for index, phase in recorded_phases(record):
            setting_line(ax, index, phase, phase.position[:, joint])
        _, phase = next(recorded_phases(record))
        ax.plot(phase.time, phase.reference[:, joint], ":", color=INK, lw=1.4, label="reference")

    return joint_panels(record, "position, rad", draw, any(True for _ in recorded_phases(record)))
