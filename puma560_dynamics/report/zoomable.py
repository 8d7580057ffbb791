"""Conversion of a matplotlib figure to a zoomable figure that shows values at the pointer.

A panel shows the values of its lines at the pointer, and of bars, steps and markers under it. A line whose label begins
with "_" and that is not visible is not drawn, but its values are shown; use it for the parts of a stack of areas.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import to_hex
from matplotlib.container import BarContainer
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, StepPatch
from matplotlib.text import Annotation, Text
from matplotlib.ticker import FixedLocator

from ..arrays import FloatArray
from .figures import figure as empty_figure
from .figures import hover, import_bokeh

POINTS = 2000
"""Largest number of points of a line, enough for a screen."""

PX_PER_POINT = 96.0 / 72.0
"""Pixels of the page per point."""

PX_PER_INCH = 105.0
"""Height of a panel on the page by its height in the still drawing."""

AROUND = 60
"""Height of a panel's axis, title and margins, px."""

NARROW = 300
"""Smallest width of a panel, px; panels that would be narrower are placed below each other."""

DASHES = {"-": "solid", "--": "dashed", ":": "dotted", "-.": "dashdot"}

MARKERS = {"o": "circle", "s": "square", "^": "triangle", "v": "inverted_triangle", "D": "diamond"}

SCALES = ("linear", "log")

SMALL = 0.01
"""Largest value of an axis below which ticks are 4e-12, where Bokeh by default writes 4.000e-12."""

TICK = "%.6g"
"""Format of ticks; without digits, a multiple of 1e-14 is written as 4.0000000000000006e-14."""


def zoomable(figure: Figure) -> Any | None:
    """Return the figure as a layout of zoomable panels; `None` if a panel cannot be converted.

    Args:
        figure: figure that was drawn once, so that its layout is final; the functions of matplotlib that this package
            uses are supported: lines, bars, steps, filled areas, error bars, spans, and text.
    """
    panels = [ax for ax in figure.axes if ax.axison]
    if not panels or len(panels) < len(figure.axes):
        return None
    if any({ax.get_xscale(), ax.get_yscale()} - set(SCALES) for ax in panels):
        return None
    ranges: dict[tuple[float, float, str], Any] = {}
    rows: dict[int, list[Any]] = {}
    for ax in panels:
        place = ax.get_subplotspec()
        rows.setdefault(place.rowspan.start if place is not None else len(rows), []).append(
            _panel(ax, float(figure.get_size_inches()[1]), ranges)
        )
    models = import_bokeh().models
    lines = [
        row[0] if len(row) == 1
        else models.Row(children=row, sizing_mode="stretch_width", styles={"flex-wrap": "wrap"})
        for row in rows.values()
    ]  # fmt: skip
    return models.Column(children=lines, sizing_mode="stretch_width")


def _panel(ax: Axes, inches: float, ranges: dict[tuple[float, float, str], Any]) -> Any:
    """Return one panel of a figure of the height `inches`; panels with equal horizontal limits share their range."""
    models = import_bokeh().models
    (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
    if any(isinstance(text, Annotation) and _pixels(ax, text)[0] > ax.bbox.x1 for text in ax.texts):
        x1 += (x1 - x0) * (1.0 - ax.get_position().x1) / ax.get_position().width  # text next to the panel
    across = ranges.setdefault((x0, x1, ax.get_xscale()), models.Range1d(x0, x1, bounds=(x0, x1)))
    height = int(PX_PER_INCH * inches * ax.get_position().height) + AROUND
    plot = empty_figure(
        ax.get_xlabel(), " ".join(ax.get_ylabel().split()), height,
        x_range=across, y_range=models.Range1d(y0, y1, bounds=(min(y0, y1), max(y0, y1))),
        x_axis_type=ax.get_xscale(), y_axis_type=ax.get_yscale(),
    )  # fmt: skip
    plot.min_width = NARROW
    titles = [words for side in ("left", "center", "right") if (words := ax.get_title(loc=side))]
    plot.title.text, plot.title.text_font_size = " · ".join(titles), "12px"
    names, _ = _ticks(plot.xaxis[0], ax, "x"), _ticks(plot.yaxis[0], ax, "y")
    if names:
        plot.xgrid.grid_line_color = None
    artists = sorted(
        [*ax.patches, *ax.collections, *ax.lines, *ax.texts], key=lambda artist: artist.get_zorder()
    )  # stable, so that artists of equal order keep theirs
    first_bars = {id(group[0]): group for group in ax.containers if isinstance(group, BarContainer) and len(group)}
    other_bars = {id(bar) for group in first_bars.values() for bar in group[1:]}
    labels = {id(group[0]): str(group.get_label()) for group in ax.containers if isinstance(group[0], Line2D)}
    for artist in artists:
        if isinstance(artist, StepPatch):
            _steps(plot, artist, ax.get_xlabel())
        elif id(artist) in first_bars:
            _bars(plot, first_bars[id(artist)], names)
        elif isinstance(artist, Patch) and id(artist) not in other_bars:
            corners = np.asarray((artist.get_transform() - ax.transData).transform_path(artist.get_path()).vertices)
            plot.patch(corners[:, 0], corners[:, 1], line_color=None, **_colour(artist))
        elif isinstance(artist, LineCollection):
            _upright(plot, artist)
        elif isinstance(artist, PolyCollection):
            _areas(plot, artist)
        elif isinstance(artist, Line2D):
            _line(plot, ax, artist, labels.get(id(artist), str(artist.get_label())), names)
        elif isinstance(artist, Text) and artist.get_text():
            _text(plot, ax, artist)
    _values(plot, ax)
    return plot


def _ticks(axis: Any, ax: Axes, name: str) -> dict[float, str]:
    """Set the labels of an axis with chosen labels; return the labels by place, empty for an axis of numbers."""
    of = ax.xaxis if name == "x" else ax.yaxis
    models = import_bokeh().models
    if of.get_scale() == "log":
        axis.ticker, axis.formatter = models.LogTicker(mantissas=[1, 2, 5]), models.PrintfTickFormatter(format=TICK)
    elif max(map(abs, of.get_view_interval())) < SMALL:
        axis.formatter = models.PrintfTickFormatter(format=TICK)
    if not isinstance(of.get_major_locator(), FixedLocator):
        return {}
    shown = of.get_ticklabels()
    places = [float(place) for place in of.get_majorticklocs()]
    names = {place: text.get_text() for place, text in zip(places, shown, strict=False)}
    axis.ticker, axis.major_label_policy = models.FixedTicker(ticks=places), models.NoOverlap()
    axis.major_label_overrides = {int(place) if place == int(place) else place: text for place, text in names.items()}
    if shown and shown[0].get_rotation() == 90:
        axis.major_label_orientation = "vertical"
    return names


def _line(plot: Any, ax: Axes, line: Any, label: str, names: dict[float, str]) -> None:
    """Draw a line and its markers, or a line across the whole panel."""
    if not line.get_visible():
        return
    x, y = (np.atleast_1d(np.asarray(values, dtype=float)) for values in line.get_data(orig=False))
    style = {"line_color": to_hex(line.get_color()), "line_width": line.get_linewidth(),
             "line_dash": DASHES.get(str(line.get_linestyle()), "solid")}  # fmt: skip
    if line.get_transform() != ax.transData:
        across = bool(np.ptp(y) == 0.0)
        place = float(y[0] if across else x[0])
        span = import_bokeh().models.Span(location=place, dimension="width" if across else "height", **style)
        plot.add_layout(span)
        return
    colour = to_hex(line.get_color())
    if line.get_linestyle() not in ("None", "none", "", " "):
        step = slice(None, None, len(x) // POINTS + 1)
        plot.line(x[step], y[step], **style)
    marker = MARKERS.get(str(line.get_marker()))
    if marker is not None:
        data = {"x": x, "y": y, "name": [names.get(float(place), f"{place:.4g}") for place in x]}
        source = import_bokeh().models.ColumnDataSource(data)
        dots = plot.scatter(
            "x", "y", source=source, marker=marker, size=1.3 * line.get_markersize(), fill_color=colour, line_color=None
        )
        _under_pointer(plot, dots, [("", "@name"), ("" if label.startswith("_") else label, "@y{%.4g}")])


def _steps(plot: Any, steps: Any, words: str) -> None:
    """Draw the bars of a histogram, which show their borders and their height."""
    values, edges, base = steps.get_data()
    low = np.broadcast_to(np.asarray(0.0 if base is None else base, dtype=float), np.shape(values))
    data = {"left": edges[:-1], "right": edges[1:], "top": values, "low": low, "size": values - low}
    shown = np.asarray(data["size"]) != 0.0
    source = import_bokeh().models.ColumnDataSource({name: np.asarray(column)[shown] for name, column in data.items()})
    colour, label = _colour(steps), str(steps.get_label())
    bars = plot.quad("left", "right", "top", "low", source=source, line_color=None, **colour)
    rows = [(words, "@left{%.3g} to @right{%.3g}"), ("" if label.startswith("_") else label, "@size{%.3g}")]
    _under_pointer(plot, bars, rows)


def _bars(plot: Any, bars: Any, names: dict[float, str]) -> None:
    """Draw bars of one colour, which show their heights and the nearest of the `names` on the axis."""
    left, low, width, size = np.array([(*bar.get_xy(), bar.get_width(), bar.get_height()) for bar in bars]).T
    nearest = [min(names, key=lambda place: abs(place - middle), default=None) for middle in left + 0.5 * width]
    data = {"left": left, "right": left + width, "top": low + size, "low": low, "size": size,
            "name": [names[place] if place is not None else "" for place in nearest]}  # fmt: skip
    source, label = import_bokeh().models.ColumnDataSource(data), str(bars.get_label())
    drawn = plot.quad("left", "right", "top", "low", source=source, line_color=None, **_colour(bars[0]))
    if not label.startswith("_"):
        _under_pointer(plot, drawn, [("", "@name"), (label, "@size{%.4g}")])


def _upright(plot: Any, lines: Any) -> None:
    """Draw the lines of a collection: vertical lines or error bars."""
    pieces = [np.asarray(piece) for piece in lines.get_segments() if len(piece)]  # no points: a value was NaN
    plot.multi_line(
        [piece[:, 0] for piece in pieces], [piece[:, 1] for piece in pieces],
        line_color=to_hex(lines.get_colors()[0]), line_width=float(np.atleast_1d(lines.get_linewidths())[0]),
    )  # fmt: skip


def _areas(plot: Any, filled: Any) -> None:
    """Draw filled areas between two lines."""
    corners = [path.vertices for path in filled.get_paths()]
    face = np.atleast_2d(filled.get_facecolor())[0]
    plot.patches(
        [each[:, 0] for each in corners], [each[:, 1] for each in corners],
        fill_color=to_hex(face), fill_alpha=float(face[3]), line_color=None,
    )  # fmt: skip


def _text(plot: Any, ax: Axes, text: Any) -> None:
    """Write a text at its place in the panel."""
    if isinstance(text, Annotation):
        pixels = _pixels(ax, text)
        shift = [value * PX_PER_POINT for value in text.xyann] if text.anncoords == "offset points" else [0.0, 0.0]
    else:
        pixels, shift = text.get_transform().transform(text.get_position()), [0.0, 0.0]
    place = ax.transData.inverted().transform(pixels)
    face = text.get_bbox_patch()
    plot.add_layout(
        import_bokeh().models.Label(
            x=float(place[0]), y=float(place[1]), x_offset=shift[0], y_offset=shift[1],
            text=text.get_text(), text_align=text.get_horizontalalignment(),
            text_baseline={"center": "middle", "baseline": "alphabetic"}.get(
                text.get_verticalalignment(), text.get_verticalalignment().replace("center_baseline", "middle")
            ),
            angle=float(np.radians(text.get_rotation())), text_color=to_hex(text.get_color()),
            text_font_size=f"{1.25 * float(text.get_fontsize()):.0f}px",
            text_font_style="bold" if text.get_fontweight() == "bold" else "normal",
            background_fill_color=None if face is None else "white", background_fill_alpha=0.8,
        )
    )  # fmt: skip


def _pixels(ax: Axes, text: Any) -> tuple[float, float]:
    """Return the point to which a text belongs, in pixels of the still drawing."""
    across, up = (text.xycoords, text.xycoords) if isinstance(text.xycoords, str) else text.xycoords
    systems = {"data": ax.transData, "axes fraction": ax.transAxes}
    return float(systems[across].transform(text.xy)[0]), float(systems[up].transform(text.xy)[1])


def _values(plot: Any, ax: Axes) -> None:
    """Add a tool that shows the values of all lines of a panel at the pointer, at the samples of the longest line."""
    lines = {
        str(line.get_label()).lstrip("_"): (np.asarray(x, dtype=float), np.asarray(y, dtype=float))
        for line in ax.lines
        if line.get_transform() == ax.transData and (x := line.get_xdata(orig=False)) is not None
        and len(np.atleast_1d(x)) > 1 and str(line.get_linestyle()) not in ("None", "none", "", " ")
        for y in [line.get_ydata(orig=False)]
    }  # fmt: skip
    if not lines:
        return
    longest = max((x for x, _ in lines.values()), key=len)
    time = longest[:: len(longest) // POINTS + 1]
    columns: dict[str, FloatArray] = {"x": time}
    for index, (x, y) in enumerate(lines.values()):
        columns[f"y{index}"] = np.interp(time, x, y, left=np.nan, right=np.nan).astype(np.float32)
    known = np.where(np.isfinite(columns["y0"]), columns["y0"], float(np.mean(ax.get_ylim())))
    source = import_bokeh().models.ColumnDataSource({**columns, "at": known})
    unseen = plot.line("x", "at", source=source, line_alpha=0.0)
    words = ax.get_xlabel().partition(",")[0].partition(";")[0]
    names = [label if not label.startswith("child") else "" for label in lines]
    rows = [(words or "time", "@x{%.4g}"), *((name, f"@y{index}{{%.4g}}") for index, name in enumerate(names))]
    hover(plot, unseen, rows)


def _under_pointer(plot: Any, drawn: Any, rows: list[tuple[str, str]]) -> None:
    """Add a tool that shows the values of a bar or marker while the pointer is on it."""
    formatters = {f"@{name}": "printf" for name in drawn.data_source.data if name not in ("name", "colour")}
    plot.add_tools(import_bokeh().models.HoverTool(renderers=[drawn], tooltips=rows, formatters=formatters))


def _colour(patch: Any) -> dict[str, Any]:
    face = patch.get_facecolor()
    return {"fill_color": to_hex(face), "fill_alpha": float(face[3])}
