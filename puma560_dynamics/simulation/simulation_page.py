"""The page of a simulated motion: one file that needs nothing else."""

from __future__ import annotations

from html import escape

import numpy as np

from ..models.interface import DynamicModel
from ..report.page import Markup, cards, document, section, verdict
from ..report.svg import shown
from .simulate import Simulated
from .simulation_plots import energy, positions_and_velocities

BALANCED, ROUGH = 1e-8, 1e-4
"""Shares of the energy that moved which may be missing: up to the first all is well, above the second it is not."""


def simulation_page(found: Simulated, model: DynamicModel, driven_by: str) -> str:
    """The HTML text; `driven_by` says in a few words what torque acts."""
    title = f"Simulated motion of {model.arm.name}: {driven_by}"
    fastest = float(np.degrees(abs(found.qd[:, [not joint.slides for joint in model.arm.joints]]).max(initial=0.0)))
    figures = (
        (f"{found.drift:.1e}".replace("-", "−"), "energy out of balance, as a share of the energy that moved"),
        (f"{found.time[-1]:g} s", f"simulated by {found.evaluations} evaluations of the acceleration"),
        (f"{fastest:.3g} °/s", "fastest joint"),
    )
    sections = (
        cards(figures),
        section("Motion", shown(positions_and_velocities(found, model.arm))),
        section("Energy", shown(energy(found))),
    )
    about = Markup(f"<b>{escape(title)}</b> · {escape(model.kind)} model · without friction and joint limits")
    return document(title, verdict(*judge_energy(found.drift), about), "\n".join(sections))


def judge_energy(drift: float) -> tuple[str, str]:
    """Level and words of the energy's balance: what is missing in it is the integration's error, or the model's."""
    if drift <= BALANCED:
        return "good", "The energy balances: the integration can be trusted"
    if drift <= ROUGH:
        return "warning", "The energy balances roughly: choose a smaller --tolerance"
    return "bad", "The energy does not balance: do not use this motion"


def simulated_csv(found: Simulated, model: DynamicModel) -> str:
    """Time s, positions rad, velocities rad/s, torques N·m and energies J, a row a sample."""
    names = [f"{joint}.{what}" for what in ("position", "velocity", "torque") for joint in model.arm.joint_names]
    heads = ["time", *names, "kinetic", "potential", "work"]
    columns = (found.time[:, None], found.q, found.qd, found.torque)
    energies = (found.kinetic[:, None], found.potential[:, None], found.work[:, None])
    rows = (",".join(map(repr, row)) for row in np.hstack([*columns, *energies]).tolist())
    return "\n".join([",".join(heads), *rows]) + "\n"
