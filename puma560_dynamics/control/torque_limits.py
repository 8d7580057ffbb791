"""Limits of one torque: the clamp, and the soft margin before a position limit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .gate_settings import GateSettings


def clamp(settings: GateSettings, torque: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """`torque` (n,) N·m within the maximum torque, and the joints where it was not."""
    clamped = np.clip(torque, -settings.maximum_torque, settings.maximum_torque)
    return clamped, np.flatnonzero(clamped != torque)


def soften(
    settings: GateSettings,
    position: NDArray[np.float64],
    torque: NDArray[np.float64],
    gravity: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Within the soft margin of a position limit, what drives outward beyond the gravity load fades out.

    Both torques must be within the maximum torque already: a drive far above it would else still be
    at the maximum when most of the margin is used up. What comes out lies between the two.

    Args:
        settings: position limits and margin.
        position: (n,) rad.
        torque: (n,) N·m wanted.
        gravity: (n,) N·m that hold the arm still.

    Returns:
        (n,) N·m, and the joints where it is less.
    """
    drive = torque - gravity
    room = np.where(drive > 0.0, settings.upper - position, position - settings.lower)
    if settings.soft_margin > 0.0:
        share = np.clip(room / settings.soft_margin, 0.0, 1.0)
    else:
        share = np.where(room > 0.0, 1.0, 0.0)
    less = np.flatnonzero((share < 1.0) & (drive != 0.0))
    if not less.size:
        return torque, less
    # Rounding may carry the sum past the maximum by one digit.
    return clamp(settings, np.where(share < 1.0, gravity + share * drive, torque))[0], less
