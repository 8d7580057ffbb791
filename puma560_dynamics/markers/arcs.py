"""A torque as an arc about its joint's axis: the angle is its share of the limit; and the colours of all markers."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ..arrays import FloatArray

Colour = tuple[float, float, float, float]
"""Red, green, blue, alpha, each 0 to 1."""

TRACK: Colour = (0.6, 0.6, 0.6, 0.6)
MASS: Colour = (0.95, 0.6, 0.1, 0.95)
INERTIA: Colour = (0.45, 0.3, 0.8, 0.35)
FLAT: Colour = (0.85, 0.15, 0.3, 0.45)
"""An ellipsoid that no solid body has."""

_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
_STOPS = np.array(
    [(0.15, 0.45, 0.95), (0.2, 0.75, 0.8), (0.98, 0.85, 0.15), (0.98, 0.5, 0.1), (0.85, 0.05, 0.1)]
)  # turquoise and orange between, for mixtures of the others would be grey


def share_colour(share: float, alpha: float = 1.0) -> Colour:
    """Blue at rest, yellow at half, red at the limit and beyond; not green, which many cannot distinguish from red.

    Args:
        share: torque as a share of its limit, of either sign.
        alpha: opacity.
    """
    red, green, blue = (float(np.interp(abs(share), _SHARES, stop)) for stop in _STOPS.T)
    return (red, green, blue, alpha)


FULL_ANGLE = 0.75 * math.pi
"""Angle of an arc at the limit, rad, to either side of x: the two ends of the scale stay apart."""

STEP = math.radians(6.0)
"""Largest angle between two points of an arc, rad."""

HEAD = 0.35
"""Length of an arrow head as a share of the radius."""

LEAST = 0.005
"""Share of the limit below which nothing is drawn: an arc of no length has no direction."""


@dataclass(frozen=True, eq=False)
class Arc:
    """An arc with an arrow head, in the joint's frame.

    Attributes:
        line: (k, 3) m, k >= 2, points from zero to where the head begins.
        head: (2, 3) m, where the head begins and its tip.
    """

    line: FloatArray
    head: FloatArray


def arc_points(radius: float, start: float, end: float, height: float) -> FloatArray:
    """(k, 3) m, k >= 2: points of a circle about z, from angle `start` to `end` (rad, from x), at `height` along z."""
    count = max(2, math.ceil(abs(end - start) / STEP) + 1)
    angle = np.linspace(start, end, count)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), np.full(count, height)], axis=1)


def torque_arc(share: float, radius: float, height: float) -> Arc | None:
    """The arc of a torque; None where there is next to none.

    Args:
        share: torque as a share of its limit; positive turns counter-clockwise about z. Beyond
            the limit the arc grows no more.
        radius, height: of the circle, m.
    """
    angle = FULL_ANGLE * max(-1.0, min(1.0, share))
    if abs(angle) < LEAST * FULL_ANGLE:
        return None
    head = math.copysign(min(HEAD, 0.7 * abs(angle)), angle)  # a short arc has a short head
    neck = angle - head
    tip = arc_points(radius, neck, angle, height)
    return Arc(arc_points(radius, 0.0, neck, height), np.stack([tip[0], tip[-1]]))


def track(radius: float, height: float, tick: float) -> FloatArray:
    """(k, 3) m: the scale of a gauge in one line, from limit to limit, with inward ticks at both and at zero.

    Args:
        radius, height: of the circle, m.
        tick: length of a tick, m.
    """
    inner = [arc_points(radius - tick, angle, angle, height)[:1] for angle in (-FULL_ANGLE, 0.0, FULL_ANGLE)]
    low = arc_points(radius, -FULL_ANGLE, 0.0, height)
    high = arc_points(radius, 0.0, FULL_ANGLE, height)
    return np.concatenate([inner[0], low, inner[1], high, inner[2]])
