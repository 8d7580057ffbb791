"""Provide forward dynamics of several engines: the generated model, and independently MuJoCo and Pinocchio's ABA."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..arm import Arm
from ..arm.follower import motor_places
from ..arm.with_followers import refuse_followers
from ..arrays import FloatArray
from ..description.mjcf import mjcf
from ..description.urdf import urdf
from ..errors import UnknownModelError, UnsupportedArmError
from ..models.load import load_model
from ..models.recursive.pinocchio_model import import_pinocchio
from .plant import import_mujoco, reduced_acceleration
from .simulate import acceleration_of

Acceleration = Callable[[FloatArray, FloatArray, FloatArray], FloatArray]
"""Function of position (rad), velocity (rad/s) and torque (N·m) that returns acceleration (rad/s²), each (n,)."""


def pinocchio_acceleration(arm: Arm) -> Acceleration:
    """Return forward dynamics by Featherstone's articulated-body algorithm (`pinocchio.aba`), with armature.

    Raises:
        MissingDependencyError: Pinocchio is not installed.
        UnsupportedArmError: the arm has a coupled transmission, which armature per joint cannot represent, or mimic
            joints.
    """
    refuse_followers(arm, "Pinocchio's articulated-body algorithm")
    if arm.coupled:
        raise UnsupportedArmError(
            f"{arm.name}: Pinocchio's articulated bodies do not support coupled transmissions; use 'generated' or "
            "'mujoco'"
        )
    pin = import_pinocchio()
    model = pin.buildModelFromXML(urdf(arm, inertia="paper"))
    model.armature = np.array(arm.motor_inertia)
    model.gravity.linear = np.array(arm.base_gravity)
    data = model.createData()

    def acceleration(q: FloatArray, qd: FloatArray, tau: FloatArray) -> FloatArray:
        return np.array(pin.aba(model, data, q, qd, tau))

    return acceleration


def mujoco_model(arm: Arm) -> tuple[Any, Any]:
    """Return MuJoCo's model and data of an arm, without contact, friction and limits.

    Raises:
        MissingDependencyError: MuJoCo is not installed.
    """
    mujoco = import_mujoco()
    model = mujoco.MjModel.from_xml_string(mjcf(arm))
    for flag in ("CONTACT", "CONSTRAINT", "FRICTIONLOSS", "LIMIT"):
        model.opt.disableflags |= int(getattr(mujoco.mjtDisableBit, f"mjDSBL_{flag}"))
    model.dof_damping[:] = 0.0
    model.tendon_damping[:] = 0.0
    return model, mujoco.MjData(model)


def mujoco_acceleration(arm: Arm) -> Acceleration:
    """Return forward dynamics by MuJoCo (`mj_forward`), which solves with the mass matrix.

    Raises:
        MissingDependencyError: MuJoCo is not installed.
    """
    mujoco = import_mujoco()
    model, data = mujoco_model(arm)
    own = motor_places(arm.n, arm.followers)

    def acceleration(q: FloatArray, qd: FloatArray, tau: FloatArray) -> FloatArray:
        data.qpos[:], data.qvel[:], data.qfrc_applied[own] = arm.chain_positions(q), arm.following @ qd, tau
        mujoco.mj_forward(model, data)
        return reduced_acceleration(mujoco, model, data, arm, tau)

    return acceleration


def generated_acceleration(arm: Arm) -> Acceleration:
    """Return the generated model's compiled forward dynamics."""
    return acceleration_of(load_model("generated", arm))


ENGINES: dict[str, Callable[[Arm], Acceleration]] = {
    "generated": generated_acceleration,
    "pinocchio": pinocchio_acceleration,
    "mujoco": mujoco_acceleration,
}
"""Functions that return an engine's forward dynamics of an arm, by name of the engine."""


def engine(name: str, arm: Arm) -> Acceleration:
    """Return forward dynamics by name.

    Raises:
        UnknownModelError: the name is not one of `ENGINES`.
        MissingDependencyError: the engine is not installed.
    """
    if name not in ENGINES:
        raise UnknownModelError(f"engine {name!r} is not known; use one of {', '.join(ENGINES)}")
    return ENGINES[name](arm)
