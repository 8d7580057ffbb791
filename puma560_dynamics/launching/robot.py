"""The robot of a launch, and the nodes that serve it: this package's, robot_state_publisher, RViz."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from launch import LaunchContext
from launch.substitutions import PathJoinSubstitution
from launch_ros.actions import LifecycleNode, Node
from launch_ros.parameter_descriptions import ParameterValue
from launch_ros.substitutions import FindPackageShare

from ..arm import load_arm
from .held_signals import prefix

PACKAGE = "puma560_dynamics"

WITH_JOINTS = (
    "feedforward_node",
    "trajectory_feedforward_node",
    "validator_node",
    "marker_node",
)
"""Nodes with a parameter ``joints``: where joint names have a prefix, they get the names."""


@dataclass(frozen=True)
class Robot:
    """Settings shared by all nodes of one robot.

    Attributes:
        arm: name of an arm or path of an arm file.
        namespace: absolute, ``/`` for none.
        prefix: of joint and link names.
        use_sim_time: whether a simulator sets the time.
        parameter_file: parameters of the nodes, "" for none.
    """

    arm: str = "akb1986"
    namespace: str = "/"
    prefix: str = ""
    use_sim_time: bool = False
    parameter_file: str = ""

    @property
    def joints(self) -> list[str]:
        """Joint names on the wire, from the base outwards."""
        return [self.prefix + name for name in load_arm(self.arm).joint_names]

    def named(self, name: str) -> str:
        """Full name of a node or topic of this robot."""
        return f"{self.namespace.rstrip('/')}/{name}"

    def topic(self, name: str) -> str:
        """Full name of a topic, relative to the namespace unless it begins with a slash."""
        return name if name.startswith("/") else self.named(name)

    def node(
        self,
        executable: str,
        parameters: Mapping[str, Any] | None = None,
        enclave: str | None = None,
        remappings: Sequence[tuple[str, str]] = (),
        lifecycle: bool = False,
    ) -> Node:
        """Return a node of this package, named as its executable.

        Args:
            executable: which one.
            parameters: in addition to the file's, ``arm``, ``joints`` and ``use_sim_time``; they override the file.
            enclave: its enclave in config/sros2/puma560.policy.xml; that of its name by default.
            remappings: of topics.
            lifecycle: whether launch leads it through its states.
        """
        own: dict[str, Any] = {"use_sim_time": self.use_sim_time}
        if executable not in ("view_node", "command_guard_node"):
            own["arm"] = ParameterValue(self.arm, value_type=str)
        if self.prefix and executable in WITH_JOINTS:
            own["joints"] = self.joints
        if self.prefix and executable == "marker_node":
            own["frame_prefix"] = ParameterValue(self.prefix, value_type=str)
        kind = LifecycleNode if lifecycle else Node
        return kind(
            package=PACKAGE,
            executable=executable,
            name=executable,
            namespace=self.namespace,
            parameters=[*([self.parameter_file] if self.parameter_file else []), own, dict(parameters or {})],
            remappings=list(remappings),
            prefix=prefix(),
            exec_name=executable,
            ros_arguments=["--enclave", f"/puma560/{enclave or executable}"],
            output="screen",
        )


def absolute_name(context: LaunchContext, namespace: str) -> str:
    """Return a namespace argument within the namespace that an including launch file has pushed."""
    pushed = context.launch_configurations.get("ros_namespace", "")
    path = namespace if namespace.startswith("/") else f"{pushed}/{namespace}"
    return "/" + "/".join(word for word in path.split("/") if word)


def robot_state_publisher(robot: Robot, description: str, topic: str = "robot_description") -> Node:
    """Publishes the description and, from joint_states, the frames.

    Args:
        robot: which one.
        description: URDF text.
        topic: another name for robot_description, where a node publishes it already.
    """
    return Node(
        package="robot_state_publisher",
        executable="robot_state_publisher",
        namespace=robot.namespace,
        parameters=[
            {
                "robot_description": ParameterValue(description, value_type=str),
                "use_sim_time": robot.use_sim_time,
            }
        ],
        remappings=[("robot_description", topic)],
        output="screen",
    )


def views(robot: Robot, view: str, markers: bool = True) -> list[Node]:
    """RViz on the arm, with our markers if `markers`; or the page for the browser; or nothing."""
    if view == "web":
        return [robot.node("view_node")]
    if view != "rviz":
        return []
    rviz = Node(
        package="rviz2",
        executable="rviz2",
        namespace=robot.namespace,
        arguments=["-d", PathJoinSubstitution([FindPackageShare(PACKAGE), "config", "puma560.rviz"])],
        parameters=[{"use_sim_time": robot.use_sim_time}],
        output="screen",
    )
    return [rviz, *([robot.node("marker_node")] if markers else [])]
