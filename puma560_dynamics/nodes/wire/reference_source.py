"""Source of the references of the feed-forward node: its topic, message type and reader.

``bag`` is no source: `reference_node` plays a recorded bag on the topic of references, so that the drives follow the
same motion as the feed-forward torque.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rclpy.qos import QoSProfile
from trajectory_msgs.msg import JointTrajectory

from ...control.feed_forward.references import Reference
from ...control.joint_order import JointOrder
from ...control.parameter_spec import ParameterSpec
from ...errors import MissingDependencyError
from .messages import read_controller_state, read_reference
from .topics import COMMAND, CONTROLLER_STATE, REFERENCE, RELIABLE, TRAJECTORY

BY_REFERENCE, BY_CONTROLLER_STATE, BY_TRAJECTORY = "reference", "controller_state", "trajectory"

REFERENCE_SOURCE = ParameterSpec(
    "reference_source",
    BY_REFERENCE,
    "source of the references: reference (a stream of single points), controller_state (of "
    "joint_trajectory_controller, needs control_msgs), or trajectory (as joint_trajectory_controller receives it)",
    choices=(BY_REFERENCE, BY_CONTROLLER_STATE, BY_TRAJECTORY),
)

TOPICS = {BY_REFERENCE: REFERENCE, BY_CONTROLLER_STATE: CONTROLLER_STATE, BY_TRAJECTORY: TRAJECTORY}
"""Default topic of each source."""

REFERENCE_TOPIC = ParameterSpec(
    "reference_topic", "", f"topic of the references; empty: {', '.join(TOPICS.values())}, by reference_source"
)


def controller_state_type() -> Any | None:
    """Return `control_msgs.msg.JointTrajectoryControllerState`, or None if control_msgs is not installed."""
    try:
        from control_msgs.msg import JointTrajectoryControllerState
    except ImportError:
        return None
    return JointTrajectoryControllerState


@dataclass(frozen=True)
class ReferenceSource:
    """A value of ``reference_source``, with its topic.

    Attributes:
        name: one of the choices.
        given_topic: value of ``reference_topic``.
    """

    name: str = BY_REFERENCE
    given_topic: str = ""

    @property
    def topic(self) -> str:
        """Topic of the references."""
        return self.given_topic or TOPICS[self.name]

    @property
    def whole(self) -> bool:
        """Whether a message is a whole trajectory instead of one reference."""
        return self.name == BY_TRAJECTORY

    @property
    def quality(self) -> QoSProfile:
        """Quality of service of the subscription: a lost state of the controller is followed by the next one."""
        return COMMAND if self.name == BY_CONTROLLER_STATE else RELIABLE

    @property
    def kind(self) -> Any:
        """Type of the messages.

        Raises:
            MissingDependencyError: control_msgs is not installed.
        """
        kind = controller_state_type() if self.name == BY_CONTROLLER_STATE else JointTrajectory
        if kind is None:
            raise MissingDependencyError(
                "reference_source controller_state needs control_msgs, which is not installed; install "
                "ros-$ROS_DISTRO-control-msgs, or use reference_source trajectory"
            )
        return kind

    def check(self) -> None:
        """Check that the messages can be received.

        Raises:
            MissingDependencyError: control_msgs is not installed.
        """
        self.kind  # noqa: B018

    @property
    def read(self) -> Callable[[Any, JointOrder], Reference]:
        """Function that returns the reference of a message, in the order of the joints."""
        return read_controller_state if self.name == BY_CONTROLLER_STATE else read_reference
