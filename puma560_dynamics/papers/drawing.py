"""Small inline SVG drawings: curves over time, and arms as lines with their frames."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from ..arrays import FloatArray

_AXES = ("#d55e00", "#009e73", "#0072b2")
"""Colours of x, y and z."""

VIEW = np.array([[-0.50, 0.87, 0.0], [-0.25, -0.15, 0.96]])
"""Directions in the base frame that point right and up in the drawing, one per row: an oblique view from the front."""


def labelled_svg(label: str, width: float, height: float, parts: Sequence[str]) -> str:
    """Return an SVG element with a label for screen readers."""
    return (
        f'<svg role="img" aria-label="{escape(label)}" style="width:{width:.0f}px;min-width:0" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="system-ui,sans-serif" '
        f'font-size="11">{"".join(parts)}</svg>'
    )


def curves(
    label: str, time: FloatArray, columns: FloatArray, names: Sequence[str], goal: FloatArray | None = None
) -> str:
    """Return six small plots over time.

    Args:
        label: label of the drawing.
        time: (N,) s.
        columns: (N, 6) values of the curves.
        names: names of the curves, with units.
        goal: (6,) values of dashed horizontal lines; `None` for no lines.
    """
    parts = []
    for i, name in enumerate(names):
        left, top, width, height = 50 + 300 * (i % 3), 24 + 170 * (i // 3), 230, 120
        values = columns[:, i]
        low, high = float(values.min()), float(values.max())
        if goal is not None:
            low, high = min(low, float(goal[i])), max(high, float(goal[i]))
        span = (high - low) or 1.0
        across = left + width * time / time[-1]
        up = top + height * (1.0 - (values - low) / span)
        parts.append(f'<text x="{left}" y="{top - 9}" font-weight="600">{escape(name)}</text>')
        parts.append(f'<path d="M{left} {top}V{top + height}H{left + width}" fill="none" stroke="#8a93a0"/>')
        for value in (low, high):
            y = top + height * (1.0 - (value - low) / span)
            parts.append(f'<text x="{left - 4}" y="{y + 4:.1f}" text-anchor="end" fill="#5c6675">{value:.3g}</text>')
        if goal is not None:
            y = top + height * (1.0 - (float(goal[i]) - low) / span)
            parts.append(f'<path d="M{left} {y:.1f}H{left + width}" stroke="#5c6675" stroke-dasharray="4 3"/>')
        parts.append(_line(across, up, "#0072b2", 1.6))
        if i >= 3:
            words = f"{time[-1]:g} s"
            parts.append(
                f'<text x="{left + width}" y="{top + height + 14}" text-anchor="end" fill="#5c6675">{words}</text>'
            )
    return labelled_svg(label, 900, 350, parts)


def frames(label: str, links: Sequence[FloatArray], rotations: Sequence[FloatArray], origins: Sequence[FloatArray],
           names: Sequence[str], size: float) -> str:  # fmt: skip
    """Return a drawing of an arm as lines, with the axes of its frames.

    Args:
        label: label of the drawing.
        links: points (K, 3) of each line, m.
        rotations: rotation (3, 3) of each frame; columns are the axes.
        origins: origin (3,) of each frame, m; frames with the same origin are drawn next to each other.
        names: names of the frames.
        size: length of the axes, m.
    """
    points = np.vstack(
        [
            *(line @ VIEW.T for line in links),
            *((o + size * r.T) @ VIEW.T for o, r in zip(origins, rotations, strict=True)),
        ]
    )
    low, high = points.min(axis=0), points.max(axis=0)
    scale = min(760.0 / (high[0] - low[0]), 420.0 / (high[1] - low[1]))

    def placed(point: FloatArray) -> FloatArray:
        flat = np.atleast_2d(point) @ VIEW.T
        return np.column_stack([60 + scale * (flat[:, 0] - low[0]), 40 + scale * (high[1] - flat[:, 1])])

    parts = [_line(placed(line)[:, 0], placed(line)[:, 1], "#8a93a0", 7.0) for line in links]
    used: list[FloatArray] = []
    for name, rotation, origin in zip(names, rotations, origins, strict=True):
        again = sum(bool(np.abs(origin - other).max() < 1e-9) for other in used)
        used.append(np.asarray(origin))
        center = placed(origin)[0]
        for axis, letter, colour in zip(rotation.T, "XYZ", _AXES, strict=True):
            tip = placed(origin + size * (1.0 + 0.7 * again) * axis)[0]
            parts.append(_line(np.array([center[0], tip[0]]), np.array([center[1], tip[1]]), colour, 2.0))
            place = tip + 10.0 * (tip - center) / max(float(np.hypot(*(tip - center))), 1.0)
            where = f'x="{place[0]:.1f}" y="{place[1] + 4:.1f}" text-anchor="middle"'
            parts.append(f'<text {where} fill="{colour}">{letter}{escape(name)}</text>')
    width, height = 120 + scale * (high[0] - low[0]), 80 + scale * (high[1] - low[1])
    return labelled_svg(label, width, height, parts)


def _line(across: FloatArray, up: FloatArray, colour: str, width: float) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(across, up, strict=True))
    pen = f'fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linejoin="round" stroke-linecap="round"'
    return f'<polyline points="{path}" {pen}/>'
