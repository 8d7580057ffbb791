"""A contact ends the torque of the loop, and nothing else does: fades, changes of payload and of terms do not."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.control.held_loop import PUSH, STEP, Effort, Held, Q

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.faults import Fault
from puma560_dynamics.control.gate.gate_settings import SUPPORTED
from puma560_dynamics.control.gate.gate_state import PASSING, GateState
from puma560_dynamics.models.interface import DynamicModel
from puma560_dynamics.models.payload.payload import Payload


def test_a_push_ends_the_torque_within_the_delay_of_the_estimate_and_five_samples(arm: Arm):
    held = Held(arm)
    assert held.go_on(2.0) is GateState.OPEN
    limit = held.contact.threshold[1]
    held.push = PUSH * 1.7 * limit / 60.0
    began = held.now
    while held.loop.gate.state is GateState.OPEN:
        held.go_on(STEP)
    delay = -np.log(1.0 - 1.0 / 1.7) / 50.0  # of the low-pass for 1.7 times the threshold
    assert held.now - began <= delay + 5 * STEP
    assert held.loop.gate.latched is Fault.CONTACT
    assert "at joint2 exceeds its threshold" in held.loop.gate.reason
    assert held.loop.gate.state is GateState.DAMPING
    assert held.go_on(2.0) is GateState.FADING_OUT
    assert held.go_on(1.0) is GateState.CLOSED
    assert not held.torques[-1].any()


@pytest.mark.parametrize("policy", ["none", "report"])
def test_without_the_policy_a_push_changes_no_torque(arm: Arm, policy: str):
    held, other = Held(arm, contact_policy=policy), Held(arm, contact_policy="none")
    other.effort = lambda held: None
    for one in (held, other):
        one.go_on(2.0)
        one.push = PUSH
        assert one.go_on(0.5) is GateState.OPEN
    np.testing.assert_array_equal(held.torques, other.torques)
    if policy == "report":
        assert held.contact.touched


def test_a_push_during_the_fade_in_is_a_contact(arm: Arm):
    held = Held(arm)
    while not held.loop.gate.holds_alone:
        held.go_on(STEP)
    held.go_on(0.2)
    held.push = PUSH
    assert held.go_on(0.1) is GateState.DAMPING and held.loop.gate.latched is Fault.CONTACT


def test_a_push_during_the_fade_out_leaves_the_fade_as_it_is(arm: Arm):
    plain, pushed = Held(arm), Held(arm)
    for one in (plain, pushed):
        one.go_on(2.0)
        one.loop.deactivate(one.now, "deactivated")
        one.push = PUSH if one is pushed else one.push
        assert one.go_on(1.0) is GateState.CLOSED
    np.testing.assert_array_equal(plain.torques, pushed.torques)
    assert pushed.loop.gate.latched is None


def test_while_a_person_holds_the_arm_nothing_is_a_contact(arm: Arm):
    """`supported`: the person carries what the torque does not carry yet."""
    held = Held(arm, brakes=SUPPORTED)
    held.effort = lambda held: held.loop.gate.torque + 1e-3 * held._noise.standard_normal(6)
    assert held.go_on(0.9) is GateState.FADING_IN
    assert held.go_on(0.5) is GateState.OPEN and not held.contact.touched


def test_fades_and_changes_of_terms_are_no_contact(arm: Arm):
    held = Held(arm, late_step=0.025)
    held.go_on(2.0)
    for active in (("gravity",), ("gravity", "friction", "inertia"), ()):
        held.loop.change(active=active)
        assert held.go_on(0.6) is GateState.OPEN
    held.loop.deactivate(held.now, "deactivated")
    assert held.go_on(2.0) is GateState.CLOSED
    assert held.loop.gate.latched is None and not any("fault" in kind for kind in held.loop.gate.counts)


def payload(arm: Arm, mass: float) -> DynamicModel:
    return load_model("full", arm, Payload(mass, np.array([0.0, 0.0, 0.05])))


def test_the_estimate_follows_the_payload_of_the_feed_forward_while_it_fades(arm: Arm):
    """The efforts carry no payload: the estimate is the torque of the payload that is assumed so far."""
    held = Held(arm, late_step=0.025, contact_policy="report", contact_bandwidth=1000.0)
    held.effort = lambda held: held.model.gravity(Q)
    held.go_on(2.0)
    held.loop.change(model=payload(arm, 4.0))
    whole, shares = payload(arm, 4.0).gravity(Q) - held.model.gravity(Q), []
    for _ in range(400):
        held.go_on(STEP)
        share = held.loop._change_over._share
        shares.append(share)
        found = held.contact.torque[1] / whole[1]
        assert share - 0.1 <= found <= share + 1e-9
    assert shares[1] < 0.2 and shares[-1] == 1.0 and len(set(shares)) > 10


def test_a_payload_that_comes_with_its_number_is_no_contact(arm: Arm):
    held = Held(arm, late_step=0.025)
    held.go_on(2.0)
    held.loop.change(model=payload(arm, 1.0))
    for _ in range(300):
        held.go_on(STEP)
        held.model = payload(arm, held.loop._change_over._share)  # taken over slowly, as by a gripper that lifts
    assert held.go_on(0.5) is GateState.OPEN


def test_a_push_during_a_change_of_the_payload_is_a_contact(arm: Arm):
    held = Held(arm, late_step=0.025)
    held.go_on(2.0)
    held.loop.change(model=payload(arm, 0.3))
    held.push = PUSH
    assert held.go_on(0.1) is GateState.DAMPING and held.loop.gate.latched is Fault.CONTACT


@pytest.mark.parametrize("effort", [lambda held: None, lambda held: np.full(6, np.nan), lambda held: np.zeros(5)])
def test_without_efforts_no_torque_begins(arm: Arm, effort: Effort):
    held = Held(arm)
    held.effort = effort
    held.go_on(0.1)
    assert held.loop.gate.latched is Fault.EFFORT_LOST and not np.any(held.torques)
    held.go_on(1.0)
    assert "no usable measured effort" in (held.loop.obstacle(held.now) or "")
    held.loop.contacts.note_effort(held.measured())
    assert held.loop.obstacle(held.now) is None
    held.loop.contacts.note_effort(effort(held))
    assert "contact_policy: stop or float" in (held.loop.obstacle(held.now) or "")


@pytest.mark.parametrize("lost", [None, np.full(6, np.nan)])
def test_efforts_that_are_lost_end_the_torque_after_the_time_out(arm: Arm, lost: np.ndarray | None):
    held = Held(arm, restart_after_fault=True)
    assert held.go_on(2.0) is GateState.OPEN
    began, held.effort = held.now, lambda held: lost
    while held.loop.gate.state is GateState.OPEN:
        held.go_on(STEP)
    assert 0.1 - STEP <= held.now - began <= 0.1 + 2 * STEP
    assert held.loop.gate.latched is Fault.EFFORT_LOST
    held.effort = Held.measured
    assert held.go_on(4.0) is GateState.CLOSED  # it needs a reset


def test_a_single_state_without_effort_changes_nothing(arm: Arm):
    held = Held(arm)
    held.effort = lambda held: None if round(held.now / STEP) % 3 == 0 else held.measured()
    assert held.go_on(3.0) is GateState.OPEN
    held.push = PUSH
    assert held.go_on(0.1) is GateState.DAMPING and held.loop.gate.latched is Fault.CONTACT


def test_states_without_effort_do_not_slow_the_estimate_down(arm: Arm):
    held = Held(arm, contact_policy="report", contact_bandwidth=5.0)
    held.effort = lambda held: None if round(held.now / STEP) % 3 == 0 else held.measured()
    held.go_on(2.0)
    held.push = PUSH
    held.go_on(0.2)
    assert abs(held.contact.torque[1] / PUSH[1] - (1.0 - np.exp(-5.0 * 0.2))) < 0.02


def test_frozen_efforts_of_a_moving_arm_end_the_torque(arm: Arm):
    """At rest they cannot be told from quiet ones; in a motion they end the torque, as a contact or as lost."""
    held = Held(arm)
    held.go_on(2.0)
    kept = held.measured()
    held.effort = lambda held: kept
    assert held.go_on(1.0) is GateState.OPEN
    held.qd = np.array([0.011, 0.0, 0.0, 0.0, 0.0, 0.0])
    held.go_on(0.65)
    assert held.loop.gate.latched is Fault.EFFORT_LOST


def test_efforts_in_another_unit_are_a_contact_before_the_torque_is_whole(arm: Arm):
    held = Held(arm)
    held.effort = lambda held: 0.01 * held.measured()
    held.go_on(1.0)
    assert held.loop.gate.latched is Fault.CONTACT
    assert held.loop.gate.state not in PASSING
