"""Whether an arm can hold a load at all: a misplaced decimal point must not become torque."""

from __future__ import annotations

import numpy as np

from ...arm import Arm
from ...errors import StateError
from .load_model import LoadModel
from .payload import Payload

POSES = 400
"""Poses, spread evenly over the joint ranges, in which the load is weighed."""


def check_holdable(arm: Arm, payload: Payload) -> None:
    """Refuse a load whose own weight exceeds the maximum torque of a joint in some pose.

    Raises:
        StateError: naming the joint and the torque it would take.
    """
    if payload.mass == 0.0:
        return
    weights = LoadModel(arm.chain, payload).gravity(arm.chain_positions(arm.poses(POSES)))
    load = np.abs(weights @ arm.following).max(axis=0)
    worst = int(np.argmax(load / arm.maximum_torque))
    if load[worst] > arm.maximum_torque[worst]:
        raise StateError(
            f"payload of {payload.mass:g} kg: it alone would take {load[worst]:.1f} N·m at {arm.joint_names[worst]}, "
            f"whose maximum is {arm.maximum_torque[worst]:.1f}; expected kg and m, check the decimal point"
        )
