"""Layouts of PlotJuggler and Foxglove for the series of a replay: two plots for each joint.

The first plot has the measured effort and the model. The second one has what the verdict is made of: the residual
within its band, what each cause adds to it, and what the first cause leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

from ..arm.parts import Joint

COLORS = {
    "states": "#7f7f7f",
    "model": "#1f77b4",
    "residual": "#d62728",
    "band": "#f7a7a7",
    "band_low": "#f7a7a7",
    "contact": "#2ca02c",
    "unexplained": "#000000",
}
"""Color of each series that is plotted; a layout leaves out those that do not exist."""

CAUSE = "cause_"
"""Prefix of the series of causes, before the kind of the cause."""

CAUSE_COLORS = ("#1f77b4", "#9467bd", "#ff7f0e", "#17becf", "#bcbd22", "#8c564b")
"""Colors of the causes, the first cause first."""

LABELS = {"states": "measured", "band": "band, upper", "band_low": "band, lower"}
"""Labels that differ from the name of the series."""

EFFORT = ("states", "model")
"""Series of the first plot."""


def plots(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the series of both plots of a joint, of those that exist; terms of the model are in none."""
    causes = [name for name in names if name.startswith(CAUSE)]
    judged = [name for name in COLORS if name in names and name not in EFFORT]
    return [name for name in EFFORT if name in names], [*judged, *causes]


def label(name: str) -> str:
    """Return the label of a series, such as ``cause: wrong payload``."""
    words = LABELS.get(name, name)
    return f"cause: {words.removeprefix(CAUSE).replace('_', ' ')}" if name.startswith(CAUSE) else words


def color(name: str, names: Sequence[str]) -> str:
    """Return the color of a series among all series."""
    causes = [one for one in names if one.startswith(CAUSE)]
    return CAUSE_COLORS[causes.index(name) % len(CAUSE_COLORS)] if name in causes else COLORS[name]


def plotjuggler_layout(joints: Sequence[Joint], names: Sequence[str], prefix: str) -> str:
    """Return a layout of PlotJuggler (File, Load layout).

    Args:
        joints: joints of the arm.
        names: names of the series; causes in their order.
        prefix: prefix of their topics.

    Returns:
        XML.
    """
    root = ElementTree.Element("root")
    window = ElementTree.SubElement(root, "tabbed_widget", {"parent": "main_window", "name": "Main Window"})
    for joint in joints:
        tab = ElementTree.SubElement(window, "Tab", tab_name=joint.name, containers="1")
        splitter = ElementTree.SubElement(
            ElementTree.SubElement(tab, "Container"), "DockSplitter", orientation="-", sizes="0.5;0.5", count="2"
        )
        for title, shown in zip(("effort", "residual"), plots(names), strict=True):
            area = ElementTree.SubElement(splitter, "DockArea", name=f"{joint.name}, {title}, {joint.effort_text}")
            flipped = {"flip_x": "false", "flip_y": "false"}
            plot = ElementTree.SubElement(area, "plot", {"mode": "TimeSeries", "style": "Lines", **flipped})
            for name in shown:
                curve = f"{prefix}{name}/{joint.name}/effort"
                ElementTree.SubElement(plot, "curve", name=curve, color=color(name, names))
    ElementTree.SubElement(window, "currentTabIndex", index="0")
    ElementTree.SubElement(root, "use_relative_time_offset", enabled="1")
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def foxglove_layout(joints: Sequence[Joint], names: Sequence[str], prefix: str) -> dict[str, Any]:
    """Return a layout of Foxglove (Import from file), as data for JSON; see `plotjuggler_layout`.

    The plots of each joint are a tab.
    """
    panels: dict[str, Any] = {}
    tabs = []
    for place, joint in enumerate(joints):
        both = []
        for title, shown in zip(("effort", "residual"), plots(names), strict=True):
            both.append(f"Plot!{joint.name}_{title}")
            panels[both[-1]] = {
                "foxglovePanelTitle": f"{joint.name}, {title}, {joint.effort_text}",
                "paths": [
                    {
                        "value": f"{prefix}{name}.effort[{place}]",
                        "label": label(name),
                        "color": color(name, names),
                        "enabled": True,
                        "timestampMethod": "headerStamp",
                    }
                    for name in shown
                ],
                "showXAxisLabels": True,
                "showYAxisLabels": True,
                "showLegend": True,
                "legendDisplay": "floating",
                "showPlotValuesInLegend": True,
                "isSynced": True,
                "xAxisVal": "timestamp",
            }
        column = {"direction": "column", "first": both[0], "second": both[1], "splitPercentage": 50.0}
        tabs.append({"title": joint.name, "layout": column})
    return {
        "configById": {**panels, "Tab!joints": {"activeTabIdx": 0, "tabs": tabs}},
        "globalVariables": {},
        "userNodes": {},
        "playbackConfig": {"speed": 1},
        "layout": "Tab!joints",
    }
