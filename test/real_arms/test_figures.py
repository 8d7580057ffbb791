"""Pictures of the page of real arms stand on white ground in a page of any colour."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

pytest.importorskip("matplotlib")
pytest.importorskip("cvxpy")

from puma560_dynamics.identification.torque_gains import Gains
from puma560_dynamics.report.svg import drawn
from tools.real_arms.section import alone, apart, gains


def test_markers_of_gains_are_inside_the_figure():
    values, literature = np.array([11.0, 12.0]), np.array([14.87, 13.26])
    errors, shown = np.array([0.04, 0.01]), np.array([False, True])
    found = Gains(("a", "b"), values, errors, shown, errors, errors, np.zeros(1), np.eye(2))
    (axes,) = gains(found, literature).axes
    assert axes.get_ylim()[0] == 0.0 and axes.get_ylim()[1] > 15.5
    tall = Gains(("a", "b"), 2.0 * values, 10.0 * errors, shown, errors, errors, np.zeros(1), np.eye(2))
    (axes,) = gains(tall, literature).axes
    assert axes.get_ylim()[1] > (tall.values * (1.0 + 2.0 * tall.errors)).max()


def test_a_separate_drawing_has_a_white_background():
    off = [0.5, -1.5, 3.0]
    figure = apart(["a", "b", "c"], off)
    (points,) = [line for line in figure.axes[0].lines if np.size(line.get_xdata()) == len(off)]
    np.testing.assert_array_equal(points.get_ydata(), off)
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["2 standard errors"]
    first = next(iter(ElementTree.fromstring(alone(drawn(figure)))))
    assert first.tag.endswith("rect")
    assert first.get("fill") == "white"
