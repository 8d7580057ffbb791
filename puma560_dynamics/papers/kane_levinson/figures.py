"""Drawings of figures 1 and 3 of the paper: six small plots over ten seconds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from ...arrays import FloatArray
from ...errors import Puma560Error
from ...files import written_whole

STYLE: Any = {
    "font.size": 9,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
TORQUE_LABELS = ("τ1, N·m", "τ2, N·m", "τ3, N·m", "τ4, N·m", "τ5, N·m", "σ, N")
COORDINATE_LABELS = ("q1, °", "q2, °", "q3, °", "q4, °", "q5, °", "q6, m")


def figure1(time: FloatArray, torque: FloatArray) -> Figure:
    """Draw control torques and control force (N, 6) of the manoeuvre, with the paper's signs."""
    return _six(time, torque, TORQUE_LABELS, "Figure 1. Control torques and control force, manoeuvre (127)")


def figure3(time: FloatArray, q: FloatArray, goal: FloatArray) -> Figure:
    """Draw generalized coordinates (N, 6) under feedback, and their goal (6,)."""
    scale = np.array([180.0 / np.pi] * 5 + [1.0])
    words = "Figure 3. Generalized coordinates under the feedback laws (128) to (133)"
    return _six(time, q * scale, COORDINATE_LABELS, words, goal * scale)


def write(figure: Figure, path: Path) -> None:
    """Write a figure to a file; the suffix gives the format (.svg, .png, .pdf).

    Raises:
        Puma560Error: the format is not known, or the file cannot be written.
    """
    known = figure.canvas.get_supported_filetypes()
    kind = path.suffix.lstrip(".").lower()
    if kind not in known:
        raise Puma560Error(f"{path}: {path.suffix or 'no suffix'} is not a picture; end it in .svg, .png or .pdf")
    metadata = {"Date": None} if kind == "svg" else None
    with (
        written_whole(path) as temporary,
        matplotlib.rc_context({"svg.hashsalt": "kane_levinson", "svg.fonttype": "none"}),
    ):
        figure.savefig(temporary, format=kind, metadata=metadata)


def _six(
    time: FloatArray,
    columns: FloatArray,
    labels: Sequence[str],
    title: str,
    goal: FloatArray | None = None,
) -> Figure:
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(9.0, 6.0), layout="constrained")
        for index, ax in enumerate(figure.subplots(2, 3, sharex=True).flat):
            ax.plot(time, columns[:, index], color="#0072b2", lw=1.4)
            if goal is not None:
                ax.axhline(goal[index], color="#5c6675", lw=0.8, ls="--")
            ax.set_title(labels[index], loc="left")
            ax.margins(x=0)
            if index >= 3:
                ax.set_xlabel("time, s")
        figure.suptitle(title, x=0.01, ha="left")
    return figure
