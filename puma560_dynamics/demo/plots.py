"""Figures of a run. No pyplot and no window: every function returns a `Figure` of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter
from numpy.typing import NDArray

from ..control.feed_forward.feed_forward import MODEL_TERMS
from ..report.colours import BEFORE, COMMAND, INK, MODEL, OUTSIDE, QUIET, SPREAD, TERMS
from ..report.plot_style import STYLE
from .formatting import number
from .record import PhaseRecord, RunRecord
from .summary import residual_limit
from .tracking import error_table

SETTING_COLOURS = (BEFORE, COMMAND, MODEL)
"""One a setting, in order, in every figure: apart for every kind of colour vision and in grey."""

SETTING_STYLES = (("-", 2.2), ("--", 1.4), ("-", 1.4))
"""Line style and width of the settings: two that lie on each other stay visible."""

TERM_COLOURS = {
    "gravity": TERMS["gravity"],
    "inertia": TERMS["inertia"],
    "coriolis + centrifugal": TERMS["coriolis"],
}
FRICTION, LIMIT = SPREAD, OUTSIDE
SLATE = ("#8d9db5", "#3b4a60")


WIDTH, ROW = 10.0, 2.0
"""Inches: width of a figure, height of a row of panels."""

LABEL = {"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.6}
"""Background of a label, so that lines and edges do not cut through it."""

FILL_POINTS = 200
"""About how many points the edge of a filled area has: unlike a line it is not simplified when drawn."""


def _figure(label: str) -> Callable[[Callable[[RunRecord], Figure]], Callable[[RunRecord], Figure]]:
    """Draw in our style and label the figure for those who cannot see it."""

    def decorate(draw: Callable[[RunRecord], Figure]) -> Callable[[RunRecord], Figure]:
        @wraps(draw)
        def styled(record: RunRecord) -> Figure:
            with matplotlib.rc_context(STYLE):
                figure = draw(record)
            figure.set_label(label)
            return figure

        return styled

    return decorate


@_figure("RMS tracking error per joint and feed-forward setting")
def rms_bars(record: RunRecord) -> Figure:
    """The one picture of a run: RMS error (mrad) per joint by setting over the friction floor."""
    table = error_table(record)
    figure, ax = _single(4.0)
    figure.subplots_adjust(bottom=0.08)
    places = np.arange(len(table.names)) + 0.35 * (np.arange(len(table.names)) == record.arm.n)
    ax.bar(places, 1e3 * table.floor, 0.94, color=FRICTION, alpha=0.45, label="left by dry friction")
    count = max(len(record.phases), 1)
    width = 0.78 / count
    for index, phase in enumerate(record.phases):
        height = 1e3 * table.rms[index]
        at = places + (index - (count - 1) / 2) * width
        ax.bar(at, np.nan_to_num(height), 0.92 * width, color=_colour(index), label=phase.setting.name)
        for x, value in zip(at, height, strict=True):
            words = number(value, ".0f" if value >= 100 else ".1f" if value >= 1 else ".2g")
            ax.annotate(
                words, (x, np.nan_to_num(value)), (0, 3), textcoords="offset points", ha="center", size=7.5, bbox=LABEL
            )
    ax.set_xticks(places, table.names)
    ax.grid(axis="x", visible=False)
    ax.tick_params(axis="x", length=0, labelcolor=INK)
    ax.set_ylabel("RMS tracking error, mrad")
    if np.isfinite(table.factor[-1]):
        ax.set_title(f"over all joints {table.factor[-1]:.1f} times smaller", loc="right", fontweight="bold", pad=11)
    _legend(figure, ax)
    return figure


@_figure("Tracking error over time per joint, three feed-forward settings")
def tracking(record: RunRecord) -> Figure:
    """Error (mrad) over time, settings overlaid, the friction floor as a band."""

    def draw(ax: Axes, joint: int) -> None:
        floor = 1e3 * table.floor[joint]
        ax.axhspan(-floor, floor, color=FRICTION, alpha=0.45, lw=0, label="left by dry friction")
        for index, phase in _recorded(record):
            error = 1e3 * (phase.position - phase.reference)[:, joint]
            _line(ax, index, phase, error)

    table = error_table(record)
    return _panels(record, "error, mrad", draw, any(True for _ in _recorded(record)))


@_figure("Reference and position per joint")
def motion(record: RunRecord) -> Figure:
    """Where the arm should have been and where it was (rad)."""

    def draw(ax: Axes, joint: int) -> None:
        for index, phase in _recorded(record):
            _line(ax, index, phase, phase.position[:, joint])
        _, phase = next(_recorded(record))
        ax.plot(phase.time, phase.reference[:, joint], ":", color=INK, lw=1.4, label="reference")

    return _panels(record, "position, rad", draw, any(True for _ in _recorded(record)))


@_figure("Torque per joint in the last motion: what acted, and the terms of the model")
def torques(record: RunRecord) -> Figure:
    """Acted effort and the model's terms (N·m) in the last motion, the maximum torque noted."""
    phase = record.phases[-1] if record.phases else None
    largest = record.arm.maximum_torque

    def draw(ax: Axes, joint: int) -> None:
        assert phase is not None
        if phase.terms_time.size and all(len(phase.terms.get(n, ())) == phase.terms_time.size for n in MODEL_TERMS):
            step = slice(None, None, phase.terms_time.size // FILL_POINTS + 1)
            time = phase.terms_time[step]
            parts = {name: phase.terms[name][step, joint] for name in MODEL_TERMS}
            parts["inertia"] = parts["inertia"] + parts.pop("motor_inertia")
            parts["coriolis + centrifugal"] = parts.pop("coriolis") + parts.pop("centrifugal")
            above = below = np.zeros(time.size)
            for name, part in parts.items():
                look: Any = {"color": TERM_COLOURS[name], "alpha": 0.75, "lw": 0}
                up, down = above + np.maximum(part, 0.0), below + np.minimum(part, 0.0)
                ax.fill_between(time, above, up, label=name, **look)
                ax.fill_between(time, below, down, **look)
                above, below = up, down
            ax.plot(time, sum(parts.values()), "--", color=INK, lw=1.0, label="model, sum")
        if phase.time.size:
            ax.plot(phase.time, phase.effort[:, joint], color=INK, lw=1.3, label="torque that acted")
            used = np.abs(phase.effort[:, joint]).max() / largest[joint]
            ax.set_title(f"maximum {largest[joint]:.1f} N·m, used {number(used, '.0%')}", loc="right", color=QUIET)
        ax.axhline(0.0, color=QUIET, lw=0.6)

    return _panels(record, "torque, N·m", draw, phase is not None and bool(phase.time.size or phase.terms_time.size))


@_figure("Distribution of the torque residual per joint, explicit model less Pinocchio")
def residuals(record: RunRecord) -> Figure:
    """Histogram of the size of the residual (N·m) a joint on a logarithmic axis, exact zeros apart."""
    n = record.arm.n
    found = [phase.residual for phase in record.phases if phase.residual.size]
    values = np.abs(np.concatenate(found)) if found else np.zeros((0, n))
    figure, ax = _single(0.55 * n + 0.9)
    finite = values[np.isfinite(values)]
    if not finite.size:
        _missing(ax, "nothing was compared with Pinocchio")
        return figure
    figure.subplots_adjust(right=0.79, top=0.97)
    limit = residual_limit(record.model, record.arm)
    low, high = -19.0, np.log10(max(finite.max(), limit)) + 0.5
    edges = np.arange(low, high + 0.25, 0.25)
    rounding = np.log10(np.spacing(record.arm.maximum_torque))
    for joint in range(n):
        column, base = values[:, joint], n - 1 - joint
        some = np.log10(np.maximum(column[column > 0.0], 10.0**low))
        bars = np.histogram(some, edges)[0] / len(column)
        zero = float(np.mean(column == 0.0))
        scale = 0.78 / max(bars.max(), zero, 1e-12)
        ax.stairs(base + scale * bars, edges, baseline=base, fill=True, color=SLATE[1])
        ax.bar(low - 1.0, scale * zero, 0.5, base, color=FRICTION)
        ax.plot(rounding[joint], base, "^", color=LIMIT, ms=5, clip_on=False, zorder=3)
        words = f"{number(column.max(), '.1e', ' N·m')} at most,\nexactly 0 in {zero:.0%}"
        ax.annotate(words, (1.01, base + 0.1), xycoords=("axes fraction", "data"), size=8, color=QUIET)
    ax.axvline(np.log10(limit), color=LIMIT, lw=1.6)
    ax.annotate("limit", (np.log10(limit) - 0.1, n - 0.3), ha="right", size=8, color=LIMIT)
    ticks = np.arange(low + 1.0, high, 2)
    ax.set_xticks([low - 1.0, *ticks], ["0", *(f"1e{tick:.0f}" for tick in ticks)])
    ax.set_yticks(np.arange(n), record.arm.joint_names[::-1])
    ax.tick_params(axis="y", length=0, labelcolor=INK)
    ax.set_ylim(-0.1, n)
    ax.set_xlabel("size of the residual, N·m")
    return figure


@_figure("Latency of joint states and of torques")
def latencies(record: RunRecord) -> Figure:
    """Latency histograms (ms): joint state one hop, torque two hops and the model; one cycle marked."""
    figure, ax = _single(3.2)
    kinds = {"joint state, one hop": record.state_latency, "torque, two hops and the model": record.torque_latency}
    usable = {}
    for name, values in kinds.items():
        shown = 1e3 * values[np.isfinite(values) & (values > 0.0)]
        if shown.size:
            left_out = len(values) - len(shown)
            usable[name + f" ({left_out} not positive, not shown)" * (left_out > 0)] = shown
    if not usable:
        _missing(ax, "no latency was measured")
        return figure
    cycle = 1e3 / record.rate
    ends = [end for values in usable.values() for end in (values.min(), values.max())]
    edges = np.geomspace(0.9 * min(*ends, cycle), 1.1 * max(*ends, cycle), 70)
    for index, (name, values) in enumerate(usable.items()):
        colour, p50, p99 = SLATE[index], *np.percentile(values, [50, 99])
        counts, _ = np.histogram(values, edges)
        ax.stairs(100.0 * counts / values.size, edges, fill=True, color=colour, alpha=0.55, label=name)
        for share, place in (("median", p50), ("99 %", p99)):
            ax.axvline(place, 0.0, 0.94 - 0.1 * index, color=colour, lw=1.2, ls="-" if place == p50 else "--")
            ax.annotate(
                f"{share} {place:.2f} ms", (place, 0.94 - 0.1 * index), xycoords=("data", "axes fraction"),
                xytext=(3, -6), textcoords="offset points", size=8, color=INK, bbox=LABEL,
            )  # fmt: skip
    ax.axvline(cycle, color=QUIET, lw=1.0, ls=":")
    ax.annotate(
        f"one cycle, {cycle:.1f} ms", (cycle, 0.5), xycoords=("data", "axes fraction"), rotation=90,
        xytext=(4, 0), textcoords="offset points", va="center", size=8, color=QUIET,
    )  # fmt: skip
    ax.set_xscale("log")
    ax.set_xlim(edges[0], edges[-1] * 1.25)
    ax.set_ylim(0.0, 1.4 * ax.get_ylim()[1])
    for axis in (ax.xaxis.set_major_formatter, ax.xaxis.set_minor_formatter):
        axis(FuncFormatter(lambda value, _: f"{value:g}" if f"{value:e}"[0] in "125" else ""))
    ax.set_xlabel("latency, ms")
    ax.set_ylabel("share of messages, %")
    _legend(figure, ax)
    return figure


def _recorded(record: RunRecord) -> Iterator[tuple[int, PhaseRecord]]:
    """Phases that hold joint states, with the place of their setting."""
    return ((index, phase) for index, phase in enumerate(record.phases) if phase.time.size)


def _colour(index: int) -> str:
    return SETTING_COLOURS[index % len(SETTING_COLOURS)]


def _line(ax: Axes, index: int, phase: PhaseRecord, values: NDArray[np.float64]) -> None:
    style, width = SETTING_STYLES[index % len(SETTING_STYLES)]
    ax.plot(phase.time, values, style, color=_colour(index), lw=width, label=phase.setting.name)


def _single(height: float) -> tuple[Figure, Axes]:
    """A figure of one panel, `height` inches."""
    figure = Figure(figsize=(WIDTH, height))
    figure.subplots_adjust(0.075, 0.55 / height, 0.99, 1.0 - 0.4 / height)
    return figure, figure.add_subplot()


def _panels(record: RunRecord, unit: str, draw: Callable[[Axes, int], None], anything: bool) -> Figure:
    """A panel a joint, two a row; `draw` fills one, unless there is nothing to show."""
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
            _missing(ax, "nothing was recorded")
    _legend(figure, figure.axes[0])
    return figure


def _legend(figure: Figure, ax: Axes) -> None:
    """One legend for the whole figure, above it."""
    handles, labels = ax.get_legend_handles_labels()
    if handles:
        figure.legend(handles, labels, loc="upper left", ncol=len(labels), borderaxespad=0.3)


def _missing(ax: Axes, words: str) -> None:
    ax.annotate(words, (0.5, 0.5), xycoords="axes fraction", ha="center", va="center", color=QUIET)
    ax.set_axis_off()
