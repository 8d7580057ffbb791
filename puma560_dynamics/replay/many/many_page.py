"""Page about many bags: how well each agrees with the model, which quantities drift, and which bags failed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from ...arrays import FloatArray
from ...files import write_whole
from ...report.colours import BAD, GOOD, INK, MODEL, OUTSIDE, QUIET, WARNING
from ...report.figures import embedded, figure, hover, import_bokeh
from ...report.formatting import MISSING, duration, number, percent, some, whole
from ...report.interactive import interactive
from ...report.page import Markup, cards, listed, section, table, verdict
from ..report.replay_page import CSS
from .many_summary import DAY, START, Drift, Summary, column
from .rows import BagRow

LEVELS = {"good": GOOD, "warning": WARNING, "bad": BAD}
"""Colours of the verdicts."""

UNITS = {"rms_Nm": "N·m", "rms_N": "N", "bias_Nm": "N·m", "bias_N": "N", "lag_s": "s", "outside_band": ""}

SAME_TIME = 1.0
"""Time between first and last bag below which bags are drawn in order and not over time, s.

Simulated arms reset their clock, so their bags have the same time."""

NAMES = {
    **dict.fromkeys(("rms_Nm", "rms_N"), "RMS residual"),
    **dict.fromkeys(("bias_Nm", "bias_N"), "bias"),
    "lag_s": "lag",
    "outside_band": "fraction outside the band",
}


def write_summary(summary: Summary, rows: Sequence[BagRow], path: Path) -> None:
    """Write the page to `path`; after an error there is no incomplete file.

    Raises:
        Puma560Error: the folder does not exist or cannot be written to.
        MissingDependencyError: Bokeh is not installed.
    """
    write_whole(path, summary_page(summary, rows))


def summary_page(summary: Summary, rows: Sequence[BagRow]) -> str:
    """Return the page as self-contained HTML."""
    good = [row for row in rows if row.error is None]
    parts = [_cards(summary)]
    if summary.failed:
        parts.append(section("Bags that could not be analysed", _failed(summary)))
    parts += [
        section("Residual over time", _over_time(summary, good), _TIME),
        section("Drift", _drifts(summary), _DRIFT),
        section("Bags, the worst first", _bags(good)),
    ]
    title = f"Replay of {some(summary.bags, 'bag')}: agreement and drift"
    level, headline = judge_bags(summary)
    return interactive(title, verdict(level, headline, Markup(f"<b>{title}</b>")), "\n".join(parts), css=CSS)


_TIME = (
    "Each dot is a bag, coloured by its verdict, at the time of its stamps, or in order if all times are equal. The "
    "line has the median slope of all pairs of bags; a thick line is a certain drift. A jump indicates a change of "
    "tool, load or calibration."
)
_DRIFT = (
    "Change from the first bag to the last along a robust line (Theil and Sen), with its 95 % confidence interval; a "
    "single bad bag hardly changes the line. Bold: certain, and more than a tenth of the median."
)


def judge_bags(summary: Summary) -> tuple[str, str]:
    """Return level and headline: how many bags agree, which quantities drift, and how many could not be analysed."""
    drifting = summary.drifting
    level = "bad" if summary.verdicts.get("bad") else "warning" if drifting or summary.failed else "good"
    if not summary.bags:
        words = "No bag"
    else:
        words = f"{whole(summary.verdicts.get('good', 0))} of {some(summary.bags, 'bag')} agree with the model; "
        if drifting:
            words += f"{_words(next(iter(drifting)))} drifts" + (
                f", and {some(len(drifting) - 1, 'other number')}" if len(drifting) > 1 else ""
            )
        elif summary.drifts:
            words += "nothing drifts"
        else:
            words += "too few, or too close in time, to see a drift"
    if summary.failed:
        words += f"; {some(len(summary.failed), 'bag')} could not be analysed"
    return level, words


def _cards(summary: Summary) -> str:
    figures = [(whole(summary.verdicts.get(level, 0)), f"bags whose verdict is {level}") for level in LEVELS]
    figures += [
        (whole(len(summary.failed)), "bags that could not be analysed"),
        (duration(summary.seconds), "of computing time, all workers together"),
    ]
    return cards(figures)


def _failed(summary: Summary) -> str:
    return listed(
        ("bad", "✗", Markup(f"<strong>{escape(row.bag)}</strong> <span>{escape(row.error or '')}</span>"))
        for row in summary.failed
    )


def _residuals(rows: Sequence[BagRow]) -> list[str]:
    """Return the names of the columns with the RMS residual of each joint."""
    return list(dict.fromkeys(name for row in rows for name in row.values if name.endswith((".rms_Nm", ".rms_N"))))


def _over_time(summary: Summary, rows: Sequence[BagRow]) -> str:
    """Return one figure per joint, side by side."""
    plots = [
        f"<div><h3>{escape(name.rpartition('.')[0])}</h3>"
        f'<div class="plot">{embedded(plot, f"drift{index}")}</div></div>'
        for index, name in enumerate(_residuals(rows))
        if (plot := _figure(name, rows, summary.drifts)) is not None
    ]
    return f'<div class="pair">{"".join(plots)}</div>' if plots else '<p class="soft">There is nothing to show.</p>'


def _figure(name: str, rows: Sequence[BagRow], drifts: Mapping[str, Drift]) -> Any | None:
    values = [row.values for row in rows]
    times, numbers = column(values, START), column(values, name)
    seen = np.isfinite(times) & np.isfinite(numbers)
    if not seen.any():
        return None
    chosen = [row for row, known in zip(rows, seen, strict=True) if known]
    together = bool(np.ptp(times[seen]) < SAME_TIME)
    source = import_bokeh().models.ColumnDataSource(
        {
            "when": np.arange(1.0, len(chosen) + 1.0) if together else 1e3 * times[seen],
            "value": numbers[seen],
            "bag": [Path(row.bag).name for row in chosen],
            "headline": [str(row.values.get("headline", "")) for row in chosen],
            "colour": [LEVELS.get(str(row.values.get("verdict")), QUIET) for row in chosen],
        }
    )
    axis = {} if together else {"x_axis_type": "datetime"}
    unit = UNITS[name.rpartition(".")[2]]
    plot = figure("bag" if together else "", f"RMS residual, {unit}", 220, y_range=(0.0, _top(numbers[seen])), **axis)
    if together:
        plot.xaxis.ticker = import_bokeh().models.BasicTicker(min_interval=1.0, num_minor_ticks=0)
    dots = plot.scatter("when", "value", size=6, source=source, fill_color="colour", line_color=None, fill_alpha=0.75)
    line = drifts.get(name)
    if line is not None:
        ends = np.array([times[seen].min(), times[seen].max()])
        middle = float(np.median(times[seen]))
        plot.line(
            1e3 * ends,
            line.middle + line.slope * (ends - middle) / DAY,
            line_color=OUTSIDE if line.certain else MODEL,
            line_width=3 if line.certain else 1,
        )
    plot.yaxis.axis_label_text_color = INK
    when = [] if together else [("when", "@when{%F %H:%M}")]
    hover(plot, dots, [("bag", "@bag"), *when, ("RMS", f"@value{{%.3g}} {unit}"), ("", "@headline")])
    plot.hover[-1].formatters |= {"@when": "datetime"}
    return plot


def _top(numbers: FloatArray) -> float:
    """Return the upper end of the axis for `numbers` (M,)."""
    return 1.1 * float(numbers.max()) or 1.0


def _words(name: str) -> str:
    joint, _, what = name.rpartition(".")
    return f"{NAMES.get(what, what)} of {joint}"


def _drifts(summary: Summary) -> str:
    if not summary.drifts:
        return '<p class="soft">Too few bags, or all recorded at the same time, to show a drift.</p>'
    drifting = summary.drifting
    order = [*drifting, *(name for name in summary.drifts if name not in drifting)]
    rows = []
    for name in order:
        line, unit = summary.drifts[name], UNITS.get(name.rpartition(".")[2], "")
        spread = f"{number(30 * line.low)} to {number(30 * line.high)}"
        rows.append([_words(name), number(line.middle, unit), number(line.change, unit), spread])
    head = ("number", "median", Markup("change, first<br>to last"), Markup("change in 30 days,<br>95 % interval"))
    return table(head, rows, strong=range(len(drifting)))


def _bags(rows: Sequence[BagRow], most: int = 200) -> str:
    """Return a table with one row per bag, the largest fraction of maximum torque first."""
    share = column([row.values for row in rows], "residual_share")
    order = np.argsort(-np.nan_to_num(share, nan=-1.0), kind="stable")[:most]
    shown = []
    for index in order.tolist():
        values = rows[index].values
        shown.append(
            [
                rows[index].bag,
                str(values.get("headline", MISSING)),
                percent(float(share[index])),
                percent(float(column([values], "outside_band")[0])),
                whole(int(column([values], "used")[0])) if values.get("used") is not None else MISSING,
                whole(int(column([values], "warnings")[0])) if values.get("warnings") is not None else MISSING,
            ]
        )
    head = (
        "bag",
        "verdict",
        Markup("largest residual,<br>of maximum torque"),
        Markup("outside<br>the band"),
        "samples",
        "warnings",
    )
    more = "" if len(rows) <= most else f'<p class="soft">{len(rows) - most} more bags, which agree better.</p>'
    return table(head, shown, text_columns=(1,)) + more
