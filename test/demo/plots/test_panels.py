"""What holds for every figure of a run: it survives what is missing, and is the same each time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from xml.etree import ElementTree

import pytest
from helpers.demo.figures import words
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from puma560_dynamics.demo import plots
from puma560_dynamics.demo.record import SETTINGS, RunRecord
from puma560_dynamics.report.svg import drawn

Draw = Callable[[RunRecord], Figure]

ALL = (
    plots.rms_bars,
    plots.rms_picture,
    plots.tracking,
    plots.wanted_and_measured,
    plots.torques,
    plots.residuals,
    plots.latencies,
)


@pytest.fixture(scope="module")
def figures(run: RunRecord) -> dict[Draw, Figure]:
    """Every figure of the sound run."""
    return {draw: draw(run) for draw in ALL}


@pytest.fixture(scope="module")
def svg(figures: dict[Draw, Figure]) -> Callable[[Draw], str]:
    """The same as SVG, each drawn once: it takes a quarter of a second."""
    return cache(lambda draw: drawn(figures[draw]))


@pytest.mark.parametrize("draw", ALL)
def test_every_figure_of_every_run_is_sound_svg(
    any_run: RunRecord, draw: Draw, run: RunRecord, figures: dict[Draw, Figure], svg: Callable[[Draw], str]
) -> None:
    figure = figures[draw] if any_run is run else draw(any_run)
    text = svg(draw) if any_run is run else drawn(figure)
    root = ElementTree.fromstring(text)
    assert root.tag.endswith("svg")
    assert root.get("aria-label") == figure.get_label() != ""
    assert "nan" not in " ".join(root.itertext()).lower()
    assert "<text" in text or not any_run.phases


@pytest.mark.parametrize("draw", ALL)
def test_same_run_same_bytes(run: RunRecord, draw: Draw, svg: Callable[[Draw], str]) -> None:
    again = drawn(draw(run))
    assert again == svg(draw)
    assert "<metadata" not in again
    assert "date" not in again


def test_figures_share_no_identifier(svg: Callable[[Draw], str]) -> None:
    found = [
        {element.get("id") for element in ElementTree.fromstring(svg(draw)).iter() if element.get("id")}
        for draw in ALL
        if draw is not plots.rms_picture  # a separate file
    ]
    assert sum(map(len, found)) == len(set.union(*found))


@pytest.mark.parametrize("draw", ALL)
def test_every_axis_has_a_unit(draw: Draw, figures: dict[Draw, Figure]) -> None:
    assert any("," in ax.get_ylabel() or "," in ax.get_xlabel() for ax in figures[draw].axes)


def test_colours_of_settings_are_the_same_in_every_figure(figures: dict[Draw, Figure]) -> None:
    for draw in (plots.tracking, plots.wanted_and_measured):
        for ax in figures[draw].axes:
            colours = {each.get_label(): to_hex(each.get_color()) for each in ax.lines}
            for setting, colour in zip(SETTINGS, plots.SETTING_COLOURS, strict=True):
                assert colours[setting.name] == colour


def test_colours_keep_their_place_when_a_setting_is_missing(gap: RunRecord) -> None:
    colours = {each.get_label(): to_hex(each.get_color()) for each in plots.tracking(gap).axes[0].lines}
    assert colours == {SETTINGS[place].name: plots.SETTING_COLOURS[place] for place in (0, 2, 3)}


def test_missing_data_are_named(silent: RunRecord) -> None:
    assert "nothing was recorded" in words(plots.tracking(silent))
    assert "nothing was compared" in words(plots.residuals(silent))
    assert "no latency was measured" in words(plots.latencies(silent))


def test_pyplot_is_not_imported() -> None:
    code = "import sys, puma560_dynamics.demo.report; sys.exit('matplotlib.pyplot' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
