"""Figures of torque: what acted and the terms of the model, and how far the model is from Pinocchio."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ...control.feed_forward.feed_forward import MODEL_TERMS
from ...report.colours import INK, OUTSIDE, QUIET, TERMS
from ..record import RunRecord
from ..run_formatting import number_in_form
from ..summary import residual_limit
from .panels import FRICTION, SLATE, joint_panels, labelled, say_missing, single_panel

TERM_COLOURS = {
    "gravity": TERMS["gravity"],
    "inertia": TERMS["inertia"],
    "coriolis + centrifugal": TERMS["coriolis"],
}

LIMIT = OUTSIDE
"""Colour of a limit."""

FILL_POINTS = 200
"""About how many points the edge of a filled area has: unlike a line it is not simplified when drawn."""


@labelled("Torque per joint in the last motion: what acted, and the terms of the model")
def torques(record: RunRecord) -> Figure:
    """Acted effort and the model's terms (N·m) in the last motion, the maximum torque noted."""
    phase = record.phases[-1] if record.phases else None
    largest = record.arm.maximum_torque

    def draw(ax: Axes, joint: int) -> None:
        assert phase is not None
        if phase.terms_time.size and all(len(phase.terms.get(n, ())) == phase.terms_time.size for n in MODEL_TERMS):
            step = slice(None, None, phase.terms_time.size // FILL_POINTS + 1)
            time = phase.terms_time[step]
            parts = {name: phase.terms[name][step, joint] for name in MODEL_TERMS}
            parts["inertia"] = parts["inertia"] + parts.pop("motor_inertia")
            parts["coriolis + centrifugal"] = parts.pop("coriolis") + parts.pop("centrifugal")
            above = below = np.zeros(time.size)
            for name, part in parts.items():
                style: Any = {"color": TERM_COLOURS[name], "alpha": 0.75, "lw": 0}
                up, down = above + np.maximum(part, 0.0), below + np.minimum(part, 0.0)
                ax.fill_between(time, above, up, label=name, **style)
                ax.fill_between(time, below, down, **style)
                above, below = up, down
            ax.plot(time, sum(parts.values()), "--", color=INK, lw=1.0, label="model, sum")
        if phase.time.size:
            ax.plot(phase.time, phase.effort[:, joint], color=INK, lw=1.3, label="torque that acted")
            used = np.abs(phase.effort[:, joint]).max() / largest[joint]
            ax.set_title(
                f"maximum {largest[joint]:.1f} N·m, used {number_in_form(used, '.0%')}", loc="right", color=QUIET
            )
        ax.axhline(0.0, color=QUIET, lw=0.6)

    return joint_panels(
        record, "torque, N·m", draw, phase is not None and bool(phase.time.size or phase.terms_time.size)
    )


@labelled("Distribution of the torque residual per joint, explicit model less Pinocchio")
def residuals(record: RunRecord) -> Figure:
    """Histogram of the size of the residual (N·m) a joint on a logarithmic axis, exact zeros apart."""
    n = record.arm.n
    found = [phase.residual for phase in record.phases if phase.residual.size]
    values = np.abs(np.concatenate(found)) if found else np.zeros((0, n))
    figure, ax = single_panel(0.55 * n + 0.9)
    finite = values[np.isfinite(values)]
    if not finite.size:
        say_missing(ax, "nothing was compared with Pinocchio")
        return figure
    figure.subplots_adjust(right=0.79, top=0.97)
    limit = residual_limit(record.model, record.arm)
    low, high = -19.0, np.log10(max(finite.max(), limit)) + 0.5
    edges = np.arange(low, high + 0.25, 0.25)
    rounding = np.log10(np.spacing(record.arm.maximum_torque))
    for joint in range(n):
        column, base = values[:, joint], n - 1 - joint
        some = np.log10(np.maximum(column[column > 0.0], 10.0**low))
        bars = np.histogram(some, edges)[0] / len(column)
        zero = float(np.mean(column == 0.0))
        scale = 0.78 / max(bars.max(), zero, 1e-12)
        ax.stairs(base + scale * bars, edges, baseline=base, fill=True, color=SLATE[1])
        ax.bar(low - 1.0, scale * zero, 0.5, base, color=FRICTION)
        ax.plot(rounding[joint], base, "^", color=LIMIT, ms=5, clip_on=False, zorder=3)
        words = f"{number_in_form(column.max(), '.1e', ' N·m')} at most,\nexactly 0 in {zero:.0%}"
        ax.annotate(words, (1.01, base + 0.1), xycoords=("axes fraction", "data"), size=8, color=QUIET)
    ax.axvline(np.log10(limit), color=LIMIT, lw=1.6)
    ax.annotate("limit", (np.log10(limit) - 0.1, n - 0.3), ha="right", size=8, color=LIMIT)
    ticks = np.arange(low + 1.0, high, 2)
    ax.set_xticks([low - 1.0, *ticks], ["0", *(f"1e{tick:.0f}" for tick in ticks)])
    ax.set_yticks(np.arange(n), record.arm.joint_names[::-1])
    ax.tick_params(axis="y", length=0, labelcolor=INK)
    ax.set_ylim(-0.1, n)
    ax.set_xlabel("size of the residual, N·m")
    return figure
