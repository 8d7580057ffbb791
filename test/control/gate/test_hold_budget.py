"""Holding and damping on faults have one budget of time until a reset."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.control.gate import GRAVITY, opened

from puma560_dynamics.control.gate.faults import Fault
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.control.gate.hold_budget import HoldBudget


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
