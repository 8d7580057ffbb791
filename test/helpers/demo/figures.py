"""Words and lines of a figure."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from puma560_dynamics.report.svg import drawn


def words(figure: Figure) -> str:
    """All text of a figure as it is drawn."""
    return " ".join(ElementTree.fromstring(drawn(figure)).itertext())


def line(ax: Axes, label: str) -> np.ndarray:
    """Values of the line with a label."""
    return np.asarray(next(each for each in ax.lines if each.get_label() == label).get_ydata())
