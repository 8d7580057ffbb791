"""The action server for clients of a trajectory controller, where control_msgs is installed."""

from __future__ import annotations

from typing import Any

from rclpy.action.client import ActionClient
from rclpy.action.server import ActionServer
from rclpy.node import Node
from trajectory_msgs.msg import JointTrajectory

from .trajectory_action import Filling, GoalEvents, GoalForwarder, Stopping


def action_type() -> Any | None:
    """`control_msgs.action.FollowJointTrajectory`, or None where control_msgs is not installed."""
    try:
        from control_msgs.action import FollowJointTrajectory
    except ImportError:
        return None
    return FollowJointTrajectory


def serve(node: Node, controller: str, kind: Any, fill: Filling, stop: Stopping, events: GoalEvents) -> GoalForwarder:
    """An action server ``~/follow_joint_trajectory`` of `node` before that of `controller`; `kind` is the action."""
    client: ActionClient[Any, Any, Any] = ActionClient(node, kind, f"{controller}/follow_joint_trajectory")
    forwarder = GoalForwarder(client, kind.Result, lambda trajectory: _stop_goal(kind, trajectory), fill, stop, events)
    ActionServer(
        node, kind, "~/follow_joint_trajectory", forwarder.execute, cancel_callback=forwarder.cancel, result_timeout=60
    )
    return forwarder


def _stop_goal(kind: Any, trajectory: JointTrajectory) -> Any:
    """All tolerances off: a broken one would set the effort to zero during the stop."""
    from control_msgs.msg import JointTolerance

    off = [
        JointTolerance(name=name, position=-1.0, velocity=-1.0, acceleration=-1.0) for name in trajectory.joint_names
    ]
    return kind.Goal(trajectory=trajectory, path_tolerance=off, goal_tolerance=off)
