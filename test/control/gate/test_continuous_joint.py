"""A joint that turns without end, whose driver wraps the angle at ±π: no fault while it turns, all others as before."""

from __future__ import annotations

import math

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm

from puma560_dynamics import GateSettings, LoopSettings, Reference, TorqueLoop, load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.references import ReferenceCheck
from puma560_dynamics.control.gate.faults import Fault, FaultError
from puma560_dynamics.control.gate.state_check import StateCheck
from puma560_dynamics.errors import StateError

PERIOD = 0.004
SPEED = 2.5


@pytest.fixture(scope="module")
def arm() -> Arm:
    return load_arm(light_arm(last="continuous", fingers=False))


def wrapped(angle: float) -> float:
    """As a driver hands it out: between -π and π."""
    return math.remainder(angle, 2.0 * math.pi)


def turning(check: StateCheck, start: int, end: int, *, wrap: bool = True) -> None:
    """The last joint turns at 2.5 rad/s."""
    for step in range(start, end):
        angle = SPEED * PERIOD * step
        position = np.array([0.1, 0.2, 0.3, wrapped(angle) if wrap else angle])
        check.check_state(PERIOD * step, 9.0 + PERIOD * step, 9.0 + PERIOD * step, position, np.array([0, 0, 0, SPEED]))


@pytest.mark.parametrize("wrap", [True, False])
def test_three_turns_are_no_fault(arm: Arm, wrap: bool):
    turning(StateCheck(GateSettings.of(arm)), 0, 2000, wrap=wrap)


def test_a_jump_and_a_frozen_encoder_are_still_found(arm: Arm):
    for position, fault in ((1.0, Fault.JUMP), (-1.5, Fault.JUMP)):
        check = StateCheck(GateSettings.of(arm))
        turning(check, 0, 300)
        now = PERIOD * 300
        with pytest.raises(FaultError) as raised:
            check.check_state(now, 9.0 + now, 9.0 + now, np.array([0.1, 0.2, 0.3, position]), np.zeros(4))
        assert raised.value.fault is fault
    check, found = StateCheck(GateSettings.of(arm)), []
    for step in range(200):  # stands at the seam and says that it moves
        now = PERIOD * step
        try:
            check.check_state(now, 9.0 + now, 9.0 + now, np.array([0, 0, 0, -3.14]), np.array([0, 0, 0, SPEED]))
        except FaultError as error:
            found.append(error.fault)
    assert found[0] is Fault.INCONSISTENT


def test_a_joint_with_limits_is_not_wrapped():
    """A turn of it is a jump."""
    limited = load_arm(light_arm(fingers=False))
    check = StateCheck(GateSettings.of(limited, position_tolerance=1.0))
    check.check_state(0.0, 9.0, 9.0, np.array([0, 0, 0, -3.1]), np.zeros(4))
    with pytest.raises(FaultError) as raised:
        check.check_state(0.01, 9.01, 9.01, np.array([0, 0, 0, -3.1 + 2.0 * math.pi]), np.zeros(4))
    assert raised.value.fault is Fault.JUMP


def test_a_reference_that_wraps_is_followed_and_one_that_steps_is_not(arm: Arm):
    check = ReferenceCheck(arm, np.full(4, 100.0))
    for step in range(1500):
        now, angle = PERIOD * step, SPEED * PERIOD * step
        goal = Reference(np.array([0, 0, 0, wrapped(angle)]), np.array([0, 0, 0, SPEED]), np.zeros(4))
        check.check_reference(now, 9.0 + now, 9.0 + now, goal)
    now += PERIOD
    with pytest.raises(StateError, match="position of the reference of roll jumps"):
        stepped = Reference(goal.position + np.array([0, 0, 0, 1.5]), goal.velocity, np.zeros(4))
        check.check_reference(now, 9.0 + now, 9.0 + now, stepped)


def test_wrapped_positions_do_not_change_the_torque(arm: Arm):
    """Through the whole loop: the gate stays open and the torque is that of the same motion counted on."""

    def torques(wrap: bool) -> np.ndarray:
        loop = TorqueLoop.from_settings(
            load_model("newton_euler", arm), LoopSettings(gate=GateSettings.of(arm, fade_in_time=0.01))
        )
        loop.activate(0.0)
        result = []
        for step in range(1, 700):
            now, angle = PERIOD * step, SPEED * PERIOD * step
            q = np.array([0.1, 0.4, -0.3, wrapped(angle) if wrap else angle])
            out = loop.state(now, 9.0 + now, 9.0 + now, q, np.array([0.0, 0.0, 0.0, SPEED]))
            assert out.output is not None
            loop.sent(now, now, out.output)
            result.append(out.output.torque)
        return np.array(result)

    np.testing.assert_allclose(torques(True), torques(False), atol=1e-9)
    assert np.abs(torques(True)[-1]).max() > 0.1
