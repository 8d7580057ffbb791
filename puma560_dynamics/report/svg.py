"""A figure as an SVG element: the same bytes for the same figure, text as text."""

from __future__ import annotations

import io
import re
from html import escape

import matplotlib
from matplotlib.figure import Figure

from .plot_style import STYLE


def drawn(figure: Figure) -> str:
    """The figure; its label stands for it with those who cannot see it."""
    out = io.StringIO()
    label = str(figure.get_label())
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    with matplotlib.rc_context({**STYLE, "svg.hashsalt": label, "svg.fonttype": "none"}):
        figure.savefig(out, format="svg", metadata=nothing)
    drawing = out.getvalue()
    drawing = drawing[drawing.index("<svg") :]
    drawing = re.sub(r' d="[^"]*"', lambda path: re.sub(r"(\.\d\d)\d+", r"\1", path.group()), drawing)
    return drawing.replace("<svg", f'<svg role="img" aria-label="{escape(label)}"', 1)
