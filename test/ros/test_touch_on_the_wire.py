"""What touches or leads the arm at a bad moment: the torque on the wire stays within its rates, and comes to its end.

Step over elapsed time is judged at the command topic, with all nodes in separate processes.
"""

from __future__ import annotations

import signal
from typing import Any

import numpy as np
import pytest
from helpers.ros.driver import Q
from helpers.ros.on_the_wire import Wire
from helpers.ros.touch_cases import GUIDED
from helpers.ros.touched import Touched

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.gate_settings import RATE_FROM_LIMIT

RATES = (RATE_FROM_LIMIT * load_arm().maximum_torque,) * 2
TIMES: dict[str, Any] = {"state_timeout": 0.3, "fade_out_time": 0.3, "hold_time": 0.5}


def test_a_contact_while_the_torque_fades_in_ends_it(start, peer, arm: Arm):
    start("feedforward_node", autostart=True, brakes="none", contact_policy="stop", fade_in_time=5.0, **TIMES)
    driver, wire = Touched(peer, arm), Wire(peer)
    driver.stream(200.0)
    assert peer.until(driver.knows_its_noise)
    assert driver.shows("gate", "fading_in")
    driver.touch()
    assert peer.until(lambda: driver.shows("fault", "contact"))
    assert "open" not in {value.value for message in driver.diagnostics for value in message.status[0].values
                          if value.key == "gate"}, "the fade had come to its end"  # fmt: skip
    assert driver.torque_becomes(0.0) and peer.until(lambda: driver.shows("gate", "closed"))
    assert not wire.breaches(*RATES)


def test_a_payload_that_arrives_while_a_contact_ends_the_torque_adds_none(start, peer, arm: Arm):
    start("feedforward_node", autostart=True, brakes="none", contact_policy="stop", fade_in_time=0.2,
          **{**TIMES, "fade_out_time": 3.0})  # fmt: skip
    driver, wire = Touched(peer, arm), Wire(peer)
    gravity = load_model("full", arm).gravity(np.array(Q))
    driver.stream(200.0)
    assert driver.torque_becomes(gravity, atol=1e-6)
    assert peer.until(driver.knows_its_noise)
    assert driver.set_together(payload__mass=0.0).successful  # finds the service
    driver.touch()
    assert peer.until(lambda: driver.shows("gate", "fading_out"))
    result = driver.set_together(
        payload__mass=2.0, payload__link="", payload__center_of_mass=[0.0, 0.0, 0.1], payload__inertia=[0.0] * 6
    )
    assert result.successful, result.reason
    began = len(driver.commands)
    before = np.abs(driver.commands[-1].data)
    assert before[1] > 1.0, "the torque had ended before the payload arrived"
    assert driver.torque_becomes(0.0) and peer.until(lambda: driver.shows("gate", "closed"))
    after = np.abs([list(command.data) for command in driver.commands[began:]])
    assert (after <= before + 1e-9).all()
    assert not wire.breaches(*RATES)


def test_a_slow_arm_that_is_touched_floats_until_the_mode_is_chosen_again(start, peer, arm: Arm):
    start("feedforward_node", autostart=True, brakes="none", contact_policy="float", fade_in_time=0.2, guard="none",
          **{**TIMES, "hand_guiding.enabled": True})  # fmt: skip
    driver, wire = Touched(peer, arm), Wire(peer)
    gravity = load_model("full", arm).gravity(np.array(Q))
    driver.stream(200.0)
    assert driver.torque_becomes(gravity, atol=1e-6)
    assert peer.until(lambda: "inf" not in driver.status()[2].get("threshold_Nm", "inf"))
    driver.touch()
    assert peer.until(lambda: driver.status()[2].get("guiding", "").startswith("floating")), driver.reported()
    assert driver.shows("gate", "open") and driver.shows("fault", "") and driver.shows("mode", "hand_guiding")
    assert driver.torque_becomes(gravity, atol=1e-6)
    driver.push = np.zeros(6)  # while the push lasts, the arm would float again at once
    assert peer.until(lambda: abs(float(driver.status()[2]["external_torque_Nm"].split()[1])) < 1.0)
    assert driver.set_together(mode="feedforward").successful  # the parameter has this value all the time
    assert peer.until(lambda: driver.shows("guiding", "off") and driver.shows("gate", "open"))
    driver.touch()
    assert peer.until(lambda: driver.status()[2].get("guiding", "").startswith("floating")), driver.reported()
    assert not wire.breaches(*RATES)


@pytest.mark.parametrize("speed", [0.5, 2.0])
def test_a_guided_arm_that_runs_into_its_limit_is_pushed_back_within_the_rates(start, peer, arm: Arm, speed: float):
    """Before the position limit one-sided springs push back; beyond the limit the torque ends."""
    start("feedforward_node", autostart=True, fade_in_time=0.2, guard="none", **TIMES, **GUIDED)
    driver, wire = Touched(peer, arm), Wire(peer)
    driver.q[0] = arm.upper[0] - 0.3
    driver.stream(200.0)
    assert peer.until(lambda: driver.shows("guiding", "guided") and driver.shows("gate", "open"))
    driver.commands.clear()
    driver.speed[0] = speed
    assert peer.until(lambda: driver.q[0] > arm.upper[0] - 0.02)
    assert min(command.data[0] for command in driver.commands) < -0.1 * arm.maximum_torque[0]
    assert peer.until(lambda: driver.shows("fault", "outside")), driver.reported()
    driver.speed[0] = 0.0
    assert driver.torque_becomes(0.0) and peer.until(lambda: driver.shows("gate", "closed"))
    largest = np.abs([list(command.data) for command in driver.commands]).max(axis=0)
    assert (largest <= arm.maximum_torque).all()
    assert not wire.breaches(*RATES)


def test_a_guard_that_is_killed_while_a_person_guides_the_arm_ends_the_torque(start, peer, arm: Arm):
    guard = start("command_guard_node")
    start("feedforward_node", autostart=True, fade_in_time=0.2, guard="command_guard_node", **TIMES, **GUIDED)
    driver, wire = Touched(peer, arm), Wire(peer)
    driver.stream(200.0)
    assert peer.until(lambda: driver.shows("guiding", "guided") and driver.shows("gate", "open"), 30.0)
    assert driver.torque_becomes(load_model("full", arm).gravity(np.array(Q)), atol=1e-6)
    driver.speed[0] = 0.2
    guard.send_signal(signal.SIGKILL)
    guard.wait()
    del start.processes._children["command_guard_node"]
    assert peer.until(lambda: driver.shows("fault", "guard_lost")), driver.reported()
    driver.speed[0] = 0.0
    assert driver.torque_becomes(0.0) and peer.until(lambda: driver.shows("gate", "closed"))
    assert driver.status()[2]["guiding"] == "released: fault guard_lost"
    assert not wire.breaches(*RATES)
