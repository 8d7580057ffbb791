"""Figures of an identification: before, after and measured have separate colours; no bar on a logarithmic axis."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from helpers.identification.synthetic import description
from matplotlib.colors import to_hex

from puma560_dynamics import load_arm
from puma560_dynamics.identification import identification_plots as plots
from puma560_dynamics.report.colours import AFTER, BEFORE, MEASURED

BEFORE_RMS, AFTER_RMS = np.array([3.0, 0.2, np.nan]), np.array([1.0, 0.02, np.nan])


@pytest.fixture
def found() -> SimpleNamespace:
    """What the figures need of an identification: one column, whose number was 1 before and is 2 now."""
    time = np.arange(0.0, 2.0, 0.1)
    columns = np.sin(time)[:, None, None] * np.ones((1, 3, 1))
    all_rows = np.ones((20, 3), dtype=bool)
    part = SimpleNamespace(time=time, effort=2.0 * columns[..., 0], columns=columns, valid=all_rows, moves=all_rows)
    recording = SimpleNamespace(name="one", shown=[part])
    return SimpleNamespace(
        unknowns=SimpleNamespace(n=3, arm=load_arm(description())),
        before=SimpleNamespace(mean=np.array([1.0])),
        estimate=SimpleNamespace(x=np.array([2.0])),
        train=[recording],
        held_out=[],
        rms=lambda x, some: BEFORE_RMS if x[0] == 1.0 else AFTER_RMS,
    )


def test_residuals_are_points_on_a_logarithmic_axis(found: SimpleNamespace):
    (ax,) = plots.residual_bars(found).axes  # type: ignore[arg-type]
    assert ax.get_yscale() == "log"
    assert not ax.patches
    lines = {line.get_label(): line for line in ax.lines}
    np.testing.assert_array_equal(lines["before"].get_ydata(), BEFORE_RMS)
    np.testing.assert_array_equal(lines["after"].get_ydata(), AFTER_RMS)
    assert to_hex(lines["before"].get_color()) == BEFORE
    assert to_hex(lines["after"].get_color()) == AFTER


def test_before_after_and_measured_have_different_colours(found: SimpleNamespace):
    figure = plots.torque_series(found, found.train[0])  # type: ignore[arg-type]
    left, right = figure.axes[:2]
    colours = {line.get_label(): to_hex(line.get_color()) for line in left.lines}
    assert colours == {"measured": MEASURED, "predicted before": BEFORE, "predicted after": AFTER}
    assert len(set(colours.values())) == 3
    rest = {to_hex(line.get_color()): np.asarray(line.get_ydata()) for line in right.lines}
    np.testing.assert_allclose(rest[AFTER], 0.0)
    np.testing.assert_allclose(rest[BEFORE], np.sin(found.train[0].shown[0].time))


@pytest.mark.parametrize("count", [1, plots.NAMES, plots.NAMES + 1, 78])
def test_names_of_constants_are_as_large_as_all_text_and_do_not_overlap(count: int):
    kinds = ("data", "prior", "both")
    rows = [
        SimpleNamespace(name=f"m{i} r{i}", moved=float(i), error=0.5, tolerance=1.0, determined_by=kinds[i % 3])
        for i in range(count)
    ]
    figure = plots.moved_constants(rows)  # type: ignore[arg-type]
    shown = []
    for ax in figure.axes:
        labels = ax.get_xticklabels()
        assert {label.get_fontsize() for label in labels} == {9.5}
        assert ax.bbox.width / (ax.get_xlim()[1] - ax.get_xlim()[0]) * 72 / figure.dpi > 1.2 * 9.5
        shown += [label.get_text() for label in labels]
    assert shown == [row.name for row in rows]
    (legend,) = figure.legends
    names = [text.get_text() for text in legend.get_texts()]
    assert len(names) == len(set(names))
    assert ("determined by prior" in names) == (count > 1)
