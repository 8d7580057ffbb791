"""Top of the page: verdict, key figures, causes of the residual, and an overview of the joints."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from ...arrays import FloatArray
from ...check import Check
from ...report.formatting import MISSING, TARGET_WORDS, duration, number, percent, rounding, whole
from ...report.page import Markup, cards, markup, verdict
from ...report.page import checks as check_list
from ..analysis.measures import (
    WORTH_SHOWING,
    agreement,
    effect,
    exact_difference,
    explained_share,
    largest,
    likely,
    mean,
    resembles,
    residual_shares,
    samples_outside,
    target,
    worst_joint,
)
from ..result import Analysis, FoundCause, Traces

FEW_JOINTS = 6
"""Largest number of joints whose links stay visible while the page scrolls: one line of them on a wide page."""

SPARK_POINTS, SPARK_WIDTH, SPARK_HEIGHT = 160, 240, 46
"""Number of points, width and height of a joint's small plot, px."""

SHOWN_CAUSES = 6


def top(analysis: Analysis, title: str) -> str:
    """Return the head of the page with title and verdict."""
    about = f"<b>{escape(title)}</b> · arm {escape(analysis.arm.name)} · {escape(analysis.settings.model)} model"
    found = analysis.verdict
    return verdict(found.level, found.headline, Markup(about), found.sentence)


def head(analysis: Analysis, checks: Sequence[Check]) -> str:
    """Return the key figures of the verdict, and the outcome of the gates."""
    timing = analysis.timing
    lost = timing.count - timing.used
    exact = [kind for kind, model in analysis.models.items() if model.exact and kind != "pinocchio"]
    name = target(analysis)
    joints = analysis.arm.joint_names
    worst = f" ({joints[worst_joint(analysis)]})" if name else ""
    difference, _, only = rounding(exact_difference(analysis)).partition(", ")
    figures = (
        (
            percent(largest(residual_shares(analysis))),
            f"largest RMS residual{worst}, as a fraction of maximum torque: "
            f"{TARGET_WORDS[name] if name else 'neither effort nor command'} minus model",
        ),
        (
            percent(mean(samples_outside(analysis))),
            "of the samples outside the uncertainty band (tolerances, friction, noise, resolution), mean of joints; "
            "about 5 % where errors are as large as expected",
        ),
        (
            difference,
            f"{only and only + ': '}largest difference of {_one_of(exact)} from Pinocchio, over every sample, as a "
            "fraction of maximum torque",
        ),
        (
            whole(timing.used),
            f"samples compared of {whole(timing.count)} in {duration(timing.span)}; {whole(lost)} could not be used, "
            f"{whole(timing.missing)} lost in gaps",
        ),
    )
    return cards(figures) + check_list(checks)


def _one_of(kinds: Sequence[str]) -> str:
    return f"the exact models ({', '.join(kinds)})" if kinds else "exact models"


def why(analysis: Analysis) -> str:
    """Return the causes as bars, the largest effect first, with messages and the fraction explained at each joint."""
    found = likely(analysis)[:SHOWN_CAUSES]
    if not found:
        if analysis.causes:
            words = f"None of the tested causes explains more than {percent(WORTH_SHOWING)} of the residual."
        elif np.isfinite(residual_shares(analysis)).any():
            words = "None of the tested causes explains any part of the residual."
        else:
            words = "There is no residual to explain."
        return f'<p class="soft">{words}</p>'
    alone = [each for each in found if not resembles(each)]
    resembling = [each for each in found if resembles(each)]
    parts = [_listed(analysis, alone, first=[each for each in alone if each.fault][:1])]
    if resembling:
        parts.append(
            "<details><summary>Causes that resemble the first one and explain nothing in addition</summary>"
            f"{_listed(analysis, resembling)}</details>"
        )
    return "".join(parts)


def _listed(analysis: Analysis, causes: Sequence[FoundCause], first: Sequence[FoundCause] = ()) -> str:
    rows = "".join(_cause(analysis, cause, first=cause in first) for cause in causes)
    return f'<div class="box"><ol class="causes">{rows}</ol></div>'


def _cause(analysis: Analysis, cause: FoundCause, first: bool) -> str:
    share = min(max(effect(analysis, cause), 0.0), 1.0)
    cells = "".join(
        f'<span class="cell" style="--share:{0.0 if not np.isfinite(each) else max(each, 0.0):.2f}" '
        f'title="{escape(name)}: {percent(each)}">{escape(_short(name))}</span>'
        for name, each in zip(analysis.arm.joint_names, cause.explained.tolist(), strict=True)
    )
    return (
        f'<li class="{"first" if first else "other"}"><div class="line"><strong>'
        f"{escape(cause.kind.replace('_', ' '))}</strong><span>{_shares(analysis, cause)}</span></div>"
        f'<div class="bar"><span style="width:{100 * share:.1f}%"></span></div>'
        f'<p>{markup(cause.message)}</p><div class="cells" aria-label="by joint">{cells}</div></li>'
    )


def _shares(analysis: Analysis, cause: FoundCause) -> str:
    """Return the fraction that a cause explains alone, and in addition to the first cause, as text."""
    more = f", {percent(cause.in_addition)} in addition to the first" if cause.in_addition >= WORTH_SHOWING else ""
    return f"{explained_share(analysis, cause)}{more}"


def _short(joint: str) -> str:
    """Return the joint's name, shortened for a small field."""
    return joint.removeprefix("joint") if len(joint) > 5 else joint


def joint_links(analysis: Analysis) -> str:
    """Return a link to each joint's figures, with a number and a small plot of the residual on a common scale."""
    shares, found = residual_shares(analysis), agreement(analysis)
    top = largest(shares)
    scale = _scale(analysis)
    links = []
    for index, name in enumerate(analysis.arm.joint_names):
        bad = analysis.verdict.level != "good" and shares[index] >= 0.5 * top
        rms = number(None if found is None else float(found.rms[index]), analysis.arm.joints[index].effort_text)
        beyond = samples_outside(analysis)[index]
        below = f"{percent(shares[index])} of maximum"
        below += f"<br>{percent(beyond)} outside band" if np.isfinite(beyond) else ""
        links.append(
            f'<a href="#panel{index}" class="{"off" if bad else "calm"}">'
            f'<span class="line"><b>{escape(name)}</b><span>{rms}</span></span>'
            f"{_spark(analysis.traces, index, float(analysis.arm.maximum_torque[index]), scale)}"
            f"<small>{below if rms != MISSING else 'nothing to compare'}</small></a>"
        )
    many = " many" if analysis.arm.n > FEW_JOINTS else ""
    return f'<nav class="joints{many}" aria-label="joints">{"".join(links)}</nav>'


def _scale(analysis: Analysis) -> float:
    """Return the largest residual or band of any joint as a fraction of maximum torque."""
    values = [
        np.abs(signals[name]) / analysis.arm.maximum_torque
        for signals in (analysis.traces.mean, analysis.traces.low, analysis.traces.high)
        for name in ("residual", "band")
        if name in signals and signals[name].size
    ]
    found = largest(np.concatenate([each.ravel() for each in values])) if values else float("nan")
    return found if found > 0.0 else 1.0


def _spark(traces: Traces, joint: int, maximum: float, scale: float) -> str:
    """Return a small plot of a joint's residual (smallest and largest values) over its band."""
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


def _area(low: FloatArray, high: FloatArray) -> str:
    """Return the SVG path between `low` and `high` (M,), at least one pixel high; ±1 is the full height."""
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
