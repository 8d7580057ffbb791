"""Pictures of the page of real arms stand on white ground in a page of any colour."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

pytest.importorskip("matplotlib")
pytest.importorskip("cvxpy")

from puma560_dynamics.report.svg import drawn
from tools.real_arms.section import alone, apart


def test_a_separate_drawing_has_a_white_background():
    off = [0.5, -1.5, 3.0]
    figure = apart(["a", "b", "c"], off)
    (points,) = [line for line in figure.axes[0].lines if np.size(line.get_xdata()) == len(off)]
    np.testing.assert_array_equal(points.get_ydata(), off)
    first = next(iter(ElementTree.fromstring(alone(drawn(figure)))))
    assert first.tag.endswith("rect")
    assert first.get("fill") == "white"
