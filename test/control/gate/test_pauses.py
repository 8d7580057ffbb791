"""Messages of before a pause, too old ones and those of the future say nothing about the present."""

from __future__ import annotations

import pytest

from puma560_dynamics.control.gate.pauses import Pauses
from puma560_dynamics.control.gate.state_check import MAX_FUTURE_S

CLOCK = 1e9


def awake(pauses: Pauses, start: float, seconds: float) -> float:
    """Called every 0.01 s; the steady time after that."""
    for step in range(round(100 * seconds)):
        assert not pauses.note_running(start + 0.01 * step, CLOCK + start + 0.01 * step)
    return start + seconds


def test_a_process_that_runs_uses_what_is_young():
    pauses = Pauses(0.1)
    now = awake(pauses, 0.0, 5.0)
    assert (pauses.count, pauses.awake(now)) == (0, float("inf"))
    for age in (0.0, 0.05, 0.0999, -0.5 * MAX_FUTURE_S):
        assert pauses.refusal(CLOCK + now - age, CLOCK + now) is None
    assert "0.2 s ago" in (pauses.refusal(CLOCK + now - 0.2, CLOCK + now) or "")
    assert "in the future" in (pauses.refusal(CLOCK + now + 2.0 * MAX_FUTURE_S, CLOCK + now) or "")


@pytest.mark.parametrize("pause", [0.1, 0.3, 1.5, 6.0, 3600.0])
def test_what_was_sent_before_the_end_of_a_pause_is_not_used(pause: float):
    pauses = Pauses(0.1)
    now = awake(pauses, 0.0, 1.0) + pause
    assert pauses.note_running(now, CLOCK + now)
    assert pauses.count == 1
    assert pauses.longest == pytest.approx(pause, abs=0.02)
    for sent in (now, now - 0.01, now - 0.05, now - 0.5 * pause, now - pause, 0.0):
        assert pauses.refusal(CLOCK + sent, CLOCK + now + 0.001) is not None
    assert pauses.refusal(CLOCK + now + 0.0005, CLOCK + now + 0.001) is None
    assert pauses.awake(now + 0.25) == pytest.approx(0.25)


def test_a_clock_that_was_set_back_in_the_pause_makes_no_old_message_young():
    pauses = Pauses(0.1)
    awake(pauses, 0.0, 1.0)
    assert pauses.note_running(7.0, CLOCK + 1.5)  # 5.5 s were set back
    assert pauses.refusal(CLOCK + 6.9, CLOCK + 1.501) is not None


def test_a_sender_on_another_computer_may_differ_by_what_is_allowed():
    pauses = Pauses(0.1, offset_limit=1.0)
    now = awake(pauses, 0.0, 2.0)
    for ahead in (-1.05, -0.5, 0.5, 1.01):
        assert pauses.refusal(CLOCK + now + ahead, CLOCK + now) is None
    for ahead in (-1.2, 1.1):
        assert pauses.refusal(CLOCK + now + ahead, CLOCK + now) is not None
    assert pauses.note_running(now + 5.0, CLOCK + now + 5.0)
    # Its clock may be ahead by as much: what seems to be of after the pause may be of before.
    assert pauses.refusal(CLOCK + now + 5.9, CLOCK + now + 5.01) is not None
    assert pauses.refusal(CLOCK + now + 6.3, CLOCK + now + 6.0) is None


def test_the_times_between_which_a_message_is_used_are_those_of_the_refusal():
    for offset in (0.0, 1.0):
        pauses = Pauses(0.1, offset_limit=offset)
        now = awake(pauses, 0.0, 2.0) + 0.5
        assert pauses.note_running(now, CLOCK + now)
        for clock in (CLOCK + now + 0.01, CLOCK + now + 5.0):
            oldest, newest = pauses.usable(clock)
            for sent in (clock + 0.01 * k for k in range(-300, 300)):
                if oldest < sent < newest:
                    assert pauses.refusal(sent, clock) is None
                elif not oldest - 1e-6 < sent < newest + 1e-6:
                    assert pauses.refusal(sent, clock) is not None
