"""Figures of a simulated motion: where the joints go, and where the energy is."""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from ..report.plot_style import STYLE
from .simulate import Simulated

COLOURS = ("#0072b2", "#e08a00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00")
POINTS = 2000
"""Samples drawn; a screen shows no more."""


def motion(found: Simulated, joints: Sequence[str]) -> Figure:
    """Position and velocity of every joint."""
    chosen = _chosen(found)
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(10.0, 5.0), layout="constrained")
        panels = (("position, rad", found.q), ("velocity, rad/s", found.qd))
        for ax, (words, values) in zip(figure.subplots(2, 1, sharex=True), panels, strict=True):
            for index, joint in enumerate(joints):
                ax.plot(found.time[chosen], values[chosen, index], color=COLOURS[index % len(COLOURS)], label=joint)
            ax.set_ylabel(words)
            ax.margins(x=0)
        ax.set_xlabel("time, s")
        figure.legend(*ax.get_legend_handles_labels(), loc="outside upper left", ncol=len(joints))
    figure.set_label(f"Simulated motion of {len(joints)} joints over {found.time[-1]:g} s")
    return figure


def energy(found: Simulated) -> Figure:
    """Kinetic and potential energy and the torque's work, and what is missing in their balance."""
    chosen = _chosen(found)
    time = found.time[chosen]
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(10.0, 5.0), layout="constrained")
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(2, 1))
        parts = {
            "kinetic": found.kinetic,
            "potential, from the start": found.potential - found.potential[0],
            "work of the torque": found.work,
        }
        for colour, (words, values) in zip(COLOURS, parts.items(), strict=False):
            if values.any():
                above.plot(time, values[chosen], color=colour, label=words)
        above.set_ylabel("energy, J")
        below.plot(time, found.imbalance[chosen], color=COLOURS[-1], lw=0.8)
        below.set_ylabel("out of balance, J")
        below.set_xlabel("time, s")
        below.margins(x=0)
        figure.legend(*above.get_legend_handles_labels(), loc="outside upper left", ncol=3)
    figure.set_label("Energy of the simulated motion, and what is missing in its balance")
    return figure


def _chosen(found: Simulated) -> np.ndarray:
    return np.unique(np.linspace(0, len(found.time) - 1, POINTS).astype(int))
