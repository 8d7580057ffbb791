"""Conversion of a figure to an SVG element, with reproducible bytes, and text as text elements."""

from __future__ import annotations

import io
import re
from html import escape
from typing import Any
from zlib import crc32

import matplotlib
from matplotlib.colors import to_hex, to_rgba_array
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from ..extras import installed
from .colours import STYLE
from .page import plot

DASHES = {"--": " dashed", ":": " dotted"}


def drawn(figure: Figure) -> str:
    """Return the figure as SVG; the figure's label becomes the text alternative."""
    out = io.StringIO()
    label = str(figure.get_label())
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    with matplotlib.rc_context({**STYLE, "svg.hashsalt": label, "svg.fonttype": "none"}):
        figure.savefig(out, format="svg", metadata=nothing, bbox_inches="tight", pad_inches=0.05)
    drawing = out.getvalue()
    drawing = drawing[drawing.index("<svg") :]
    drawing = re.sub(r'<g id="[^"]*"', "<g", drawing)  # unused identifiers, which would be equal in several figures
    drawing = re.sub(r' d="[^"]*"', lambda path: re.sub(r"(\.\d\d)\d+", r"\1", path.group()), drawing)
    return drawing.replace("<svg", f'<svg role="img" aria-label="{escape(label)}"', 1)


def shown(figure: Figure, caption: str = "") -> str:
    """Return the figure for a page, with its legends above the drawing, where a narrow page does not truncate them.

    If Bokeh is installed, the figure can be zoomed and shows values at the pointer (`zoomable`); print and pages
    without JavaScript show it as SVG.
    """
    names = "".join(_entry(*entry) for legend in figure.legends for entry in _entries(legend))
    for legend in list(figure.legends):
        legend.remove()
    drawing = drawn(figure)
    if installed("bokeh"):
        from .figures import over_drawing
        from .zoomable import zoomable

        root = zoomable(figure)
        if root is not None:
            drawing = over_drawing(root, f"figure{crc32(str(figure.get_label()).encode())}", drawing)
    return plot(drawing, caption, f'<p class="legend">{names}</p>' if names else "")


def _entries(legend: Legend) -> list[tuple[Any, str]]:
    return [(handle, text.get_text()) for handle, text in zip(legend.legend_handles, legend.get_texts(), strict=True)]


def _entry(handle: Any, name: str) -> str:
    """Return a legend entry: a piece of line or a swatch, and the name."""
    if isinstance(handle, Line2D) and handle.get_linestyle() != "None":
        kind = f"line{DASHES.get(str(handle.get_linestyle()), '')}"
        swatch = f'<i class="{kind}" style="color:{to_hex(handle.get_color())}"></i>'
    else:
        colour = handle.get_facecolor() if isinstance(handle, Patch) else handle.get_color()
        swatch = f'<i style="background:{to_hex(to_rgba_array(colour)[0], keep_alpha=True)}"></i>'
    return f"<span>{swatch}{escape(name)}</span>"
