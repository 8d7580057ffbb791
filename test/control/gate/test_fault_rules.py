"""Every fault has a rule, and the documentation lists each of them once."""

from __future__ import annotations

import pytest

from puma560_dynamics.control.gate.faults import FAULTS, Fault, FaultError, FaultRule, Reaction, fault_table
from puma560_dynamics.errors import StateError


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
