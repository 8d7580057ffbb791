"""Launches of small processes with one node each, for steps that wait for them."""

from __future__ import annotations

import sys

from launch import LaunchDescription, LaunchService
from launch.actions import ExecuteProcess


def code_of(name: str, work: str) -> str:
    """The text of a process with a node; `work` may use `node`."""
    return f"""
import rclpy
from sensor_msgs.msg import JointState
from std_srvs.srv import Trigger
rclpy.init()
node = rclpy.create_node({name!r})
{work}
print("up", flush=True)
rclpy.spin(node)
"""


def node(name: str, work: str) -> ExecuteProcess:
    """A process of a launch."""
    return ExecuteProcess(cmd=[sys.executable, "-c", code_of(name, work)])


def run(*actions: object) -> int:
    """Exit code of a launch."""
    service = LaunchService(noninteractive=True)
    service.include_launch_description(LaunchDescription(list(actions)))
    return int(service.run())


STATES = """
state = JointState(name={names}, position={position}, velocity=[0.0, 0.0])
publisher = node.create_publisher(JointState, "/joint_states", 10)
timer = node.create_timer(0.02, lambda: publisher.publish(state))
"""


def states(names: str = "['a', 'b']", position: str = "[0.0, 1.0]") -> ExecuteProcess:
    """Publishes the same joint state steadily."""
    return node("states", STATES.format(names=names, position=position))
