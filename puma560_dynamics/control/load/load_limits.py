"""Limits of a load: the largest mass that an arm can hold, and loads that it must not be given."""

from __future__ import annotations

import math

import numpy as np

from ...arm import Arm
from ...errors import StateError
from ...models.payload.payload import MODEL_FRAME, Payload
from ...models.payload.payload_model import WEIGHED_POSES, payload_alone

FARTHEST = 1.0
"""Largest distance of a load's center of mass from the origin of the last link's frame, m."""


LEAST_LEVER = 1e-9
"""Lever of a weight, m, below which it does not act on a joint."""


def largest_mass(arm: Arm) -> float:
    """Return the mass of a point load at the tip whose weight needs the maximum torque of a joint in some pose, kg.

    Raises:
        StateError: the weight acts on no joint in any pose, so that the arm can neither weigh nor compensate it.
    """
    unit = Payload(1.0, arm.frames[-1][:3, 3], link=MODEL_FRAME)
    weights = payload_alone(arm.chain, unit).gravity(arm.chain_positions(arm.poses(WEIGHED_POSES)))
    torque = np.abs(weights @ arm.following).max(axis=0)
    felt = torque > LEAST_LEVER * (arm.gravity or 1.0)
    if not felt.any():
        raise StateError(
            f"load: the weight of a load acts on no joint of {arm.name}, because every joint axis is vertical or "
            "there is no gravity; expected an arm that lifts its load. Check the gravity direction, or omit the load"
        )
    return float((arm.maximum_torque[felt] / torque[felt]).min())


def check_load(load: Payload, largest: float) -> None:
    """Refuse a load that is not plausible.

    Args:
        load: load in the frame of the last link of the model.
        largest: largest mass, kg.

    Raises:
        StateError: the mass is too large, or the center too far away.
    """
    if load.mass > largest:
        raise StateError(f"load of {load.mass:.3g} kg: expected at most {largest:.3g} kg (payload_limit)")
    distance = math.dist(load.center_of_mass.tolist(), (0.0, 0.0, 0.0))
    if distance > FARTHEST:
        raise StateError(
            f"load with its center {distance:.2f} m from the last link's origin: expected at most {FARTHEST:g} m; the "
            "external torque is no weight at the tip"
        )
