"""Figures on a page: their legends are text of the page, their colours those of the figure."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import matplotlib
import pytest
from matplotlib.figure import Figure

from puma560_dynamics.report.colours import BEFORE, MODEL, SPREAD, STYLE
from puma560_dynamics.report.svg import drawn, shown


@pytest.fixture
def figure() -> Figure:
    with matplotlib.rc_context(STYLE):
        made = Figure(figsize=(4, 2), layout="constrained", label="lines & bars")
        ax = made.subplots()
        ax.plot([0, 1], [0, 1], color=MODEL, label="<line>")
        ax.plot([0, 1], [1, 0], "--", color=BEFORE, label="dashed")
        ax.plot([0, 1], [1, 0], "s", color=BEFORE, label="dots")
        ax.errorbar([0, 1], [1, 0], [0.1, 0.1], fmt="o", color=MODEL, label="errors")
        ax.axhspan(0.2, 0.4, color=SPREAD, alpha=0.5, lw=0, label="band")
        made.legend(*ax.get_legend_handles_labels(), loc="outside upper left")
    return made


def test_the_legend_stands_above_the_drawing(figure: Figure):
    part = shown(figure, "words")
    legend, drawing = part.split('<div class="plot')
    found = re.findall(r'<i(?: class="([\w ]+)")? style="(?:color|background):(#\w+)"></i>([^<]*)<', legend)
    assert found == [
        ("line", MODEL, "&lt;line&gt;"),
        ("line dashed", BEFORE, "dashed"),
        ("", BEFORE + "ff", "dots"),
        ("", SPREAD + "80", "band"),
        ("", MODEL + "ff", "errors"),
    ]
    assert "dashed" not in drawing
    assert "<figcaption>words</figcaption>" in drawing
    HTMLParser().feed(part)


def test_a_file_keeps_its_legend_and_its_bytes(figure: Figure):
    text = drawn(figure)
    root = ElementTree.fromstring(text)
    assert root.get("aria-label") == "lines & bars"
    assert "dashed" in "".join(root.itertext())
    assert drawn(figure) == text
    assert "#ffffff" not in text  # the page shows through, dark or light
