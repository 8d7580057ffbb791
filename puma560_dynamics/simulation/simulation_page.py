"""Write the page of a simulated motion, with figures of joint positions and energy."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..arm import Arm
from ..arm.beyond_limits import beyond_limits
from ..models.interface import DynamicModel
from ..report.colours import AFTER, BEFORE, COMMAND, OUTSIDE, STYLE, of_joint
from ..report.interactive import interactive
from ..report.page import Markup, cards, section, verdict
from ..report.svg import shown
from .simulate import Simulated

BALANCED, ROUGH = 1e-8, 1e-4
"""Limits of the drift (`Simulated.drift`): up to the first the result is good, above the second it is unusable."""


def simulation_page(found: Simulated, model: DynamicModel, driven_by: str, missed: Sequence[str] = ()) -> str:
    """Return the page as HTML.

    Args:
        found: the simulated motion.
        model: model of the arm.
        driven_by: short description of the acting torque.
        missed: joints that do not arrive at the pose to which the arm moves, each with its distance.
    """
    title = f"Simulated motion of {model.arm.name}: {driven_by}"
    fastest = float(np.degrees(abs(found.qd[:, [not joint.slides for joint in model.arm.joints]]).max(initial=0.0)))
    figures = (
        (f"{found.drift:.1e}".replace("-", "−"), "energy imbalance, as a fraction of the energy that moved"),
        (f"{found.time[-1]:g} s", f"simulated by {found.evaluations} evaluations of the acceleration"),
        (f"{fastest:.3g} °/s", "fastest joint"),
    )
    crossed = "; ".join(beyond_limits(model.arm, found.q, found.qd, found.torque))
    remarks = [f"The simulation has no limits: {crossed}."] if crossed else []
    if missed:
        remarks.append(f"The pose is not reached: {'; '.join(missed)}.")
    sections = (
        cards(figures),
        section(
            "Motion",
            shown(positions_and_velocities(found, model.arm)),
            " ".join(remarks),
        ),
        section("Energy", shown(energy(found))),
    )
    about = Markup(f"<b>{escape(title)}</b> · {escape(model.kind)} model · without friction and joint limits")
    level, words = judge_energy(found.drift)
    if remarks and level == "good":
        problems = ["exceeds limits of the arm"] if crossed else []
        problems += ["does not reach the pose"] if missed else []
        level, words = "warning", f"The energy balances; the motion {' and '.join(problems)}"
    return interactive(title, verdict(level, words, about), "\n".join(sections))


def judge_energy(drift: float) -> tuple[str, str]:
    """Return a verdict (level and text) on the energy imbalance, an error of the integration or the model."""
    if drift <= BALANCED:
        return "good", "The energy balances: the integration can be trusted"
    if drift <= ROUGH:
        return "warning", "The energy balances roughly: choose a smaller --tolerance"
    return "bad", "The energy does not balance: do not use this motion"


POINTS = 2000
"""Maximum number of drawn samples, enough for a screen."""

SIZE = (10.0, 5.0)
"""Size of a figure, inches."""

LABEL_AT = -0.06
"""Horizontal position of the labels of vertical axes, as a fraction of the width of the axes."""

MARGINS = {"left": 0.08, "right": 0.985, "bottom": 0.11, "top": 0.95, "hspace": 0.14}
"""Margins of both figures, equal so that a time is at the same horizontal position; legends are above the axes."""


def positions_and_velocities(found: Simulated, arm: Arm) -> Figure:
    """Draw position and velocity of each joint, in degrees, or in metres for prismatic joints."""
    chosen = _chosen(found)
    slides = np.array([joint.slides for joint in arm.joints])
    units = ("m", "m/s") if slides.all() else ("°", "°/s")
    sliding = "; m and m/s where it slides" if slides.any() and not slides.all() else ""
    scale = np.where(slides, 1.0, np.degrees(1.0))
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=SIZE)
        panels = ((f"position, {units[0]}", found.q), (f"velocity, {units[1]}", found.qd))
        for ax, (words, values) in zip(figure.subplots(2, 1, sharex=True), panels, strict=True):
            for index, joint in enumerate(arm.joint_names):
                ax.plot(found.time[chosen], (scale * values[chosen])[:, index], label=joint, **of_joint(index))
            ax.set_ylabel(words)
            _over_time(ax, found)
        ax.set_xlabel(f"time, s{sliding}")
        figure.subplots_adjust(**MARGINS)
        figure.legend(*ax.get_legend_handles_labels(), ncol=arm.n)
    figure.set_label(f"Simulated motion of {arm.n} joints over {found.time[-1]:g} s")
    return figure


def energy(found: Simulated) -> Figure:
    """Draw kinetic and potential energy, work of the torque, and the energy imbalance."""
    chosen = _chosen(found)
    time = found.time[chosen]
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=SIZE)
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(2, 1))
        parts = {
            "kinetic": found.kinetic,
            "potential, from the start": found.potential - found.potential[0],
            "work of the torque": found.work,
        }
        for colour, (words, values) in zip((AFTER, BEFORE, COMMAND), parts.items(), strict=True):
            if values.any():
                above.plot(time, values[chosen], color=colour, label=words)
        above.set_ylabel("energy, J")
        below.plot(time, found.imbalance[chosen], color=OUTSIDE, lw=1.0)
        below.set_ylabel("out of balance, J")
        below.set_xlabel("time, s")
        for ax in (above, below):
            _over_time(ax, found)
        figure.subplots_adjust(**MARGINS)
        figure.legend(*above.get_legend_handles_labels(), ncol=3)
    figure.set_label("Energy of the simulated motion, and what is missing in its balance")
    return figure


def _over_time(ax: Axes, found: Simulated) -> None:
    """Set the time axis to the whole motion, and place the label at a fixed distance, because figures are cropped."""
    ax.set_xlim(float(found.time[0]), float(found.time[-1]))
    ax.yaxis.set_label_coords(LABEL_AT, 0.5)


def _chosen(found: Simulated) -> np.ndarray:
    return np.unique(np.linspace(0, len(found.time) - 1, POINTS).astype(int))
