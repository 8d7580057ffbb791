"""Convert arrays to messages, and messages to arrays."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from builtin_interfaces.msg import Time
from geometry_msgs.msg import InertiaStamped
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray, MultiArrayDimension
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from ...arm import Arm
from ...arrays import FloatArray
from ...control.feed_forward.feed_forward import SWITCHED_TERMS, TERM_NAMES
from ...control.feed_forward.references import Reference
from ...control.joint_order import JointOrder
from ...control.trajectory.waypoints import Waypoint
from ...errors import MessageError
from ...models.payload.payload import Payload, last_link_payload
from .stamps import duration_message, seconds


def doubles(values: FloatArray) -> array[float]:
    """Return an array for a float64[] field, which is ten times faster than a list."""
    return array("d", np.ascontiguousarray(values, dtype=np.float64).tobytes())


def joint_state(
    stamp: Time,
    names: Sequence[str],
    position: FloatArray | None = None,
    velocity: FloatArray | None = None,
    effort: FloatArray | None = None,
) -> JointState:
    """Return a stamped `JointState`; fields that are not given stay empty."""
    message = JointState()
    message.header.stamp = stamp
    message.name = list(names)
    for field, values in (("position", position), ("velocity", velocity), ("effort", effort)):
        if values is not None:
            setattr(message, field, doubles(values))
    return message


def command(effort: FloatArray, label: str = "") -> Float64MultiArray:
    """Return a command message with torques or currents for the effort controller, in the arm's joint order.

    The layout's label, which controllers do not read, contains the sender: ``node/identifier of its process``.
    """
    message = Float64MultiArray(data=doubles(effort))
    if label:
        message.layout.dim = [MultiArrayDimension(label=label, size=len(effort), stride=len(effort))]
    return message


def label_of(message: Float64MultiArray) -> str:
    """Return the label of a command message; empty without a label."""
    return str(message.layout.dim[0].label) if message.layout.dim else ""


def sender_of(message: Float64MultiArray) -> str:
    """Return the name of the node that sent a command; empty if the command does not contain it."""
    return label_of(message).partition("/")[0]


def payload_message(stamp: Time, arm: Arm, payload: Payload) -> InertiaStamped:
    """Return a payload message in the frame of the arm's last link, a frame of the robot description and of tf."""
    payload = last_link_payload(arm, payload)
    message = InertiaStamped()
    message.header.stamp, message.header.frame_id = stamp, payload.link
    message.inertia.m = payload.mass
    center, inertia = payload.center_of_mass, payload.inertia
    message.inertia.com.x, message.inertia.com.y, message.inertia.com.z = center.tolist()
    for name, (i, j) in _TENSOR.items():
        setattr(message.inertia, name, float(inertia[i, j]))
    return message


def read_payload(message: InertiaStamped, arm: Arm) -> Payload:
    """Return the payload of a message that uses the frame of the arm's last link in the robot description.

    Raises:
        MessageError: the message uses another frame.
        StateError: the numbers are not those of a physical body.
    """
    frame = arm.links[-1].name
    if message.header.frame_id != frame:
        raise MessageError(f"it is in frame {message.header.frame_id!r}; expected {frame!r}, the message is not used")
    return any_payload(message)


def any_payload(message: InertiaStamped) -> Payload:
    """Return the payload of a message, in the frame of the link that the message names.

    Raises:
        StateError: the numbers are not those of a physical body.
    """
    tensor = np.zeros((3, 3))
    for name, (i, j) in _TENSOR.items():
        tensor[i, j] = tensor[j, i] = getattr(message.inertia, name)
    com = message.inertia.com
    return Payload(message.inertia.m, np.array([com.x, com.y, com.z]), tensor, message.header.frame_id)


_TENSOR = {"ixx": (0, 0), "ixy": (0, 1), "ixz": (0, 2), "iyy": (1, 1), "iyz": (1, 2), "izz": (2, 2)}


def hardware_effort(message: JointState, order: JointOrder) -> FloatArray | None:
    """Return the torque (n,) N·m in a command of the topic-based hardware interface; `None` before the first torque.

    ``JointStateTopicSystem`` sends its command interfaces as a `JointState`: NaN until a controller
    has written a value, and no entries for an interface that it does not have. Positions are ignored.

    Raises:
        MessageError: no effort at all, joints missing, or some torques not finite.
    """
    if not len(message.effort):
        raise MessageError(
            "effort is empty; expected one torque per joint, which requires the effort command interface and version "
            "1.1.0 or newer of joint_state_topic_hardware_interface"
        )
    if np.isnan(np.array(message.effort)).all():
        return None
    return order.fields(message.name, effort=message.effort)[0]


def reference_message(stamp: Time, names: Sequence[str], reference: Reference, time: float) -> JointTrajectory:
    """Return a reference as a `JointTrajectory` of one point; `time` is the time since the motion began, s."""
    point = JointTrajectoryPoint(
        positions=doubles(reference.position),
        velocities=doubles(reference.velocity),
        accelerations=doubles(reference.acceleration),
        time_from_start=duration_message(time),
    )
    message = JointTrajectory(joint_names=list(names), points=[point])
    message.header.stamp = stamp
    return message


def read_reference(message: JointTrajectory, order: JointOrder) -> Reference:
    """Return the reference in a one-point trajectory.

    Raises:
        MessageError: the message does not have exactly one point with values for all joints.
    """
    if len(message.points) != 1:
        raise MessageError(f"reference has {len(message.points)} points; expected one, the message is not used")
    point = message.points[0]
    return Reference(
        *order.fields(
            message.joint_names,
            positions=point.positions,
            velocities=point.velocities,
            accelerations=point.accelerations,
        )
    )


def read_points(message: JointTrajectory) -> list[Waypoint]:
    """Return the points of a trajectory, unchecked."""
    return [
        Waypoint(seconds(point.time_from_start), point.positions, point.velocities, point.accelerations, point.effort)
        for point in message.points
    ]


def read_controller_state(message: Any, order: JointOrder) -> Reference:
    """Return the reference in a `control_msgs/JointTrajectoryControllerState`.

    The velocity and acceleration in the message are derivatives by the time of the trajectory. If the controller
    executes the trajectory with another speed (``speed_scaling_factor``), this time passes more slowly. The field
    ``reference`` has the name ``desired`` in messages of old controllers.

    Raises:
        MessageError: the message does not have values of all joints, or an impossible speed.
    """
    points: list[Any] = [getattr(message, name) for name in ("reference", "desired") if hasattr(message, name)]
    point = next((point for point in points if len(point.positions)), points[0])
    speed = float(getattr(message, "speed_scaling_factor", 1.0))
    if not 0.0 <= speed < math.inf:
        raise MessageError(f"speed_scaling_factor is {speed:g}; expected 0 or more, the message is not used")
    if not len(point.accelerations):
        raise MessageError(
            "the controller publishes no accelerations; expected those of joint_trajectory_controller of Jazzy or "
            "later, the message is not used"
        )
    position, velocity, acceleration = order.fields(
        message.joint_names,
        positions=point.positions,
        velocities=point.velocities,
        accelerations=point.accelerations,
    )
    return Reference(position, speed * velocity, speed**2 * acceleration)


def terms_message(
    stamp: Time,
    names: Sequence[str],
    state: tuple[FloatArray, FloatArray, FloatArray],
    terms: Mapping[str, FloatArray],
) -> JointTrajectory:
    """Return a message with the torque of each term, and the state at which the terms were evaluated.

    It has one point per term, in the order of `TERM_NAMES`; `effort` is the term's torque, empty while the
    term is switched off. The stamp is that of the joint state.
    """
    q, qd, qdd = (doubles(values) for values in state)
    points = [
        JointTrajectoryPoint(
            positions=q,
            velocities=qd,
            accelerations=qdd,
            effort=doubles(terms[name]) if name in terms else array("d"),
        )
        for name in TERM_NAMES
    ]
    message = JointTrajectory(joint_names=list(names), points=points)
    message.header.stamp = stamp
    return message


def read_terms(message: JointTrajectory, order: JointOrder) -> tuple[list[FloatArray], dict[str, FloatArray]]:
    """Return state ``[q, qd, qdd]`` and active terms of a `terms_message`.

    A message of a version without hand guiding has no point for it.

    Raises:
        MessageError: a wrong number of points, or incomplete fields.
    """
    if len(message.points) not in (len(TERM_NAMES), len(SWITCHED_TERMS)):
        raise MessageError(f"terms message has {len(message.points)} points; expected {len(TERM_NAMES)}")
    first = message.points[0]
    state = order.fields(
        message.joint_names,
        positions=first.positions,
        velocities=first.velocities,
        accelerations=first.accelerations,
    )
    active = {
        name: order.fields(message.joint_names, effort=point.effort)[0]
        for name, point in zip(TERM_NAMES, message.points, strict=False)
        if len(point.effort)
    }
    return state, active
