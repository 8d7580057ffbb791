"""Assume limits of torque, velocity and position for descriptions without limits, for simulation and as a proposal.

Assumed limits do not protect a real arm; only limits of the manufacturer do.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from ..arm import Arm
from .following import FollowingModel
from .interface import DynamicModel
from .model_sum import Coupled
from .recursive.newton_euler import NewtonEulerModel

POSITION = {False: math.pi, True: 0.5}
"""Assumed position limit on both sides of zero, rad or m, by whether the joint is prismatic."""

VELOCITY = {False: 2.0, True: 0.5}
"""Assumed velocity limit, rad/s or m/s, by whether the joint is prismatic."""

ACCELERATION = {False: 40.0, True: 10.0}
"""Acceleration that the assumed torque limit allows in any pose, rad/s² or m/s², by whether the joint is prismatic."""

LOADS = 2.0
"""Factor of the largest gravity torque in the assumed torque limit."""

POSES = 400
"""Number of poses over the joint ranges at which gravity torque and inertia are evaluated."""


@dataclass(frozen=True, slots=True)
class AssumedLimits:
    """Assumed limits of a joint; None for limits that the description has.

    Attributes:
        torque: torque limit, N·m (N).
        velocity: velocity limit, rad/s (m/s).
        position: position limit on both sides of zero, rad (m).
    """

    torque: float | None = None
    velocity: float | None = None
    position: float | None = None


def assumed_limits(arm: Arm) -> dict[str, AssumedLimits]:
    """Return assumed limits, by joint name, for the joints of `arm` that have limits of 0."""
    free = np.array([joint.without_limits for joint in arm.joints])
    lacking = ~(arm.maximum_torque > 0.0) | ~(arm.velocity > 0.0) | free
    if not lacking.any():
        return {}
    q, model = _with_room(arm).poses(POSES), _exact_model(arm)
    load = np.abs(model.gravity(q)).max(axis=0)
    inertia = np.diagonal(model.kinetic_energy_matrix(q), axis1=-2, axis2=-1).max(axis=0)
    result = {}
    for index in np.flatnonzero(lacking):
        joint, motor = arm.joints[index], arm.motors[index]
        torque = LOADS * load[index] + ACCELERATION[joint.slides] * inertia[index]
        result[joint.name] = AssumedLimits(
            None if motor.maximum_torque > 0.0 else _two_digits_up(float(torque)),
            None if joint.velocity > 0.0 else VELOCITY[joint.slides],
            POSITION[joint.slides] if joint.without_limits else None,
        )
    return result


def with_assumed_limits(arm: Arm) -> Arm:
    """Return the arm with assumed limits in place of limits of 0. Use it to state fractions, not to command torque."""
    found = assumed_limits(arm)
    if not found:
        return arm
    none = AssumedLimits()
    limits = [found.get(name, none) for name in arm.joint_names]
    return arm.with_(
        joints=tuple(
            replace(joint, velocity=one.velocity or joint.velocity)
            for joint, one in zip(_with_room(arm).joints, limits, strict=True)
        ),
        motors=tuple(
            replace(motor, maximum_torque=one.torque or motor.maximum_torque)
            for motor, one in zip(arm.motors, limits, strict=True)
        ),
    )


def _exact_model(arm: Arm) -> DynamicModel:
    """Return an exact model that needs no derivation; generated models use this module, so `load_model` may not."""
    model: DynamicModel = FollowingModel(NewtonEulerModel(arm.chain), arm) if arm.followers else NewtonEulerModel(arm)
    return Coupled(model) if arm.coupled else model


def _with_room(arm: Arm) -> Arm:
    """Return the arm with assumed position limits for joints whose position limits are 0."""
    joints = [
        replace(joint, lower=-POSITION[joint.slides], upper=POSITION[joint.slides]) if joint.without_limits else joint
        for joint in arm.joints
    ]
    return arm.with_(joints=tuple(joints))


def _two_digits_up(value: float) -> float:
    """Round a positive value up to two significant digits."""
    step = 10.0 ** (math.floor(math.log10(value)) - 1)
    return float(f"{math.ceil(value / step) * step:.6g}")
