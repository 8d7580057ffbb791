"""With `contact_policy: float` a contact begins hand guiding, where that is safe; otherwise it ends the torque."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.control.held_loop import PUSH, STEP, Held, Q

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.friction import friction_torque
from puma560_dynamics.control.feed_forward.references import Reference
from puma560_dynamics.control.gate.faults import Fault
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.control.guiding.guiding_settings import FEEDFORWARD, HAND_GUIDING, GuidingSettings
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.control.torque_loop import TorqueLoop
from puma560_dynamics.errors import StateError

SLOW = np.array([0.1, 0.0, 0.0, 0.0, 0.0, 0.0])


def floating(arm: Arm, q: np.ndarray = Q, **guiding: object) -> Held:
    """A loop with policy `float`, with an open gate, at `q`."""
    options = {"enabled": True, **guiding}
    held = Held(
        arm,
        contact_policy="float",
        acceleration_source="reference",
        guiding=GuidingSettings(**options),  # type: ignore[arg-type]
    )
    held.q = q
    assert held.go_on(2.0) is GateState.OPEN
    return held


def follow(held: Held, qd: np.ndarray = SLOW) -> None:
    """A reference that moves on from the pose of the arm."""
    clock = 1000.0 + held.now
    held.loop.reference(held.now, clock, clock, Reference(held.q, qd, np.zeros(6)))


def touch(held: Held) -> None:
    """A push that lasts until it is a contact."""
    held.push = PUSH
    for _ in range(50):
        held.go_on(STEP)
        if held.loop.mode.guided or held.loop.gate.latched is not None:
            break
    held.push = np.zeros(6)


def test_a_contact_brakes_the_arm_and_then_a_person_guides_it(arm: Arm):
    held = floating(arm)
    for step in range(300):
        held.qd = SLOW * min(step / 250.0, 1.0)
        follow(held, held.qd)
        held.go_on(STEP)
    touch(held)
    loop, mode = held.loop, held.loop.mode
    assert loop.gate.state is GateState.OPEN and loop.gate.latched is None
    assert mode.guided and mode.state.startswith("floating: an external torque of") and "at joint2" in mode.state
    # From the same cycle on, the arm is held and braked as fast as the rates allow, whatever was followed before.
    begun, damping = held.now, np.array(loop._damping.torque(held.qd.tolist()))
    held.go_on(3 * STEP)
    rest = held.torques[-1] - held.model.gravity(held.q) - damping
    assert (np.abs(rest) <= 0.05 * np.abs(damping).max()).all()
    while held.now - begun < 5.0 * loop.gate.settings.damping_time - 2 * STEP:
        held.go_on(STEP)
        assert (held.torques[-1] - held.model.gravity(held.q))[0] <= 0.8 * damping[0]
    held.go_on(1.0)  # a part of the friction is compensated now
    assert 0.0 < (held.torques[-1] - held.model.gravity(held.q))[0] < friction_torque(arm, held.qd)[0]
    assert loop.gate.state is GateState.OPEN


def test_the_torque_of_the_motion_before_ends_with_the_contact(arm: Arm):
    """The fade between modes would go on to press on the person."""
    held = floating(arm)
    hard = np.full(6, 2.0)
    clock = 1000.0 + held.now
    held.loop.reference(held.now, clock, clock, Reference(held.q, np.zeros(6), hard))
    held.go_on(0.1)
    before = np.abs(held.torques[-1] - held.model.gravity(held.q))
    touch(held)
    held.go_on(0.1)
    after = np.abs(held.torques[-1] - held.model.gravity(held.q))
    assert (before > 0.5).any() and after.max() < 0.05 * before.max()


@pytest.mark.parametrize("case", ["fading in", "fast", "wall", "plane"])
def test_a_contact_in_doubt_stops(arm: Arm, case: str):
    upwards = (0.0, 0.0, 5.0, 0.0, 0.0, 1.0)  # all of the arm is below this plane
    if case == "fading in":
        held = Held(arm, contact_policy="float", guiding=GuidingSettings(enabled=True))
        while not held.loop.gate.holds_alone:
            held.go_on(STEP)
        held.go_on(0.2)
        assert held.loop.gate.state is GateState.FADING_IN
    else:
        q = np.where(np.arange(6) == 5, arm.upper - 0.1, Q) if case == "wall" else Q
        held = floating(arm, q, speed=0.05, walls=upwards if case == "plane" else ())
    if case == "fast":
        held.qd = 0.06 * arm.velocity * np.eye(6)[0]
    touch(held)
    assert held.loop.gate.latched is Fault.CONTACT and not held.loop.mode.guided
    assert held.loop.gate.state is GateState.DAMPING


def test_lost_efforts_stop(arm: Arm):
    held = floating(arm)
    held.effort = lambda held: None
    held.go_on(0.2)
    assert held.loop.gate.latched is Fault.EFFORT_LOST and not held.loop.mode.guided


def test_a_floating_arm_follows_only_after_a_choice_of_the_mode(arm: Arm):
    held = floating(arm)
    touch(held)
    with pytest.raises(StateError, match="guided by hand"):
        follow(held)
    with pytest.raises(StateError, match="let the motion end first"):
        held.loop.set_mode(FEEDFORWARD)
    held.go_on(1.1 * held.loop.references.timeout)
    with pytest.raises(StateError, match="guided by hand"):
        follow(held, np.zeros(6))  # a planner at rest
    held.loop.set_mode(FEEDFORWARD)
    assert held.loop.settling and not held.loop.mode.guided and held.loop.mode.floating is None
    held.go_on(1.0)
    follow(held, np.zeros(6))
    assert held.go_on(0.1) is GateState.OPEN


def test_the_chosen_mode_of_hand_guiding_ends_the_braking(arm: Arm):
    held = floating(arm)
    touch(held)
    held.loop.set_mode(HAND_GUIDING)
    assert held.loop.mode.state == "guided"


def test_a_second_contact_and_a_time_out_of_a_floating_arm(arm: Arm):
    held = floating(arm, timeout=1.0)
    touch(held)
    held.go_on(0.3)
    held.push = PUSH
    assert held.go_on(0.3) is GateState.OPEN and held.loop.gate.latched is None
    held.go_on(1.0)
    assert held.loop.mode.state.startswith("released: no motion for 1 s")


def test_a_fault_ends_the_torque_of_a_floating_arm_and_a_reset_follows_again(arm: Arm):
    held = floating(arm)
    touch(held)
    held.loop.gate.fault(held.now, Fault.GUARD_LOST, "the guard is lost")
    held.go_on(4.0)
    assert held.loop.mode.state.startswith("released: fault guard_lost")
    assert held.loop.gate.state is GateState.CLOSED and not held.torques[-1].any()
    held.loop.activate(held.now)
    assert held.loop.mode.state == "off" and held.loop.mode.mode == FEEDFORWARD
    assert held.go_on(2.0) is GateState.OPEN


def test_the_policy_needs_hand_guiding(arm: Arm):
    for guiding in (None, GuidingSettings()):
        with pytest.raises(StateError, match=r"contact_policy: float.*hand_guiding.enabled"):
            LoopSettings(contact_policy="float", guiding=guiding)


def test_a_chosen_hand_guiding_is_not_ended_by_the_begin_of_torque(arm: Arm):
    settings = LoopSettings(
        gate=GateSettings.of(arm), contact_policy="float", guiding=GuidingSettings(enabled=True), mode=HAND_GUIDING
    )
    loop = TorqueLoop.from_settings(load_model("newton_euler", arm), settings)
    loop.activate(0.0)
    assert loop.mode.guided and loop.mode.floating is None
