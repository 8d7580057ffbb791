"""Parameters at run time: what is safe changes at once, what is not is refused with a reason."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from geometry_msgs.msg import InertiaStamped
from helpers.ros.driver import NAMES, Driver, Q
from rcl_interfaces.srv import DescribeParameters
from sensor_msgs.msg import JointState
from std_msgs.msg import String

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.friction import FrictionCompensation
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.nodes.wire.feedforward_parameters import PARAMETERS
from puma560_dynamics.nodes.wire.messages import read_payload
from puma560_dynamics.nodes.wire.topics import LATCHED, PAYLOAD

QUICK = {"autostart": True, "fade_in_time": 0.0, "fade_out_time": 0.2}
VELOCITY = [0.5, -0.4, 0.3, 0.2, -0.1, 0.6]


@pytest.fixture
def driver(start, peer) -> Driver:
    """A running node with steady states."""
    start("feedforward_node", **QUICK)
    made = Driver(peer)
    made.stream()
    return made


def test_terms_are_switched_and_friction_scaled(driver: Driver, arm: Arm):
    gravity = load_model("full", arm).gravity(Q)
    assert driver.torque_becomes(gravity)
    assert driver.set(terms__gravity=False)[0].successful
    assert driver.torque_becomes(0.0)
    assert driver.set(terms__gravity=True, terms__friction=True)[0].successful
    driver.stream(velocity=VELOCITY)
    model = load_model("newton_euler", arm).torque(Q, VELOCITY, [0.0] * 6)
    assert driver.torque_becomes(model + FrictionCompensation.of(arm, 0.5).torque(np.array(VELOCITY)))
    assert driver.set(friction__scale=1.0)[0].successful
    assert driver.torque_becomes(model + FrictionCompensation.of(arm, 1.0).torque(np.array(VELOCITY)))


def test_a_payload_is_taken_up_and_published(driver: Driver, arm: Arm):
    payloads = driver.peer.listen(InertiaStamped, PAYLOAD, LATCHED)
    load = Payload.of(2.0, (0.02, 0.01, 0.1), (0.01, 0.012, 0.013, 0.001, 0.0, 0.0))
    assert driver.peer.until(lambda: payloads)
    assert read_payload(payloads[0], arm).mass == 0.0
    result = driver.set_together(
        payload__mass=2.0, payload__center_of_mass=[0.02, 0.01, 0.1], payload__link="",
        payload__inertia=[0.01, 0.012, 0.013, 0.001, 0.0, 0.0],
    )  # fmt: skip
    assert result.successful, result.reason
    expected = load_model("pinocchio", arm, load).gravity(Q)
    assert np.abs(expected - load_model("full", arm).gravity(Q)).max() > 5.0
    assert driver.torque_becomes(expected)
    assert driver.peer.until(lambda: read_payload(payloads[-1], arm).mass == 2.0)
    assert payloads[-1].header.frame_id == "link6"
    np.testing.assert_allclose(read_payload(payloads[-1], arm).inertia, load.inertia)


def test_mass_zero_alone_removes_a_load_whatever_else_is_given(driver: Driver, arm: Arm):
    """Also parameter by parameter, in any order, as ``ros2 param load`` sets a file of zeros."""
    bare = load_model("full", arm).gravity(Q)
    center, inertia = [0.02, 0.01, 0.1], [0.01, 0.012, 0.013, 0.001, 0.0, 0.0]
    load: dict[str, Any] = {"payload__center_of_mass": center, "payload__inertia": inertia, "payload__link": "link6"}
    none: dict[str, Any] = {"payload__center_of_mass": [0.0] * 3, "payload__inertia": [0.0] * 6, "payload__link": ""}
    for removal in ({"payload__mass": 0.0}, {**none, "payload__mass": 0.0}, {"payload__mass": 0.0, **none}):
        assert driver.set_together(payload__mass=3.0, **load).successful
        loaded = load_model("pinocchio", arm, Payload.of(3.0, center, inertia)).gravity(Q)
        assert driver.torque_becomes(loaded)
        assert driver.peer.until(lambda: driver.status()[2].get("payload_kg") == "3.0")
        results: dict[str, Any] = {}
        for name, value in removal.items():
            one: dict[str, Any] = {name: value}
            results[name] = driver.set(**one)[0]
        assert results.pop("payload__mass").successful
        assert all("a load is set as a whole" in result.reason for result in results.values())
        assert driver.torque_becomes(bare)
        assert driver.peer.until(lambda: driver.status()[2].get("payload_kg") == "0.0")
        assert driver.status()[2]["payload_pending"] == "False"


def test_a_load_is_set_as_a_whole_or_not_at_all(driver: Driver, arm: Arm):
    bare = load_model("full", arm).gravity(Q)
    center, inertia = [0.0, 0.0, 0.1], [0.01, 0.01, 0.01, 0.0, 0.0, 0.0]
    whole: dict[str, Any] = {
        "payload__mass": 2.0, "payload__center_of_mass": center, "payload__inertia": inertia, "payload__link": ""
    }  # fmt: skip
    for name in whole:
        part = {other: value for other, value in whole.items() if other != name}
        result = driver.set_together(**part)
        assert not result.successful
        assert f"{name.replace('__', '.')} missing; set all four" in result.reason
    for name, value, words in (
        ("payload__link", "elsewhere", "'elsewhere' is not fixed"),
        ("payload__inertia", [1.0, 1.0, 9.0, 0.0, 0.0, 0.0], "no body has"),
        ("payload__center_of_mass", [0.0, 0.1], "center of mass"),
    ):
        result = driver.set_together(**{**whole, name: value})
        assert not result.successful
        assert words in result.reason
    driver.commands.clear()
    assert driver.torque_becomes(bare)
    assert driver.set_together(**whole).successful
    assert driver.torque_becomes(load_model("pinocchio", arm, Payload.of(2.0, center, inertia)).gravity(Q))


REFUSED: dict[str, tuple[Any, str]] = {
    "payload__mass": (-1.0, ""),
    "payload__center_of_mass": ([0.0, 0.1, 0.0], "a load is set as a whole"),
    "friction__scale": (1.5, ""),
    "acceleration_source": ("crystal_ball", "'crystal_ball' is not known"),
    "model": ("abbreviated", "read-only"),
    "torque_limit_scale": (0.5, "read-only"),
    "terms__gravity": ("yes", ""),
}


def test_what_is_refused_changes_nothing(driver: Driver, arm: Arm):
    gravity = load_model("full", arm).gravity(Q)
    assert driver.torque_becomes(gravity)
    for name, (value, words) in REFUSED.items():
        result = driver.set(**{name: value})[0]
        assert not result.successful, name
        assert result.reason, name
        assert words in result.reason, name
    driver.commands.clear()
    assert driver.torque_becomes(gravity)


def test_every_parameter_is_described(driver: Driver):
    client = driver.peer.node.create_client(DescribeParameters, "feedforward_node/describe_parameters")
    assert driver.peer.until(client.service_is_ready)
    future = client.call_async(DescribeParameters.Request(names=[item.name for item in PARAMETERS]))
    assert driver.peer.until(future.done)
    for item, descriptor in zip(PARAMETERS, future.result().descriptors, strict=True):
        assert descriptor.description == item.description
        assert descriptor.read_only == item.read_only
        ranged = item.minimum is not None and not isinstance(item.default, list)  # ROS has no range of lists
        assert bool(descriptor.floating_point_range or descriptor.integer_range) == ranged


def test_joint_names_of_the_user(start, peer, arm: Arm):
    names = [f"left_{name}" for name in NAMES]
    start("feedforward_node", **QUICK, joints=f"[{','.join(names)}]")
    driver = Driver(peer)
    driver.stream(names=names[::-1], position=Q[::-1])
    assert driver.torque_becomes(load_model("full", arm).gravity(Q))


def test_current_instead_of_torque(start, peer, arm: Arm):
    constants = [0.1, -0.2, 0.3, 0.4, -0.5, 0.6]
    start("feedforward_node", **QUICK, effort_unit="current", current_per_torque=str(constants).replace(" ", ""))
    driver = Driver(peer)
    totals = peer.listen(JointState, "feedforward_node/total")
    driver.stream()
    gravity = load_model("full", arm).gravity(Q)
    assert driver.torque_becomes(gravity * constants)
    assert peer.until(lambda: totals and np.abs(np.array(totals[-1].effort) - gravity).max() < 1e-9)


def test_gravity_that_the_hardware_compensates(start, peer):
    start("feedforward_node", **QUICK, hardware_compensates_gravity=True)
    driver = Driver(peer)
    driver.stream()
    assert peer.until(lambda: len(driver.commands) > 20)
    assert not any(any(message.data) for message in driver.commands)
    driver.stop()  # nor on a fault
    assert peer.until(lambda: driver.reported_error("holding"))
    assert not any(any(message.data) for message in driver.commands)


def test_a_tilted_base_is_refused_or_served(start, peer, arm: Arm, tmp_path):
    from puma560_dynamics.files import share_file

    text = share_file("config", "akb1986.yaml").read_text(encoding="utf-8")
    mine = tmp_path / "tilted.yaml"
    mine.write_text(f"gravity_direction: [0.6, 0.0, -0.8]\n{text}", encoding="utf-8")
    assert start("feedforward_node", **QUICK, arm=mine, model="full").wait(20) == 2
    assert "upright base" in start.output("feedforward_node")
    assert "newton_euler" in start.output("feedforward_node")
    start("feedforward_node", **QUICK, arm=mine, model="newton_euler")
    driver = Driver(peer)
    driver.stream()
    tilted = arm.with_(gravity_direction=[0.6, 0.0, -0.8])
    assert driver.torque_becomes(load_model("pinocchio", tilted).gravity(Q))


def test_terms_one_by_one_add_up_to_the_total(start, peer, arm: Arm):
    # The position stands still while the velocity does not: wide enough for that.
    start("feedforward_node", **QUICK, jump_tolerance=1.0, **{"terms.friction": True})
    driver = Driver(peer)
    parts = ("gravity", "inertia", "velocity", "friction", "total")
    heard = {name: peer.listen(JointState, f"feedforward_node/{name}") for name in parts}
    driver.stream(velocity=VELOCITY)
    assert peer.until(lambda: all(len(messages) > 250 for messages in heard.values()), 20.0)
    stamped = {
        name: {(m.header.stamp.sec, m.header.stamp.nanosec): np.array(m.effort) for m in messages}
        for name, messages in heard.items()
    }
    last = max(set.intersection(*(set(messages) for messages in stamped.values())))
    torque = {name: messages[last] for name, messages in stamped.items()}
    gravity = load_model("newton_euler", arm).gravity(Q)
    moving = load_model("newton_euler", arm).torque(Q, VELOCITY, [0.0] * 6)
    np.testing.assert_allclose(torque["gravity"], gravity, atol=1e-12)
    np.testing.assert_allclose(torque["velocity"], moving - gravity, atol=1e-12)
    np.testing.assert_allclose(torque["friction"], FrictionCompensation.of(arm).torque(np.array(VELOCITY)), atol=1e-12)
    np.testing.assert_array_equal(torque["inertia"], 0.0)
    np.testing.assert_allclose(torque["total"], sum(torque[name] for name in parts[:-1]), atol=1e-9)


def test_gyroscopic_terms_are_part_of_the_torque_and_validated(start, peer, arm: Arm):
    start("feedforward_node", **QUICK, jump_tolerance=1.0, gyroscopic=True)
    start("validator_node", gyroscopic=True)
    driver = Driver(peer)
    description = peer.node.create_publisher(String, "robot_description", LATCHED)
    description.publish(String(data=urdf(arm)))
    residuals = peer.listen(JointState, "validator_node/residual")
    driver.stream(velocity=VELOCITY)
    expected = load_model("newton_euler", arm, gyroscopic=True).torque(Q, VELOCITY, [0.0] * 6)
    assert np.abs(expected - load_model("newton_euler", arm).torque(Q, VELOCITY, [0.0] * 6)).max() > 1e-3
    assert driver.torque_becomes(expected)
    assert peer.until(lambda: len(residuals) > 20)
    assert np.abs([message.effort for message in residuals]).max() < 1e-10
