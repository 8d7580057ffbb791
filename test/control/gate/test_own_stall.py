"""A process that sent nothing for the limit stood still; one that never sent did not."""

from __future__ import annotations

import pytest

from puma560_dynamics.control.gate.own_stall import OwnStall


def test_steady_commands_are_no_stall():
    own_stall = OwnStall(0.1)
    for step in range(1000):
        assert not own_stall.stalled(0.01 * step)
        own_stall.sent(0.01 * step)


def test_before_the_first_command_nothing_is_due():
    assert not OwnStall(0.1).stalled(1e6)


def test_the_limit_itself_is_a_stall():
    own_stall = OwnStall(0.125)
    own_stall.sent(1.0)
    assert not own_stall.stalled(1.1249)
    assert own_stall.stalled(1.125)
    assert own_stall.stalled(2.0)


def test_a_query_changes_nothing():
    """Asked twice, directly before a command and in the watchdog, it says the same."""
    own_stall = OwnStall(0.1)
    own_stall.sent(0.0)
    assert [own_stall.stalled(5.0) for _ in range(3)] == [True, True, True]
    assert not own_stall.stalled(0.05)


def test_a_command_ends_it():
    own_stall = OwnStall(0.1)
    own_stall.sent(0.0)
    own_stall.sent(5.0)
    assert not own_stall.stalled(5.05)
    assert own_stall.stalled(5.2)


@pytest.mark.parametrize("sent", [True, False])
def test_forget(sent: bool):
    own_stall = OwnStall(0.1)
    if sent:
        own_stall.sent(0.0)
    own_stall.forget()
    assert not own_stall.stalled(100.0)
    own_stall.sent(100.0)
    assert own_stall.stalled(100.2)
