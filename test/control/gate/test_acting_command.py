"""The command that acts is the one that was sent last; one of before a pause is no torque to begin from."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.control.gate.acting_command import SET_BACK, ActingCommand

ONE, TWO = np.full(2, 1.0), np.full(2, 2.0)


def test_the_last_one_sent_acts_whatever_the_order_of_arrival():
    acting = ActingCommand()
    assert acting.torque is None
    assert acting.by_another(10.0, TWO, True)
    assert not acting.by_another(9.99, ONE, True)
    assert acting.torque is TWO
    acting.by_this_process(10.1, ONE)
    assert not acting.by_another(10.05, TWO, True)
    assert acting.torque is ONE
    assert acting.acts


def test_an_old_one_shows_that_another_process_commanded_and_nothing_else():
    acting = ActingCommand()
    acting.by_this_process(10.0, ONE)
    assert not acting.by_another(9.0, TWO, False)
    assert acting.torque is ONE
    assert acting.by_another(11.0, TWO, False)
    assert acting.torque is None
    assert not acting.acts
    assert not acting.own


def test_after_a_pause_this_process_knows_its_own_commands_alone():
    acting = ActingCommand()
    acting.by_another(10.0, TWO, True)
    acting.stood_still()
    assert acting.torque is None
    acting.by_this_process(11.0, ONE)
    acting.stood_still()
    assert acting.torque is ONE
    acting.lose()
    assert acting.torque is None


def test_a_clock_that_is_set_back_hides_no_command():
    acting = ActingCommand()
    acting.by_this_process(100.0, ONE)
    assert acting.by_another(100.0 - 1.5 * SET_BACK, TWO, True)
    assert acting.torque is TWO
    acting.by_this_process(100.0, ONE)
    assert not acting.by_another(100.0 - 1.5 * SET_BACK, TWO, False)
