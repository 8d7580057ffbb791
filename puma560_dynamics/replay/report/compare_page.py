"""Page that compares two replays side by side."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from ...files import write_whole
from ...report.colours import AFTER, BEFORE
from ...report.figures import drawing, embedded, figure, figure_data, import_bokeh, joint_data, joint_place, legend
from ...report.formatting import duration, milliseconds, number, percent, whole
from ...report.interactive import interactive
from ...report.page import Markup, section, table, verdict
from ..analysis.measures import samples_outside, target
from ..side_by_side import BagComparison
from .joint_figures import drawable, joint_columns, joint_figures, span_of, term_columns, union
from .overview import FEW_JOINTS
from .replay_page import CSS

NARROW = 330
"""Smallest width of a column of figures, px; columns that would be narrower are placed below each other."""

MARKS = {"better": "▼ better", "worse": "▲ worse", "same": "same", "unknown": "–"}


def write_comparison(found: BagComparison, path: Path) -> None:
    """Write the page of the comparison `found` to `path`; after an error there is no incomplete file.

    Raises:
        Puma560Error: the folder does not exist or cannot be written to.
        MissingDependencyError: Bokeh is not installed.
    """
    write_whole(path, comparison_page(found))


def comparison_page(found: BagComparison) -> str:
    """Return the comparison as self-contained HTML."""
    level = "bad" if "worse" in found.change else "good" if {"better", "same"} & set(found.change) else "warning"
    before, after = found.before.name, found.after.name
    sections = (
        ("Residual per joint", drawing(embedded(_bars(found), "bars"), _BARS.format(before=before))),
        ("Joint by joint", _joint_links(found) + _figures(found)),
        ("In numbers", _numbers(found)),
        ("What would explain the residual", _causes(found)),
        ("Timing and samples", _timing(found)),
    )
    title = f"Replay of {after} compared with that of {before}"
    about = f"<b>{escape(title)}</b> · arm {escape(found.after.arm.name)} · {escape(found.after.settings.model)} model"
    banner = verdict(level, found.headline[:1].upper() + found.headline[1:], Markup(about))
    return interactive(title, banner, "\n".join(section(*part) for part in sections), css=CSS)


CHARACTER = 7
"""Width of a character of a label, px."""

NARROWEST = 280
"""Width of a figure on the narrowest page, px."""

_BARS = "RMS residual as a fraction of each joint's maximum torque; orange is {before}."


def _bars(found: BagComparison) -> Any:
    """Return bars of the RMS residual before and after for each joint, in percent of maximum torque."""
    names = list(found.after.arm.joint_names)
    shares = 100.0 * found.rms / found.after.arm.maximum_torque
    source = import_bokeh().models.ColumnDataSource(
        {"joint": names, "before": np.nan_to_num(shares[0]), "after": np.nan_to_num(shares[1])}
    )
    upright = CHARACTER * sum(len(name) + 0.5 for name in names) > NARROWEST
    room = CHARACTER * max(map(len, names)) if upright else 0
    plot = figure("", "RMS residual, % of maximum", 240 + room, x_range=names)
    plot.xaxis.major_label_orientation = "vertical" if upright else "horizontal"
    dodge = import_bokeh().models.Dodge
    bars = {
        label: [
            plot.vbar(
                x={"field": "joint", "transform": dodge(value=place, range=plot.x_range)},
                top=column, width=0.36, source=source, fill_color=colour, line_color=None,
            )
        ]
        for label, column, place, colour in (
            (f"before: {found.before.name}", "before", -0.2, BEFORE),
            (f"after: {found.after.name}", "after", 0.2, AFTER),
        )
    }  # fmt: skip
    plot.y_range.start = 0
    plot.xgrid.grid_line_color = None
    legend(plot, bars, 2)
    return plot


def _joint_links(found: BagComparison) -> str:
    """Return a link to each joint's figures, labelled with the residual before and after."""
    links = "".join(
        f'<a href="#panel{joint}" class="{"off" if found.change[joint] == "worse" else "calm"}">'
        f'<span class="line"><b>{escape(name)}</b>'
        f"<span>{MARKS[found.change[joint]]}</span></span><small>{number(found.rms[0, joint])} → "
        f"{number(found.rms[1, joint], found.after.arm.joints[joint].effort_text)} RMS</small></a>"
        for joint, name in enumerate(found.after.arm.joint_names)
    )
    many = " many" if found.after.arm.n > FEW_JOINTS else ""
    return f'<nav class="joints{many}" aria-label="joints">{links}</nav>'


def _figures(found: BagComparison) -> str:
    """Return the figures of both replays for each joint, with the same scale of torque."""
    pair = {"before": found.before, "after": found.after}
    data = [
        {
            f"{name}-{part}": made(each.traces, joint)
            for name, each in pair.items()
            for part, made in (("signals", joint_columns), ("terms", term_columns))
        }
        for joint in range(found.after.arm.n)
    ]
    drawn = []
    for name, each in pair.items():
        signals, terms = (union(one[f"{name}-{part}"] for one in data) for part in ("signals", "terms"))
        if drawable(signals):
            root = joint_figures(name, span_of(each.traces), signals, terms, target(each), each.contacts)
            root.children[0].title.text = name
            root.min_width = NARROW
            drawn.append(root)
    for plots in zip(*(root.children for root in drawn), strict=False):
        for plot in plots[1:]:
            plot.y_range = plots[0].y_range
    both = import_bokeh().models.Row(children=drawn, sizing_mode="stretch_width", styles={"flex-wrap": "wrap"})
    caption = f"Before: {found.before.name}; after: {found.after.name}; with the same scale of torque."
    panels = "".join(
        f'<div class="panel" id="panel{joint}"><h3>{escape(label)}</h3>'
        + (
            drawing(
                joint_place(both, "both", joint, slides=found.after.arm.joints[joint].slides), "" if joint else caption
            )
            if any(drawable(data[joint][f"{name}-signals"]) for name in pair)
            else '<p class="empty">No sample of this joint can be shown.</p>'
        )
        + f"</div>{joint_data(joint, data[joint])}"
        for joint, label in enumerate(found.after.arm.joint_names)
    )
    return panels + (figure_data(both, "both") if drawn else "")


def _numbers(found: BagComparison) -> str:
    share = [samples_outside(each) for each in (found.before, found.after)]
    rows = [
        [joint.name, *(number(float(value), "N" if joint.slides else "") for value in found.rms[:, index]),
         MARKS[found.change[index]], *(percent(float(each[index])) for each in share)]
        for index, joint in enumerate(found.after.arm.joints)
    ]  # fmt: skip
    headings = (
        "joint",
        *(Markup(f"RMS {when}<br>N·m") for when in ("before", "after")),
        "",
        *(Markup(f"outside band<br>{when}") for when in ("before", "after")),
    )
    return table(headings, rows)


def _causes(found: BagComparison) -> str:
    if not found.causes:
        return '<p class="soft">No cause was found in either recording.</p>'
    rows = [[kind.replace("_", " "), percent(before), percent(after)] for kind, before, after in found.causes]
    return table(("cause", "explains before", "explains after"), rows)


def _timing(found: BagComparison) -> str:
    pair = (found.before.timing, found.after.timing)
    rows = [
        ["span", *(duration(each.span) for each in pair)],
        ["joint states", *(whole(each.count) for each in pair)],
        ["compared", *(whole(each.used) for each in pair)],
        ["missing in gaps", *(whole(each.missing) for each in pair)],
        ["period", *(milliseconds(each.period) for each in pair)],
        ["jitter", *(milliseconds(each.jitter) for each in pair)],
    ]
    return table(("", "before", "after"), rows)
