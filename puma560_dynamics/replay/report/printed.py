"""Every joint's torque and residual as small pictures for paper, where no joint can be chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray
from ...report.colours import COMMAND, GRID, MEASURED, MODEL, QUIET
from ...report.formatting import TARGET_WORDS, number
from ...report.page import Markup, plot
from ..analysis.measures import target
from ..analysis.result import Analysis

WIDTH, LEFT = 1000.0, 70.0
POINTS = 300
"""Pieces of which the smallest and largest value are drawn."""


def printed(analysis: Analysis) -> str:
    """A picture a joint; nothing on the screen."""
    pictures = "".join(_joint(analysis, joint) for joint in range(analysis.arm.n))
    heading = f"<h3>{escape(analysis.name)}: every joint</h3>"
    return f'<div class="printed">{heading}{pictures}</div>' if pictures else ""


def _joint(analysis: Analysis, joint: int) -> str:
    mean, time, gap = analysis.traces.mean, analysis.traces.time, analysis.traces.gap
    name = analysis.arm.joint_names[joint]
    signals = {key: mean[key][:, joint] for key in ("effort", "command", "model", "residual", "band") if key in mean}
    signals = {key: values for key, values in signals.items() if np.isfinite(values).any()}
    torques: dict[str, FloatArray] = {key: signals[key] for key in ("command", "effort", "model") if key in signals}
    if not torques:
        return ""
    parts = list(_panel(time, gap, torques, 8.0, 190.0))
    if "residual" in signals:
        rest = {"residual": signals["residual"]}
        parts += _panel(time, gap, rest, 222.0, 120.0, signals.get("band"))
    words = {"effort": "measured effort", "command": "published command", "model": "model"}
    entries = "".join(
        f'<span><i class="line" style="color:{_COLOURS[key]}"></i>{words[key]}</span>' for key in reversed(torques)
    )
    below = f"below: {TARGET_WORDS.get(target(analysis) or '', 'signal')} less model, and what is expected of it"
    drawing = (
        f'<svg role="img" aria-label="{escape(name)}" viewBox="0 0 {WIDTH:.0f} 366" font-size="12">'
        f"{''.join(parts)}</svg>"
    )
    legend = f'<p class="legend"><b>{escape(name)}, N·m</b>{entries}<span>{below}</span></p>'
    return plot(Markup(drawing), legend=legend)


_COLOURS = {"effort": MEASURED, "command": COMMAND, "model": MODEL, "residual": MEASURED}


def _panel(
    time: FloatArray, gap: NDArray[np.bool_], lines: Mapping[str, FloatArray], top: float, height: float,
    band: FloatArray | None = None,
) -> Iterator[str]:  # fmt: skip
    """Lines over time in a frame, with the band about zero."""
    edges = [*lines.values(), *([] if band is None else [band, -band])]
    low, high = (float(pick(np.concatenate([[0.0], *edges]))) for pick in (np.nanmin, np.nanmax))
    span, length = (high - low) or 1.0, float(time[-1] - time[0]) or 1.0

    def across(values: FloatArray) -> FloatArray:
        return LEFT + (WIDTH - LEFT - 6.0) * (values - float(time[0])) / length

    def up(values: FloatArray) -> FloatArray:
        return top + height * (1.0 - (values - low) / span)

    for value in sorted({low, 0.0, high}):
        y = float(up(np.array(value)))
        yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - 6:.0f}" stroke="{GRID}" stroke-opacity=".4"/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" fill="{QUIET}">{number(value)}</text>'
    for value, anchor in ((time[0], "start"), (time[-1], "end")):
        x = float(across(np.array(value)))
        place = f'x="{x:.0f}" y="{top + height + 15:.0f}" text-anchor="{anchor}"'
        yield f'<text {place} fill="{QUIET}">{value:.1f} s</text>'
    if band is not None:
        chosen = np.linspace(0, len(time) - 1, min(len(time), POINTS)).astype(int)
        places, half = across(time[chosen]), np.nan_to_num(band[chosen])
        edge = [*zip(places, up(half), strict=True), *zip(places[::-1], up(-half)[::-1], strict=True)]
        yield f'<path d="{_path(edge)}Z" fill="{MODEL}" fill-opacity=".22"/>'
    for key, values in lines.items():
        yield from (
            f'<path d="{_path(piece)}" fill="none" stroke="{_COLOURS[key]}" stroke-width="1.4"/>'
            for piece in _pieces(across(time), up(values), gap)
        )


def _pieces(x: FloatArray, y: FloatArray, gap: NDArray[np.bool_]) -> Iterator[list[tuple[float, float]]]:
    """Points between gaps, thinned to the extremes of `POINTS` pieces."""
    width = -(-len(x) // POINTS)
    for rows in np.split(np.arange(len(x)), np.flatnonzero(gap)):
        rows = rows[np.isfinite(y[rows])]
        kept: list[int] = []
        for part in np.split(rows, np.arange(width, len(rows), width)):
            if len(part):
                kept += sorted({int(part[np.argmin(y[part])]), int(part[np.argmax(y[part])])})
        if len(kept) > 1:
            yield list(zip(x[kept].tolist(), y[kept].tolist(), strict=True))


def _path(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.0f} {y:.1f}" for x, y in points)
