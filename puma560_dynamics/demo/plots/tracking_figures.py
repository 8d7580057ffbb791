"""Figures of motion: tracking errors per setting, and reference and measured positions."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ...report.colours import INK
from ..record import RunRecord
from ..run_formatting import milliradians
from ..tracking import error_table
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


@labelled("RMS tracking error per joint and feed-forward setting")
def rms_bars(record: RunRecord) -> Figure:
    """Plot the RMS error (mrad) per joint and setting with the friction floor, the headline figure of a run."""
    table = error_table(record)
    figure, ax = single_panel(4.0)
    figure.subplots_adjust(bottom=0.08)
    places = np.arange(len(table.names)) + 0.35 * (np.arange(len(table.names)) == record.arm.n)
    ax.bar(places, 1e3 * table.floor, 0.94, color=FRICTION, alpha=0.45, label="friction level")
    count = max(len(record.phases), 1)
    width = 0.78 / count
    for index, phase in enumerate(record.phases):
        height = 1e3 * table.rms[index]
        at = places + (index - (count - 1) / 2) * width
        ax.bar(at, np.nan_to_num(height), 0.92 * width, color=setting_colour(index), label=phase.setting.name)
        for x, value in zip(at, height, strict=True):
            ax.annotate(
                milliradians(1e-3 * value),
                (x, np.nan_to_num(value)),
                (0, 3),
                textcoords="offset points",
                ha="center",
                size=7.5 if count < 4 else 6.5,
                bbox=LABEL,
            )
    ax.set_xticks(places, table.names)
    ax.grid(axis="x", visible=False)
    ax.tick_params(axis="x", length=0, labelcolor=INK)
    ax.set_ylabel("RMS tracking error, mrad")
    if np.isfinite(table.factor[-1]):
        ax.margins(y=0.14)  # room above the bars
        words = f"over all joints {table.factor[-1]:.1f} times smaller"
        ax.text(1.0, 0.985, words, transform=ax.transAxes, ha="right", va="top", fontweight="bold")
    legend_above(figure, ax)
    return figure


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
