"""The simulated arm over the wire."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from diagnostic_msgs.msg import DiagnosticArray
from helpers.arm.descriptions import light_arm
from rclpy.qos import qos_profile_sensor_data
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray, String
from std_srvs.srv import Trigger

from puma560_dynamics import Payload, load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.home_pose import HOME, home
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.nodes.wire.topics import LATCHED


def test_brake_commands_and_bad_commands(start, peer, arm: Arm):
    start("plant_node", rate=100.0)
    states = peer.listen(JointState, "joint_states")
    descriptions = peer.listen(String, "robot_description", LATCHED)
    diagnostics = peer.listen(DiagnosticArray, "/diagnostics")
    commands = peer.node.create_publisher(Float64MultiArray, "effort_controller/commands", 10)
    assert peer.until(lambda: len(states) > 20 and descriptions and commands.get_subscription_count())

    # The brake holds until the first command.
    assert states[-1].name == list(arm.joint_names)
    assert states[-1].position.tolist() == list(HOME)
    assert descriptions[0].data == urdf(arm)

    # Nonsense neither moves it nor kills it, and is seen.
    for torque in ([np.nan] * 6, [1.0] * 5, [], [np.inf] + [0.0] * 5):
        commands.publish(Float64MultiArray(data=torque))

    def refused() -> int:
        values = [v for message in diagnostics for v in message.status[0].values]
        return max((int(v.value) for v in values if v.key == "rejected"), default=0)

    assert peer.until(lambda: refused() == 4)
    peer.wait(0.1)
    assert states[-1].position.tolist() == list(HOME)

    # Torque moves it; beyond the limit it is cut.
    moving = load_model("full", arm).gravity(np.array(HOME))
    moving[0] = 500.0
    for _ in range(20):
        commands.publish(Float64MultiArray(data=moving.tolist()))
        peer.wait(0.02)
    assert states[-1].position[0] > 0.1
    assert max(abs(state.effort[0]) for state in states) == pytest.approx(97.6)

    # Reset brings it back, brake on.
    reset = peer.node.create_client(Trigger, "plant_node/reset")
    assert peer.until(reset.service_is_ready)
    future = reset.call_async(Trigger.Request())
    assert peer.until(future.done)
    states.clear()
    assert peer.until(lambda: len(states) > 10)
    assert states[-1].position.tolist() == list(HOME)


def test_the_arm_carries_the_load_of_the_parameters(start, peer, arm: Arm):
    """Without friction, only the gravity torque with the load holds it; the description is that of the arm alone."""
    load = {"payload.mass": 2.0, "payload.link": "link6", "payload.center_of_mass": "[0.01, 0.0, 0.1]"}
    start("plant_node", rate=100.0, friction=False, **load)
    states = peer.listen(JointState, "joint_states")
    descriptions = peer.listen(String, "robot_description", LATCHED)
    commands = peer.node.create_publisher(Float64MultiArray, "effort_controller/commands", 10)
    assert peer.until(lambda: len(states) > 2 and descriptions and commands.get_subscription_count())
    assert descriptions[0].data == urdf(arm)
    body = Payload(2.0, [0.01, 0.0, 0.1])
    moved = []
    for carried in (body, None):
        torque = load_model("newton_euler", arm, carried).gravity(np.array(HOME))
        for _ in range(15):
            commands.publish(Float64MultiArray(data=torque.tolist()))
            peer.wait(0.02)
        moved.append(float(np.abs(np.array(states[-1].position) - HOME).max()))
    assert moved[0] < 1e-3 < 0.02 < moved[1]


def test_a_robot_that_compensates_gravity_holds_arm_and_payload_by_itself(start, peer, arm: Arm):
    """The efforts that it measures contain the gravity torque, the commands do not."""
    load = {"payload.mass": 2.0, "payload.link": "link6", "payload.center_of_mass": "[0.01, 0.0, 0.1]"}
    start("plant_node", rate=100.0, friction=False, servo="none", compensates_gravity=True, **load)
    states = peer.listen(JointState, "joint_states")
    commands = peer.node.create_publisher(Float64MultiArray, "effort_controller/commands", 10)
    assert peer.until(lambda: len(states) > 2 and commands.get_subscription_count())
    for _ in range(15):
        commands.publish(Float64MultiArray(data=[0.0] * 6))
        peer.wait(0.02)
    torque = load_model("newton_euler", arm, Payload(2.0, [0.01, 0.0, 0.1])).gravity(np.array(HOME))
    np.testing.assert_allclose(states[-1].position, HOME, atol=1e-3)
    np.testing.assert_allclose(states[-1].effort, torque, atol=0.1)


def test_bad_parameters_are_one_sentence(start):
    assert start("plant_node", initial_position="[1.0,2.0]").wait(20) == 2
    assert "initial_position: expected one number or 6, one per joint" in start.output("plant_node")
    assert "Traceback" not in start.output("plant_node")


def test_an_arm_with_another_number_of_joints_starts_at_its_home_pose(start, peer, tmp_path: Path):
    path = tmp_path / "four.urdf"
    path.write_text(light_arm(fingers=False).replace('lower="-2.5"', 'lower="-0.5"'), encoding="utf-8")
    start("plant_node", arm=str(path), rate=100.0)
    states = peer.listen(JointState, "joint_states")
    assert peer.until(lambda: states)
    expected = home(load_arm(path)).tolist()
    assert len(expected) == 4 and any(expected)
    assert states[-1].position.tolist() == expected


def test_an_unknown_interface_names_the_known_ones(start):
    assert start("plant_node", interface="serial").wait(20) == 2
    assert "interface: 'serial' is not known; use one of direct, topic_hardware" in start.output("plant_node")


def test_the_other_end_of_the_topic_hardware(start, peer, arm: Arm):
    """What JointStateTopicSystem sends, from its start on: NaN first, then torque by name, then nothing new."""
    start(
        "plant_node",
        rate=100.0,
        servo="none",
        interface="topic_hardware",
        command_timeout=0.0,
        commands_topic="/to_arm",
        states_topic="/from_arm",
    )
    # As the hardware interface subscribes and publishes.
    states = peer.listen(JointState, "/from_arm", qos_profile_sensor_data)
    descriptions = peer.listen(String, "robot_description", LATCHED)
    direct = peer.listen(JointState, "joint_states")
    diagnostics = peer.listen(DiagnosticArray, "/diagnostics")
    commands = peer.node.create_publisher(JointState, "/to_arm", 1)
    assert peer.until(lambda: len(states) > 20 and commands.get_subscription_count())

    def reported(words: str) -> bool:
        return any(words in message.status[0].message for message in diagnostics)

    def send(**fields: object) -> None:
        commands.publish(JointState(name=list(arm.joint_names), **fields))

    # No controller has written yet: NaN in effort, nothing or NaN in position. The brake stays on, nothing is refused.
    send(effort=[np.nan] * 6)
    send(effort=[np.nan] * 6, position=[np.nan] * 6)
    assert peer.until(lambda: reported("no controller commands an effort yet"))
    states.clear()
    assert peer.until(lambda: len(states) > 20)
    assert states[-1].position.tolist() == list(HOME)
    assert [v.value for v in diagnostics[-1].status[0].values if v.key == "rejected"] == ["0"]

    # What an interface too old for effort sends is named.
    send(position=list(HOME))
    assert peer.until(lambda: reported("1.1.0"))
    assert states[-1].position.tolist() == list(HOME)

    # One torque, sent once and in another order of joints, acts on from then on.
    torque = dict(zip(arm.joint_names, load_model("full", arm).gravity(np.array(HOME)), strict=True))
    torque["joint1"] = 60.0
    names = list(reversed(arm.joint_names))
    commands.publish(JointState(name=names, effort=[torque[name] for name in names], position=[np.nan] * 6))
    assert peer.until(lambda: states[-1].position[0] > 0.05)
    far = states[-1].position[0]
    assert peer.until(lambda: states[-1].position[0] > far + 0.2)
    assert states[-1].effort.tolist() == pytest.approx([torque[name] for name in arm.joint_names])

    # NaN now, whole or in part, does not take the torque away; a part of it is refused.
    send(effort=[np.nan] * 6)
    send(effort=[np.nan] + [0.0] * 5)
    assert peer.until(lambda: reported("effort of joint1 is not finite"))
    states.clear()
    assert peer.until(lambda: states)
    assert states[-1].effort[0] == 60.0

    # The robot's own topics are the controller manager's business.
    assert not descriptions and not direct
    assert peer.node.count_publishers("robot_description") == peer.node.count_publishers("joint_states") == 0
