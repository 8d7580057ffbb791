"""Bars and lines show the errors of the run."""

from __future__ import annotations

import numpy as np
from helpers.demo.figures import line, words
from matplotlib.colors import to_hex

from puma560_dynamics.demo import plots
from puma560_dynamics.demo.record import SETTINGS, RunRecord
from puma560_dynamics.demo.run_formatting import milliradians
from puma560_dynamics.demo.tracking import friction_floor, rms_error


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


def test_no_words_lie_on_others(run: RunRecord) -> None:
    """Legend, factor and the heights of the bars, with all settings."""
    figure = plots.rms_bars(run)
    figure.draw_without_rendering()
    (ax,) = figure.axes
    legends = [found for found in (*figure.legends, ax.get_legend()) if found is not None]
    (factor,) = [text for text in ax.texts if "times smaller" in text.get_text()]
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
