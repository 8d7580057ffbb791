"""The page of a simulated motion: one file that needs nothing else."""

from __future__ import annotations

from html import escape

import numpy as np
from matplotlib.figure import Figure

from ..models.interface import DynamicModel
from ..report.style import CSS
from ..report.svg import drawn
from . import plots
from .simulate import Simulated


def page(found: Simulated, model: DynamicModel, driven_by: str) -> str:
    """The HTML text; `driven_by` says in a few words what torque acts."""
    cards = (
        (f"{found.drift:.1e}", "energy out of balance, as a share of the energy that moved"),
        (f"{found.time[-1]:g} s", f"simulated by {found.evaluations} evaluations of the acceleration"),
        (f"{float(abs(found.qd).max()):.3g} rad/s", "fastest joint"),
    )
    boxes = "".join(f'<div class="card"><b>{escape(big)}</b><span>{escape(small)}</span></div>' for big, small in cards)
    title = f"{model.arm.name}: {driven_by}, model {model.kind}"
    sections = (
        f'<h1>{escape(title)}</h1><p class="soft">Without friction and without joint limits.</p>'
        f'<div class="cards">{boxes}</div>',
        _figure("Motion", plots.motion(found, model.arm.joint_names)),
        _figure("Energy", plots.energy(found)),
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{CSS}</style>\n</head>\n<body>\n<main>\n" + "\n".join(sections) + "\n</main>\n</body>\n</html>\n"
    )


def table_csv(found: Simulated, model: DynamicModel) -> str:
    """Time s, positions rad, velocities rad/s, torques N·m and energies J, a row a sample."""
    names = [f"{joint}.{what}" for what in ("position", "velocity", "torque") for joint in model.arm.joint_names]
    heads = ["time", *names, "kinetic", "potential", "work"]
    columns = (found.time[:, None], found.q, found.qd, found.torque)
    energies = (found.kinetic[:, None], found.potential[:, None], found.work[:, None])
    rows = (",".join(map(repr, row)) for row in np.hstack([*columns, *energies]).tolist())
    return "\n".join([",".join(heads), *rows]) + "\n"


def _figure(title: str, figure: Figure) -> str:
    return f'<section>\n<h2>{escape(title)}</h2>\n<figure><div class="plot">{drawn(figure)}</div></figure>\n</section>'
