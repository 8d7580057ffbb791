"""The life of the feed-forward node: configured, activated with a fade, deactivated with a fade, ended safely."""

from __future__ import annotations

import signal
import time

import numpy as np
import pytest
from driver import Driver, Q
from lifecycle_msgs.msg import Transition
from lifecycle_msgs.srv import ChangeState, GetState
from std_msgs.msg import Float64MultiArray

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm

QUICK = {"fade_in_time": 0.3, "fade_out_time": 0.3}


class Life:
    """A lifecycle manager."""

    def __init__(self, peer) -> None:
        self.peer = peer
        self._change = peer.node.create_client(ChangeState, "feedforward_node/change_state")
        self._get = peer.node.create_client(GetState, "feedforward_node/get_state")
        assert peer.until(lambda: self._change.service_is_ready() and self._get.service_is_ready())

    def change(self, transition: int) -> bool:
        """Ask for a transition."""
        future = self._change.call_async(ChangeState.Request(transition=Transition(id=transition)))
        assert self.peer.until(future.done)
        return future.result().success

    @property
    def state(self) -> str:
        """Present state."""
        future = self._get.call_async(GetState.Request())
        assert self.peer.until(future.done)
        return future.result().current_state.label


@pytest.fixture
def sides(start, peer) -> tuple[Driver, Life]:
    """Driver and lifecycle manager of a node that has just started."""
    start("feedforward_node", **QUICK)
    life = Life(peer)
    assert life.change(Transition.TRANSITION_CONFIGURE)
    return Driver(peer), life


def jumps(driver: Driver, arm: Arm) -> bool:
    """Whether any two commands in a row differ by more than the rate limit allows in one step."""
    torques = np.array([message.data for message in driver.commands])
    return bool((np.abs(np.diff(torques, axis=0)) > 10.0 * arm.maximum_torque * 0.02 + 1e-9).any())


def test_nothing_is_commanded_before_activation(sides: tuple[Driver, Life], arm: Arm):
    driver, life = sides
    driver.stream()
    driver.peer.wait(0.5)
    assert driver.commands == []
    assert life.state == "inactive"
    assert life.change(Transition.TRANSITION_ACTIVATE)
    gravity = load_model("full", arm).gravity(Q)
    assert driver.torque_becomes(gravity)
    assert not jumps(driver, arm)
    assert np.abs(driver.commands[0].data).max() < 0.2 * np.abs(gravity).max()


def test_deactivation_and_activation_under_motion(sides: tuple[Driver, Life], arm: Arm):
    driver, life = sides
    driver.stream()
    gravity = load_model("full", arm).gravity(Q)
    for _ in range(2):
        assert life.change(Transition.TRANSITION_ACTIVATE)
        assert driver.torque_becomes(gravity)
        began = time.monotonic()
        assert life.change(Transition.TRANSITION_DEACTIVATE)
        assert time.monotonic() - began > 0.2  # the transition is over when the torque is
        assert driver.torque_becomes(0.0)
        driver.peer.wait(0.2)
        count = len(driver.commands)
        driver.peer.wait(0.3)
        assert len(driver.commands) == count
    assert not jumps(driver, arm)
    assert life.change(Transition.TRANSITION_CLEANUP)
    assert life.state == "unconfigured"
    assert life.change(Transition.TRANSITION_CONFIGURE)
    assert life.change(Transition.TRANSITION_ACTIVATE)
    assert driver.torque_becomes(gravity)


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, "shutdown"])
def test_every_ending_leads_to_zero_without_a_jump(sides: tuple[Driver, Life], start, arm: Arm, ending):
    driver, life = sides
    driver.stream()
    assert life.change(Transition.TRANSITION_ACTIVATE)
    assert driver.torque_becomes(load_model("full", arm).gravity(Q))
    driver.stop()
    if ending == "shutdown":
        assert life.change(Transition.TRANSITION_ACTIVE_SHUTDOWN)
        assert life.state == "finalized"
    else:
        child = start.processes._children["feedforward_node"]
        child.send_signal(ending)
        assert driver.peer.until(lambda: child.poll() is not None, 5.0)
        assert child.returncode == 0
    driver.peer.wait(0.3)
    assert list(driver.commands[-1].data) == [0.0] * 6
    assert not jumps(driver, arm)


def test_what_cannot_be_configured_stays_unconfigured_and_says_why(start, peer):
    start("feedforward_node", arm="nobody")
    life = Life(peer)
    driver = Driver(peer, states=False)
    assert not life.change(Transition.TRANSITION_CONFIGURE)
    assert life.state == "unconfigured"
    assert peer.until(lambda: driver.said_as_error("not configured: arm 'nobody' is not known"))


def test_activation_goes_on_from_what_is_commanded_already(sides: tuple[Driver, Life], arm: Arm):
    """The controller holds the last command of a node that died: the next one begins there."""
    driver, life = sides
    gravity = load_model("full", arm).gravity(Q)
    before = driver.peer.node.create_publisher(Float64MultiArray, "effort_controller/commands", 10)
    assert driver.peer.until(lambda: before.get_subscription_count() >= 2)
    for _ in range(10):
        before.publish(Float64MultiArray(data=gravity.tolist()))
        driver.peer.wait(0.1)
    driver.commands.clear()
    driver.stream()
    assert life.change(Transition.TRANSITION_ACTIVATE)
    assert driver.peer.until(lambda: len(driver.commands) > 50)
    torques = np.array([message.data for message in driver.commands])
    np.testing.assert_allclose(torques, np.tile(gravity, (len(torques), 1)), atol=1e-9)


def test_a_tight_rate_limit_holds_to_the_last_newton_metre(start, peer):
    """The fade-out may take longer than any fixed bound; cutting it short would be a step."""
    start("feedforward_node", fade_out_time=0.0, torque_rate="[5.0]")
    life = Life(peer)
    assert life.change(Transition.TRANSITION_CONFIGURE)
    driver = Driver(peer)
    before = driver.peer.node.create_publisher(Float64MultiArray, "effort_controller/commands", 10)
    assert driver.peer.until(lambda: before.get_subscription_count() >= 2)
    for _ in range(10):
        before.publish(Float64MultiArray(data=[0.0, 30.0, 0.0, 0.0, 0.0, 0.0]))
        driver.peer.wait(0.1)
    assert life.change(Transition.TRANSITION_ACTIVATE)
    driver.commands.clear()
    assert life.change(Transition.TRANSITION_DEACTIVATE)
    assert driver.torque_becomes(0.0)
    torques = np.array([message.data for message in driver.commands])
    assert torques[0, 1] > 25.0
    assert np.abs(np.diff(torques, axis=0)).max() <= 5.0 * 0.02 + 1e-9


def test_a_fault_is_not_shown_any_more_once_the_node_was_deactivated(sides: tuple[Driver, Life]):
    driver, life = sides
    driver.stream()
    assert life.change(Transition.TRANSITION_ACTIVATE)
    assert driver.peer.until(lambda: driver.diagnostics and driver.status()[2].get("gate") == "open")
    driver.stop()
    assert driver.peer.until(lambda: driver.status()[2].get("gate") == "holding")
    assert life.change(Transition.TRANSITION_DEACTIVATE)
    assert driver.peer.until(lambda: driver.status()[1] == "configured, not active", 5.0)
    assert driver.status()[0] == 1
