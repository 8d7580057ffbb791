"""State a payload as data for JSON and as words, in the frame of the arm's last link."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...arm import Arm
from .payload import Payload, last_link_payload

_DECIMALS = 12
"""Decimals of a center of mass and an inertia as text, so that the rounding of a transform is not shown."""


def payload_json(arm: Arm, payload: Payload) -> dict[str, Any]:
    """Return a payload as data for JSON, in the frame of the arm's last link in the robot description.

    Args:
        arm: the arm that carries the payload.
        payload: the payload in the frame of its link; without mass for none.

    Returns:
        ``mass`` kg, ``center_of_mass`` (3,) m, ``inertia`` (3, 3) kg·m² about the center of mass, and ``frame``, the
        name of the link.

    Raises:
        StateError: the payload's link is not fixed to the last link of the arm.
    """
    placed = last_link_payload(arm, payload)
    return {
        "mass": placed.mass,
        "center_of_mass": placed.center_of_mass.tolist(),
        "inertia": placed.inertia.tolist(),
        "frame": placed.link,
    }


def payload_words(arm: Arm, payload: Payload) -> str:
    """Return mass, center of mass and frame of a payload as words: ``2 kg at (0, 0, 0.1) m in the frame of link6``.

    Raises:
        StateError: the payload's link is not fixed to the last link of the arm.
    """
    placed = last_link_payload(arm, payload)
    center = ", ".join(f"{number:.6g}" for number in np.round(placed.center_of_mass, _DECIMALS) + 0.0)
    return f"{placed.mass:g} kg at ({center}) m in the frame of {placed.link}"
