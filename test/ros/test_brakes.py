"""Brakes and torque of the node, over real processes: what is given, what is refused, and the order on the wire."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.ros.driver import Driver, Q
from helpers.ros.life import Life
from lifecycle_msgs.msg import Transition
from std_msgs.msg import Bool

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.nodes.wire.topics import LATCHED

QUICK = {"model": "newton_euler", "fade_in_time": 0.3, "fade_out_time": 0.2}


def test_where_brakes_are_left_open_it_is_not_configured(start, peer):
    start("feedforward_node", **{**QUICK, "brakes": "''"})
    life, driver = Life(peer), Driver(peer, states=False)
    assert not life.change(Transition.TRANSITION_CONFIGURE)
    assert peer.until(lambda: driver.reported_error("not configured: brakes: expected one of ours, hardware, none"))


def test_a_limit_below_the_gravity_load_refuses_the_activation_with_the_figures(start, peer):
    start("feedforward_node", **{**QUICK, "brakes": "hardware", "torque_limit_scale": 0.1})
    life = Life(peer)
    assert life.change(Transition.TRANSITION_CONFIGURE)
    driver = Driver(peer)
    driver.stream()
    peer.wait(0.5)
    assert not life.change(Transition.TRANSITION_ACTIVATE)
    assert peer.until(lambda: driver.reported_error("not activated: the gravity load of the pose exceeds"))
    assert any("joint2" in words and "of 18.6" in words for words in driver.reported())
    assert not any(any(message.data) for message in driver.commands)


@pytest.mark.parametrize("feedback", [False, True])
def test_brakes_of_ours_are_released_once_the_torque_holds_the_arm(start, peer, arm: Arm, feedback: bool):
    start("feedforward_node", autostart=True, **QUICK, brakes="ours", brake_release_time=0.3, brake_feedback=feedback)
    requests = peer.listen(Bool, "feedforward_node/brake", LATCHED)
    state = peer.node.create_publisher(Bool, "feedforward_node/brake_state", LATCHED)
    state.publish(Bool(data=True))
    driver = Driver(peer)
    driver.stream()
    gravity = load_model("newton_euler", arm).gravity(Q)
    assert driver.torque_becomes(gravity)
    assert peer.until(lambda: requests and not requests[-1].data)
    assert all(request.data for request in requests[:-1])
    driver.commands.clear()
    peer.wait(0.5)
    torques = np.array([message.data for message in driver.commands])
    np.testing.assert_allclose(torques, np.tile(gravity, (len(torques), 1)), atol=1e-9)
    gate = driver.status()[2]["gate"]
    assert gate == "fading_in" if feedback else gate in ("fading_in", "open")
    state.publish(Bool(data=False))
    assert peer.until(lambda: driver.status()[2]["gate"] == "open")
    # At the end the brakes are requested first, and the torque stays until they are closed.
    driver.commands.clear()
    life = Life(peer)
    assert life.change(Transition.TRANSITION_DEACTIVATE)
    assert peer.until(lambda: requests[-1].data)
    if feedback:
        peer.wait(0.4)
        np.testing.assert_allclose(driver.commands[-1].data, gravity, atol=1e-9)
        state.publish(Bool(data=True))
    assert driver.torque_becomes(0.0)
