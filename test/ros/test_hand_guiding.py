"""Hand guiding over DDS: parameters, refused references, faults, and taught waypoints."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from helpers.ros.driver import NAMES, Driver, Q
from std_srvs.srv import Trigger
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.guiding.guiding_settings import HAND_GUIDING

QUICK = {"autostart": True, "fade_in_time": 0.2, "fade_out_time": 0.2, "late_step": 1.0, "guard": "none"}


def call(driver: Driver, name: str) -> Trigger.Response:
    """The answer of a service of the node."""
    client = driver.peer.node.create_client(Trigger, f"feedforward_node/{name}")
    assert driver.peer.until(client.service_is_ready)
    future = client.call_async(Trigger.Request())
    assert driver.peer.until(future.done)
    return future.result()


def shown(driver: Driver, key: str) -> str | None:
    """A value of the last diagnostics, once there are any."""
    return driver.status()[2].get(key) if driver.diagnostics else None


def test_guiding_is_chosen_refuses_references_and_ends_by_time_out(start, peer, arm: Arm):
    start("feedforward_node", **QUICK, **{"hand_guiding.enabled": True, "hand_guiding.timeout": 2.0})
    driver = Driver(peer)
    driver.stream()
    gravity = load_model("full", arm).gravity(Q)
    assert driver.torque_becomes(gravity)
    assert driver.set(mode="float")[0].reason.startswith("mode: 'float' is not known")
    assert driver.set(mode=HAND_GUIDING)[0].successful
    assert driver.peer.until(lambda: shown(driver, "guiding") == "guided")
    assert shown(driver, "active_terms") == "gravity,friction,guiding"
    assert driver.torque_becomes(gravity), "at rest and free, the terms of guiding are zero"
    still = [0.0] * 6
    point = JointTrajectoryPoint(positions=Q, velocities=still, accelerations=still)
    message = JointTrajectory(joint_names=NAMES, points=[point])
    message.header.stamp = peer.node.get_clock().now().to_msg()
    driver.references.publish(message)
    assert peer.until(lambda: any("guided by hand" in words for words in driver.reported()))
    assert driver.peer.until(lambda: shown(driver, "guiding") == "released: no motion for 2 s")
    assert driver.set(mode="feedforward")[0].successful
    assert driver.peer.until(lambda: shown(driver, "guiding") == "off")


def test_guiding_that_is_not_enabled_is_refused(start, peer):
    start("feedforward_node", **QUICK)
    driver = Driver(peer)
    driver.stream()
    assert driver.peer.until(lambda: shown(driver, "gate") == "open")
    assert "hand_guiding.enabled" in driver.set(mode=HAND_GUIDING)[0].reason
    assert shown(driver, "mode") == "feedforward"


def test_waypoints_are_taught_and_written(start, peer, tmp_path: Path):
    path = tmp_path / "waypoints.yaml"
    start("feedforward_node", waypoints_file=str(path), **QUICK)
    driver = Driver(peer)
    assert "no joint state" in call(driver, "teach_waypoint").message
    driver.stream()
    assert driver.peer.until(lambda: call(driver, "teach_waypoint").success)
    assert "not moved" in call(driver, "teach_waypoint").message
    answer = call(driver, "save_waypoints")
    assert answer.success and answer.message.startswith(f"1 waypoints written to {path}")
    given = yaml.safe_load(path.read_text())
    assert given["points"][0]["positions"] == pytest.approx(list(Q))
    assert "none were taught" in call(driver, "save_waypoints").message


def test_states_that_stop_while_guided_release_the_arm_also_after_a_reset(start, peer):
    guided = {"hand_guiding.enabled": True, "mode": HAND_GUIDING, "hold_time": 0.5}
    start("feedforward_node", **QUICK, **guided)
    driver = Driver(peer)
    driver.stream()
    assert peer.until(lambda: shown(driver, "guiding") == "guided" and shown(driver, "gate") == "open")
    driver.stop()
    assert peer.until(lambda: shown(driver, "gate") == "closed")
    assert shown(driver, "fault") == "silence" and not any(driver.commands[-1].data)
    driver.stream()
    assert peer.until(lambda: call(driver, "reset").success)
    assert peer.until(lambda: shown(driver, "gate") == "open")
    assert shown(driver, "guiding") == "released: fault silence"
    assert peer.until(lambda: "set mode again" in driver.status()[1])
    assert driver.set(mode=HAND_GUIDING)[0].successful
    assert peer.until(lambda: shown(driver, "guiding") == "guided")
