"""Colours of markers: what share of its limit a torque takes."""

from __future__ import annotations

import numpy as np

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
