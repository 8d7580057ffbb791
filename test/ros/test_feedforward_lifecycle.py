"""The life of the feed-forward node: configured, activated with a fade, deactivated with a fade, ended safely."""

from __future__ import annotations

import signal
import time
from types import SimpleNamespace

import numpy as np
import pytest
from geometry_msgs.msg import InertiaStamped
from helpers.ros.domain import STATE_TIMEOUT
from helpers.ros.driver import Driver, Q
from helpers.ros.life import Life
from helpers.ros.on_the_wire import Wire
from lifecycle_msgs.msg import Transition
from std_msgs.msg import Float64MultiArray
from std_srvs.srv import Trigger

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.gate_settings import RATE_FROM_LIMIT
from puma560_dynamics.control.gate.timing import Timing
from puma560_dynamics.nodes.wire.loop_lifecycle import Autostart
from puma560_dynamics.nodes.wire.messages import read_payload
from puma560_dynamics.nodes.wire.topics import LATCHED, PAYLOAD

QUICK = {"fade_in_time": 0.3, "fade_out_time": 0.3}


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
    limit = RATE_FROM_LIMIT * arm.maximum_torque * Timing().longest_step
    return bool((np.abs(np.diff(torques, axis=0)) > limit + 1e-9).any())


def commanded(driver: Driver, torque: list[float]) -> None:
    """Another node commands a torque for a second and leaves."""
    other = driver.peer.node.create_publisher(Float64MultiArray, "effort_controller/commands", 10)
    assert driver.peer.until(lambda: other.get_subscription_count() >= 2)
    for _ in range(10):
        other.publish(Float64MultiArray(data=torque))
        driver.peer.wait(0.1)
    driver.peer.node.destroy_publisher(other)
    assert driver.peer.until(lambda: driver.peer.node.count_publishers("effort_controller/commands") == 1)
    driver.peer.wait(STATE_TIMEOUT)  # as long, another node counts as one that still commands
    driver.commands.clear()


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
        assert driver.torque_becomes(0.0)
        assert time.monotonic() - began > 0.2  # it faded
        driver.peer.wait(1.3)  # zero is repeated for a second
        count = len(driver.commands)
        driver.peer.wait(0.3)
        assert len(driver.commands) == count
    assert not jumps(driver, arm)
    assert life.change(Transition.TRANSITION_CLEANUP)
    assert life.state == "unconfigured"
    assert life.change(Transition.TRANSITION_CONFIGURE)
    assert life.change(Transition.TRANSITION_ACTIVATE)
    assert driver.torque_becomes(gravity)


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, "shutdown"])
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
        assert driver.peer.until(lambda: child.poll() is not None)
        assert child.returncode == 0
    assert driver.torque_becomes(0.0)
    driver.peer.wait(0.3)  # and stays so
    assert list(driver.commands[-1].data) == [0.0] * 6
    assert not jumps(driver, arm)


def test_a_failed_configuration_leaves_it_unconfigured_and_is_reported(start, peer):
    start("feedforward_node", arm="nobody")
    life = Life(peer)
    driver = Driver(peer, states=False)
    assert not life.change(Transition.TRANSITION_CONFIGURE)
    assert life.state == "unconfigured"
    assert peer.until(lambda: driver.reported_error("not configured: arm 'nobody' is not known"))


def test_activation_goes_on_from_what_is_commanded_already(sides: tuple[Driver, Life], arm: Arm):
    """The controller holds the last command of a node that died: the next one begins there."""
    driver, life = sides
    gravity = load_model("full", arm).gravity(Q)
    commanded(driver, gravity.tolist())
    driver.stream(rate=200.0)
    driver.peer.wait(0.3)
    driver.commands.clear()
    assert life.change(Transition.TRANSITION_ACTIVATE)
    assert driver.torque_becomes(gravity)
    assert not jumps(driver, arm)
    assert abs(driver.commands[0].data[1]) > 0.5 * abs(gravity[1])


def test_an_older_command_is_only_the_start_of_a_removal(sides: tuple[Driver, Life]):
    """Without a joint state nothing is held, and nothing grows."""
    driver, life = sides
    commanded(driver, [0.0, 150.0, 0.0, 0.0, 0.0, 0.0])
    driver.peer.wait(3.0)
    assert life.change(Transition.TRANSITION_ACTIVATE)
    assert driver.torque_becomes(0.0, timeout=1.5)
    torques = np.array([message.data for message in driver.commands])[:, 1]
    assert (np.diff(torques) <= 0.0).all()
    assert torques[0] <= 150.0


def test_activation_is_refused_while_another_node_commands(sides: tuple[Driver, Life]):
    driver, life = sides
    driver.peer.node.create_publisher(Float64MultiArray, "effort_controller/commands", 10)
    driver.peer.wait(0.5)
    assert not life.change(Transition.TRANSITION_ACTIVATE)
    assert life.state == "inactive"
    assert driver.peer.until(lambda: driver.reported_error("not activated: test_peer publishes on the command topic"))


def test_a_tight_rate_limit_holds_to_the_last_newton_metre(start, peer):
    """The removal may take longer than the fade; cutting it short would be a step."""
    start("feedforward_node", fade_out_time=0.0, torque_rate="[5.0]", removal_rate="[20.0]")
    life = Life(peer)
    assert life.change(Transition.TRANSITION_CONFIGURE)
    driver = Driver(peer)
    commanded(driver, [0.0, 30.0, 0.0, 0.0, 0.0, 0.0])
    wire = Wire(peer)
    assert life.change(Transition.TRANSITION_ACTIVATE)
    assert life.change(Transition.TRANSITION_DEACTIVATE)
    assert driver.torque_becomes(0.0)
    assert driver.commands[0].data[1] > 25.0
    assert not wire.breaches(np.full(6, 5.0), np.full(6, 20.0))


def test_reset_opens_only_a_gate_closed_by_a_fault(start, peer, arm: Arm):
    start("feedforward_node", autostart=True, hold_time=0.1, fade_out_time=0.1, fade_in_time=0.1)
    driver = Driver(peer)
    reset = peer.node.create_client(Trigger, "feedforward_node/reset")
    assert peer.until(reset.service_is_ready)

    def ask() -> Trigger.Response:
        future = reset.call_async(Trigger.Request())
        assert peer.until(future.done)
        return future.result()

    driver.stream()
    gravity = load_model("full", arm).gravity(Q)
    assert driver.torque_becomes(gravity)
    assert not ask().success
    driver.stop()
    assert peer.until(lambda: driver.status()[2]["gate"] == "closed")
    assert driver.status()[2]["fault"] == "silence"
    driver.stream()
    peer.wait(1.5)
    assert not any(driver.commands[-1].data)  # good states alone do not open it
    answer = ask()
    assert answer.success, answer.message
    assert driver.torque_becomes(gravity)


def test_a_fault_is_not_shown_any_more_once_the_node_was_deactivated(sides: tuple[Driver, Life]):
    driver, life = sides
    driver.stream()
    assert life.change(Transition.TRANSITION_ACTIVATE)
    assert driver.peer.until(lambda: driver.diagnostics and driver.status()[2].get("gate") == "open")
    driver.stop()
    assert driver.peer.until(lambda: driver.status()[2].get("gate") == "holding")
    assert life.change(Transition.TRANSITION_DEACTIVATE)
    assert driver.peer.until(lambda: driver.status()[1] == "configured, not active")
    assert driver.status()[0] == 1


def test_a_payload_that_is_still_being_made_dies_with_its_configuration(sides: tuple[Driver, Life], arm: Arm):
    """Set, cleaned up, set to none, configured and activated without waiting: as often as it takes."""
    driver, life = sides
    driver.stream()
    payloads = driver.peer.listen(InertiaStamped, PAYLOAD, LATCHED)
    gravity = load_model("full", arm).gravity(Q)
    for _ in range(4):
        assert driver.set_together(
            payload__mass=4.0, payload__link="", payload__center_of_mass=[0.0] * 3, payload__inertia=[0.0] * 6
        ).successful
        assert life.change(Transition.TRANSITION_CLEANUP)
        driver.set(payload__mass=0.0)
        assert life.change(Transition.TRANSITION_CONFIGURE)
        assert life.change(Transition.TRANSITION_ACTIVATE)
        assert driver.torque_becomes(gravity), driver.reported()
        driver.peer.wait(0.5)
        np.testing.assert_allclose(driver.commands[-1].data, gravity, atol=1e-9)
        assert read_payload(payloads[-1], arm).mass == 0.0
        assert life.change(Transition.TRANSITION_DEACTIVATE)
        assert driver.torque_becomes(0.0)
        assert driver.peer.until(lambda: driver.status()[2]["gate"] == "inactive")


def test_what_another_node_commanded_long_ago_is_not_replayed(sides: tuple[Driver, Life], arm: Arm):
    """This node has commanded since, and its last command was zero: the next torque begins there."""
    driver, life = sides
    driver.stream()
    wire = Wire(driver.peer)
    commanded(driver, [40.0, -120.0, 20.0, 5.0, 5.0, 5.0])
    gravity = load_model("full", arm).gravity(Q)
    assert life.change(Transition.TRANSITION_ACTIVATE)
    assert driver.torque_becomes(gravity)
    assert life.change(Transition.TRANSITION_DEACTIVATE)
    assert driver.peer.until(lambda: driver.status()[2]["gate"] == "inactive")
    assert life.change(Transition.TRANSITION_CLEANUP)
    assert life.change(Transition.TRANSITION_CONFIGURE)
    rate = RATE_FROM_LIMIT * arm.maximum_torque
    since = len(wire.commands)
    assert life.change(Transition.TRANSITION_ACTIVATE)
    assert driver.torque_becomes(gravity)
    assert since
    wire.commands = wire.commands[since - 1 :]
    assert not wire.breaches(rate, rate)


def test_configured_once_and_activated_until_it_is_active():
    calls: list[str] = []
    state = SimpleNamespace(ready=False, configured=False, active=False, allowed=False)

    def configure() -> None:
        calls.append("configure")
        state.configured = True

    def activate() -> None:
        calls.append("activate")
        state.active = state.allowed

    def create_timer(period: float, callback, clock: object) -> SimpleNamespace:
        state.tick = callback
        return SimpleNamespace(cancel=lambda: calls.append("cancel"))

    node = SimpleNamespace(trigger_configure=configure, trigger_activate=activate, create_timer=create_timer)
    Autostart(node, None, lambda: state.ready, lambda: state.configured, lambda: state.active)  # type: ignore[arg-type]
    state.tick()
    assert calls == []
    state.ready = True
    state.tick()
    state.tick()
    assert calls == ["configure", "activate", "activate"]
    state.allowed = True
    state.tick()
    assert calls[3:] == ["activate", "cancel"]
