"""Every fault ends in a closed gate: hold or damp, fade, and stay at zero until a reset, or restart where it may."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.control.gate import GRAVITY, opened

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.control.gate.faults import FAULTS, Fault, FaultError, FaultRule, Reaction, fault_table
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.control.gate.torque_gate import TorqueGate
from puma560_dynamics.errors import StateError


@pytest.mark.parametrize("torque", [[np.nan, 1.0], [np.inf, 1.0], [1.0], [1.0, 2.0, 3.0], [[1.0, 2.0]], "torque", None])
def test_nonsense_changes_nothing_and_is_a_fault_if_it_lasts(torque: Any):
    drive = opened().states(0.2, [3.0, 3.0])
    drive.states(0.05, torque)
    assert drive.torque == [3.0, 3.0]
    drive.states(0.5, torque)
    assert drive.torque == GRAVITY
    assert drive.gate.state is GateState.HOLDING
    assert drive.gate.counts["not_finite"] > 10


def test_silence_holds_gravity_then_fades_then_stays_at_zero():
    drive = opened(hold_time=1.0, fade_out_time=0.5).states(0.2, [5.0, 3.0])
    drive.silence(0.4)
    assert (drive.gate.state, drive.torque) == (GateState.HOLDING, GRAVITY)
    assert "no usable joint state for 0.1 s" in drive.gate.reason
    drive.silence(0.9)
    assert drive.gate.state is GateState.FADING_OUT
    assert 0.0 < drive.torque[0] < 1.0
    drive.silence(0.6)
    assert (drive.gate.state, drive.torque) == (GateState.CLOSED, [0.0, 0.0])
    assert drive.within_limits()
    drive.states(5.0, [5.0, 3.0])  # states are back: the torque is not, until the next activation
    assert (drive.gate.state, drive.torque) == (GateState.CLOSED, [0.0, 0.0])
    drive.gate.activate(drive.now)
    drive.states(0.5, [5.0, 3.0])
    assert (drive.gate.state, drive.torque) == (GateState.OPEN, [5.0, 3.0])


def test_states_that_return_do_not_open_it_again():
    drive = opened(hold_time=1.0).states(0.2, [5.0, 3.0]).silence(0.5)
    assert drive.gate.state is GateState.HOLDING
    drive.states(0.2, [5.0, 3.0])
    assert drive.gate.state is GateState.DAMPING  # of the present pose, no longer of an old one
    drive.states(2.0, [5.0, 3.0])
    assert (drive.gate.state, drive.torque) == (GateState.CLOSED, [0.0, 0.0])
    assert drive.gate.latched is Fault.SILENCE


def test_the_policy_zero_fades_at_once_and_restart_brings_it_back():
    drive = opened(fault_policy="zero", fade_out_time=0.2, restart_after_fault=True).states(0.2, [5.0, 3.0])
    drive.silence(0.2)
    assert drive.gate.state is GateState.FADING_OUT
    drive.silence(0.3)
    assert (drive.gate.state, drive.torque) == (GateState.CLOSED, [0.0, 0.0])
    drive.states(0.5, [5.0, 3.0])
    assert (drive.gate.state, drive.torque) == (GateState.OPEN, [5.0, 3.0])
    assert drive.within_limits()


@pytest.mark.parametrize("fault", list(Fault))
def test_every_fault_ends_closed_and_stays_so_until_a_reset(fault: Fault):
    drive = opened(hold_time=0.5, fade_out_time=0.2).states(0.2, [5.0, 3.0])
    drive.gate.fault(drive.now, fault, "because")
    drive.states(0.3, [5.0, 3.0])
    rule = FAULTS[fault]
    if rule.reaction is Reaction.FADE:
        assert drive.gate.state in (GateState.FADING_OUT, GateState.CLOSED)
    else:
        trusted = rule.reaction is Reaction.DAMP or rule.restarts
        assert drive.gate.state is (GateState.DAMPING if trusted else GateState.HOLDING)
        assert drive.torque == GRAVITY
    drive.states(2.0, [5.0, 3.0])
    assert (drive.gate.state, drive.torque) == (GateState.CLOSED, [0.0, 0.0])
    assert drive.gate.latched is fault
    assert drive.gate.reason.startswith("because")
    assert drive.gate.counts[f"fault.{fault.value}"] == 1
    drive.gate.activate(drive.now)
    drive.states(0.5, [5.0, 3.0])
    assert (drive.gate.state, drive.gate.latched, drive.torque) == (GateState.OPEN, None, [5.0, 3.0])
    assert drive.within_limits()


@pytest.mark.parametrize("fault", list(Fault))
def test_restart_is_for_faults_that_leave_the_pose_in_no_doubt(fault: Fault):
    drive = opened(restart_after_fault=True, recovery_time=0.2).states(0.2, [5.0, 3.0])
    drive.gate.fault(drive.now, fault, "because")
    drive.states(6.0, [5.0, 3.0])
    assert drive.gate.state is (GateState.OPEN if FAULTS[fault].restarts else GateState.CLOSED)


def test_it_does_not_restart_while_a_cause_is_left_or_after_a_deactivation():
    drive = opened(restart_after_fault=True, hold_time=0.3, fade_out_time=0.2).states(0.2, [5.0, 3.0])
    drive.gate.fault(drive.now, Fault.GUARD_LOST, "because")
    for _ in range(300):
        drive.now += 0.004
        drive.gate.limit(drive.now, np.zeros(2), [5.0, 3.0], np.array(GRAVITY), well=False)
    assert drive.gate.state is GateState.CLOSED
    drive.gate.deactivate(drive.now)
    drive.states(3.0, [5.0, 3.0])
    assert drive.gate.state is GateState.CLOSED


def test_damping_acts_while_states_are_good_and_the_frozen_gravity_else():
    drive = opened(hold_time=5.0).states(0.2, GRAVITY)
    drive.gate.fault(drive.now, Fault.REFERENCE_LOST, "because")
    for _ in range(50):
        drive.now += 0.004
        output = drive.gate.limit(drive.now, np.zeros(2), [9.0, 4.0], np.array(GRAVITY), np.array([-0.5, 0.25]))
    assert output is not None
    assert output.torque.tolist() == [0.5, -0.75]
    drive.silence(0.5)
    assert (drive.gate.state, drive.torque) == (GateState.HOLDING, GRAVITY)


def test_an_old_state_is_silence_however_often_it_comes():
    """Age counts from the measurement, not from the arrival."""
    drive = opened(state_timeout=0.1)
    for _ in range(30):
        drive.now += 0.004
        drive.gate.limit(drive.now, np.zeros(2), [5.0, 3.0], np.array(GRAVITY), age=0.2)
        drive.gate.watch(drive.now)
    assert drive.gate.latched is Fault.SILENCE


def test_a_second_commander_after_a_silence_needs_a_reset():
    drive = opened(restart_after_fault=True).states(0.2, [5.0, 3.0]).silence(0.3)
    assert drive.gate.latched is Fault.SILENCE
    drive.gate.yield_to_others(drive.now, Fault.SECOND_COMMANDER, "because")
    drive.states(3.0, [5.0, 3.0])
    assert (drive.gate.latched, drive.gate.state) == (Fault.SECOND_COMMANDER, GateState.YIELDED)


def test_every_fault_is_seen_even_if_it_ends_at_once():
    drive = opened(restart_after_fault=True, recovery_time=0.0).states(0.2, [5.0, 3.0])
    drive.gate.fault(drive.now, Fault.REFERENCE_LOST, "because")
    drive.states(0.015, [5.0, 3.0])
    assert drive.gate.state is GateState.DAMPING
    drive.states(0.02, [5.0, 3.0])
    assert drive.gate.state is GateState.OPEN


def test_with_the_rates_of_a_first_bring_up_gravity_is_reached_within_the_hold():
    """+150 N.m on joint 2, limits and rates of docs/bring_up.md, then silence: 80 ms to zero, then growth."""
    arm = load_arm()
    gravity = load_model("full", arm).gravity(np.array([0.3, -1.0, 1.5, 0.2, 0.5, -0.3]))
    limits = GateSettings.of(arm, 0.1, np.full(6, 20.0), fade_in_time=3.0, hold_time=5.0)
    gate = TorqueGate(limits)
    gate.activate(100.0, [0.0, 150.0, 0.0, 0.0, 0.0, 0.0])
    gate.limit(100.0, np.zeros(6), gravity, gravity)
    held = np.clip(gravity, -limits.maximum_torque, limits.maximum_torque)
    now = 100.0
    reached: dict[str, float] = {}
    while gate.state is not GateState.CLOSED:
        now += 0.01
        gate.watch(now)
        if gate.state is GateState.HOLDING:
            if gate.torque[1] <= 0.0:
                reached.setdefault("zero", now - 100.0)
            if (gate.torque == held).all():
                reached.setdefault("gravity", now - 100.0)
    assert reached["zero"] == pytest.approx(0.1 + 150.0 / 1864.0, abs=0.03)
    assert reached["gravity"] == pytest.approx(reached["zero"] + 18.64 / 20.0, abs=0.03)
    assert now - 100.0 < 0.1 + 5.0 + 0.6


@pytest.mark.parametrize("fault", list(Fault))
def test_every_fault_has_a_rule(fault: Fault):
    rule = FAULTS[fault]
    assert isinstance(rule, FaultRule)
    assert rule.reaction in Reaction
    assert rule.cause and rule.remedy


def test_no_rule_can_be_changed():
    with pytest.raises(TypeError):
        FAULTS[Fault.JUMP] = FAULTS[Fault.SILENCE]  # type: ignore[index]
    with pytest.raises(AttributeError):
        FAULTS[Fault.JUMP].restarts = True  # type: ignore[misc]


@pytest.mark.parametrize("fault", [Fault.JUMP, Fault.OUTSIDE, Fault.INCONSISTENT, Fault.TWO_STATE_PUBLISHERS])
def test_a_doubtful_pose_is_not_damped_and_does_not_restart(fault: Fault):
    """Damping needs the present state, and that is what is in doubt."""
    assert FAULTS[fault].reaction is Reaction.HOLD
    assert not FAULTS[fault].restarts


def test_a_second_commander_never_restarts():
    rule = FAULTS[Fault.SECOND_COMMANDER]
    assert (rule.reaction, rule.restarts) == (Reaction.FADE, False)


def test_the_table_lists_each_fault_once():
    lines = fault_table().splitlines()
    assert lines[1] == "|---|---|---|---|---|"
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert {len(row) for row in cells} == {5}
    assert sorted(row[0] for row in cells[2:]) == sorted(f"`{fault.value}`" for fault in Fault)


def test_table_and_rules_agree():
    rows = {row.split("`")[1]: row for row in fault_table().splitlines()[2:]}
    for fault, rule in FAULTS.items():
        ends = "yes" if rule.restarts else "no"
        cells = (f"`{fault.value}`", rule.cause, rule.reaction.value, ends, rule.remedy)
        assert rows[fault.value] == f"| {' | '.join(cells)} |"


def test_an_error_names_its_fault():
    error = FaultError(Fault.JUMP, "elbow jumps")
    assert error.fault is Fault.JUMP
    assert str(error) == "elbow jumps"
    assert isinstance(error, StateError)
