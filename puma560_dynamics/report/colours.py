"""Colours of all plots, one per quantity and equal on every page, and the style of matplotlib plots.

The colours can be distinguished with every kind of colour vision. On a dark page, plots are inverted with their hue
restored (`style.CSS`). The colours contrast with a white background and, inverted, with a dark background.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

GOOD, WARNING, BAD = "#00734f", "#a05c00", "#b3261e"
"""Colours of the levels good, warning and bad, for areas with white text and for dots."""

INK, QUIET, GRID = "#222222", "#666666", "#888888"
"""Colours of text and measured signals; of less important parts; and of grid lines, which are nearly transparent."""

MEASURED = INK

MODEL = AFTER = "#0072b2"
"""Colour of the model, and of the later one of two results."""

BEFORE = "#c77400"
"""Colour of a reference: an earlier model, an earlier recording, or control without a model."""

COMMAND = "#00916a"
"""Colour of published torque, and of the second setting of a run."""

COMPENSATED = "#7b3f6b"
"""Colour of a result with friction compensation."""

OUTSIDE = "#cc4b00"
"""Colour of values outside the expected range, and of limits."""

CONTACT = "#b8609a"
"""Colour of times in which something touched the arm."""

SPREAD = "#8a939d"
"""Colour of bands and spreads, and of friction."""

TERMS = MappingProxyType(
    {
        "gravity": "#2f8fc8",
        "inertia": "#b8609a",
        "motor_inertia": "#7b3f6b",
        "coriolis": "#a89200",
        "centrifugal": "#7a5c00",
        "friction": SPREAD,
        "guiding": "#3d8f5f",
    }
)
"""Colours of the terms of a model, by name."""

JOINTS = tuple((colour, line) for line in ("-", "--") for colour in (MODEL, BEFORE, COMMAND))
"""Colour and line style of joints in a common plot, in the order of the joints."""


def of_joint(index: int) -> dict[str, str]:
    """Return the matplotlib line style of joint `index`; styles repeat after the last one."""
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
