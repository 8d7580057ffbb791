"""The top of the page: verdict, figures, what would explain the residual, and the joints side by side."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

from ...check import Check
from ...report.formatting import MISSING, TARGET_WORDS, duration, number, percent, rounding, whole
from ..analysis.measures import (
    WORTH_SHOWING,
    agreement,
    exact_difference,
    largest,
    likely,
    mean,
    outside,
    resembles,
    residual_shares,
    target,
    worst_joint,
)
from ..analysis.result import Analysis, Suspect, Traces

MARKS = {"good": "✓", "warning": "!", "bad": "✗"}

SPARK_POINTS, SPARK_WIDTH, SPARK_HEIGHT = 160, 240, 46
"""Points and size of a joint's small picture, px."""

SHOWN_SUSPECTS = 6


def head(analysis: Analysis, checks: Sequence[Check]) -> str:
    """Verdict and the figures it rests on; gates that were set."""
    verdict, timing = analysis.verdict, analysis.timing
    lost = timing.count - timing.used
    exact = [kind for kind, model in analysis.models.items() if model.exact and kind != "pinocchio"]
    name = target(analysis)
    joints = analysis.arm.joint_names
    worst = f" ({joints[worst_joint(analysis)]})" if name else ""
    unbanded = (
        "share of samples outside the tolerances of the arm file, in which friction has no part; mean of the joints"
    )
    difference, _, only = rounding(exact_difference(analysis)).partition(", ")
    cards = (
        (
            percent(largest(residual_shares(analysis))),
            f"largest RMS residual{worst}, as a share of maximum torque: "
            f"{TARGET_WORDS[name] if name else 'neither effort nor command'} less model",
        ),
        (percent(mean(outside(analysis))), unbanded),
        (
            difference,
            f"{only and only + ': '}largest difference of {_one_of(exact)} from Pinocchio, over every sample, as a "
            "share of maximum torque",
        ),
        (
            whole(timing.used),
            f"samples compared of {whole(timing.count)} in {duration(timing.span)}; {whole(lost)} not fit for it, "
            f"{whole(timing.missing)} lost in gaps",
        ),
    )
    boxes = "".join(f'<div class="card"><b>{escape(big)}</b><span>{escape(small)}</span></div>' for big, small in cards)
    gates = "".join(
        f'<li><b class="{"good" if check.ok else "bad"}">{"✓" if check.ok else "✗"}</b>'
        f'<strong>{escape(check.name)}</strong> <span class="soft">{escape(check.detail)}</span></li>'
        for check in checks
    )
    return (
        f'<header class="verdict {verdict.level}-edge">\n<p class="soft">Replay of <b>{escape(analysis.name)}</b> · '
        f"arm {escape(analysis.arm.name)} · {escape(analysis.settings.model)} model</p>\n"
        f'<h1 class="{verdict.level}"><span aria-hidden="true">{MARKS.get(verdict.level, "")}</span> '
        f"{escape(verdict.headline)}</h1>\n<p>{escape(verdict.sentence)}</p>\n</header>\n"
        f'<div class="cards">{boxes}</div>' + (f'\n<div class="box"><ul>{gates}</ul></div>' if gates else "")
    )


def _one_of(kinds: Sequence[str]) -> str:
    return f"the exact models ({', '.join(kinds)})" if kinds else "exact models"


def why(analysis: Analysis) -> str:
    """Suspects as ranked bars, each with its sentence and how much it explains at each joint."""
    found = likely(analysis)[:SHOWN_SUSPECTS]
    if not found:
        if analysis.suspects:
            words = f"None of the causes that were tried explains as much as {percent(WORTH_SHOWING)} of the residual."
        elif np.isfinite(residual_shares(analysis)).any():
            words = "None of the causes that were tried explains anything of the residual."
        else:
            words = "There is no residual to explain."
        return f'<p class="soft">{words}</p>'
    alone = [each for each in found if not resembles(each)]
    alike = [each for each in found if resembles(each)]
    parts = [_listed(alone, analysis.arm.joint_names, first=alone[:1])]
    if alike:
        parts.append(
            "<details><summary>Causes that only resemble the first: beside it they explain nothing</summary>"
            f"{_listed(alike, analysis.arm.joint_names)}</details>"
        )
    return "".join(parts)


def _listed(suspects: Sequence[Suspect], joints: Sequence[str], first: Sequence[Suspect] = ()) -> str:
    rows = "".join(_suspect(suspect, joints, first=suspect in first) for suspect in suspects)
    return f'<div class="box"><ol class="suspects">{rows}</ol></div>'


def _suspect(suspect: Suspect, joints: Sequence[str], first: bool) -> str:
    share = min(max(suspect.share, 0.0), 1.0)
    cells = "".join(
        f'<span class="cell" style="--share:{0.0 if not np.isfinite(each) else max(each, 0.0):.2f}" '
        f'title="{escape(name)}: {percent(each)}">{escape(_short(name))}</span>'
        for name, each in zip(joints, suspect.explained.tolist(), strict=True)
    )
    return (
        f'<li class="{"first" if first else "other"}"><div class="line"><strong>'
        f"{escape(suspect.kind.replace('_', ' '))}</strong><span>{_shares(suspect)}</span></div>"
        f'<div class="bar"><span style="width:{100 * share:.1f}%"></span></div>'
        f'<p>{escape(suspect.message)}</p><div class="cells" aria-label="by joint">{cells}</div></li>'
    )


def _shares(suspect: Suspect) -> str:
    """What it explains alone, and beside the first."""
    beside = f", {percent(suspect.beside)} beside the first" if suspect.beside >= WORTH_SHOWING else ""
    return f"{percent(suspect.share)} of the residual{beside}"


def _short(joint: str) -> str:
    """A joint's name in a small field."""
    return joint.removeprefix("joint") if len(joint) > 5 else joint


def chooser(analysis: Analysis) -> str:
    """A button a joint: name, residual, and its residual over time on a scale that all of them share."""
    shares, found = residual_shares(analysis), agreement(analysis)
    top = largest(shares)
    scale = _scale(analysis)
    chosen = worst_joint(analysis)
    buttons = []
    for index, name in enumerate(analysis.arm.joint_names):
        bad = analysis.verdict.level != "good" and shares[index] >= 0.5 * top
        rms = number(None if found is None else float(found.rms[index]), "N·m")
        beyond = outside(analysis)[index]
        beside = f"{percent(shares[index])} of maximum"
        beside += f"<br>{percent(beyond)} outside band" if np.isfinite(beyond) else ""
        buttons.append(
            f'<button role="tab" type="button" id="tab{index}" aria-controls="panel{index}" '
            f'aria-selected="{"true" if index == chosen else "false"}" class="{"off" if bad else "calm"}">'
            f'<span class="line"><b>{escape(name)}</b><span>{rms}</span></span>'
            f"{_spark(analysis.traces, index, float(analysis.arm.maximum_torque[index]), scale)}"
            f"<small>{beside if rms != MISSING else 'nothing to compare'}</small></button>"
        )
    return f'<div class="chooser" role="tablist" aria-label="joint">{"".join(buttons)}</div>'


def _scale(analysis: Analysis) -> float:
    """The largest residual or band of any joint as a share of maximum torque."""
    values = [
        np.abs(signals[name]) / analysis.arm.maximum_torque
        for signals in (analysis.traces.mean, analysis.traces.low, analysis.traces.high)
        for name in ("residual", "band")
        if name in signals and signals[name].size
    ]
    found = largest(np.concatenate([each.ravel() for each in values])) if values else float("nan")
    return found if found > 0.0 else 1.0


def _spark(traces: Traces, joint: int, maximum: float, scale: float) -> str:
    """The residual between its extremes over the band, as a small picture."""
    head = f'<svg viewBox="0 0 {SPARK_WIDTH} {SPARK_HEIGHT}" preserveAspectRatio="none" aria-hidden="true">'
    if "residual" not in traces.mean or not np.isfinite(traces.mean["residual"][:, joint]).any():
        return head + "</svg>"
    mean = traces.mean["residual"][:, joint] / maximum / scale
    low = traces.low.get("residual", traces.mean["residual"])[:, joint] / maximum / scale
    high = traces.high.get("residual", traces.mean["residual"])[:, joint] / maximum / scale
    low, high = np.fmin(low, mean), np.fmax(high, mean)
    areas = [f'<line x1="0" x2="{SPARK_WIDTH}" y1="{SPARK_HEIGHT / 2}" y2="{SPARK_HEIGHT / 2}"/>']
    if "band" in traces.mean and np.isfinite(traces.mean["band"][:, joint]).any():
        band = traces.mean["band"][:, joint] / maximum / scale
        areas.append(f'<path class="band" d="{_area(-band, band)}"/>')
    areas.append(f'<path d="{_area(low, high)}"/>')
    return head + "".join(areas) + "</svg>"


def _area(low: NDArray[np.float64], high: NDArray[np.float64]) -> str:
    """SVG path between `low` and `high` (M,), ±1 filling the height, at least a pixel thick."""
    starts = np.linspace(0, low.size, min(SPARK_POINTS, low.size), endpoint=False).astype(int)
    bottom = np.fmin.reduceat(low, starts)
    top = np.fmax.reduceat(high, starts)
    x = np.linspace(0.0, SPARK_WIDTH, starts.size)
    seen = np.isfinite(top)
    middle = 0.5 * SPARK_HEIGHT
    upper = middle * (1.0 - np.clip(top, -1.0, 1.0)) - 0.5
    lower = middle * (1.0 - np.clip(bottom, -1.0, 1.0)) + 0.5
    there = [f"{a:.0f} {b:.1f}" for a, b in zip(x[seen], upper[seen], strict=True)]
    back = [f"{a:.0f} {b:.1f}" for a, b in zip(x[seen][::-1], lower[seen][::-1], strict=True)]
    return "M" + "L".join([*there, *back]) + "Z"
