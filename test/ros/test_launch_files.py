"""The launch files with real processes, where launch and what they start are installed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from helpers.ros.domain import STATE_TIMEOUT
from lifecycle_msgs.msg import Transition
from lifecycle_msgs.srv import ChangeState
from rclpy.qos import qos_profile_sensor_data
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray

from puma560_dynamics.arm.home_pose import HOME

pytest.importorskip("launch_ros", reason="launch_ros is not on PyPI; this runs on a ROS machine")

from ament_index_python.packages import PackageNotFoundError, get_package_prefix

RUN = """
import sys
from launch import LaunchDescription, LaunchService
from launch.actions import GroupAction, IncludeLaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource
path, *words = sys.argv[1:]
# "+" between the arguments of several robots; each is included in a separate scope, as in any launch file.
robots = " ".join(words).split(" + ")
service = LaunchService(noninteractive=True)
service.include_launch_description(LaunchDescription([
    GroupAction([
        IncludeLaunchDescription(
            PythonLaunchDescriptionSource(path),
            launch_arguments=[tuple(word.split(":=", 1)) for word in robot.split()],
        )
    ])
    for robot in robots
]))
sys.exit(service.run())
"""
NEEDED = {
    "direct": (),
    "topic": (
        "robot_state_publisher",
        "controller_manager",
        "joint_state_broadcaster",
        "forward_command_controller",
        "joint_state_topic_hardware_interface",
    ),
}


def needs(*packages: str) -> None:
    """Skip where a package is not installed."""
    for package in packages:
        try:
            get_package_prefix(package)
        except PackageNotFoundError:
            pytest.skip(f"{package} is not installed here; this runs on a ROS machine with a built workspace")


class Launch:
    """A launch file running in a separate process group."""

    def __init__(self, domain: int, file: str, *arguments: str) -> None:
        prefix = Path(get_package_prefix("puma560_dynamics"))
        path = prefix / "share" / "puma560_dynamics" / "launch" / f"{file}.launch.py"
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN, str(path), *arguments],
            env={**os.environ, "ROS_DOMAIN_ID": str(domain)},
            start_new_session=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def stop(self) -> tuple[int, str]:
        """SIGINT, as from the keyboard; exit code and all that was said."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        said, _ = self.process.communicate(timeout=60.0)
        return self.process.returncode, said


@pytest.fixture
def launched(domain: int) -> Iterator[list[Launch]]:
    """Launches that are ended after the test, whatever happens."""
    running: list[Launch] = []
    yield running
    for launch in running:
        if launch.process.poll() is None:
            os.killpg(launch.process.pid, signal.SIGKILL)
            launch.process.wait(10.0)


@pytest.mark.parametrize("interface", NEEDED)
def test_the_simulated_arm_is_driven(interface: str, domain: int, peer, launched: list[Launch]):
    needs("puma560_dynamics", *NEEDED[interface])
    states = peer.listen(JointState, "joint_states", qos_profile_sensor_data)
    commands = peer.listen(Float64MultiArray, "effort_controller/commands", qos_profile_sensor_data)
    launch = Launch(domain, "sim", f"interface:={interface}")
    launched.append(launch)

    def turned() -> float:
        return abs(dict(zip(states[-1].name, states[-1].position, strict=True))["joint1"] - HOME[0]) if states else 0.0

    # Gravity does not turn joint 1: the torque that follows the reference does.
    assert peer.until(lambda: commands and turned() > 0.2, 90.0), launch.stop()[1]
    assert np.isfinite(states[-1].effort).all() and len(states[-1].effort) == 6
    code, said = launch.stop()
    assert code in {0, 1}, said  # launch itself reports SIGINT by 1 in some distributions
    assert "Traceback" not in said
    before = len(states)
    peer.wait(1.0)
    assert len(states) - before < 20, "a node is still running"


def test_a_wrong_arm_file_is_one_sentence(domain: int, launched: list[Launch]):
    needs("puma560_dynamics")
    launch = Launch(domain, "bringup", "arm:=nowhere.yaml")
    launched.append(launch)
    said, _ = launch.process.communicate(timeout=60.0)
    assert launch.process.returncode == 1
    assert "arm file nowhere.yaml does not exist" in said


CONTROL = (
    "robot_state_publisher",
    "controller_manager",
    "joint_state_broadcaster",
    "forward_command_controller",
)
ARMS = {
    "sim": ((), "namespace:=left + namespace:=right"),
    "bringup": (CONTROL, "namespace:=left prefix:=left_ + namespace:=right prefix:=right_"),
}


@pytest.mark.parametrize("file", ARMS)
def test_two_arms_in_one_launch_share_nothing(file: str, domain: int, peer, launched: list[Launch]):
    packages, robots = ARMS[file]
    needs("puma560_dynamics", *packages)
    commands = {
        side: peer.listen(Float64MultiArray, f"/{side}/effort_controller/commands", qos_profile_sensor_data)
        for side in ("left", "right")
    }
    states = {
        side: peer.listen(JointState, f"/{side}/joint_states", qos_profile_sensor_data) for side in ("left", "right")
    }
    launch = Launch(domain, file, *robots.split())
    launched.append(launch)
    acting = {side: lambda side=side: any(any(message.data) for message in commands[side][-5:]) for side in commands}
    assert peer.until(lambda: all(act() for act in acting.values()), 90.0), launch.stop()[1]
    assert peer.until(lambda: all(states.values()))
    prefix = "left_" if file == "bringup" else ""
    assert set(states["left"][-1].name) == {f"{prefix}joint{number}" for number in range(1, 7)}
    # One is deactivated: its torque ends, the other's goes on.
    client = peer.node.create_client(ChangeState, "/left/feedforward_node/change_state")
    assert peer.until(client.service_is_ready)
    future = client.call_async(ChangeState.Request(transition=Transition(id=Transition.TRANSITION_DEACTIVATE)))
    assert peer.until(future.done)
    assert peer.until(lambda: not acting["left"](), 10.0)
    assert acting["right"]()
    code, said = launch.stop()
    assert code in {0, 1}, said
    assert "Traceback" not in said


JOINTS = ",".join(f"joint{number}" for number in range(1, 7))


def plants(start) -> None:
    """Two robots of another user: they have no controller that could be asked for its joints."""
    for side in ("left", "right"):
        start.named(f"{side} plant", "plant_node", {"__ns": f"/{side}"}, rate=100.0)


def attached(domain: int, folder: Path, side: str, joints: str = JOINTS) -> Launch:
    """feedforward.launch.py for one of them, on a machine that may be busy."""
    file = folder / "patient.yaml"
    file.write_text(f"/**:\n  ros__parameters: {{state_timeout: {STATE_TIMEOUT}}}\n", encoding="utf-8")
    given = ("controller:=effort_controller", "brakes:=supported", "model:=newton_euler", f"parameter_file:={file}")
    return Launch(domain, "feedforward", f"namespace:={side}", f"joints:={joints}", *given)


def test_two_robots_get_their_torque_attached(domain: int, peer, start, tmp_path: Path, launched: list[Launch]):
    needs("puma560_dynamics")
    plants(start)
    commands = {
        side: peer.listen(Float64MultiArray, f"/{side}/effort_controller/commands", qos_profile_sensor_data)
        for side in ("left", "right")
    }
    launched += [attached(domain, tmp_path, side) for side in commands]
    acting = {side: lambda side=side: any(any(message.data) for message in commands[side][-5:]) for side in commands}
    assert peer.until(lambda: all(act() for act in acting.values()), 90.0), [one.stop()[1] for one in launched]
    again = attached(domain, tmp_path, "left")
    launched.append(again)
    said, _ = again.process.communicate(timeout=60.0)
    assert again.process.returncode == 1
    assert "feed-forward torque has been attached to this robot" in said
    code, said = launched[0].stop()
    assert code in {0, 1}, said
    assert "Traceback" not in said
    assert peer.until(lambda: not any(commands["left"][-1].data))  # it ended at zero
    commands["right"].clear()
    assert peer.until(acting["right"]), launched[1].stop()[1]
    assert peer.node.count_publishers("/left/joint_states") == 1  # the robot goes on
    _, said = launched[1].stop()
    assert said.count("outward torque is reduced") < 20  # an arm on its stop must not fill the log


def test_joints_in_another_order_end_the_attachment(domain: int, start, tmp_path: Path, launched: list[Launch]):
    needs("puma560_dynamics")
    plants(start)
    launch = attached(domain, tmp_path, "left", ",".join(reversed(JOINTS.split(","))))
    launched.append(launch)
    said, _ = launch.process.communicate(timeout=60.0)
    assert launch.process.returncode == 1
    assert "in another order than along the arm" in said


def test_what_is_up_is_not_brought_up_again(domain: int, peer, launched: list[Launch]):
    needs("puma560_dynamics")
    first = Launch(domain, "sim")
    launched.append(first)
    assert peer.until(lambda: peer.node.count_publishers("/effort_controller/commands"), 60.0)
    second = Launch(domain, "sim")
    launched.append(second)
    said, _ = second.process.communicate(timeout=60.0)
    assert second.process.returncode == 1
    assert "this robot has been brought up" in said
    assert first.process.poll() is None


def test_another_namespace_on_the_same_hardware_topic_is_refused(domain: int, peer, launched: list[Launch]):
    needs("puma560_dynamics", *NEEDED["topic"])
    launched.append(Launch(domain, "sim", "interface:=topic"))
    assert peer.until(lambda: peer.node.count_publishers("/robot_joint_commands"), 60.0)
    topics = ("commands_topic:=/robot_joint_commands", "states_topic:=/robot_joint_states")
    second = Launch(domain, "bringup", "namespace:=other", "hardware:=topic", *topics)
    launched.append(second)
    said, _ = second.process.communicate(timeout=60.0)
    assert second.process.returncode == 1
    assert "/robot_joint_commands exist already" in said
    assert launched[0].process.poll() is None


@pytest.mark.parametrize("given", ["rate:=0", "rate:=fast"])
def test_a_node_that_ends_at_its_start_ends_the_launch(given: str, domain: int, launched: list[Launch]):
    needs("puma560_dynamics")
    launch = Launch(domain, "sim", given)
    launched.append(launch)
    said, _ = launch.process.communicate(timeout=60.0)
    assert launch.process.returncode == 1, said


def test_ctrl_c_during_the_start_ends_without_a_traceback(domain: int, launched: list[Launch]):
    needs("puma560_dynamics")
    for seconds in (1.0, 4.5, 5.5):
        launch = Launch(domain, "sim")
        launched.append(launch)
        time.sleep(seconds)
        code, said = launch.stop()
        assert code in {0, 1, -2}, said
        assert "Traceback" not in said, said
