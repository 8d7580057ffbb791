"""Layouts of PlotJuggler and Foxglove for the series of a replay: one plot for each joint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

from ..arm.parts import Joint

COLORS = {
    "states": "#7f7f7f",
    "model": "#1f77b4",
    "residual": "#d62728",
    "band": "#ff9896",
    "contact": "#2ca02c",
}
"""Color of each series that is plotted; a layout leaves out those that do not exist."""

LABELS = {"states": "measured"}
"""Labels that differ from the name of the series."""


def plotjuggler_layout(joints: Sequence[Joint], names: Sequence[str], prefix: str) -> str:
    """Return a layout of PlotJuggler (File, Load layout).

    Args:
        joints: joints of the arm.
        names: names of the series.
        prefix: prefix of their topics.

    Returns:
        XML.
    """
    root = ElementTree.Element("root")
    window = ElementTree.SubElement(root, "tabbed_widget", {"parent": "main_window", "name": "Main Window"})
    for joint in joints:
        tab = ElementTree.SubElement(window, "Tab", tab_name=joint.name, containers="1")
        splitter = ElementTree.SubElement(
            ElementTree.SubElement(tab, "Container"), "DockSplitter", orientation="-", sizes="1", count="1"
        )
        area = ElementTree.SubElement(splitter, "DockArea", name=f"{joint.name}, {joint.effort_unit}")
        plot = ElementTree.SubElement(area, "plot", mode="TimeSeries", style="Lines", flip_x="false", flip_y="false")
        for name in _plotted(names):
            curve = f"{prefix}{name}/{joint.name}/effort"
            ElementTree.SubElement(plot, "curve", name=curve, color=COLORS[name])
    ElementTree.SubElement(window, "currentTabIndex", index="0")
    ElementTree.SubElement(root, "use_relative_time_offset", enabled="1")
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def foxglove_layout(joints: Sequence[Joint], names: Sequence[str], prefix: str) -> dict[str, Any]:
    """Return a layout of Foxglove (Import from file), as data for JSON; see `plotjuggler_layout`."""
    panels = {
        f"Plot!{joint.name}": {
            "foxglovePanelTitle": f"{joint.name}, {joint.effort_unit}",
            "paths": [
                {
                    "value": f"{prefix}{name}.effort[{place}]",
                    "label": LABELS.get(name, name),
                    "color": COLORS[name],
                    "enabled": True,
                    "timestampMethod": "headerStamp",
                }
                for name in _plotted(names)
            ],
            "showXAxisLabels": True,
            "showYAxisLabels": True,
            "showLegend": True,
            "legendDisplay": "floating",
            "showPlotValuesInLegend": True,
            "isSynced": True,
            "xAxisVal": "timestamp",
        }
        for place, joint in enumerate(joints)
    }
    return {
        "configById": panels,
        "globalVariables": {},
        "userNodes": {},
        "playbackConfig": {"speed": 1},
        "layout": _column(list(panels)),
    }


def _plotted(names: Sequence[str]) -> list[str]:
    return [name for name in COLORS if name in names]


def _column(panels: Sequence[str]) -> object:
    """Return a column of panels of the same height."""
    if len(panels) == 1:
        return panels[0]
    share = 100.0 / len(panels)
    return {"direction": "column", "first": panels[0], "second": _column(panels[1:]), "splitPercentage": share}
