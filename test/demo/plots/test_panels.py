"""What holds for every figure of a run: it survives what is missing, and is the same each time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from helpers.demo.figures import words
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from puma560_dynamics.demo import plots
from puma560_dynamics.demo.record import SETTINGS, RunRecord
from puma560_dynamics.report.svg import drawn

ALL = (plots.rms_bars, plots.tracking, plots.motion, plots.torques, plots.residuals, plots.latencies)


@pytest.mark.parametrize("draw", ALL)
def test_every_figure_of_every_run_is_sound_svg(any_run: RunRecord, draw: Callable[[RunRecord], Figure]) -> None:
    svg = drawn(draw(any_run))
    root = ElementTree.fromstring(svg)
    assert root.tag.endswith("svg")
    assert root.get("aria-label") == draw(any_run).get_label() != ""
    assert "nan" not in " ".join(root.itertext()).lower()
    assert "<text" in svg or not any_run.phases


@pytest.mark.parametrize("draw", ALL)
def test_same_run_same_bytes(run: RunRecord, draw: Callable[[RunRecord], Figure]) -> None:
    first, second = (drawn(draw(run)) for _ in range(2))
    assert first == second
    assert "<metadata" not in first
    assert "date" not in first


def test_figures_share_no_identifier(run: RunRecord) -> None:
    found = [
        {element.get("id") for element in ElementTree.fromstring(drawn(draw(run))).iter() if element.get("id")}
        for draw in ALL
    ]
    assert sum(map(len, found)) == len(set.union(*found))


@pytest.mark.parametrize("draw", ALL)
def test_every_axis_has_a_unit(run: RunRecord, draw: Callable[[RunRecord], Figure]) -> None:
    axes = draw(run).axes
    assert any("," in ax.get_ylabel() or "," in ax.get_xlabel() for ax in axes)


def test_colours_of_settings_are_the_same_in_every_figure(run: RunRecord) -> None:
    for draw in (plots.tracking, plots.motion):
        for ax in draw(run).axes:
            colours = {each.get_label(): to_hex(each.get_color()) for each in ax.lines}
            for setting, colour in zip(SETTINGS, plots.SETTING_COLOURS, strict=True):
                assert colours[setting.name] == colour


def test_colours_keep_their_place_when_a_setting_is_missing(gap: RunRecord) -> None:
    colours = {each.get_label(): to_hex(each.get_color()) for each in plots.tracking(gap).axes[0].lines}
    assert colours == {SETTINGS[0].name: plots.SETTING_COLOURS[0], SETTINGS[2].name: plots.SETTING_COLOURS[2]}


def test_missing_is_said(silent: RunRecord) -> None:
    assert "nothing was recorded" in words(plots.tracking(silent))
    assert "nothing was compared" in words(plots.residuals(silent))
    assert "no latency was measured" in words(plots.latencies(silent))


def test_pyplot_stays_out() -> None:
    code = "import sys, puma560_dynamics.demo.report; sys.exit('matplotlib.pyplot' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
