"""Figures of measured torque, the terms of the model, the residual against Pinocchio, and latency."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from ...control.feed_forward.feed_forward import MODEL_TERMS
from ...report.colours import INK, OUTSIDE, QUIET, TERMS
from ...report.formatting import TERM_WORDS
from ..record import RunRecord
from ..run_formatting import number_in_form
from ..summary import residual_limit
from .panels import FRICTION, LABEL, SLATE, joint_panels, labelled, legend_above, say_missing, single_panel

TERM_COLOURS = {
    "gravity": TERMS["gravity"],
    "inertia": TERMS["inertia"],
    TERM_WORDS["velocity"]: TERMS["coriolis"],
    "friction": TERMS["friction"],
}

LIMIT = OUTSIDE
"""Colour of a limit."""

FILL_POINTS = 200
"""Approximate number of points of a filled area's edge, which is not simplified when drawn."""


@labelled("Torque per joint in the last motion: what acted, and the terms of the model")
def torques(record: RunRecord) -> Figure:
    """Plot measured effort and the model's terms (N·m) in the last motion, with the maximum torque as text."""
    phase = record.phases[-1] if record.phases else None
    largest = record.arm.maximum_torque

    def draw(ax: Axes, joint: int) -> None:
        assert phase is not None
        if phase.terms_time.size and all(len(phase.terms.get(n, ())) == phase.terms_time.size for n in MODEL_TERMS):
            step = slice(None, None, phase.terms_time.size // FILL_POINTS + 1)
            time = phase.terms_time[step]
            parts = {name: phase.terms[name][step, joint] for name in MODEL_TERMS}
            parts["inertia"] = parts["inertia"] + parts.pop("motor_inertia")
            parts[TERM_WORDS["velocity"]] = parts.pop("coriolis") + parts.pop("centrifugal")
            if len(phase.terms.get("friction", ())) == phase.terms_time.size:
                parts["friction"] = phase.terms["friction"][step, joint]
            above = below = np.zeros(time.size)
            for name, part in parts.items():
                style: Any = {"color": TERM_COLOURS[name], "alpha": 0.75, "lw": 0}
                up, down = above + np.maximum(part, 0.0), below + np.minimum(part, 0.0)
                ax.fill_between(time, above, up, label=name, **style)
                ax.fill_between(time, below, down, **style)
                ax.plot(time, part, label=f"_{name}", visible=False)  # its value at the pointer (report/zoomable.py)
                above, below = up, down
            ax.plot(time, sum(parts.values()), "--", color=INK, lw=1.0, label="feed-forward, sum")
        if phase.time.size:
            ax.plot(phase.time, phase.effort[:, joint], color=INK, lw=1.3, label="torque that acted")
            used = 100 * np.abs(phase.effort[:, joint]).max() / largest[joint]
            ax.set_title(
                f"maximum {largest[joint]:.1f} N·m, used {number_in_form(used, '.0f', ' %')}", loc="right", color=QUIET
            )
        ax.axhline(0.0, color=QUIET, lw=0.6)

    return joint_panels(
        record, "torque, N·m", draw, phase is not None and bool(phase.time.size or phase.terms_time.size)
    )


@labelled("Distribution of the torque residual per joint, model minus Pinocchio")
def residuals(record: RunRecord) -> Figure:
    """Plot a histogram of the residual's magnitude (N·m) per joint on a logarithmic axis; exact zeros are separate."""
    n = record.arm.n
    found = [phase.residual for phase in record.phases if phase.residual.size]
    values = np.abs(np.concatenate(found)) if found else np.zeros((0, n))
    figure, ax = single_panel(0.55 * n + 0.9)
    finite = values[np.isfinite(values)]
    if not finite.size:
        say_missing(ax, "nothing was compared with Pinocchio")
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
        words = f"{number_in_form(column.max(), '.1e', ' N·m')} at most,\nexactly 0 in {100 * zero:.0f} %"
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


@labelled("Latency of joint states and of torques")
def latencies(record: RunRecord) -> Figure:
    """Plot histograms of latency (ms): joint state one hop, torque two hops and the model; one cycle is marked."""
    figure, ax = single_panel(3.2)
    kinds = {"joint state, one hop": record.state_latency, "torque, two hops and the model": record.torque_latency}
    usable = {}
    for name, values in kinds.items():
        shown = 1e3 * values[np.isfinite(values) & (values > 0.0)]
        if shown.size:
            left_out = len(values) - len(shown)
            usable[name + f" ({left_out} not positive, not shown)" * (left_out > 0)] = shown
    if not usable:
        say_missing(ax, "no latency was measured")
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
    legend_above(figure, ax)
    return figure
