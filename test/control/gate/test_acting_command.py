"""The command that acts is the one that was sent last; one of before a pause is no torque to begin from."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.steady_loop import QD, loop

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.acting_command import CLOCK_SET_BACK_S, ActingCommand, ZeroAgain
from puma560_dynamics.control.gate.command_guard import CommandGuard
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.gate.supervision import WATCHING
from puma560_dynamics.control.gate.timing import Timing

ONE, TWO = np.full(2, 1.0), np.full(2, 2.0)


def test_the_last_one_sent_acts_whatever_the_order_of_arrival():
    acting = ActingCommand()
    assert acting.torque is None
    assert acting.note_other_command(10.0, TWO, True)
    assert not acting.note_other_command(9.99, ONE, True)
    assert acting.torque is TWO
    acting.note_own_command(10.1, ONE)
    assert not acting.note_other_command(10.05, TWO, True)
    assert acting.torque is ONE
    assert acting.acts


def test_an_old_one_shows_that_another_process_commanded_and_nothing_else():
    acting = ActingCommand()
    acting.note_own_command(10.0, ONE)
    assert not acting.note_other_command(9.0, TWO, False)
    assert acting.torque is ONE
    assert acting.note_other_command(11.0, TWO, False)
    assert acting.torque is None
    assert not acting.acts
    assert not acting.own


def test_after_a_pause_this_process_knows_its_own_commands_alone():
    acting = ActingCommand()
    acting.note_other_command(10.0, TWO, True)
    acting.note_pause()
    assert acting.torque is None
    acting.note_own_command(11.0, ONE)
    acting.note_pause()
    assert acting.torque is ONE
    acting.note_missed_command()
    assert acting.torque is None


def test_a_clock_that_is_set_back_hides_no_command():
    acting = ActingCommand()
    acting.note_own_command(100.0, ONE)
    assert acting.note_other_command(100.0 - 1.5 * CLOCK_SET_BACK_S, TWO, True)
    assert acting.torque is TWO
    acting.note_own_command(100.0, ONE)
    assert not acting.note_other_command(100.0 - 1.5 * CLOCK_SET_BACK_S, TWO, False)


def test_it_is_due_for_a_while_after_states_return():
    again, timing = ZeroAgain(Timing()), Timing()
    again.due(0.0)
    for now in np.arange(0.06, 2.0, 0.01).tolist():
        again.note_state(now)
        assert again.due(now) is (now < 0.06 + timing.repeat_zero)
    assert not any(again.due(now) for now in np.arange(2.0, 2.2, 0.01).tolist())
    again.note_state(2.2)
    assert again.due(2.2)
    again.stop()
    assert not again.due(2.21)


def test_after_a_late_call_the_topic_is_read_first_and_then_zero_is_due_although_every_call_is_late():
    again, timing = ZeroAgain(Timing()), Timing()
    again.repeat(0.0)
    assert [again.due(now) for now in (0.0, 0.02, 0.04)] == [False, False, False]
    assert again.due(0.0 + timing.look_around)
    late = 0.05 + 1.2 * timing.late
    assert [again.due(now) for now in (late, late + 0.02, late + timing.look_around)] == [False, False, True]
    assert any(again.due(now) for now in np.arange(0.2, 0.8, 1.5 * timing.late).tolist())


@pytest.mark.parametrize("another", [False, True])
def test_a_closed_loop_repeats_its_zero_and_no_other_torque(arm: Arm, another: bool):
    made = loop(arm, hold_time=0.1)
    made.loop.arrived(0.005)
    made.sent(made.state(0.005).output)
    sent = []
    for now in np.arange(0.01, 3.0, 0.01).tolist():
        output = made.loop.watch(now) or made.loop.zero_again(now)
        if output is not None:
            made.loop.sent(now, now, output)
            sent.append(now)
    assert made.loop.gate.quiet
    assert sent[-1] < 2.5
    if another:
        made.loop.commanded(3.0, np.full(6, 1.0), by_guard=False)
    zeros = []
    for now in np.arange(3.0, 6.0, 0.01).tolist():
        made.loop.arrived(now)
        made.state(now, qd=0.0 * QD)
        assert made.loop.watch(now) is None
        zeros.append(made.loop.zero_again(now))
    found = [output.torque for output in zeros if output is not None]
    assert len(found) in ((0,) if another else (99, 100, 101))
    assert not np.any(found)


def test_a_guard_that_has_ended_a_torque_repeats_its_zero(arm: Arm):
    q = np.array([0.3, -1.0, 1.5, 0.2, 0.5, -0.3])
    settings = GateSettings.of(arm, hold_time=0.2, fade_out_time=0.2)
    guard = CommandGuard(load_model("newton_euler", arm), settings, timeout=0.2)

    def run(start: float, end: float, states: bool) -> list:
        found = []
        for now in np.arange(start, end, 0.01).tolist():
            if states:
                guard.handle_state(now, 1000.0 + now, 1000.0 + now, q, np.zeros(6))
            output = guard.watch(now)
            if output is not None:
                guard.sent(now)
                found.append(output.torque)
        return found

    run(0.0, 0.5, True)
    guard.handle_command(0.5, np.full(6, 3.0))
    assert run(0.5, 4.0, True)
    assert run(4.0, 6.0, False) == []
    zeros = run(6.0, 9.0, True)
    assert 90 < len(zeros) < 110
    assert not np.any(zeros)
    guard.handle_command(9.0, np.full(6, 3.0))
    guard.handle_command(9.01, np.zeros(6))
    assert run(9.02, 10.0, False) == []
    assert run(10.0, 12.0, True) == []  # the node that ended this torque does so


@pytest.mark.parametrize("gap", [0.06, 0.09, 0.15])
def test_a_late_guard_sends_no_zero_while_a_node_may_have_begun_a_torque(arm: Arm, gap: float):
    """The middleware delivers the node's commands after the tick, so that the guard does not know them yet."""
    guard = CommandGuard(load_model("newton_euler", arm), GateSettings.of(arm), timeout=0.3)
    zero = np.zeros(6)
    for now in np.arange(0.0, 0.5, 0.01).tolist():
        guard.handle_state(now, 1000.0 + now, 1000.0 + now, zero, zero)
        guard.watch(now)
    guard.handle_command(0.5, np.full(6, 3.0))
    for now in np.arange(0.5, 6.0, 0.01).tolist():
        if guard.watch(now) is not None:
            guard.sent(now)
    assert guard.state == WATCHING
    guard.handle_state(6.0, 1006.0, 1006.0, zero, zero)  # joint states return: zero is repeated
    assert guard.watch(6.0) is not None
    guard.sent(6.0)
    assert guard.watch(6.0 + gap) is None
    assert guard.watch(6.01 + gap) is None
    guard.handle_command(6.02 + gap, np.full(6, 4.4), 5.99 + gap)
    assert guard.watch(6.02 + gap) is None
