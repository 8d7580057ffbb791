"""The colours of every plot, one a quantity, the same on every page; and how plots by matplotlib look.

All are apart for every kind of colour vision. On a dark page plots are shown inverted and their hue is turned back
(`style.CSS`); these colours stand out from a white and, inverted, from a dark ground.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

GOOD, WARNING, BAD = "#00734f", "#a05c00", "#b3261e"
"""All right, look here, wrong: for areas with white text, and dots."""

INK, QUIET, GRID = "#222222", "#666666", "#888888"
"""Text and what was measured; what is less important; lines of a grid, which are drawn nearly transparent."""

MEASURED = INK

MODEL = AFTER = "#0072b2"
"""What the model says; of two, the later."""

BEFORE = "#c77400"
"""What is compared with: the earlier model, the earlier recording, control without a model."""

COMMAND = "#00916a"
"""Published torque; of three settings, the one in the middle."""

OUTSIDE = "#cc4b00"
"""Where something is beyond what was expected, and limits."""

SPREAD = "#8a939d"
"""Bands, spreads, and what friction leaves."""

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
    """How a joint's line is drawn, as matplotlib takes it; they come again after the last."""
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
