"""What nodes have in the graph only where a package is installed."""

from __future__ import annotations

import importlib.util

from helpers.ros.policy import of_action

ACTIVITY = importlib.util.find_spec("controller_manager_msgs") is not None
"""Whether the feed-forward node can watch the controller here."""


TRAJECTORY = "trajectory_feedforward_node"


CONTROLLERS = {
    "joint_trajectory_controller": TRAJECTORY,
    "joint_trajectory_effort_controller": f"{TRAJECTORY}/joint_trajectory_effort_controller",
}
"""Controllers that the trajectory node can serve, and its enclave for each."""


def action(controller: str) -> set[tuple[str, str]]:
    """What the trajectory node has for its action."""
    served = of_action("execute", f"/{TRAJECTORY}/follow_joint_trajectory")
    return served | of_action("call", f"/{controller}/follow_joint_trajectory")
