"""The time constants of the torque path keep their order for every setting that is accepted."""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from puma560_dynamics.control.gate.timing import WATCHDOG_PERIOD_S, Timing
from puma560_dynamics.control.torque_parameters import PARAMETERS
from puma560_dynamics.errors import StateError

LEAST, MOST = PARAMETERS["state_timeout"].minimum, PARAMETERS["state_timeout"].maximum
TIMEOUTS = st.floats(LEAST, MOST)


@given(TIMEOUTS)
@example(LEAST)
@example(MOST)
def test_the_order_of_the_docstring(state_timeout: float):
    timing = Timing(state_timeout)
    assert WATCHDOG_PERIOD_S < timing.longest_step < timing.own_stall
    assert timing.own_stall < timing.shortest_command_timeout < timing.command_timeout < timing.guard_timeout


@given(st.floats(4.0 * WATCHDOG_PERIOD_S, 10.0))
def test_a_stall_is_as_long_as_a_silence_of_joint_states(state_timeout: float):
    assert Timing(state_timeout).own_stall == state_timeout


@given(TIMEOUTS, st.floats(0.001, 0.1))
def test_the_watchdog_keeps_every_time_out(state_timeout: float, period: float):
    """Each of them is at least two calls of the watchdog, and the order holds for any period."""
    timing = Timing(state_timeout, period)
    assert timing.longest_step == pytest.approx(2.0 * period)
    assert timing.own_stall >= 2.0 * timing.longest_step
    assert timing.longest_step < timing.own_stall < timing.command_timeout < timing.guard_timeout


@given(TIMEOUTS)
def test_a_guard_is_lost_after_several_heartbeats_only(state_timeout: float):
    timing = Timing(state_timeout)
    assert timing.guard_timeout >= 10.0 * timing.heartbeat
    assert timing.heartbeat >= timing.period


def test_a_process_that_stood_still_decides_before_the_guard_counts_as_lost():
    timing = Timing()
    assert timing.own_stall + timing.look_around < timing.command_timeout
    assert timing.look_around > timing.longest_step


def test_a_zero_is_repeated_for_longer_than_the_guard_waits():
    timing = Timing()
    assert timing.repeat_zero > timing.guard_timeout


def test_the_usual_ones():
    timing = Timing()
    assert (timing.period, timing.state_timeout) == (0.01, 0.1)
    assert (timing.longest_step, timing.own_stall) == (0.02, 0.1)
    assert timing.command_timeout == pytest.approx(0.3)
    assert timing.guard_timeout == pytest.approx(0.5)


@pytest.mark.parametrize("number", [0.0, -0.1, 10.1, math.inf, math.nan])
def test_a_state_timeout_that_makes_no_sense(number: float):
    with pytest.raises(StateError, match="state_timeout"):
        Timing(number)


@pytest.mark.parametrize("number", [0.0, -0.01, 0.11, math.inf, math.nan])
def test_a_period_that_makes_no_sense(number: float):
    with pytest.raises(StateError, match="period of the watchdog"):
        Timing(0.1, number)
