"""The state of the gate as a status, and the figures of the loop; no node is needed."""

from __future__ import annotations

import os

import pytest
from helpers.stand_in import stands_in_for
from helpers.steady_loop import QD, Q, Steady, loop

from puma560_dynamics.arm import Arm
from puma560_dynamics.control.feed_forward.feed_forward import MODEL_TERMS
from puma560_dynamics.control.feed_forward.references import Reference
from puma560_dynamics.control.gate.faults import Fault
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.nodes.wire.diagnostics import ERROR, OK, WARN, Diagnostics
from puma560_dynamics.nodes.wire.torque_report import TAKEN_AWAY, BusyMachine, figures, report, uses_reference


@stands_in_for(Diagnostics, "set")
class Status:
    """Stands in for `Diagnostics`: keeps the last status."""

    def __init__(self) -> None:
        self.level, self.message, self.state = -1, "", ""

    def set(self, level: int, message: str, *, hold: bool = False, state: str = "") -> None:
        self.level, self.message, self.state = level, message, state


def shown(made: Steady, active: bool = True, now: float = 0.005, busy: BusyMachine | None = None) -> Status:
    """Status after one more joint state."""
    status, result = Status(), made.state(now, qd=0.0 * QD)
    report(status, made.loop.gate, active, result.output, result, busy or BusyMachine())  # type: ignore[arg-type]
    return status


def test_an_open_gate_is_ok_and_names_what_the_torque_follows(arm: Arm):
    status = shown(loop(arm))
    assert (status.level, status.state) == (OK, "open")
    assert "no reference" in status.message


@pytest.mark.parametrize(
    ("terms", "source", "words"),
    [
        (MODEL_TERMS, "reference", "torque follows the reference"),
        (("gravity", "friction"), "none", "torque follows the reference"),
        (("gravity", "coriolis"), "reference", "no active term uses the reference: torque for what is measured"),
        (MODEL_TERMS, "none", "no active term uses the reference: torque for what is measured"),
    ],
)
def test_a_reference_that_no_term_uses_is_not_followed(arm: Arm, terms: tuple[str, ...], source: str, words: str):
    made = loop(arm, terms=terms, acceleration_source=source)
    made.loop.reference(0.002, 1000.002, 1000.002, Reference(Q, 0.0 * Q, 0.0 * Q))
    result, status = made.state(0.005, qd=0.0 * QD), Status()
    assert result.followed
    uses = uses_reference(made.loop)
    report(status, made.loop.gate, True, result.output, result, BusyMachine(), uses=uses)  # type: ignore[arg-type]
    assert status.message == words


@pytest.mark.parametrize(("active", "level"), [(True, ERROR), (False, WARN)])
def test_a_torque_that_is_taken_away_is_an_error_of_an_active_node(arm: Arm, active: bool, level: int):
    made = loop(arm)
    made.loop.gate.fault(0.002, Fault.GUARD_LOST, "because")
    status = shown(made, active)
    assert made.loop.gate.state in TAKEN_AWAY
    assert (status.level, status.state) == (level, "damping")
    assert status.message.startswith("damping: because")


def test_the_load_of_the_machine_is_that_at_the_time_of_the_fault(arm: Arm, monkeypatch: pytest.MonkeyPatch):
    made, busy, load = loop(arm), BusyMachine(), [15.0]
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(os, "getloadavg", lambda: (load[0], 0.0, 0.0))
    made.loop.gate.fault(0.002, Fault.GUARD_LOST, "no heartbeat")
    first = shown(made, busy=busy).message
    assert first == "damping: no heartbeat; the machine is busy (15.0 processes on 2 processors over the last minute)"
    load[0] = 1.0
    assert shown(made, now=0.01, busy=busy).message == first
    # A fault that no load explains, and one on an idle machine.
    for fault in (Fault.SECOND_COMMANDER, Fault.SILENCE):
        again = loop(arm)
        again.loop.gate.fault(0.002, fault, "because")
        assert shown(again, busy=BusyMachine()).message.endswith("because")


def test_what_a_limit_takes_away_is_a_warning(arm: Arm):
    made = loop(arm, terms=("gravity",))
    gate = made.loop.gate
    output = gate.limit(0.005, arm.lower, 10.0 * arm.maximum_torque, 0.0 * arm.lower)
    status = Status()
    report(status, gate, True, output, None, BusyMachine())  # type: ignore[arg-type]
    assert status.level == WARN
    assert status.message == (output.trips[0] if output else "")


def test_figures_name_state_fault_and_counts(arm: Arm):
    assert figures(None, "none", []) == {"gate": GateState.INACTIVE.value}
    made = loop(arm, terms=("gravity", "friction"))
    made.loop.gate.fault(0.002, Fault.GUARD_LOST, "because")
    found = figures(made.loop, "watching", [0.25, 0.75, 0.5])
    assert found["gate"] == made.loop.gate.state.value
    assert (found["fault"], found["guard"]) == ("guard_lost", "watching")
    assert found["active_terms"] == "gravity,friction"
    assert (found["samples"], found["evaluation_s"]) == (3, 0.5)
    assert found["trips.fault.guard_lost"] == 1
    assert "evaluation_s" not in figures(made.loop, "watching", [])
