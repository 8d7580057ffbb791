"""Stamps in order and near the clock are accepted; all others are refused with a reason and change nothing."""

from __future__ import annotations

import math

import pytest

from puma560_dynamics.control.gate.gate_settings import MAX_OFFSET_S
from puma560_dynamics.control.gate.state_check import MAX_FUTURE_S, StampCheck
from puma560_dynamics.errors import MessageError, StateError


def test_stamps_in_order_give_their_difference():
    check = StampCheck()
    assert check.check_stamp(1000.0, 1000.001, 5.0) == 0.0
    assert check.age == pytest.approx(0.001)
    assert check.check_stamp(1000.004, 1000.006, 5.1) == pytest.approx(0.004)
    assert check.age == pytest.approx(0.002)


@pytest.mark.parametrize(("stamp", "side"), [(999.4, "past"), (1000.6, "future"), (1.0, "past"), (1e9, "future")])
def test_far_from_the_clock(stamp: float, side: str):
    with pytest.raises(MessageError, match=rf"s in the {side}; expected at most 0\.\d+ s"):
        StampCheck(0.1).check_stamp(stamp, 1000.0, 0.0)


@pytest.mark.parametrize(("side", "limit"), [(-1.0, 0.1), (1.0, MAX_FUTURE_S)])
def test_the_limits_on_both_sides(side: float, limit: float):
    StampCheck(0.1).check_stamp(1000.0 + side * (limit - 1e-4), 1000.0, 0.0)
    with pytest.raises(MessageError):
        StampCheck(0.1).check_stamp(1000.0 + side * (limit + 1e-4), 1000.0, 0.0)


@pytest.mark.parametrize("stamp", [1.0, 1000.0, 0.0])
@pytest.mark.parametrize("clock", [0.0, -1.0, math.nan])
def test_a_clock_that_has_not_started(stamp: float, clock: float):
    with pytest.raises(MessageError, match="the clock has not started"):
        StampCheck().check_stamp(stamp, clock, 0.0)


@pytest.mark.parametrize("stamp", [0.0, -1.0, math.nan])
def test_no_stamp(stamp: float):
    """Even where the clock has hardly started, so that the age would be small."""
    with pytest.raises(MessageError, match="stamp is zero"):
        StampCheck().check_stamp(stamp, 0.01, 0.0)


@pytest.mark.parametrize(("stamp", "clock"), [(math.inf, 1000.0), (1000.0, math.inf), (math.inf, math.inf)])
def test_what_is_not_finite(stamp: float, clock: float):
    with pytest.raises(MessageError):
        StampCheck().check_stamp(stamp, clock, 0.0)


def test_old_stamps_need_an_offset():
    with pytest.raises(MessageError, match=r"0\.9 s in the past"):
        StampCheck(0.1).check_stamp(999.1, 1000.0, 0.0)
    check = StampCheck(0.1, 1.0)
    check.check_stamp(999.1, 1000.0, 0.0)
    assert check.age == 0.0
    check.check_stamp(999.15, 1000.2, 0.2)
    assert check.age == pytest.approx(0.05)  # beyond the offset it counts
    with pytest.raises(MessageError, match=r"expected at most 1\.1 s"):
        check.check_stamp(999.2, 1000.4, 0.4)


def test_a_message_from_the_future_has_no_negative_age():
    check = StampCheck(0.1)
    check.check_stamp(1000.015, 1000.0, 0.0)
    assert check.age == 0.0


def test_a_duplicate_is_refused_however_long_after():
    check = StampCheck()
    check.check_stamp(1000.0, 1000.0, 0.0)
    for now in (0.0, 0.05, 100.0):
        with pytest.raises(MessageError, match="that of the last message, or the clock stands still"):
            check.check_stamp(1000.0, 1000.0, now)


def test_an_earlier_stamp_is_refused_until_the_time_out():
    check = StampCheck(0.1)
    check.check_stamp(1000.0, 1000.0, 0.0)
    for now in (0.0, 0.05, 0.0999):
        with pytest.raises(MessageError, match=r"0\.02 s before the last one"):
            check.check_stamp(999.98, 1000.0, now)


def test_a_clock_that_was_started_anew_counts_after_the_time_out():
    check = StampCheck(0.1)
    check.check_stamp(1000.0, 1000.0, 0.0)
    with pytest.raises(MessageError):
        check.check_stamp(1.0, 1.0, 0.09)
    assert check.check_stamp(1.02, 1.02, 0.11) == pytest.approx(0.11)  # by the steady time: stamps say nothing
    assert check.check_stamp(1.03, 1.03, 0.12) == pytest.approx(0.01)


@pytest.mark.parametrize(
    ("stamp", "clock"), [(1000.6, 1000.004), (999.0, 1000.004), (0.0, 1000.004), (1000.0, 1000.004), (1000.004, 0.0)]
)
def test_what_is_refused_changes_nothing(stamp: float, clock: float):
    check = StampCheck(0.1)
    check.check_stamp(1000.0, 1000.001, 0.0)
    with pytest.raises(MessageError):
        check.check_stamp(stamp, clock, 0.004)
    assert check.age == pytest.approx(0.001)
    assert check.check_stamp(1000.008, 1000.008, 0.008) == pytest.approx(0.008)


def test_forget_takes_the_next_as_the_first():
    check = StampCheck()
    check.check_stamp(1000.0, 1000.05, 0.0)
    check.forget()
    assert check.age == 0.0
    assert check.check_stamp(999.99, 1000.0, 0.001) == 0.0


@pytest.mark.parametrize("timeout", [0.0, -1.0, math.inf, math.nan])
def test_a_time_out_that_makes_no_sense(timeout: float):
    with pytest.raises(StateError, match="time-out of stamps"):
        StampCheck(timeout)


@pytest.mark.parametrize("offset", [-0.1, 1.01 * MAX_OFFSET_S, math.inf, math.nan])
def test_an_offset_that_makes_no_sense(offset: float):
    with pytest.raises(StateError, match="clock_offset_limit"):
        StampCheck(0.1, offset)
