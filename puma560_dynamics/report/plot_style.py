"""How every plot by matplotlib looks, as text that a page can carry."""

from __future__ import annotations

from typing import Any

INK, QUIET = "#222222", "#666666"
"""Text and lines; what is less important."""

STYLE: Any = {
    "font.size": 9.5,
    "font.sans-serif": ["DejaVu Sans"],
    "text.color": INK,
    "axes.edgecolor": "#999999",
    "axes.labelcolor": INK,
    "axes.titlesize": 9.5,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": "#e6e6e6",
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "legend.frameon": False,
    "path.simplify_threshold": 0.3,
}
