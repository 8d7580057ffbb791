"""Services that store the pose of the arm as a waypoint, and write the waypoints as a trajectory."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from rclpy.node import Node
from std_srvs.srv import Trigger

from ...arm import Arm
from ...arrays import FloatArray
from ...control.guiding.taught_waypoints import TaughtWaypoints
from ...control.parameter_spec import ParameterSpec
from ...errors import Puma560Error
from ...files import write_whole

WAYPOINTS_FILE = ParameterSpec(
    "waypoints_file",
    "",
    "file that ~/save_waypoints writes; empty for waypoints.yaml in the folder ROS_HOME (~/.ros)",
    False,
)

NOT_CONFIGURED = "the node is not configured"
NO_POSE = "no joint state with all joints has arrived within the last 0.5 s; start the driver"


class WaypointServices:
    """Services ``~/teach_waypoint`` and ``~/save_waypoints``.

    Args:
        node: node with the parameter `WAYPOINTS_FILE`.
        pose: returns the present joint positions, (n,) rad, in the arm's order; `None` if they are unknown.
    """

    def __init__(self, node: Node, pose: Callable[[], FloatArray | None]) -> None:
        self._node, self._pose = node, pose
        self._taught: TaughtWaypoints | None = None
        node.create_service(Trigger, "~/teach_waypoint", self._on_teach)
        node.create_service(Trigger, "~/save_waypoints", self._on_save)

    def attach(self, arm: Arm, acceleration: FloatArray, names: Sequence[str]) -> None:
        """Begin a list of waypoints.

        Args:
            arm: the arm.
            acceleration: (n,) rad/s², limits of acceleration.
            names: joint names in messages.
        """
        self._taught = TaughtWaypoints(arm, acceleration, names)

    def _on_teach(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        pose = self._pose()
        if self._taught is None or pose is None:
            response.success, response.message = (
                False,
                "the node is not configured" if self._taught is None else NO_POSE,
            )
            return response
        try:
            number = self._taught.add(pose)
        except Puma560Error as error:
            response.success, response.message = False, str(error)
            return response
        shown = ", ".join(f"{at:.4f}" for at in pose)
        response.success, response.message = True, f"waypoint {number}: {shown} rad"
        return response

    def _on_save(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        """Write the waypoints, and begin a new list."""
        if self._taught is None:
            response.success, response.message = False, NOT_CONFIGURED
            return response
        try:
            path = waypoints_path(str(self._node.get_parameter(WAYPOINTS_FILE.name).value))
            write_whole(path, self._taught.text())
        except (Puma560Error, OSError) as error:
            response.success, response.message = False, str(error)
            return response
        count = len(self._taught)
        self._taught.clear()
        response.success, response.message = True, f"{count} waypoints written to {path}; a new list begins"
        return response


def waypoints_path(given: str) -> Path:
    """Return the path of the file of waypoints.

    Args:
        given: value of the parameter; a relative path is in the folder of the process.
    """
    if given:
        return Path(given).expanduser()
    home = Path(os.environ.get("ROS_HOME") or "~/.ros").expanduser()
    home.mkdir(parents=True, exist_ok=True)
    return home / "waypoints.yaml"
