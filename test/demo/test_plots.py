"""The figures: that they show the run's numbers, survive what is missing, and are the same each time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import StepPatch

from puma560_dynamics.demo import plots
from puma560_dynamics.demo.record import SETTINGS, RunRecord
from puma560_dynamics.demo.summary import RESIDUAL_LIMIT, largest_residual
from puma560_dynamics.demo.tracking import friction_floor, rms_error
from puma560_dynamics.report.svg import drawn

ALL = (plots.rms_bars, plots.tracking, plots.motion, plots.torques, plots.residuals, plots.latencies)


@pytest.fixture(scope="module")
def drawings(run: RunRecord) -> dict[str, str]:
    """Every figure of the whole run as SVG, by the name of its function."""
    return {draw.__name__: drawn(draw(run)) for draw in ALL}


def words(figure: Figure) -> str:
    return " ".join(ElementTree.fromstring(drawn(figure)).itertext())


def line(ax: Axes, label: str) -> np.ndarray:
    return np.asarray(next(each for each in ax.lines if each.get_label() == label).get_ydata())


@pytest.mark.parametrize("draw", ALL)
def test_every_figure_of_every_run_is_sound_svg(any_run: RunRecord, draw: Callable[[RunRecord], Figure]) -> None:
    figure = draw(any_run)
    svg = drawn(figure)
    root = ElementTree.fromstring(svg)
    assert root.tag.endswith("svg")
    assert root.get("aria-label") == figure.get_label() != ""
    assert "nan" not in " ".join(root.itertext()).lower()
    assert "<text" in svg or not any_run.phases


@pytest.mark.parametrize("draw", ALL)
def test_same_run_same_bytes(run: RunRecord, draw: Callable[[RunRecord], Figure], drawings: dict[str, str]) -> None:
    first, second = drawings[draw.__name__], drawn(draw(run))
    assert first == second
    assert "<metadata" not in first
    assert "date" not in first


def test_figures_share_no_identifier(drawings: dict[str, str]) -> None:
    found = [
        {element.get("id") for element in ElementTree.fromstring(svg).iter() if element.get("id")}
        for svg in drawings.values()
    ]
    assert sum(map(len, found)) == len(set.union(*found))


@pytest.mark.parametrize("draw", ALL)
def test_every_axis_has_a_unit(run: RunRecord, draw: Callable[[RunRecord], Figure]) -> None:
    axes = draw(run).axes
    assert any("," in ax.get_ylabel() or "," in ax.get_xlabel() for ax in axes)


def test_bars_are_as_high_as_the_errors(run: RunRecord) -> None:
    ax = plots.rms_bars(run).axes[0]
    floor, *bars = ax.containers
    np.testing.assert_allclose([bar.get_height() for bar in floor][:6], 1e3 * friction_floor(run))
    for phase, colour, container in zip(run.phases, plots.SETTING_COLOURS, bars, strict=True):
        np.testing.assert_allclose([bar.get_height() for bar in container][:6], 1e3 * rms_error(phase))
        assert to_hex(container[0].get_facecolor()) == colour
    assert all(setting.name in words(plots.rms_bars(run)) for setting in SETTINGS)


def test_colours_of_settings_are_the_same_in_every_figure(run: RunRecord) -> None:
    for draw in (plots.tracking, plots.motion):
        for ax in draw(run).axes:
            colours = {each.get_label(): to_hex(each.get_color()) for each in ax.lines}
            for setting, colour in zip(SETTINGS, plots.SETTING_COLOURS, strict=True):
                assert colours[setting.name] == colour


def test_colours_keep_their_place_when_a_setting_is_missing(gap: RunRecord) -> None:
    colours = {each.get_label(): to_hex(each.get_color()) for each in plots.tracking(gap).axes[0].lines}
    assert colours == {SETTINGS[0].name: plots.SETTING_COLOURS[0], SETTINGS[2].name: plots.SETTING_COLOURS[2]}


def test_tracking_shows_errors_and_floor(run: RunRecord) -> None:
    axes = plots.tracking(run).axes
    assert len(axes) == run.arm.n
    for joint, ax in enumerate(axes):
        for phase in run.phases:
            error = 1e3 * (phase.position - phase.reference)[:, joint]
            np.testing.assert_array_equal(line(ax, phase.setting.name), error)
        band = ax.patches[0].get_extents().transformed(ax.transData.inverted())
        np.testing.assert_allclose([band.y0, band.y1], 1e3 * friction_floor(run)[joint] * np.array([-1, 1]), rtol=1e-6)


def test_torques_sum_up_and_name_the_maximum(run: RunRecord) -> None:
    last, figure = run.phases[-1], plots.torques(run)
    total = sum(last.terms.values())
    for joint, ax in enumerate(figure.axes):
        np.testing.assert_array_equal(line(ax, "torque that acted"), last.effort[:, joint])
        model = line(ax, "model, sum")
        step = -(-len(total) // len(model))
        np.testing.assert_allclose(model, total[::step, joint], atol=1e-12)
        assert f"maximum {run.arm.maximum_torque[joint]:.1f} N·m" in ax.get_title(loc="right")
    for name in plots.TERM_COLOURS:
        assert name in words(figure)


def test_torques_without_terms_still_show_what_acted(run: RunRecord) -> None:
    none = np.zeros((0, run.arm.n))
    last = replace(run.phases[-1], terms=dict.fromkeys(run.phases[-1].terms, none), terms_time=np.zeros(0))
    text = words(plots.torques(replace(run, phases=(*run.phases[:-1], last))))
    assert "torque that acted" in text
    assert "gravity" not in text


def test_residual_text_and_range(run: RunRecord) -> None:
    figure = plots.residuals(run)
    assert f"{largest_residual(run):.1e} N·m" in words(figure)
    low, high = figure.axes[0].get_xlim()
    assert low < np.log10(largest_residual(run)) < np.log10(RESIDUAL_LIMIT) < high


@pytest.mark.parametrize("size", [0.0, 1e-300, 3.0, np.inf, np.nan])
def test_residuals_of_any_size(run: RunRecord, size: float) -> None:
    phases = tuple(replace(phase, residual=np.full((10, run.arm.n), size)) for phase in run.phases)
    figure = plots.residuals(replace(run, phases=phases))
    text = words(figure)
    assert "nan" not in text
    if size == 0.0:
        assert "exactly 0 in 100%" in text
        steps = [patch for patch in figure.axes[0].patches if isinstance(patch, StepPatch)]
        assert len(steps) == run.arm.n
        assert all((patch.get_data().values == patch.get_data().baseline).all() for patch in steps)
    if size == 3.0:
        assert figure.axes[0].get_xlim()[1] > np.log10(3.0)


def test_latency_percentiles_and_cycle(run: RunRecord) -> None:
    text = words(plots.latencies(run))
    for values in (run.state_latency, run.torque_latency):
        assert f"median {1e3 * np.median(values):.2f} ms" in text
        assert f"99 % {1e3 * np.percentile(values, 99):.2f} ms" in text
    assert "one cycle, 4.0 ms" in text


def test_latencies_that_cannot_be_are_counted(run: RunRecord) -> None:
    text = words(plots.latencies(replace(run, state_latency=np.append(run.state_latency, [-1e-3, 0.0]))))
    assert "2 not positive" in text


def test_missing_is_said(silent: RunRecord) -> None:
    assert "nothing was recorded" in words(plots.tracking(silent))
    assert "nothing was compared" in words(plots.residuals(silent))
    assert "no latency was measured" in words(plots.latencies(silent))


def test_pyplot_stays_out() -> None:
    code = "import sys, puma560_dynamics.demo.report; sys.exit('matplotlib.pyplot' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
