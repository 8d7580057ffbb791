"""Figures of the residual by velocity, and of the timing of samples."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...report.colours import INK, MODEL, OUTSIDE, SPREAD
from ...report.figures import empty_source, figure, hover, import_bokeh, legend, zero_line
from ..result import StateTiming, VelocityProfile


def velocity_columns(profile: VelocityProfile, joint: int) -> dict[str, NDArray[Any]]:
    """Return the residual by velocity of one joint; empty without samples."""
    seen = (profile.count[joint] > 0) & np.isfinite(profile.mean[joint])
    if not seen.any():
        return {}
    mean, spread = profile.mean[joint][seen], np.nan_to_num(profile.deviation[joint][seen])
    count = profile.count[joint][seen]
    return {
        "velocity": profile.velocity[joint][seen],
        "mean": mean,
        "low": mean - spread,
        "high": mean + spread,
        "friction": profile.friction[joint][seen],
        "count": count,
        "size": 3.0 + 6.0 * np.sqrt(count / count.max()),
    }


def velocity_figure(name: str, columns: Collection[str]) -> Any:
    """Return a plot of effort minus the rigid-body model in bins of velocity, with the friction of the model.

    Args:
        name: name of the data source, which the page's script fills.
        columns: names of the columns of `velocity_columns`.
    """
    source = empty_source(name, columns)
    plot = figure("velocity, rad/s", "torque, N·m", 270)
    plot.x_range.name, plot.y_range.name = f"{name}-range0", f"{name}-range1"
    zero_line(plot)
    area = plot.varea("velocity", "low", "high", source=source, fill_color=SPREAD, fill_alpha=0.35)
    friction = plot.line("velocity", "friction", source=source, line_color=MODEL, line_width=2.2)
    dots = plot.scatter("velocity", "mean", size="size", source=source, fill_color=INK, line_color=None)
    entries = {
        "effort minus rigid bodies, mean": [dots],
        "± standard deviation": [area],
        "the model's friction": [friction],
    }
    legend(plot, entries, 2)
    rows = [
        ("velocity", "@velocity{%.3g} rad/s"),
        ("mean", "@mean{%.3g} N·m"),
        ("the model's friction", "@friction{%.3g} N·m"),
        ("samples", "@count{0}"),
    ]
    hover(plot, dots, rows)
    return plot


def period_figure(timing: StateTiming) -> Any | None:
    """Return a histogram of times between stamps, with logarithmic counts so that rare values are visible."""
    seen = timing.period_counts > 0
    if not seen.any():
        return None
    source = import_bokeh().models.ColumnDataSource(
        {
            "left": 1e3 * timing.periods[:-1][seen],
            "right": 1e3 * timing.periods[1:][seen],
            "count": timing.period_counts[seen],
        }
    )
    high = 1e3 * max(float(timing.periods[1:][seen].max()), 2.0 * timing.period)  # a steady clock is a narrow peak
    plot = figure("distance of two stamps, ms", "how often", 240, y_axis_type="log", x_range=(0.0, high))
    plot.y_range.start = 0.7
    bars = plot.quad("left", "right", "count", 0.5, source=source, fill_color=SPREAD, line_color=None)
    plot.yaxis.ticker.desired_num_ticks = 4
    plot.add_tools(
        import_bokeh().models.HoverTool(
            renderers=[bars], tooltips=[("distance", "@left{0.00} to @right{0.00} ms"), ("how often", "@count")]
        )
    )
    return plot


def gap_figure(timing: StateTiming) -> Any | None:
    """Return a plot of the longest gaps over time."""
    if not len(timing.gaps):
        return None
    start, length = timing.gaps.T
    source = import_bokeh().models.ColumnDataSource({"start": start, "length": 1e3 * length})
    plot = figure("time, s", "length of gap, ms", 240, x_range=(0.0, max(timing.span, float(start.max()))))
    plot.segment("start", 0, "start", "length", source=source, line_color=OUTSIDE, line_width=2)
    dots = plot.scatter("start", "length", size=7, source=source, fill_color=OUTSIDE, line_color=None)
    plot.y_range.start = 0
    plot.add_tools(
        import_bokeh().models.HoverTool(
            renderers=[dots], tooltips=[("at", "@start{0.000} s"), ("length", "@length{0.0} ms")]
        )
    )
    return plot
