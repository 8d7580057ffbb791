"""A zoomable figure has the values, colours, ticks and texts of the drawing from which it is converted."""

from __future__ import annotations

import gzip
import json
from base64 import b64decode

import numpy as np
import pytest
from helpers.html_page import checked

pytest.importorskip("matplotlib")
pytest.importorskip("bokeh")

from matplotlib.figure import Figure

from puma560_dynamics.report import svg
from puma560_dynamics.report.interactive import WITHOUT_SCRIPT, interactive
from puma560_dynamics.report.page import verdict
from puma560_dynamics.report.svg import drawn, shown
from puma560_dynamics.report.zoomable import zoomable

TIME = np.linspace(0.0, 2.0, 50)


def panels(figure: Figure) -> list:
    """The panels of the zoomable figure, row by row."""
    drawn(figure)
    root = zoomable(figure)
    assert root is not None
    return [plot for row in root.children for plot in (row.children if hasattr(row, "children") else [row])]


def renderers(plot, kind: str) -> list:
    return [each for each in plot.renderers if type(each.glyph).__name__ == kind]


def hover_rows(plot) -> list:
    return [tool.tooltips for tool in plot.tools if type(tool).__name__ == "HoverTool"]


def test_lines_keep_values_colours_and_gaps():
    figure = Figure()
    ax = figure.add_subplot()
    values = np.where((TIME > 0.5) & (TIME < 0.8), np.nan, np.sin(TIME))
    ax.plot(TIME, values, "--", color="#0072b2", label="model")
    ax.plot(TIME[::2], 3.0 * TIME[::2], label="_gravity", visible=False)
    ax.set_xlabel("time, s")
    (plot,) = panels(figure)
    seen, pointer = renderers(plot, "Line")
    np.testing.assert_array_equal(seen.data_source.data["y"], values)
    assert (seen.glyph.line_color, seen.glyph.line_dash) == ("#0072b2", [6])
    assert hover_rows(plot) == [[("time", "@x{%.4g}"), ("model", "@y0{%.4g}"), ("gravity", "@y1{%.4g}")]]
    np.testing.assert_allclose(pointer.data_source.data["y0"], values, rtol=1e-6)
    known = pointer.data_source.data["y1"][:-1]  # an invisible line is a value at the pointer and is not drawn
    np.testing.assert_allclose(known, 3.0 * TIME[:-1], rtol=1e-6)
    assert (plot.x_range.start, plot.x_range.end) == ax.get_xlim()
    assert plot.y_range.bounds == ax.get_ylim()


def test_an_error_bar_without_values_is_left_out():
    """Such as the residual of a joint that did not move."""
    figure = Figure()
    figure.add_subplot().vlines([0, 1, 2], [1.0, np.nan, 3.0], [2.0, np.nan, 4.0])
    (bars,) = renderers(panels(figure)[0], "MultiLine")
    assert [list(piece) for piece in bars.data_source.data["xs"]] == [[0.0, 0.0], [2.0, 2.0]]


def test_ticks_of_small_numbers_have_no_zeros_after_the_point():
    found = []
    for size in (4e-12, 4.0):
        figure = Figure()
        figure.add_subplot().plot(TIME, size * TIME)
        (plot,) = panels(figure)
        assert type(plot.xaxis[0].formatter).__name__ == "BasicTickFormatter"
        found.append(plot.yaxis[0].formatter)
    assert found[0].format == "%.6g"
    assert type(found[1]).__name__ == "BasicTickFormatter"


def test_bars_steps_and_markers_show_their_values():
    figure = Figure()
    left, right = figure.subplots(1, 2)
    left.bar([0, 1], [2.5, 4.0], 0.5, label="after")
    left.set_xticks([0, 1], ["shoulder", "elbow"])
    left.plot([0, 1], [1.0, 2.0], "o", label="before")
    right.stairs([1.0, 0.0, 3.0], [0.1, 1.0, 10.0, 100.0], fill=True, label="share")
    right.set_xscale("log")
    bars, steps = panels(figure)
    (columns,) = renderers(bars, "Quad")
    found = {name: list(columns.data_source.data[name]) for name in ("name", "size", "left")}
    assert found == {"name": ["shoulder", "elbow"], "size": [2.5, 4.0], "left": [-0.25, 0.75]}
    (dots,) = renderers(bars, "Scatter")
    assert list(dots.data_source.data["name"]) == ["shoulder", "elbow"]
    assert bars.xaxis[0].major_label_overrides == {0: "shoulder", 1: "elbow"}
    (quads,) = renderers(steps, "Quad")
    assert [list(quads.data_source.data[name]) for name in ("left", "right", "size")] == [
        [0.1, 10.0],
        [1.0, 100.0],
        [1.0, 3.0],
    ]
    assert type(steps.xaxis[0]).__name__ == "LogAxis"


def test_panels_with_the_same_limits_zoom_together():
    figure = Figure()
    for ax, end in zip(figure.subplots(3, 1), (1.0, 1.0, 2.0), strict=True):
        ax.plot(TIME, TIME)
        ax.set_xlim(0.0, end)
    first, second, third = panels(figure)
    assert first.x_range is second.x_range
    assert third.x_range is not first.x_range


def test_a_figure_with_an_empty_panel_stays_a_drawing():
    figure = Figure()
    figure.add_subplot().set_axis_off()
    assert "data-figure" not in shown(figure)


def page(figure: Figure) -> str:
    figure.set_label("A line")
    return interactive("One line over time", verdict("good", "Good", "about"), shown(figure))


def line_figure() -> Figure:
    figure = Figure()
    figure.add_subplot().plot(TIME, TIME)
    return figure


def test_the_drawing_is_on_the_page_before_the_script_and_the_page_is_reproducible():
    text = page(line_figure())
    found = checked(text)
    assert text.index("<svg") < text.index("data-figure")
    assert WITHOUT_SCRIPT not in text
    assert found.tags.count("svg") == 1
    assert text == page(line_figure())
    packed = text.split('-data">', 1)[1].split("<", 1)[0]
    assert json.loads(gzip.decompress(b64decode(packed)))["doc"]["roots"]


def test_without_bokeh_there_is_the_drawing_and_no_script(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(svg, "installed", lambda name: False)
    text = page(line_figure())
    assert checked(text).tags.count("svg") == 1
    assert 'id="library"' not in text
