"""Node and guard have one arm, one order, one unit and one set of limits: the guard has those of the node, or none."""

from __future__ import annotations

import json
import signal
from typing import Any

import numpy as np
import pytest
from diagnostic_msgs.msg import KeyValue
from helpers.ros.driver import NAMES, Driver, Q
from helpers.ros.guarded import publish_setup, setup_of
from helpers.ros.on_the_wire import Wire
from rclpy.qos import qos_profile_sensor_data
from std_msgs.msg import Float64MultiArray, String

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.gate_settings import RATE_FROM_LIMIT
from puma560_dynamics.control.gate.guard_setup import setup_digest
from puma560_dynamics.nodes.wire.heartbeat import Heartbeat, heartbeat_message
from puma560_dynamics.nodes.wire.messages import sender_of
from puma560_dynamics.nodes.wire.topics import HEARTBEAT, LATCHED, SETUP

QUICK: dict[str, Any] = {"autostart": True, "fade_in_time": 0.1, "hold_time": 0.3, "fade_out_time": 0.2}
GUARD = "command_guard_node"
OTHERS: dict[str, Any] = {
    "nothing": {},
    "current": {"effort_unit": "current", "current_per_torque": "[-0.5]"},
    "another arm": {"arm": "stanford"},
    "joints reversed": {"joints": f"[{','.join(reversed(NAMES))}]"},
    "a tenth of the torque": {"torque_limit_scale": 0.1},
}


@pytest.mark.parametrize("guard", OTHERS)
@pytest.mark.parametrize("node", ["nothing", "current"])
def test_a_guard_pushes_the_way_the_node_did(start, peer, arm: Arm, node: str, guard: str):
    """Whatever parameters the guard is given: they are not its own any more."""
    scale = -0.5 if node == "current" else 1.0
    start(GUARD, **OTHERS[guard])
    child = start("feedforward_node", guard=GUARD, **QUICK, **OTHERS[node], state_timeout=0.3)
    driver, wire = Driver(peer), Wire(peer)
    driver.stream()
    held = scale * load_model("full", arm).gravity(Q)
    assert driver.torque_becomes(held), driver.reported()
    peer.wait(0.5)
    child.send_signal(signal.SIGKILL)
    assert peer.until(lambda: any(sender_of(m) == GUARD for m in driver.commands)), start.output(GUARD)
    assert driver.torque_becomes(0.0)
    first = next(m for m in driver.commands if sender_of(m) == GUARD)
    np.testing.assert_allclose(first.data, held, atol=1e-6)
    rate = abs(scale) * RATE_FROM_LIMIT * arm.maximum_torque
    assert not wire.breaches(rate, rate)
    assert not any((np.array(m.data) * held < -1e-9).any() for m in driver.commands)


def test_the_heartbeat_shows_the_digest_of_the_setup_in_use_which_is_frozen_while_torque_acts(start, peer):
    beats = peer.listen(KeyValue, HEARTBEAT, qos_profile_sensor_data)
    start(GUARD)
    assert peer.until(lambda: beats and beats[-1].key == "waiting")
    first, second = setup_of(hold_time=0.2, fade_out_time=0.2, state_timeout=0.3), setup_of(hold_time=0.4)
    publisher = publish_setup(peer, first)

    def shown(setup: Any) -> bool:
        return json.loads(beats[-1].value)["setup"] == setup_digest(setup.text)

    assert peer.until(lambda: shown(first))
    driver = Driver(peer, states=False)
    sender = peer.node.create_publisher(Float64MultiArray, "effort_controller/commands", 10)
    assert peer.until(lambda: sender.get_subscription_count() >= 2)
    timer = peer.node.create_timer(0.01, lambda: sender.publish(Float64MultiArray(data=[2.0] * 6)))
    assert peer.until(lambda: beats[-1].key == "watching")
    peer.wait(0.3)
    publisher.publish(String(data=second.text))
    peer.wait(0.5)
    assert shown(first)
    peer.node.destroy_timer(timer)
    assert peer.until(lambda: any(sender_of(m) == GUARD for m in driver.commands))
    assert peer.until(lambda: shown(second))
    publisher.publish(String(data="no setup"))
    assert peer.until(lambda: driver.reported_error("setup of the guard"))
    assert shown(second)
    other = peer.node.create_publisher(String, SETUP, LATCHED)
    assert peer.until(lambda: beats[-1].key == "two_nodes")
    peer.node.destroy_publisher(other)
    assert peer.until(lambda: beats[-1].key != "two_nodes")


@pytest.mark.parametrize(
    ("beat", "reason"),
    [
        (Heartbeat("watching", 3.0, setup="0123456789abcdef"), "has not taken over the arm and the settings"),
        (Heartbeat("watching", 3.0), "has not taken over the arm and the settings"),
        (Heartbeat("two_nodes", 3.0, setup="right"), "two nodes publish what command_guard_node is to guard"),
        (Heartbeat("watching", 1e-3, setup="right"), "takes over after 0.001 s"),
    ],
)
def test_a_guard_of_another_setup_is_no_guard(start, peer, beat: Heartbeat, reason: str):
    start("feedforward_node", guard=GUARD, **QUICK)
    setup = peer.listen(String, SETUP, LATCHED)
    assert peer.until(lambda: setup)
    right = setup_digest(setup[-1].data)
    publisher = peer.node.create_publisher(KeyValue, HEARTBEAT, 10)
    message = heartbeat_message(beat._replace(setup=right if beat.setup == "right" else beat.setup))
    peer.node.create_timer(0.05, lambda: publisher.publish(message))
    driver = Driver(peer, states=False)
    driver.stream()
    assert peer.until(lambda: driver.reported_error(reason)), driver.reported()
    assert driver.commands == []


def test_a_heartbeat_of_nan_is_no_heartbeat(start, peer):
    start("feedforward_node", guard=GUARD, **QUICK)
    publisher = peer.node.create_publisher(KeyValue, HEARTBEAT, 10)
    driver = Driver(peer, states=False)
    peer.node.create_timer(0.05, lambda: publisher.publish(KeyValue(key="watching", value="nan")))
    driver.stream()
    assert peer.until(lambda: driver.reported_error("it is no heartbeat of this version")), driver.reported()
    assert peer.until(lambda: driver.reported_error("no heartbeat of command_guard_node"))
    assert driver.commands == []


def without_a_motor(plain: dict[str, Any]) -> None:
    plain["arm"]["motors"].pop()


def with_a_flat_inertia(plain: dict[str, Any]) -> None:
    plain["arm"]["links"][2]["inertia"] = [1.0, 2.0, 3.0]


def with_a_huge_number(plain: dict[str, Any]) -> None:
    plain["arm"]["links"][2]["mass"] = 1e308


def with_other_joints(plain: dict[str, Any]) -> None:
    plain["arm"]["joints"] = plain["arm"]["joints"][:3]


@pytest.mark.parametrize("damage", [without_a_motor, with_a_flat_inertia, with_a_huge_number, with_other_joints])
def test_a_setup_that_makes_no_sense_ends_no_guard(start, peer, damage: Any):
    right = setup_of()
    publisher = publish_setup(peer, right)
    child = start(GUARD)
    beats = peer.listen(KeyValue, HEARTBEAT, qos_profile_sensor_data)
    diagnostics = Driver(peer, states=False)
    assert peer.until(lambda: beats and json.loads(beats[-1].value)["setup"] == setup_digest(right.text))
    plain = json.loads(right.text)
    damage(plain)
    publisher.publish(String(data=json.dumps(plain)))
    assert peer.until(lambda: diagnostics.reported_error("guard_setup")), diagnostics.reported()
    peer.wait(0.3)
    assert child.poll() is None
    assert json.loads(beats[-1].value)["setup"] == setup_digest(right.text)
