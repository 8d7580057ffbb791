"""Style and tools of the zoomable figures, and functions that embed figures and signals into a page."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Collection, Mapping
from html import escape
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import FloatArray
from ..extras import missing_dependency
from .colours import GRID, INK, QUIET


def import_bokeh() -> ModuleType:
    """Return the bokeh module.

    Raises:
        MissingDependencyError: it is not installed.
    """
    try:
        import bokeh
        import bokeh.embed
        import bokeh.models
        import bokeh.plotting
        import bokeh.resources
    except ImportError:
        raise missing_dependency("a page with zoomable figures", "bokeh") from None
    return bokeh


def figure(x_label: str, y_label: str, height: int = 240, **options: Any) -> Any:
    """Return an empty figure in the style of all pages, as wide as the page allows."""
    bokeh = import_bokeh()
    plot = bokeh.plotting.figure(
        height=height,
        sizing_mode="stretch_width",
        tools="xbox_zoom,box_zoom,xpan,xwheel_zoom,reset,save",
        active_drag="xbox_zoom",
        active_scroll=None,
        x_axis_label=x_label,
        y_axis_label=y_label,
        min_border_left=64,
        min_border_right=12,
        output_backend="canvas",
        **options,
    )
    plot.toolbar.logo = None
    plot.toolbar.autohide = True
    plot.outline_line_color = None
    plot.background_fill_alpha = plot.border_fill_alpha = 0.0  # the page's card shows through, dark or light
    plot.grid.grid_line_color = GRID
    plot.grid.grid_line_alpha = 0.25
    for axis in plot.axis:
        axis.axis_line_color = GRID
        axis.minor_tick_line_color = None
        axis.major_tick_line_color = GRID
        axis.major_label_text_color = QUIET
        axis.axis_label_text_color = INK
        axis.axis_label_text_font_style = "normal"
        axis.axis_label_text_font_size = "13px"
        axis.major_label_text_font_size = "12px"
    return plot


def empty_source(name: str, columns: Collection[str]) -> Any:
    """Return a named data source with empty columns, which the page's script fills."""
    return import_bokeh().models.ColumnDataSource({column: [] for column in columns}, name=name)


def legend(plot: Any, entries: dict[str, list[Any]], columns: int = 4) -> None:
    """Add a legend above the plot; a click on an entry hides its signal."""
    models = import_bokeh().models
    plot.add_layout(
        models.Legend(
            items=[models.LegendItem(label=label, renderers=renderers) for label, renderers in entries.items()],
            ncols=columns,
            orientation="horizontal",
            click_policy="hide",
            border_line_color=None,
            background_fill_alpha=0.0,
            label_text_font_size="12px",
            label_text_color=INK,
            label_height=14,
            glyph_width=16,
            glyph_height=14,
            spacing=10,
            padding=2,
            margin=2,
            location="top_left",
        ),
        "above",
    )


def hover(plot: Any, renderer: Any, rows: list[tuple[str, str]]) -> None:
    """Add a tool that shows the values at the mouse pointer; ``@name{%.3g}`` has three significant digits."""
    names = [name for _, words in rows for name in re.findall(r"(@\w+)\{%", words)]
    plot.add_tools(
        import_bokeh().models.HoverTool(
            renderers=[renderer], tooltips=rows, mode="vline", point_policy="snap_to_data", line_policy="nearest",
            formatters=dict.fromkeys(names, "printf"),
        )
    )  # fmt: skip


def zero_line(plot: Any) -> None:
    """Add a thin line at zero."""
    plot.add_layout(import_bokeh().models.Span(location=0.0, dimension="width", line_color=GRID, line_width=1))


def broken(values: FloatArray, gap: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Insert two NaN into `values` (M,) at each gap, so that lines break there; `gap` (M,) marks points after a gap."""
    return np.insert(np.asarray(values, dtype=np.float32), np.repeat(np.flatnonzero(gap), 2), np.nan)


def broken_time(time: FloatArray, gap: NDArray[np.bool_]) -> FloatArray:
    """Insert the times of both ends of each gap into `time` (M,), to match `broken`."""
    at = np.flatnonzero(gap)
    return np.insert(time, np.repeat(at, 2), np.column_stack([time[np.maximum(at - 1, 0)], time[at]]).ravel())


def closed(edge: FloatArray, other: FloatArray, gap: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Insert points into one edge (M,) of a filled area so that both edges meet at gaps, because areas cannot break."""
    middle = 0.5 * (edge + other)
    at = np.flatnonzero(gap)
    ends = np.column_stack([middle[np.maximum(at - 1, 0)], middle[at]]).ravel()
    return np.insert(np.asarray(edge, dtype=np.float32), np.repeat(at, 2), ends)


PLACE = " data-figure="
"""Attribute of every element in which the page's script draws a figure."""


def embedded(root: Any, name: str) -> str:
    """Return HTML with the figure `root` as data, and an empty element in which the page's script draws it."""
    return f'<div class="figure" id="{name}" data-figure="{name}"></div>{figure_data(root, name)}'


def figure_data(root: Any, name: str) -> str:
    """Return HTML with the figure `root` as data, for elements of the same name by `joint_place`."""
    return _data(f"{name}-data", import_bokeh().embed.json_item(root))


def over_drawing(root: Any, name: str, still: str) -> str:
    """Return HTML with the still drawing `still`, which the page's script replaces by the figure `root` on screens.

    The figure's data is compressed, and equal for equal figures.
    """
    text = json.dumps(import_bokeh().embed.json_item(root), separators=(",", ":"))
    numbers: dict[str, int] = {}
    text = re.sub(
        r'(?<="id":"p)\d+|(?<="root_id":"p)\d+', lambda at: str(numbers.setdefault(at[0], len(numbers))), text
    )
    return (
        f'<div class="still">{still}</div><div class="figure over" id="{name}" data-figure="{name}"></div>'
        f'<script type="text/plain" id="{name}-data">{gzip_base64(text.encode())}</script>'
    )


def joint_place(root: Any, name: str, joint: int, *, slides: bool = False) -> str:
    """Return an empty element, as high as `root`, in which the page's script draws `root` with one joint's data.

    If the joint `slides`, the script replaces N·m and rad in axes and tooltips by N and m.
    """
    kind = " data-slides" if slides else ""
    size = f' style="min-height:{_height(root)}px"'
    return f'<div class="figure" id="{name}{joint}" data-figure="{name}" data-joint="{joint}"{kind}{size}></div>'


def _height(root: Any) -> int:
    """Return the height of a figure, of a column of figures, or of the highest figure of a row, px."""
    parts = [_height(part) for part in getattr(root, "children", ())]
    if not parts:
        return int(root.height)
    return sum(parts) if isinstance(root, import_bokeh().models.Column) else max(parts)


def drawing(content: str, words: str) -> str:
    """Return HTML of a figure in a frame, with the caption `words` below."""
    below = f'<p class="caption">{escape(words)}</p>' if words else ""
    return f'<div><div class="plot">{content}</div>{below}</div>'


def joint_data(joint: int, sources: Mapping[str, Mapping[str, NDArray[Any]]]) -> str:
    """Return HTML with one joint's columns as data, by the name of their data source; empty sources are left out."""
    return _data(f"joint{joint}", {name: packed(columns) for name, columns in sources.items() if columns})


def _data(name: str, data: Any) -> str:
    text = json.dumps(data, separators=(",", ":")).replace("</", "<\\/")  # "</script>" would end the element
    return f'<script type="application/json" id="{name}">{text}</script>'


STEPS = 65534
MISSING = 65535
"""Code of NaN."""


def packed(columns: Mapping[str, NDArray[Any]]) -> dict[str, Any]:
    """Compress columns of equal length to JSON data, which the page's script unpacks.

    A column's range is divided into 65 534 steps, much finer than a screen. Neighbouring values differ by few steps, so
    the differences compress well if low and high bytes are separated.

    Returns:
        ``names``, ``low`` and ``step`` of the columns; ``count`` of rows; ``data``: 16-bit codes, column by column, as
        differences from row to row modulo 65 536; first all low bytes, then all high bytes; compressed with gzip and
        encoded in base64. A value is low + step × code, or NaN for the code `MISSING`.
    """
    values = np.array([np.asarray(column, dtype=np.float64) for column in columns.values()])
    finite = np.isfinite(values)
    low = np.where(finite.any(axis=1), np.where(finite, values, np.inf).min(axis=1, initial=np.inf), 0.0)
    high = np.where(finite.any(axis=1), np.where(finite, values, -np.inf).max(axis=1, initial=-np.inf), 0.0)
    step = np.where(high > low, (high - low) / STEPS, 1.0)
    codes = np.where(finite, np.round((np.where(finite, values, 0.0) - low[:, None]) / step[:, None]), MISSING)
    differences = np.diff(codes.astype(np.int32), axis=1, prepend=0).astype("<u2")
    planes = differences.ravel().view(np.uint8).reshape(-1, 2).T.tobytes()
    return {
        "names": list(columns),
        "low": low.tolist(),
        "step": step.tolist(),
        "count": values.shape[1],
        "data": gzip_base64(planes),
    }


def gzip_base64(data: bytes) -> str:
    """Compress by gzip and encode in base64."""
    return base64.b64encode(gzip.compress(data, 6, mtime=0)).decode()
