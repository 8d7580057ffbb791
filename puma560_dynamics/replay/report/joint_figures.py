"""Figures of a joint over time, with linked axes: torques, residual, terms, and the largest residual.

The figures are made once. The page's script draws a copy for each joint and fills its data sources.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray
from ...control.feed_forward.feed_forward import SWITCHED_TERMS
from ...control.observer.contact_events import Contact
from ...report.colours import COMMAND, CONTACT, INK, MODEL, OUTSIDE, SPREAD, TERMS
from ...report.figures import (
    broken,
    broken_time,
    closed,
    empty_source,
    figure,
    hover,
    import_bokeh,
    legend,
    zero_line,
)
from ...report.formatting import TARGET_WORDS, TERM_WORDS
from ..result import Traces

FILL_POINTS = 800
"""Approximate number of points on the edge of a filled area."""

SHADED = 200
"""Largest number of contacts that are shaded."""

TOOLTIPS = {
    "effort": ("measured", "@effort{%.3g} N·m"),
    "command": ("command", "@command{%.3g} N·m"),
    "model": ("model", "@model{%.3g} N·m"),
    "residual": ("residual", "@residual{%.3g} N·m"),
    "band": ("band", "± @band{%.3g} N·m"),
    "q": ("position", "@q{%.4g} rad"),
    "qd": ("velocity", "@qd{%.3g} rad/s"),
    "qdd": ("acceleration", "@qdd{%.3g} rad/s²"),
}


SELECTED = """
const {geometry} = cb_obj, {time, residual} = source.data;
let count = 0, sum = 0, squares = 0, largest = 0;
for (let i = 0; i < time.length; i++) {
  if (!(time[i] >= geometry.x0 && time[i] <= geometry.x1 && isFinite(residual[i]))) continue;
  count += 1; sum += residual[i]; squares += residual[i] ** 2; largest = Math.max(largest, Math.abs(residual[i]));
}
title.text = count === 0 ? 'nothing to compare in the selected stretch' :
  `${geometry.x0.toFixed(2)} to ${geometry.x1.toFixed(2)} s: RMS ${Math.sqrt(squares / count).toPrecision(3)}, ` +
  `bias ${(sum / count).toPrecision(3)}, largest ${largest.toPrecision(3)} N·m`;
"""
"""JavaScript that shows the statistics of the residual in a selected stretch, computed from the drawn points."""


def joint_columns(traces: Traces, joint: int) -> dict[str, NDArray[Any]]:
    """Return the columns to draw for one joint by name: signals, broken at gaps, and edges of areas."""
    gap = traces.gap
    means = {name: traces.mean[name][:, joint] for name in TOOLTIPS if name in traces.mean}
    means = {name: values for name, values in means.items() if np.isfinite(values).any()}
    found: dict[str, NDArray[Any]] = {"time": broken_time(traces.time, gap)}
    found.update((name, broken(values, gap)) for name, values in means.items())

    def area(name: str, low: FloatArray, high: FloatArray) -> None:
        found[f"{name}_low"], found[f"{name}_high"] = closed(low, high, gap), closed(high, low, gap)

    if traces.samples > 1:
        for name in {"effort", "residual"} & set(means) & set(traces.low):
            area(name, traces.low[name][:, joint], traces.high[name][:, joint])
    if "band" in means:
        band = means["band"]
        area("band", -band, band)
        if "model" in means:
            area("model", means["model"] - band, means["model"] + band)
        if "residual" in means:
            ends = [signals.get("residual", traces.mean["residual"])[:, joint] for signals in (traces.low, traces.high)]
            beyond = np.fmax(*np.abs(ends)) > band
            found["outside"] = broken(np.where(beyond, means["residual"], np.nan), gap)
    return found


def drawable(signals: Collection[str]) -> bool:
    """Return whether the columns contain a torque to draw."""
    return bool(set(signals) & {"effort", "command", "model"})


def term_columns(traces: Traces, joint: int) -> dict[str, NDArray[Any]]:
    """Return the edges of areas for the model's terms, stacked from zero in both directions, and the sum of all terms.

    The result is empty without terms.
    """
    step = slice(None, None, traces.time.size // FILL_POINTS + 1)
    names = [name for name in SWITCHED_TERMS if name in traces.mean and np.isfinite(traces.mean[name][:, joint]).any()]
    if not names:
        return {}
    gap = np.logical_or.reduceat(traces.gap, np.arange(traces.time.size)[step])
    found: dict[str, NDArray[Any]] = {"time": broken_time(traces.time[step], gap)}
    above = below = np.zeros(traces.time[step].size)
    for name in names:
        part = np.nan_to_num(traces.mean[name][step, joint])
        up, down = above + np.maximum(part, 0.0), below + np.minimum(part, 0.0)
        for edge, values, other in (("0", above, up), ("1", up, above), ("2", below, down), ("3", down, below)):
            found[name + edge] = closed(values, other, gap)
        above, below = up, down
        found[name] = broken(part, gap)
    found["sum"] = broken(above + below, gap)
    return found


def joint_figures(name: str, span: tuple[float, float], signals: Collection[str], terms: Collection[str],
                  target: str | None, contacts: Sequence[Contact] = ()) -> Any:  # fmt: skip
    """Return the plots of torques, residual and terms, arranged in a column.

    Args:
        name: name of the figures. Their data sources are ``<name>-signals`` and ``<name>-terms``, which the page's
            script fills, and their common range of time is ``<name>-time``.
        span: first and last time, s.
        signals: names of the columns of `joint_columns` that any joint has.
        terms: names of the columns of `term_columns` that any joint has.
        target: signal that the model is compared with, ``"effort"`` or ``"command"``.
        contacts: times that are shaded in the plots of torques and residual.
    """
    time = import_bokeh().models.Range1d(*span, name=f"{name}-time")
    plots = _compared(empty_source(f"{name}-signals", signals), time, target)
    for plot in plots:
        _shade(plot, contacts)
    if terms:
        plots += _terms(empty_source(f"{name}-terms", terms), time)
    return _column(name, plots)


def moment_figures(name: str, signals: Collection[str], target: str | None) -> Any:
    """Return the plots of torques and residual for a short stretch, whose range of time the page's script sets."""
    time = import_bokeh().models.Range1d(name=f"{name}-time")
    return _column(name, _compared(empty_source(f"{name}-signals", signals), time, target))


def span_of(traces: Traces) -> tuple[float, float]:
    """Return the time from half a point before the first to half a point after the last, s."""
    if not traces.time.size:
        return 0.0, 1.0
    edge = 0.5 * float(np.median(np.diff(traces.time))) if traces.time.size > 1 else 0.5
    return float(traces.time[0]) - edge, float(traces.time[-1]) + edge


def union(columns: Iterable[Collection[str]]) -> list[str]:
    """Return the names in any of several sets of columns, in order."""
    return list(dict.fromkeys(name for names in columns for name in names))


def _compared(source: Any, time: Any, target: str | None) -> list[Any]:
    """Return the plot of torques and, if there is a residual, its plot.

    The title of the residual's plot shows statistics of the stretch that is selected in either plot.
    """
    plots = [_overlay(source, time)]
    if "residual" in source.data:
        plots.append(_residual(source, time, target))
        models = import_bokeh().models
        summed = models.CustomJS(args={"source": source, "title": plots[-1].title}, code=SELECTED)
        for plot in plots:
            plot.add_tools(models.BoxSelectTool(dimensions="width"))
            plot.js_on_event("selectiongeometry", summed)
    return plots


def _column(name: str, plots: list[Any]) -> Any:
    """Arrange plots in a column with one time axis, and name their torque ranges for the page's script."""
    for index, plot in enumerate(plots):
        plot.y_range.name = f"{name}-range{index}"
    plots[-1].xaxis.axis_label = "time, s"
    for plot in plots[:-1]:
        plot.xaxis.major_label_text_font_size = "0px"
    return import_bokeh().models.Column(children=plots, sizing_mode="stretch_width", spacing=4)


def _shade(plot: Any, contacts: Sequence[Contact]) -> None:
    """Shade the times of contacts; a line makes short ones visible in a long recording."""
    for contact in contacts[:SHADED]:
        plot.add_layout(
            import_bokeh().models.BoxAnnotation(
                left=contact.start,
                right=contact.end,
                fill_color=CONTACT,
                fill_alpha=0.22,
                line_color=CONTACT,
                line_alpha=0.6,
                level="underlay",
            )
        )


def _overlay(source: Any, time: Any) -> Any:
    """Return a plot of measured effort, model with its band, and command."""
    plot = figure("", "torque, N·m", 300, x_range=time)
    has, entries = set(source.data), {}
    if "model_low" in has:
        entries["expected"] = [
            plot.varea("time", "model_low", "model_high", source=source, fill_color=MODEL, fill_alpha=0.22)
        ]
    if "effort_low" in has:
        plot.varea("time", "effort_low", "effort_high", source=source, fill_color=SPREAD, fill_alpha=0.5)
    styles = (("command", "published command", COMMAND, "solid", 1.3), ("effort", "measured effort", INK, "solid", 1.5),
              ("model", "model", MODEL, "solid", 1.8))  # fmt: skip
    lines = {
        key: plot.line("time", key, source=source, line_color=colour, line_dash=dash, line_width=width)
        for key, _, colour, dash, width in styles
        if key in has
    }
    entries = {label: [lines[key]] for key, label, *_ in reversed(styles) if key in has} | entries
    legend(plot, entries, 2)
    last = next(lines[key] for key in ("model", "effort", "command") if key in lines)
    hover(plot, last, [("time", "@time{0.000} s"), *(row for key, row in TOOLTIPS.items() if key in has)])
    return plot


def _residual(source: Any, time: Any, target: str | None) -> Any:
    """Return a plot of the residual with the band about zero; samples outside are marked."""
    plot = figure("", "residual, N·m", 210, x_range=time)
    zero_line(plot)
    has, entries = set(source.data), {}
    if "band_low" in has:
        band = plot.varea("time", "band_low", "band_high", source=source, fill_color=MODEL, fill_alpha=0.22)
        entries["expected"] = [band]
    if "residual_low" in has:
        plot.varea("time", "residual_low", "residual_high", source=source, fill_color=SPREAD, fill_alpha=0.5)
    line = plot.line("time", "residual", source=source, line_color=INK, line_width=1.3)
    entries = {f"{TARGET_WORDS.get(target or '', 'signal')} minus model": [line], **entries}
    if "outside" in has:
        entries["outside"] = [
            plot.line("time", "outside", source=source, line_color=OUTSIDE, line_width=2.2),
        ]
    legend(plot, entries, 2)
    rows = [("time", "@time{0.000} s"), *(TOOLTIPS[key] for key in ("residual", "band", "qd") if key in has)]
    hover(plot, line, rows)
    return plot


def _terms(source: Any, time: Any) -> Iterator[Any]:
    """Yield a plot of the model's terms as stacked areas."""
    plot = figure("", "terms, N·m", 250, x_range=time)
    names = [name for name in SWITCHED_TERMS if name in source.data]
    entries = {
        TERM_WORDS[name]: [
            plot.varea("time", name + low, name + high, source=source, fill_color=TERMS[name], fill_alpha=0.85)
            for low, high in (("0", "1"), ("2", "3"))
        ]
        for name in names
    }
    line = plot.line("time", "sum", source=source, line_color=INK, line_width=1.3)
    zero_line(plot)
    legend(plot, {**entries, "sum": [line]}, 4)
    rows = [(TERM_WORDS[name], f"@{name}{{%.3g}} N·m") for name in names]
    hover(plot, line, [("time", "@time{0.000} s"), *rows, ("sum", "@sum{%.3g} N·m")])
    yield plot
