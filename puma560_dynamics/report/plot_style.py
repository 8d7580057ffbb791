"""How every plot by matplotlib looks, as text that a page can carry."""

from __future__ import annotations

from typing import Any

from .colours import GRID, INK, QUIET

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
