"""A loop whose controller ends while torque acts, and one that takes the commands again."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.steady_loop import GUARDED, Q, Steady, loop

from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.faults import Fault
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.control.gate.left_torque import Reports

REST = 0.0 * Q


def run(made: Steady, start: float, seconds: float) -> list[np.ndarray]:
    """What goes out, with a state every 0.01 s."""
    torques = []
    for now in (start + 0.01 * np.arange(round(100.0 * seconds))).tolist():
        for output in (made.loop.watch(now), made.state(now + 0.005, qd=REST).output):
            if output is not None:
                made.sent(output)
                torques.append(output.torque)
    return torques


@pytest.fixture
def ended(arm: Arm) -> Steady:
    """The controller was deactivated while the gravity load was commanded, and is active again."""
    made = loop(arm)
    made.loop.supervision.note_controller(True)
    assert run(made, 0.01, 0.2)
    made.loop.supervision.note_controller(False)
    assert run(made, 0.21, 0.1) == []
    made.loop.supervision.note_controller(True)
    return made


def test_nothing_is_sent_until_a_reset(ended: Steady):
    gate = ended.loop.gate
    assert (gate.state, gate.latched, gate.quiet) == (GateState.CLOSED, Fault.CONTROLLER_LOST, True)
    assert "the hardware may hold" in gate.reason
    assert run(ended, 0.4, 5.0) == []


def test_nothing_restarts_automatically(arm: Arm):
    made = loop(arm, restart_after_fault=True, recovery_time=0.1)
    made.loop.supervision.note_controller(True)
    run(made, 0.01, 0.2)
    made.loop.supervision.note_controller(False)
    run(made, 0.21, 0.1)
    made.loop.supervision.note_controller(True)
    assert run(made, 0.4, 5.0) == []
    assert made.loop.gate.state is GateState.CLOSED


def test_a_torque_that_is_there_is_led_to_zero_then_the_gate_opens(ended: Steady):
    held = ended.loop.left.torque
    assert held is not None
    assert ended.loop.left_in_doubt(Reports(effort=held)) is None
    ended.loop.activate(0.4)
    assert ended.loop.left.torque is None
    torques = run(ended, 0.4, 3.0)
    steps = np.abs(np.diff([held, *torques], axis=0))
    settings = ended.loop.gate.settings
    fastest = np.abs(held) / settings.fade_out_time * settings.timing.longest_step
    end = next(index for index, torque in enumerate(torques) if not torque.any())
    assert (steps[: end + 1] <= np.maximum(fastest, 1e-9)).all()
    assert ended.loop.gate.state is GateState.OPEN


@pytest.mark.parametrize("reports", [Reports(effort=REST), Reports(command=REST, effort=np.full(6, 50.0))])
def test_a_torque_that_is_gone_leaves_zero_to_begin_from(ended: Steady, reports: Reports):
    assert ended.loop.left_in_doubt(reports) is None
    ended.loop.activate(0.4)
    assert ended.loop.gate.state is GateState.FADING_IN
    assert not ended.loop.gate.torque.any()


def test_a_torque_of_which_nothing_is_known_is_an_obstacle_that_stays(ended: Steady):
    for _ in range(2):
        assert "the hardware may hold" in str(ended.loop.left_in_doubt(Reports()))
    assert ended.loop.left.torque is not None


def test_a_second_end_during_the_removal_leaves_what_was_commanded_last(ended: Steady):
    held = ended.loop.left.torque
    assert held is not None
    ended.loop.activate(0.4)
    torques = run(ended, 0.4, 0.2)
    ended.loop.supervision.note_controller(False)
    assert run(ended, 0.6, 1.0) == []
    np.testing.assert_array_equal(ended.loop.left.torque, torques[-1])
    assert 0.0 < abs(torques[-1][1]) < abs(held[1])


def test_a_deactivation_during_the_removal_ends_at_zero(ended: Steady):
    ended.loop.activate(0.4)
    run(ended, 0.4, 0.2)
    ended.loop.deactivate(0.6, "deactivated")
    torques = run(ended, 0.6, 5.0)
    assert not torques[-1].any()
    assert ended.loop.gate.state is GateState.CLOSED


def test_where_only_the_manager_has_gone_the_torque_fades_all_the_same(arm: Arm):
    """It may still be there, and the controller with it."""
    made = loop(arm, GUARDED)
    run(made, 0.01, 0.2)
    before = made.loop.gate.torque
    made.loop.supervision.note_controller(False, gone=True)
    torques = run(made, 0.21, 3.0)
    assert not torques[-1].any()
    np.testing.assert_array_equal(made.loop.left.torque, before)
    assert "the hardware may hold" in made.loop.gate.reason
