"""Colours of all plots, one per quantity and equal on every page, and the style of plots by matplotlib.

They can be distinguished with every kind of colour vision. On a dark page plots are inverted and their hue is restored
(`style.CSS`). The colours contrast with a white and, inverted, with a dark background.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

GOOD, WARNING, BAD = "#00734f", "#a05c00", "#b3261e"
"""Good, warning and bad, for areas with white text and for dots."""

INK, QUIET, GRID = "#222222", "#666666", "#888888"
"""Text and measured signals; less important parts; lines of a grid, which are drawn nearly transparent."""

MEASURED = INK

MODEL = AFTER = "#0072b2"
"""The model; the later one of two."""

BEFORE = "#c77400"
"""The reference: earlier model, earlier recording, or control without a model."""

COMMAND = "#00916a"
"""Published torque; the middle one of three settings."""

OUTSIDE = "#cc4b00"
"""Values outside the expected range, and limits."""

SPREAD = "#8a939d"
"""Bands, spreads, and the effect of friction."""

TERMS = MappingProxyType(
    {
        "gravity": "#2f8fc8",
        "inertia": "#b8609a",
        "motor_inertia": "#7b3f6b",
        "coriolis": "#a89200",
        "centrifugal": "#7a5c00",
        "friction": SPREAD,
    }
)
"""The terms of a model, by name."""

JOINTS = tuple((colour, line) for line in ("-", "--") for colour in (MODEL, BEFORE, COMMAND))
"""Colour and kind of line of joints that share a diagram, in their order."""


def of_joint(index: int) -> dict[str, str]:
    """Return the style of a joint's line for matplotlib; styles repeat after the last."""
    colour, line = JOINTS[index % len(JOINTS)]
    return {"color": colour, "linestyle": line}


STYLE: Any = {
    "font.size": 9.5,
    "font.sans-serif": ["DejaVu Sans"],
    "text.color": INK,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "axes.edgecolor": GRID,
    "axes.labelcolor": INK,
    "axes.titlesize": 9.5,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": GRID,
    "grid.alpha": 0.25,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "legend.frameon": False,
    "path.simplify_threshold": 0.3,
}
