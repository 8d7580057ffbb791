"""Settings of the robot of a launch, and its nodes: those of this package, robot_state_publisher, RViz."""

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
    "observer_node",
    "marker_node",
)
"""Nodes that receive the joint names in their parameter ``joints`` if the names have a prefix."""


@dataclass(frozen=True)
class Robot:
    """Settings shared by all nodes of one robot.

    Attributes:
        arm: name of an arm or path of an arm file.
        namespace: absolute namespace, ``/`` for none.
        prefix: prefix of joint and link names.
        use_sim_time: whether a simulator sets the time.
        parameter_file: path of the nodes' parameter file, "" for none.
    """

    arm: str = "akb1986"
    namespace: str = "/"
    prefix: str = ""
    use_sim_time: bool = False
    parameter_file: str = ""

    @property
    def joints(self) -> list[str]:
        """Joint names in messages, from the base outwards."""
        return [self.prefix + name for name in load_arm(self.arm).joint_names]

    def named(self, name: str) -> str:
        """Return the full name of a node or topic of this robot."""
        return f"{self.namespace.rstrip('/')}/{name}"

    def topic(self, name: str) -> str:
        """Return the full name of a topic, relative to the namespace unless it begins with a slash."""
        return name if name.startswith("/") else self.named(name)

    def node(
        self,
        executable: str,
        parameters: Mapping[str, Any] | None = None,
        enclave: str | None = None,
        remappings: Sequence[tuple[str, str]] = (),
        lifecycle: bool = False,
    ) -> Node:
        """Return the launch action of a node of this package, with the name of its executable.

        Args:
            executable: name of the executable.
            parameters: parameters in addition to the file, ``arm``, ``joints`` and ``use_sim_time``; they override
                the file.
            enclave: enclave in config/sros2/puma560.policy.xml; by default the one with the name of the executable.
            remappings: remappings of topics.
            lifecycle: whether launch controls the node's lifecycle.
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
    """Return the absolute name of a namespace argument, inside the namespace that an including launch file pushed."""
    pushed = context.launch_configurations.get("ros_namespace", "")
    path = namespace if namespace.startswith("/") else f"{pushed}/{namespace}"
    return "/" + "/".join(word for word in path.split("/") if word)


def robot_state_publisher(robot: Robot, description: str, topic: str = "robot_description") -> Node:
    """Return robot_state_publisher, which publishes the description and computes the frames from joint_states.

    Args:
        robot: settings of the robot.
        description: URDF text.
        topic: another name for robot_description, if a node already publishes that topic.
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
    """Return the nodes of a view: RViz, with the marker node if `markers`; the browser page; or none."""
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
