"""Compare the arm of a model with the robot's description, to detect a different robot with the same joint names.

For example, UR3, UR5, UR10 and UR16 have the same joint names, but their torques differ by more than a factor of two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ..arm import Arm
from ..arm.kinematics import gravity_load, joint_axes
from ..arrays import FloatArray
from .load import load_model
from .payload.payload import Payload, attached

POSES = 32
"""Number of poses, spread evenly over the arm's position limits, at which torques and axes are compared."""

TORQUE_TOLERANCE, MAXIMUM_TORQUE_TOLERANCE = 0.1, 0.01
"""Tolerance of a joint's torque: the first as a fraction of its largest torque at the poses, but at least the second as
a fraction of its maximum torque. Differences arise from rounding by xacro and from calibrated origins."""

MAX_DISTANCE_M, MAX_ANGLE_RAD = 0.02, 0.03
"""Tolerances of distances (m) and angles (rad) between joint axes."""

PARALLEL_SINE, SKEW_SINE = 0.01, 0.2
"""Sines of the angle between two axes: up to the first, they are treated as parallel; from the second on, as skew. In
between, their distance is not compared, because it is too sensitive to errors of the angle."""


def description_difference(
    arm: Arm, described: Arm, payload: Payload, tolerance: FloatArray | None = None
) -> str | None:
    """Describe how the robot's description differs from the arm of a model.

    The geometry of the joint axes is compared first, then gravity torques, and inertia torques at an acceleration that
    reaches the velocity limits in one second; motor inertia is excluded, because descriptions do not contain it. A
    gripper may be part of the description or of the payload. Torques are not compared for an arm that is `pinned`.

    Args:
        arm: arm of the model, without payload.
        described: arm with the same joints from the robot's description.
        payload: payload of the model.
        tolerance: (n,) tolerance of torques, N·m; by default from `TORQUE_TOLERANCE` and `MAXIMUM_TORQUE_TOLERANCE`.

    Returns:
        A clause that describes the difference; `None` if both agree.
    """
    if arm.n != described.n:
        return f"it has {described.n} joints, and the model {arm.n}"
    poses = arm.poses(POSES)
    words = _difference_of_axes(arm, described, poses)
    if words is not None or pinned(arm):
        return words
    found = [
        _difference_of_torques(loaded, mounted, poses, tolerance)
        for mounted in _mountings(arm, described)
        for loaded in _with_and_without(arm, payload)
    ]
    return None if None in found else found[0]


def pinned(arm: Arm) -> bool:
    """Return whether links of an arm were identified or replaced by its arm file, so that masses differ on purpose."""
    given = [quantity for path, quantity in arm.quantities.items() if path.startswith("links.")]
    return bool(given) and (arm.origin is not None or any("identified from" in one.source for one in given))


def _mountings(arm: Arm, described: Arm) -> Iterator[Arm]:
    """Yield the described arm mounted as in its description, then mounted as the model's arm."""
    yield described.with_(gravity=arm.gravity)
    yield described.with_(gravity=arm.gravity, gravity_direction=arm.gravity_direction)


def _with_and_without(arm: Arm, payload: Payload) -> Iterator[Arm]:
    yield arm
    if payload.mass > 0.0:
        yield attached(arm, payload)


def _difference_of_torques(arm: Arm, described: Arm, poses: FloatArray, tolerance: FloatArray | None) -> str | None:
    ours, theirs = gravity_load(arm, poses), gravity_load(described, poses)
    words = _worst(arm, "gravity", ours, theirs, tolerance)
    if words is not None or arm.followers or described.followers:
        return words
    acceleration = np.broadcast_to(arm.velocity, poses.shape)
    ours, theirs = ((_inertia(one, poses) @ acceleration[..., np.newaxis])[..., 0] for one in (arm, described))
    return _worst(arm, "inertia", ours, theirs, tolerance)


def _inertia(arm: Arm, poses: FloatArray) -> FloatArray:
    bare = arm.with_(motors=tuple(replace(motor, inertia=0.0) for motor in arm.motors))
    return load_model("newton_euler", bare).kinetic_energy_matrix(poses)


def _worst(arm: Arm, what: str, ours: FloatArray, theirs: FloatArray, tolerance: FloatArray | None) -> str | None:
    usual = np.maximum(TORQUE_TOLERANCE * np.abs(ours).max(axis=0), MAXIMUM_TORQUE_TOLERANCE * arm.maximum_torque)
    allowed = usual if tolerance is None else tolerance
    beyond = np.abs(ours - theirs) - allowed
    pose, joint = np.unravel_index(int(np.argmax(beyond)), beyond.shape)
    if not beyond[pose, joint] > 0.0:
        return None
    unit = arm.joints[joint].effort_text
    return (
        f"at {arm.joint_names[joint]} its {what} torque is {theirs[pose, joint]:.3g} {unit} where the model's is "
        f"{ours[pose, joint]:.3g} {unit} (tolerance {allowed[joint]:.2g}): it is a different robot, or carries a "
        "payload that the model does not have"
    )


def _difference_of_axes(arm: Arm, described: Arm, poses: FloatArray) -> str | None:
    (ours, our_angle), (theirs, their_angle) = (_between_axes(one, poses) for one in (arm, described))
    distance, angle = np.abs(ours - theirs), np.abs(our_angle - their_angle).max(axis=0)
    distance = np.where(np.isnan(distance), 0.0, distance).max(axis=0)
    for i, j in zip(*np.triu_indices(arm.n, 1), strict=True):
        if distance[i, j] > MAX_DISTANCE_M or angle[i, j] > MAX_ANGLE_RAD:
            return (
                f"the axes of {arm.joint_names[i]} and {arm.joint_names[j]} differ from the model by up to "
                f"{distance[i, j]:.3g} m and {angle[i, j]:.3g} rad: it is a different robot, or its zero position "
                "differs"
            )
    return None


def _between_axes(arm: Arm, poses: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return distances (m, NaN if too uncertain) and undirected angles (rad) between all joint axes, (…, n, n) each."""
    points, axes = joint_axes(arm, poses)
    cosine = np.clip(np.abs(axes @ np.swapaxes(axes, -1, -2)), 0.0, 1.0)
    apart = points[..., np.newaxis, :, :] - points[..., :, np.newaxis, :]
    normal = np.cross(axes[..., :, np.newaxis, :], axes[..., np.newaxis, :, :])
    length = np.linalg.norm(normal, axis=-1)
    skew = np.where(length >= SKEW_SINE, np.abs((apart * normal).sum(axis=-1)) / np.maximum(length, SKEW_SINE), np.nan)
    along = (apart * axes[..., :, np.newaxis, :]).sum(axis=-1, keepdims=True) * axes[..., :, np.newaxis, :]
    return np.where(length <= PARALLEL_SINE, np.linalg.norm(apart - along, axis=-1), skew), np.arccos(cosine)
