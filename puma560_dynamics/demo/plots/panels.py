"""Common parts of the figures of a run: style, one panel per joint, colours of settings, legend."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ...arrays import FloatArray
from ...report.colours import BEFORE, COMMAND, COMPENSATED, MODEL, QUIET, SPREAD, STYLE
from ..record import PhaseRecord, RunRecord

SETTING_COLOURS = (BEFORE, COMMAND, MODEL, COMPENSATED)
"""Colours of the settings, in order, in every figure; distinguishable with any colour vision and in grey."""

SETTING_STYLES = (("-", 2.2), ("--", 1.4), ("-", 1.4), ("-", 1.4))
"""Line style and width of the settings, so that two coincident lines are both visible."""

FRICTION = SPREAD
"""Colour of the error that dry friction causes."""

SLATE = ("#8d9db5", "#3b4a60")
"""Two shades for signals that do not belong to a setting."""

WIDTH, ROW = 10.0, 2.0
"""Inches: width of a figure, height of a row of panels."""

LABEL = {"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.6}
"""Background of a label, which hides the lines behind it."""


def labelled(label: str) -> Callable[[Callable[[RunRecord], Figure]], Callable[[RunRecord], Figure]]:
    """Decorate a function so that its figure has the style of all pages and a text alternative."""

    def decorate(draw: Callable[[RunRecord], Figure]) -> Callable[[RunRecord], Figure]:
        @wraps(draw)
        def styled(record: RunRecord) -> Figure:
            with matplotlib.rc_context(STYLE):
                figure = draw(record)
            figure.set_label(label)
            return figure

        return styled

    return decorate


def recorded_phases(record: RunRecord) -> Iterator[tuple[int, PhaseRecord]]:
    """Yield phases with joint states, and the index of their setting."""
    return ((index, phase) for index, phase in enumerate(record.phases) if phase.time.size)


def setting_colour(index: int) -> str:
    """Return the colour of the setting with this index."""
    return SETTING_COLOURS[index % len(SETTING_COLOURS)]


def setting_line(ax: Axes, index: int, phase: PhaseRecord, values: FloatArray) -> None:
    """Draw `values` over the time of a phase, in the style of its setting."""
    style, width = SETTING_STYLES[index % len(SETTING_STYLES)]
    ax.plot(phase.time, values, style, color=setting_colour(index), lw=width, label=phase.setting.name)


def single_panel(height: float) -> tuple[Figure, Axes]:
    """Return a figure of one panel, `height` inches."""
    figure = Figure(figsize=(WIDTH, height))
    figure.subplots_adjust(0.075, 0.55 / height, 0.99, 1.0 - 0.4 / height)
    return figure, figure.add_subplot()


def joint_panels(record: RunRecord, unit: str, draw: Callable[[Axes, int], None], anything: bool) -> Figure:
    """Return a figure with one panel per joint, two in a row; `draw` fills the panels if `anything` was recorded."""
    n = record.arm.n
    rows = (n + 1) // 2
    height = ROW * rows + 0.5
    figure = Figure(figsize=(WIDTH, height))
    figure.subplots_adjust(0.07, 0.5 / height, 0.99, 1.0 - 0.65 / height, wspace=0.15, hspace=0.38)
    for joint, name in enumerate(record.arm.joint_names):
        ax = figure.add_subplot(rows, 2, joint + 1)
        ax.set_title(name, fontweight="bold")
        if joint % 2 == 0:
            ax.set_ylabel(unit)
        if joint >= n - 2:
            ax.set_xlabel("time, s")
        if anything:
            draw(ax, joint)
            ax.margins(x=0)
        else:
            say_missing(ax, "nothing was recorded")
    figure.align_ylabels()
    legend_above(figure, figure.axes[0])
    return figure


def legend_above(figure: Figure, ax: Axes) -> None:
    """Add one legend above the whole figure."""
    handles, labels = ax.get_legend_handles_labels()
    if handles:
        figure.legend(handles, labels, loc="upper left", ncol=len(labels), borderaxespad=0.3)


def say_missing(ax: Axes, words: str) -> None:
    """Write the reason into an empty panel."""
    ax.annotate(words, (0.5, 0.5), xycoords="axes fraction", ha="center", va="center", color=QUIET)
    ax.set_axis_off()
