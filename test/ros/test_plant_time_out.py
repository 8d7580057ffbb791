"""The drives' time-out of the simulated arm: silence of commands stops it, and the fault latches."""

from __future__ import annotations

import time

import numpy as np
import pytest
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from rclpy.qos import qos_profile_sensor_data
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray
from std_srvs.srv import Trigger

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.home_pose import HOME


class Drives:
    """The other end of the plant: what JointStateTopicSystem does, command by command."""

    def __init__(self, peer, arm: Arm) -> None:
        self.peer, self.names = peer, list(arm.joint_names)
        self.states = peer.listen(JointState, "/robot_joint_states", qos_profile_sensor_data)
        self.diagnostics = peer.listen(DiagnosticArray, "/diagnostics")
        self.commands = peer.node.create_publisher(JointState, "/robot_joint_commands", 1)
        self.torque = load_model("full", arm).gravity(np.array(HOME))
        self.torque[0] += 10.0  # joint 1 turns, slowly enough to stay within its limits
        assert peer.until(lambda: len(self.states) > 20 and self.commands.get_subscription_count())

    def send(self, seconds: float, effort: np.ndarray | None = None) -> None:
        """Commands at 50 Hz."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.commands.publish(JointState(name=self.names, effort=list(self.torque if effort is None else effort)))
            self.peer.wait(0.02)

    def last(self) -> JointState:
        """A state from now on."""
        self.states.clear()
        assert self.peer.until(lambda: len(self.states) > 5)
        return self.states[-1]

    def reports(self, words: str) -> bool:
        """Whether the plant's diagnostics come to say `words` as an error."""
        return self.peer.until(
            lambda: any(
                words in status.message and status.level == DiagnosticStatus.ERROR
                for message in self.diagnostics
                for status in message.status
            ),
            5.0,
        )

    def reset(self) -> str:
        """Call ~/reset; its answer."""
        client = self.peer.node.create_client(Trigger, "plant_node/reset")
        assert self.peer.until(client.service_is_ready)
        future = client.call_async(Trigger.Request())
        assert self.peer.until(future.done)
        return str(future.result().message)


def test_silence_stops_the_arm_until_a_reset(start, peer, arm: Arm):
    start("plant_node", rate=100.0, servo="none", interface="topic_hardware", command_timeout=0.3)
    drives = Drives(peer, arm)

    # Before any torque, silence and NaN are no fault: the brakes hold.
    drives.send(0.5, np.full(6, np.nan))
    peer.wait(0.5)
    assert drives.last().position.tolist() == list(HOME)
    assert not drives.diagnostics or not any(m.status[0].level == DiagnosticStatus.ERROR for m in drives.diagnostics)

    # While commands come, also spaced within the time-out, the torque acts.
    drives.send(0.2)
    peer.wait(0.1)
    drives.send(0.2)
    moving = drives.last()
    assert moving.velocity[0] > 0.1 and moving.effort.tolist() == pytest.approx(drives.torque.tolist())

    # Silence: no torque, no motion, an error; the arm stays where it stopped, not where it began.
    assert drives.reports("no command for 0.3 s")
    stopped = drives.last()
    assert stopped.effort.tolist() == stopped.velocity.tolist() == [0.0] * 6
    assert stopped.position[0] > moving.position[0] > 0.0
    peer.wait(0.5)
    assert drives.last().position.tolist() == stopped.position.tolist()

    # The fault latches: commands alone bring nothing back.
    drives.send(0.5)
    assert drives.reports("commands have returned, call ~/reset")
    assert drives.last().position.tolist() == stopped.position.tolist()

    # Reset alone neither: the torque returns with the next command, from where the arm stands.
    assert "the arm is where it was" in drives.reset()
    peer.wait(0.6)
    assert drives.last().position.tolist() == stopped.position.tolist()
    drives.send(0.3)
    assert drives.last().position[0] > stopped.position[0] + 1e-3
    assert drives.states[-1].effort[0] != 0.0


def test_nan_after_a_torque_is_silence(start, peer, arm: Arm):
    """A controller that no longer commands an effort leaves NaN: the link lives, the torque must not."""
    start("plant_node", rate=100.0, servo="none", interface="topic_hardware", command_timeout=0.3)
    drives = Drives(peer, arm)
    drives.send(0.2)
    drives.send(0.8, np.full(6, np.nan))
    assert drives.reports("no command for 0.3 s")
    assert drives.last().effort.tolist() == [0.0] * 6


def test_the_default_has_a_time_out_and_zero_has_none(start, peer, arm: Arm):
    plant = start("plant_node", rate=100.0, servo="none", interface="topic_hardware")
    drives = Drives(peer, arm)
    drives.send(0.1)
    assert drives.reports("no command for 0.1 s")
    start.processes.stop()
    assert plant.wait(10) is not None
    start("plant_node", rate=100.0, servo="none", interface="topic_hardware", command_timeout=0.0)
    again = Drives(peer, arm)
    for _ in range(20):  # the first commands may come before the new process is connected
        again.send(0.1)
        if any(again.last().effort):
            break
    peer.wait(1.0)
    assert again.last().effort.tolist() == pytest.approx(again.torque.tolist())


def test_a_forward_controller_repeats_its_last_command(start, peer, arm: Arm):
    """Interface ``direct``: silence of the topic is no silence of the drives, which the guard has to end."""
    start("plant_node", rate=100.0, servo="none", command_timeout=0.1)
    states = peer.listen(JointState, "joint_states")
    commands = peer.node.create_publisher(Float64MultiArray, "effort_controller/commands", 10)
    assert peer.until(lambda: len(states) > 20 and commands.get_subscription_count())
    torque = load_model("full", arm).gravity(np.array(HOME))
    for _ in range(5):
        commands.publish(Float64MultiArray(data=torque))
        peer.wait(0.02)
    peer.wait(1.0)
    states.clear()
    assert peer.until(lambda: states)
    assert states[-1].effort.tolist() == pytest.approx(torque.tolist())
