"""Figures of an identification and of an exciting motion, drawn without pyplot and without a display."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..arm import Arm
from ..arrays import FloatArray
from ..report.colours import AFTER, BEFORE, COMMAND, MEASURED, QUIET, SPREAD, STYLE, of_joint
from ..report.svg import drawn
from .comparison import Compared
from .excitation import Excitation
from .identify import Identified
from .recorded import Recorded

SECONDS = 12.0
"""Length of the drawn part of a recording, s."""

NAMES = 36
"""Largest number of values in one plot."""


WIDE = 10.0
"""Width of a figure, inches."""

CHARACTER = 0.08
"""Width of a character of a label, inches."""

SIDE_BY_SIDE = 14
"""Largest number of joints of all plots together with which plots are side by side, so that numbers do not overlap."""


def torque_series(found: Identified, recording: Recorded) -> Figure:
    """Plot measured torque, and measured minus predicted torque before and after identification, N·m.

    There is one row of plots per joint.
    """
    time, effort, before, after = _series(found, recording)
    n = found.unknowns.n
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(WIDE, 1.9 * n + 0.6), layout="constrained")
        axes = figure.subplots(n, 2, sharex=True, squeeze=False)
        for joint, one in enumerate(found.unknowns.arm.joints):
            left, right = axes[joint]
            left.plot(time, effort[:, joint], color=MEASURED, lw=2.6, label="measured")
            left.plot(time, after[:, joint], color=AFTER, lw=1.3, label="predicted after")
            left.plot(time, before[:, joint], color=BEFORE, lw=1.5, ls="--", label="predicted before")
            left.set_ylabel(one.effort_text)
            left.set_title(one.name, fontweight="bold")
            right.axhline(0.0, color=QUIET, lw=0.6)
            right.plot(time, (effort - after)[:, joint], color=AFTER, lw=1.3)
            right.plot(time, (effort - before)[:, joint], color=BEFORE, lw=1.5, ls="--")
            right.set_title("measured less predicted", color=QUIET)
            for ax in (left, right):  # an exponent of the axis would be on top of the title
                ax.yaxis.set_major_formatter("{x:.4g}")
        figure.legend(*axes[0][0].get_legend_handles_labels(), loc="outside upper left", ncol=3)
        for ax in axes[-1]:
            ax.set_xlabel("time, s")
    figure.set_label(f"Torque of every joint in {recording.name}: measured, predicted before and after")
    return figure


def residual_bars(found: Identified) -> Figure:
    """Plot the RMS of measured minus predicted torque per joint, before and after identification, N·m.

    Points are drawn instead of bars because a logarithmic axis has no zero.
    """
    kinds = {"identified from": found.train, "held out": found.held_out}
    shown = {name: some for name, some in kinds.items() if some}
    places = np.arange(found.unknowns.n)
    with matplotlib.rc_context(STYLE):
        names = found.unknowns.arm.joint_names
        across = len(shown) * len(names) <= SIDE_BY_SIDE
        room = (WIDE / (len(shown) if across else 1) - 1.0) / len(names)
        turn = 0 if CHARACTER * max(map(len, names)) < room else 90
        height = 3.2 + (CHARACTER * max(map(len, names)) if turn else 0.0)
        figure = Figure(figsize=(WIDE, height * (1 if across else len(shown))), layout="constrained")
        grid = (1, len(shown)) if across else (len(shown), 1)
        axes = figure.subplots(*grid, sharey=True, squeeze=False).ravel()
        for ax, (name, some) in zip(axes, shown.items(), strict=True):
            before, after = (found.rms(x, some) for x in (found.before.mean, found.estimate.x))
            ax.vlines(places, before, after, color=SPREAD, lw=2.0)
            for values, colour, marker, words in ((before, BEFORE, "s", "before"), (after, AFTER, "o", "after")):
                ax.plot(places, values, marker, color=colour, ms=7, label=words)
            for place, pair in zip(places.tolist(), np.sort(np.stack([before, after], axis=1)), strict=True):
                for value, side in zip(pair[np.isfinite(pair)].tolist(), ("top", "bottom"), strict=False):
                    ax.annotate(_short(value), (place, value), (6, 0), textcoords="offset points", size=8, va=side)
            ax.set_yscale("log")
            ax.set_xticks(places, names, rotation=turn)
            ax.set_xlim(-0.5, found.unknowns.n - 0.3)
            ax.margins(y=0.2)
            ax.grid(axis="x", visible=False)
            ax.set_title(f"{name} {', '.join(each.name for each in some)}")
        axes[0].set_ylabel(f"RMS residual, {found.unknowns.arm.effort_text}")
        figure.legend(*axes[0].get_legend_handles_labels(), loc="outside upper left", ncol=2)
    figure.set_label("RMS of measured minus predicted torque per joint, before and after")
    return figure


def _short(value: float) -> str:
    """Format a number with two digits and a short exponent."""
    return f"{value:.2g}".replace("e-0", "e−").replace("e+0", "e").replace("e+", "e")


def moved_constants(rows: Sequence[Compared]) -> Figure:
    """Plot the change of every value in tolerances of the prior (the grey band), with standard errors as bars.

    Each plot has at most `NAMES` values, so that names are legible.
    """
    count = max(1, -(-len(rows) // NAMES))
    width = -(-len(rows) // count)
    with matplotlib.rc_context(STYLE):
        longest = CHARACTER * max((len(row.name) for row in rows), default=0)
        figure = Figure(figsize=(WIDE, (2.4 + longest) * count), layout="constrained")
        axes = figure.subplots(count, 1, sharey=True, squeeze=False)[:, 0]
        entries: dict[str, Any] = {}
        for index, ax in enumerate(axes):
            _moved(ax, rows[index * width : (index + 1) * width])
            ax.set_xlim(-0.6, width - 0.4)
            handles, labels = ax.get_legend_handles_labels()
            entries |= dict(zip(labels, handles, strict=True))
        figure.legend(list(entries.values()), list(entries), loc="outside upper left", ncol=4)
    figure.set_label("Every constant: identified minus its earlier value, in tolerances, with standard errors")
    return figure


def _moved(ax: Axes, rows: Sequence[Compared]) -> None:
    """Draw one plot of `moved_constants`."""
    values = np.array([row.moved for row in rows])
    errors = np.array([row.error / row.tolerance if row.tolerance else 0.0 for row in rows])
    places = np.arange(len(rows))
    ax.axhspan(-1.0, 1.0, color=SPREAD, alpha=0.3, lw=0, label="tolerance before")
    ax.axhline(0.0, color=QUIET, lw=0.6)
    for said, colour, marker in (("data", AFTER, "o"), ("both", COMMAND, "^"), ("prior", QUIET, "s")):
        some = np.array([row.determined_by == said for row in rows], dtype=bool)
        if some.any():
            words = "by both" if said == "both" else f"determined by {said}"
            ax.errorbar(
                places[some], values[some], errors[some], fmt=marker, ms=4, capsize=2, color=colour, label=words
            )
    ax.set_xticks(places, [row.name for row in rows], rotation=90)
    ax.set_ylabel("identified less before,\nin tolerances")


def _series(found: Identified, recording: Recorded) -> tuple[FloatArray, ...]:
    """Return time (W,) s, and measured torque and predicted torque before and after, (W, n) N·m each.

    Torques are NaN where a joint is at rest and at gaps.
    """
    rows = recording.shown
    time = np.concatenate([each.time for each in rows])
    chosen = time < time[0] + SECONDS
    effort = np.concatenate([each.effort for each in rows])[chosen]
    columns = np.concatenate([each.columns for each in rows])[chosen]
    valid = np.concatenate([each.valid & each.moves for each in rows])[chosen]
    series = [effort, columns @ found.before.mean, columns @ found.estimate.x]
    return time[chosen], *(np.where(valid, values, np.nan) for values in series)


def excitation_svg(excitation: Excitation, arm: Arm) -> str:
    """Return a plot of an exciting motion of `arm` as the text of an SVG file."""
    motion = excitation.motion
    time = motion.times(600)
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(10.0, 7.0), layout="constrained", facecolor="white")
        kinds = {"position": "", "velocity": "/s", "acceleration": "/s²"}
        own = dict.fromkeys(joint.unit for joint in arm.joints)
        units = [f"{kind}, {', '.join(unit + rate for unit in own)}" for kind, rate in kinds.items()]
        for ax, unit, values in zip(figure.subplots(3, 1, sharex=True), units, motion.states(time), strict=True):
            for index, joint in enumerate(arm.joint_names):
                ax.plot(time, values[:, index], lw=1.4, label=joint, **of_joint(index))
            ax.set_ylabel(unit)
            ax.margins(x=0)
        ax.set_xlabel("time, s")
        figure.legend(
            *ax.get_legend_handles_labels(),
            loc="outside upper left",
            ncol=max(1, min(arm.n, int(WIDE / (CHARACTER * (max(map(len, arm.joint_names)) + 6))))),
        )
    figure.set_label(f"Exciting motion, one period of {motion.period:g} s")
    return drawn(figure)
