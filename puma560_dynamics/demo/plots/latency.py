"""The figure of latency."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from ...report.colours import INK, QUIET
from ..record import RunRecord
from .panels import LABEL, SLATE, labelled, legend_above, say_missing, single_panel


@labelled("Latency of joint states and of torques")
def latencies(record: RunRecord) -> Figure:
    """Latency histograms (ms): joint state one hop, torque two hops and the model; one cycle marked."""
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
