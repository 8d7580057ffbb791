"""Stamps in order and near the clock are believed; all others are refused with a reason."""

from __future__ import annotations

import pytest

from puma560_dynamics.control.stamps import RESTART, StampCheck
from puma560_dynamics.errors import MessageError


def test_stamps_in_order_give_their_difference():
    check = StampCheck()
    assert check.check(1000.0, 1000.001, 5.0) == 0.0
    assert check.check(1000.004, 1000.005, 5.1) == pytest.approx(0.004)


@pytest.mark.parametrize(("stamp", "side"), [(990.0, "past"), (1010.0, "future")])
def test_far_from_the_clock(stamp: float, side: str):
    with pytest.raises(MessageError, match=f"10 s in the {side}"):
        StampCheck().check(stamp, 1000.0, 0.0)
    StampCheck(tolerance=0.0).check(stamp, 1000.0, 0.0)
    StampCheck().check(stamp, 0.0, 0.0)  # simulated time that has not started


def test_duplicates_and_late_ones():
    check = StampCheck()
    check.check(1000.0, 1000.0, 0.0)
    with pytest.raises(MessageError, match="stands twice"):
        check.check(1000.0, 1000.0, 0.1)
    with pytest.raises(MessageError, match=r"0\.5 s before the last"):
        check.check(999.5, 1000.0, 0.1)
    with pytest.raises(MessageError, match="stands still"):  # however long: a paused clock is no restarted one
        check.check(1000.0, 1000.0, 100.0)


def test_a_clock_that_restarted_is_believed_after_a_while():
    check = StampCheck()
    check.check(1000.0, 1000.0, 0.0)
    with pytest.raises(MessageError):
        check.check(1.0, 1.0, RESTART / 2)
    check.check(1.0, 1.0, RESTART)
    assert check.check(1.1, 1.1, RESTART + 0.1) == pytest.approx(0.1)


def test_without_stamps_the_steady_clock_counts():
    check = StampCheck()
    check.check(0.0, 1000.0, 5.0)
    assert check.check(0.0, 1000.0, 5.25) == pytest.approx(0.25)
