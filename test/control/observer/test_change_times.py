"""Torques around a change of payload: of which load they are, and when that is not known."""

from __future__ import annotations

import pytest

from puma560_dynamics.control.observer.message_matching import ChangeTimes

GUARD = 0.1
STAMP, ARRIVAL = 1000.0, 5.0


@pytest.fixture
def change() -> ChangeTimes:
    """A change whose message took no time."""
    times = ChangeTimes(GUARD)
    times.changed(STAMP, ARRIVAL)
    return times


def test_without_a_change_every_torque_counts():
    times = ChangeTimes(GUARD)
    assert not times.near(-1e9, 0.0)
    assert not times.before(-1e9, 0.0)


@pytest.mark.parametrize("late", [-3.0, -0.15, -0.05, 0.0, 0.05, 0.15, 3.0])
@pytest.mark.parametrize("lag", [0.0, 2.0])
def test_either_clock_near_the_change_leaves_a_torque_out(change: ChangeTimes, late: float, lag: float):
    """`lag`: the torque's message arrives that much later than the payload's did."""
    near_by_stamp, near_by_arrival = abs(late) < GUARD, abs(late + lag) < GUARD
    assert change.near(STAMP + late, ARRIVAL + late + lag) == (near_by_stamp or near_by_arrival)


def test_of_the_value_before_is_what_both_clocks_have_before(change: ChangeTimes):
    assert change.before(STAMP - 1.0, ARRIVAL - 1.0)
    assert not change.before(STAMP - 1.0, ARRIVAL + 1.0)
    assert not change.before(STAMP + 1.0, ARRIVAL - 1.0)
    assert not change.before(STAMP, ARRIVAL)


def test_without_a_stamp_the_arrival_decides():
    times = ChangeTimes(GUARD)
    times.changed(0.0, ARRIVAL)
    assert times.before(STAMP, ARRIVAL - 1.0)
    assert not times.before(STAMP, ARRIVAL + 1.0)
    assert times.near(STAMP, ARRIVAL + 0.5 * GUARD)
    assert not times.near(STAMP, ARRIVAL + 2.0 * GUARD)


def test_the_last_change_counts(change: ChangeTimes):
    change.changed(STAMP + 10.0, ARRIVAL + 10.0)
    assert not change.near(STAMP, ARRIVAL)
    assert change.before(STAMP + 5.0, ARRIVAL + 5.0)
