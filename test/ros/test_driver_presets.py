"""The parameter ``driver`` of the nodes: values that follow from it, what is refused at start and at run time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.ros.driver import Driver
from helpers.ros.trajectories import END, START, Sender, columns, point

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.drivers import preset
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.control.parameter_spec import ParameterSpec
from puma560_dynamics.control.torque_loop import TorqueLoop
from puma560_dynamics.errors import StateError
from puma560_dynamics.nodes.wire.feedforward_parameters import PARAMETERS, loop_settings
from puma560_dynamics.nodes.wire.trajectory_parameters import PARAMETERS as OF_TRAJECTORIES
from puma560_dynamics.nodes.wire.trajectory_parameters import trajectory_effort

QUICK = {"autostart": True, "fade_in_time": 0.0, "fade_out_time": 0.2}
PAYLOAD = {
    "payload__mass": 1.0,
    "payload__link": "",
    "payload__center_of_mass": [0.0, 0.0, 0.1],
    "payload__inertia": [0.0] * 6,
}


def given(driver: str, parameters: tuple[ParameterSpec, ...] = PARAMETERS, **changes: Any) -> dict[str, Any]:
    """Values of the parameters of a node with a driver; two underscores in a name stand for a point."""
    values = {spec.name: spec.default for spec in preset(parameters, driver)}
    values |= {"driver": driver, "brakes": "hardware", "guard": "none"}
    return values | {name.replace("__", "."): value for name, value in changes.items()}


def test_the_settings_of_the_loop_follow_the_driver(arm: Arm):
    settings = loop_settings(arm, given("franka", torque_rate=[900.0]), arm.joint_names)
    assert settings.hardware_compensates_gravity
    assert "gravity" not in settings.terms
    assert settings.gate is not None
    np.testing.assert_array_equal(settings.gate.removal_rate, np.clip(10.0 * arm.maximum_torque, 900.0, 1000.0))
    with pytest.raises(StateError, match=r"^terms.gravity"):
        loop_settings(arm, given("franka", terms__gravity=True), arm.joint_names)
    with pytest.raises(StateError, match=r"^torque_rate"):
        loop_settings(arm, given("franka", torque_rate=[2000.0]), arm.joint_names)


def test_the_effort_of_trajectories_follows_the_driver(arm: Arm):
    filler = trajectory_effort(arm, arm.joint_names, given("franka", OF_TRAJECTORIES))
    np.testing.assert_array_equal(filler.torque_rate, np.minimum(10.0 * arm.maximum_torque, 1000.0))
    for changes, words in (({"payload__mass": 1.0}, "payload.mass"), ({"torque_rate": [2000.0]}, "torque_rate")):
        with pytest.raises(StateError, match=f"^{words}"):
            trajectory_effort(arm, arm.joint_names, given("franka", OF_TRAJECTORIES, **changes))


@pytest.mark.parametrize("mode", ["feedforward", "hand_guiding"])
@pytest.mark.parametrize("driver", ["universal_robots", "franka"])
def test_the_robot_holds_the_arm_at_rest_and_after_a_fault(arm: Arm, driver: str, mode: str):
    """At rest, the torque is zero in every state of the gate."""
    settings = loop_settings(
        arm, given(driver, mode=mode, hand_guiding__enabled=True, fade_in_time=0.0), arm.joint_names
    )
    loop = TorqueLoop.from_settings(load_model("newton_euler", arm), settings)
    q, still = arm.poses(1)[0], np.zeros(arm.n)
    loop.activate(0.0)
    torques, states = [], set()
    for step in range(1, 100):
        now = 0.01 * step
        output = loop.state(now, now, now, q, still).output if step < 50 else loop.watch(now)
        states.add(loop.gate.state)
        torques += [] if output is None else [output.torque]
    assert {GateState.OPEN, GateState.HOLDING} <= states
    np.testing.assert_array_equal(torques, np.zeros((len(torques), arm.n)))
    assert len(torques) > 60


def test_a_fault_in_a_motion_is_damped_without_gravity(arm: Arm):
    settings = loop_settings(arm, given("franka", fade_in_time=0.0), arm.joint_names)
    loop = TorqueLoop.from_settings(load_model("newton_euler", arm), settings)
    q, qd = arm.poses(1)[0], np.zeros(arm.n)
    loop.activate(0.0)
    torques = []
    for step in range(1, 40):
        now = 0.01 * step
        q[0] += 0.003
        qd[0] = 0.3
        if step == 20:
            with pytest.raises(StateError, match="run away"):
                loop.state(now, now, now, q, 2.0 * arm.velocity)
            continue
        output = loop.state(now, now, now, q, qd).output
        if output is not None and loop.gate.latched is not None:
            torques.append(output.torque)
    assert min(torque[0] for torque in torques) < -1.0
    np.testing.assert_array_equal(np.array(torques)[:, 1:], np.zeros((len(torques), arm.n - 1)))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"driver": "franka", "terms.gravity": True}, "terms.gravity: with driver franka the robot adds gravity"),
        ({"driver": "franka", "hardware_compensates_gravity": False}, "hardware_compensates_gravity: with driver"),
        ({"driver": "universal_robots", "payload.mass": 1.0}, "payload.mass: with driver universal_robots"),
        ({"driver": "franka", "torque_rate": "[1500.0]"}, "set it to at most 1000"),
        ({"driver": "kuka_fri"}, "takes a torque only with the measured position"),
        ({"driver": "kuka"}, "'kuka' is not known; use one of none, universal_robots"),
    ],
)
def test_what_does_not_fit_is_refused_before_torque_acts(start, wrong: dict[str, object], words: str):
    assert start("feedforward_node", **QUICK, **wrong).wait(20) == 2
    assert words in start.output("feedforward_node")


def test_what_does_not_fit_is_refused_at_run_time(start, peer):
    start("feedforward_node", **QUICK, driver="franka", **{"hand_guiding.enabled": True})
    driver = Driver(peer)
    driver.stream()
    assert driver.torque_becomes(0.0)
    for changes, words in (
        ({"terms__gravity": True}, "terms.gravity: with driver franka the robot adds gravity"),
        ({"terms__friction": True}, "terms.friction: with driver franka the robot adds friction"),
        ({"friction__scale": 0.5}, "friction.scale: with driver franka"),
        (PAYLOAD, "service set_load"),
        ({"driver": "none"}, "read-only"),
    ):
        result = driver.set_together(**changes)
        assert not result.successful
        assert words in result.reason
    driver.commands.clear()
    assert driver.set(mode="hand_guiding")[0].successful
    assert driver.peer.until(lambda: driver.status()[2].get("mode") == "hand_guiding")
    assert driver.peer.until(lambda: len(driver.commands) > 50)
    driver.stop()
    assert driver.peer.until(lambda: driver.reported_error("holding"))
    assert not any(any(message.data) for message in driver.commands)


def test_trajectories_have_no_gravity_with_a_driver_that_adds_it(start, peer, arm: Arm):
    start("trajectory_feedforward_node", state_timeout=5.0, driver="universal_robots")
    sender = Sender(peer)
    _, q, qd, qdd, effort = columns(sender.send([point(0.0, START), point(1.5, END)]))
    model = load_model("newton_euler", arm)
    np.testing.assert_allclose(effort, model.torque(q, qd, qdd) - model.gravity(q), atol=1e-9)
    driver_of = Driver(peer, states=False)
    result = driver_of.set_together("trajectory_feedforward_node", **PAYLOAD)
    assert not result.successful
    assert "payload.mass: with driver universal_robots" in result.reason
