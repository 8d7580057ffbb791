"""The exciting motion drawn: position, velocity and acceleration of every joint over one period."""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib
from matplotlib.figure import Figure

from ..report.colours import of_joint
from ..report.plot_style import STYLE
from ..report.svg import drawn
from .excitation import Excitation


def excitation_svg(excitation: Excitation, joints: Sequence[str]) -> str:
    """An SVG file's text."""
    motion = excitation.motion
    time = motion.times(600)
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(10.0, 7.0), layout="constrained", facecolor="white")
        units = ("position, rad", "velocity, rad/s", "acceleration, rad/s²")
        for ax, unit, values in zip(figure.subplots(3, 1, sharex=True), units, motion.states(time), strict=True):
            for index, joint in enumerate(joints):
                ax.plot(time, values[:, index], lw=1.4, label=joint, **of_joint(index))
            ax.set_ylabel(unit)
            ax.margins(x=0)
        ax.set_xlabel("time, s")
        figure.legend(*ax.get_legend_handles_labels(), loc="outside upper left", ncol=len(joints))
    figure.set_label(f"Exciting motion, one period of {motion.period:g} s")
    return drawn(figure)
