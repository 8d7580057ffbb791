"""Bars and lines show the errors of the run."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from helpers.demo.figures import line, words
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text

from puma560_dynamics.demo import plots
from puma560_dynamics.demo.record import SETTINGS, RunRecord
from puma560_dynamics.demo.run_formatting import milliradians
from puma560_dynamics.demo.tracking import friction_floor, overall_error, rms_error


def test_bars_are_as_high_as_the_errors(run: RunRecord) -> None:
    ax = plots.rms_bars(run).axes[0]
    floor, *bars = ax.containers
    np.testing.assert_allclose([bar.get_height() for bar in floor][:6], 1e3 * friction_floor(run))
    for phase, colour, container in zip(run.phases, plots.SETTING_COLOURS, bars, strict=True):
        np.testing.assert_allclose([bar.get_height() for bar in container][:6], 1e3 * rms_error(phase))
        assert to_hex(container[0].get_facecolor()) == colour
    text = words(plots.rms_bars(run))
    assert all(setting.name in text for setting in SETTINGS)


def test_labels_of_bars_are_rounded_like_the_table(run: RunRecord) -> None:
    shown = {text.get_text() for text in plots.rms_bars(run).axes[0].texts}
    assert {milliradians(value) for phase in run.phases for value in rms_error(phase)} <= shown


def test_the_picture_is_legible_at_the_width_of_a_telephone(run: RunRecord) -> None:
    """No text is smaller than 8 px if the picture is 350 px wide."""
    figure = plots.rms_picture(run)
    figure.draw_without_rendering()
    shown = [text for text in figure.findobj(Text) if text.get_text() and text.get_visible()]
    smallest = min(float(text.get_fontsize()) for text in shown)
    assert smallest * 350.0 / (72.0 * figure.get_figwidth()) >= 8.0
    for phase in run.phases:
        words_of_setting = f"{phase.setting.name}: {milliradians(overall_error(phase))} mrad"
        assert words_of_setting in {text.get_text() for text in shown}


@pytest.mark.parametrize("draw", [plots.rms_bars, plots.rms_picture])
def test_no_words_lie_on_others(run: RunRecord, draw: Callable[[RunRecord], Figure]) -> None:
    """Legend, factor and the heights of the bars, with all settings."""
    figure = draw(run)
    figure.draw_without_rendering()
    (ax,) = figure.axes
    legends = [found for found in (*figure.legends, ax.get_legend()) if found is not None]
    (factor,) = [text for text in ax.findobj(Text) if "times smaller" in text.get_text()]
    others = [found.get_window_extent() for found in (*legends, *(text for text in ax.texts if text is not factor))]
    assert legends and not any(factor.get_window_extent().overlaps(other) for other in others)
    assert all(legend.get_window_extent().x1 <= figure.bbox.x1 for legend in legends)


def test_tracking_shows_errors_and_floor(run: RunRecord) -> None:
    axes = plots.tracking(run).axes
    assert len(axes) == run.arm.n
    for joint, ax in enumerate(axes):
        for phase in run.phases:
            error = 1e3 * (phase.position - phase.reference)[:, joint]
            np.testing.assert_array_equal(line(ax, phase.setting.name), error)
        band = ax.patches[0].get_extents().transformed(ax.transData.inverted())
        np.testing.assert_allclose([band.y0, band.y1], 1e3 * friction_floor(run)[joint] * np.array([-1, 1]), rtol=1e-6)
