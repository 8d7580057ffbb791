"""The gate lets out nothing but finite torques within limit and rate, and ends them safely."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.control.gate import GRAVITY, LIMITS, LONGEST_STEP, RATE, Drive, opened, settings
from hypothesis import given
from hypothesis import settings as runs
from hypothesis import strategies as st

from puma560_dynamics.control.gate.faults import Fault
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.control.gate.torque_gate import HoldBudget, TorqueGate


def test_a_torque_within_the_limits_passes_unchanged():
    drive = opened().states(0.2, [9.0, -4.5])
    assert drive.torque == [9.0, -4.5]
    assert drive.within_limits()
    output = drive.gate.limit(drive.now, np.zeros(2), [9.0, -4.5], np.array(GRAVITY))
    assert output is not None
    assert output.trips == ()
    assert not output.torque.flags.writeable


def test_the_rate_is_limited_also_after_a_pause():
    drive = opened(state_timeout=10.0)
    before = np.array(drive.torque)
    drive.now += 5.0  # no watchdog either: the process was stopped
    drive.states(0.004, [10.0, 5.0])
    np.testing.assert_allclose(np.array(drive.torque) - before, np.minimum(RATE * LONGEST_STEP, LIMITS - before))


def test_slow_states_do_not_slow_the_torque():
    """Between states that come at 20 Hz the watchdog leads the torque on."""
    drive = opened(state_timeout=1.0)
    drive.period = 0.05
    drive.states(0.05, [10.0, 5.0])
    drive.silence(0.1)
    assert drive.torque == [10.0, 5.0]
    assert drive.within_limits()


def test_between_states_the_torque_continues_and_a_late_state_causes_no_larger_step():
    drive, cycle = opened(), 0.001
    last = drive.gate.torque
    for k in range(60):  # states every 15 cycles, and every other one wants a torque far away
        now = drive.now + k * cycle
        wanted = np.array([8.0, 3.0] if k % 30 < 15 else GRAVITY)
        late = drive.gate.limit(now, np.zeros(2), wanted, np.array(GRAVITY)) if k % 15 == 0 else None
        output = late or drive.gate.watch(now, between_states=True)
        assert output is not None, "each cycle has a torque"
        assert (np.abs(output.torque - last) <= 2.0 * RATE * cycle + 1e-9).all()
        last = output.torque
        if k == 14:
            assert last.tolist() == pytest.approx([GRAVITY[0] + 1.4, GRAVITY[1] + 0.7])


def test_deactivation_fades_and_ends():
    drive = opened(fade_out_time=0.5).states(0.2, [8.0, 4.0])
    drive.gate.deactivate(drive.now)
    drive.states(0.25, [8.0, 4.0])  # states under motion do not stop it
    np.testing.assert_allclose(drive.torque, [4.0, 2.0], atol=0.1)
    drive.silence(0.3)
    assert drive.gate.done
    assert drive.torque == [0.0, 0.0]
    assert drive.within_limits()
    drive.gate.reset()
    assert drive.gate.watch(drive.now) is None
    assert drive.gate.limit(drive.now, np.zeros(2), [1.0, 1.0], np.ones(2)) is None


def test_after_a_yield_no_torque_is_sent_until_it_ends_the_acting_one():
    drive = opened(hold_time=0.3, fade_out_time=0.2).states(0.2, [5.0, 3.0])
    drive.gate.yield_to_others(drive.now, Fault.SECOND_COMMANDER, "because")
    before = len(drive.out)
    assert drive.states(1.0, [5.0, 3.0]).silence(1.0).out[before:] == []
    assert (drive.gate.state, drive.gate.quiet, drive.gate.done) == (GateState.YIELDED, False, False)
    drive.gate.end_from(drive.now, [8.0, -4.0])
    drive.silence(0.1)
    np.testing.assert_allclose(drive.torque, [4.0, -2.0], atol=0.5)
    drive.silence(2.0)
    assert (drive.gate.state, drive.torque) == (GateState.CLOSED, [0.0, 0.0])
    assert drive.gate.latched is Fault.SECOND_COMMANDER


def test_a_closed_gate_ends_nothing_any_more():
    """Whatever acts: what a closed gate commands would be an old torque."""
    drive = opened(hold_time=0.3, fade_out_time=0.2).states(0.2, [5.0, 3.0])
    drive.gate.yield_to_others(drive.now, Fault.SECOND_COMMANDER, "because")
    drive.gate.close(drive.now, "; and more")
    assert (drive.gate.state, drive.gate.quiet, drive.gate.reason) == (GateState.CLOSED, True, "because; and more")
    before = len(drive.out)
    drive.gate.end_from(drive.now, [8.0, -4.0])
    drive.gate.yield_to_others(drive.now, Fault.OWN_STALL, "another")
    drive.gate.end_from(drive.now, [8.0, -4.0])
    assert drive.states(1.0, [5.0, 3.0]).silence(1.0).out[before:] == []
    assert drive.gate.state is GateState.CLOSED


def test_the_rate_counts_from_when_a_command_went_out():
    drive = opened().states(0.2, GRAVITY)
    drive.gate.sent(drive.now + 0.003)
    output = drive.gate.limit(drive.now + 0.004, np.zeros(2), [9.0, -5.0], np.array(GRAVITY))
    assert output is not None
    np.testing.assert_allclose(np.abs(output.torque - GRAVITY), RATE * 0.001)


def test_a_clock_that_stands_still_or_runs_backwards_moves_nothing():
    drive = opened().states(0.2, [5.0, 3.0])
    drive.period = 0.0
    for now in (drive.now, drive.now - 5.0):
        output = drive.gate.limit(now, np.zeros(2), [9.0, -5.0], np.zeros(2))
        assert output is not None
        assert output.torque.tolist() == [5.0, 3.0]


EVENTS = st.lists(
    st.tuples(
        st.sampled_from(["state", "silence", "deactivate", "activate", "refuse", "reset", "fault"]),
        st.floats(0.0, 3.0),
        st.lists(st.floats(allow_nan=True, allow_infinity=True), min_size=2, max_size=2),
        st.lists(st.floats(-3.0, 3.0), min_size=2, max_size=2),
    ),
    max_size=30,
)


@given(EVENTS, st.sampled_from(["hold_gravity", "zero"]), st.booleans(), st.sampled_from([0.0, 0.3]))
@runs(max_examples=200, deadline=None)
def test_limits_and_rate_hold_for_any_events(events: list, policy: str, restart: bool, fade: float):
    gate = TorqueGate(settings(fault_policy=policy, restart_after_fault=restart, fade_in_time=fade, hold_time=0.5))
    drive = Drive(gate)
    for what, seconds, torque, position in events:
        if what == "state":
            drive.states(min(seconds, 0.5), torque, position, gravity=np.nan_to_num(torque, posinf=9.0, neginf=0.0))
        elif what == "silence":
            drive.silence(seconds)
        elif what == "deactivate":
            gate.deactivate(drive.now)
        elif what == "refuse":
            gate.refuse("incomplete")
        elif what == "fault":
            gate.fault(drive.now, list(Fault)[int(10.0 * seconds) % len(Fault)], "because")
        elif gate.done:  # a node resets and activates only then
            gate.reset()
            if what == "activate":
                gate.activate(drive.now)
    if drive.out:
        assert drive.within_limits()
    drive.silence(0.01)
    gate.deactivate(drive.now)
    drive.silence(4.0)
    assert gate.done
    assert not gate.torque.any()


def test_with_restart_torque_returns_while_hold_budget_remains():
    drive = opened(fade_in_time=0.5, restart_after_fault=True).states(0.2, [5.0, 3.0]).silence(1.0)
    assert drive.gate.state is GateState.HOLDING
    drive.states(0.2 + 0.25, [5.0, 3.0])
    assert drive.gate.state is GateState.FADING_IN
    np.testing.assert_allclose(drive.torque, [3.0, 1.0], atol=0.1)  # half way from gravity
    drive.states(0.3, [5.0, 3.0])
    assert (drive.gate.state, drive.torque) == (GateState.OPEN, [5.0, 3.0])
    assert drive.within_limits()


def test_sporadic_states_do_not_renew_the_hold_indefinitely():
    """One state every 0.5 s with restart: hold has a total budget."""
    drive = opened(hold_time=1.0, fade_out_time=0.2, restart_after_fault=True, recovery_time=0.0)
    for _ in range(8):
        drive.states(0.004, GRAVITY).silence(0.5)
    assert drive.gate.done
    assert not any(drive.torque)


def test_the_hold_lasts_no_longer_where_commands_take_time():
    """States every 4 ms, 3 ms from a state to the end of its command."""
    drive = opened(hold_time=1.0, fade_out_time=0.1).states(0.2, GRAVITY)
    drive.gate.fault(drive.now, Fault.REFERENCE_LOST, "because")
    began = drive.now
    while drive.gate.state in (GateState.DAMPING, GateState.HOLDING):
        drive.now += 0.004
        drive.gate.limit(drive.now, np.zeros(2), GRAVITY, np.array(GRAVITY))
        drive.gate.sent(drive.now + 0.003)
        assert drive.now - began < 1.1
    assert drive.now - began > 0.9


def test_an_open_gate_gives_back_a_tenth_of_its_time_and_no_more_than_was_used():
    budget = HoldBudget(1.0)
    budget.reset(100.0)
    assert not budget.count(100.9, GateState.HOLDING)
    assert not budget.count(102.9, GateState.OPEN)  # 0.9 s less 0.2 s
    assert not budget.count(103.1, GateState.DAMPING)
    assert budget.count(103.25, GateState.DAMPING)
    assert not budget.count(200.0, GateState.OPEN)
    assert not budget.count(200.9, GateState.HOLDING)
    assert budget.count(201.1, GateState.HOLDING)


@pytest.mark.parametrize("state", [GateState.FADING_IN, GateState.FADING_OUT, GateState.CLOSED])
def test_other_states_neither_use_nor_give_back(state: GateState):
    budget = HoldBudget(1.0)
    budget.count(0.75, GateState.HOLDING)
    budget.count(100.0, state)
    assert not budget.count(100.125, GateState.HOLDING)
    assert budget.count(100.375, GateState.HOLDING)


def test_time_that_runs_backwards_counts_for_nothing():
    budget = HoldBudget(1.0)
    budget.count(0.5, GateState.HOLDING)
    budget.count(0.0, GateState.HOLDING)
    assert not budget.count(0.75, GateState.HOLDING)
    assert budget.count(1.0, GateState.HOLDING)
