"""The feed-forward node over the wire: good states move torque, bad ones never do and show in diagnostics."""

from __future__ import annotations

import math
import signal
from typing import Any

import numpy as np
import pytest
from helpers.ros.driver import NAMES, Driver, Q
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm


@pytest.fixture
def driver(start, peer) -> Driver:
    """A running node and its other side."""
    times = {"fade_in_time": 0.0, "hold_time": 0.3, "fade_out_time": 0.2, "recovery_time": 0.0}
    start("feedforward_node", autostart=True, restart_after_fault=True, **times)
    made = Driver(peer)
    made.settle()
    return made


def test_at_rest_it_is_the_explicit_gravity_torque_in_any_joint_order(driver: Driver, arm: Arm):
    expected = load_model("full", arm).gravity(np.array(Q))
    np.testing.assert_allclose(driver.answered(driver.state()), expected, atol=1e-12)
    order = [5, 0, 3, 1, 4, 2]
    shuffled = driver.state([NAMES[i] for i in order], [Q[i] for i in order])
    np.testing.assert_allclose(driver.answered(shuffled), expected, atol=1e-12)
    with_gripper = driver.state(["finger", *NAMES], [0.1, *Q])
    np.testing.assert_allclose(driver.answered(with_gripper), expected, atol=1e-12)


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "missing": ({"names": NAMES[:5], "position": Q[:5]}, "joint6"),
    "nan": ({"position": [math.nan, *Q[1:]]}, "position of joint1 is not finite"),
    "infinite velocity": ({"velocity": [0, 0, 0, 0, 0, math.inf]}, "velocity of joint6 is not finite"),
    "short": ({"position": Q[:4]}, "position has 4 entries for 6 joint names"),
    "no velocity": ({"velocity": []}, "velocity is empty"),
    "twice": ({"names": [*NAMES, "joint1"], "position": [*Q, 0.0]}, "named twice"),
    "empty": ({"names": [], "position": []}, "missing"),
}


def test_bad_states_give_no_torque_and_show_in_diagnostics(driver: Driver, arm: Arm):
    expected = load_model("full", arm).gravity(np.array(Q))
    for case, (fields, words) in BAD.items():
        # A good one first, so that silence is not the watchdog's.
        np.testing.assert_allclose(driver.answered(driver.state()), expected, atol=1e-12)
        before, refused = len(driver.commands), driver.rejected()
        for _ in range(5):  # best effort: a single message may be lost
            driver.states.publish(driver.state(**fields))
            if driver.peer.until(lambda refused=refused: driver.rejected() > refused, 2.0):
                break
        assert driver.rejected() > refused, case
        assert driver.reported_error(words), case
        # Whatever came after it is the watchdog's fade, never more than the last good torque.
        for command in driver.commands[before:]:
            assert (np.abs(command.data) <= np.abs(expected) + 1e-12).all(), case

    def recovered() -> bool:
        np.testing.assert_allclose(driver.answered(driver.state()), expected, atol=1e-12)
        return driver.status()[0] == 0

    assert driver.peer.until(recovered)


def test_silence_holds_gravity_then_fades_to_zero_and_is_reported(driver: Driver, arm: Arm):
    driver.answer(driver.state())
    driver.commands.clear()
    assert driver.peer.until(lambda: driver.commands and not any(driver.commands[-1].data))
    np.testing.assert_allclose(driver.commands[0].data, load_model("full", arm).gravity(np.array(Q)), atol=1e-12)
    largest = [max(map(abs, command.data)) for command in driver.commands]
    assert largest == sorted(largest, reverse=True)
    assert driver.peer.until(lambda: driver.status()[1].startswith("closed: no usable joint state"))
    assert driver.status()[0] == 2
    assert driver.status()[2]["gate"] == "closed"
    assert int(driver.status()[2]["trips.fault.silence"]) >= 1


def test_the_last_command_before_the_end_is_zero(driver: Driver, start):
    driver.answer(driver.state())
    child = start.processes._children["feedforward_node"]
    child.send_signal(signal.SIGTERM)
    assert driver.peer.until(lambda: child.poll() is not None, 5.0)  # launch kills what has not ended after 5 s
    assert child.returncode == 0
    driver.peer.wait(0.2)
    assert driver.commands[-1].data.tolist() == [0.0] * 6


def test_a_reference_brings_inertia_torque(driver: Driver, arm: Arm):
    """Model torque at the measured state with the reference's acceleration."""
    point = JointTrajectoryPoint(positions=Q, velocities=[0.0] * 6, accelerations=[1.0, -2.0, 3.0, 4.0, -5.0, 6.0])
    message = JointTrajectory(joint_names=NAMES, points=[point])
    velocity = [0.5, -0.4, 0.3, 0.2, -0.1, 0.6]
    expected = load_model("newton_euler", arm).torque(Q, velocity, point.accelerations.tolist())
    for _ in range(50):
        message.header.stamp = driver.peer.node.get_clock().now().to_msg()
        driver.references.publish(message)
        driver.peer.wait(0.02)
        command = driver.answer(driver.state(velocity=velocity), 0.5)
        if command is not None and abs(command - expected).max() < 1e-9:
            return
    raise AssertionError(f"{command} is not {expected}")


def test_a_reference_lost_in_a_motion_is_a_fault(driver: Driver, arm: Arm):
    """An old acceleration must not drive the arm for ever, and its goal is not known."""
    held = load_model("full", arm).gravity(np.array(Q))
    point = JointTrajectoryPoint(positions=Q, velocities=[0.0] * 6, accelerations=[5.0] * 6)
    message = JointTrajectory(joint_names=NAMES, points=[point])

    def driven() -> bool:
        message.header.stamp = driver.peer.node.get_clock().now().to_msg()
        driver.references.publish(message)
        driver.peer.wait(0.02)
        return bool(driver.commands) and np.abs(np.array(driver.commands[-1].data) - held).max() > 1.0

    driver.stream()
    assert driver.peer.until(driven, 10.0)
    assert driver.peer.until(lambda: driver.reported_error("no usable reference for 0.2 s"))
    assert driver.torque_becomes(held)


def test_a_bad_reference_is_refused_and_reported_despite_good_states(driver: Driver, arm: Arm):
    bad = JointTrajectory(joint_names=NAMES, points=[JointTrajectoryPoint(positions=[math.nan] * 6)])
    for message in (bad, JointTrajectory(joint_names=NAMES), JointTrajectory(joint_names=["x"], points=bad.points)):
        before = driver.rejected()
        driver.references.publish(message)
        assert driver.peer.until(lambda before=before: driver.rejected() > before, 10.0)
        for _ in range(5):  # good states do not hide it
            driver.answer(driver.state())
        assert driver.status()[0] == 2
        assert driver.reported_error("reference:")
    expected = load_model("full", arm).gravity(np.array(Q))
    np.testing.assert_allclose(driver.answered(driver.state()), expected, atol=1e-12)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"model": "magic"}, "'magic' is not known"),
        ({"arm": "nobody"}, "arm 'nobody' is not known"),
        ({"arm": "/nowhere/mine.yaml"}, "does not exist"),
        ({"state_timeout": "soon"}, "state_timeout"),
        ({"state_timeout": -1.0}, "state_timeout"),
        ({"fault_policy": "panic"}, "'panic' is not known"),
        ({"joints": "[a,b]"}, "expected 6 different names"),
        ({"effort_unit": "current"}, "torque_constant (N·m/A) and gear_ratio of every motor"),
        ({"current_per_torque": "[0.1]"}, "set effort_unit to current"),
        ({"payload.inertia": "[1.0,1.0,9.0,0.0,0.0,0.0]", "payload.mass": 1.0}, "no body has"),
        ({"friction.coulomb": "[1.0,2.0]"}, "friction.coulomb: expected one number or 6"),
    ],
)
def test_bad_parameters_are_one_sentence(start, parameters: dict, words: str):
    """With autostart; without it the node stays unconfigured, see test_feedforward_lifecycle.py."""
    assert start("feedforward_node", autostart=True, **parameters).wait(20) == 2
    assert words in start.output("feedforward_node")
    assert "Traceback" not in start.output("feedforward_node")
