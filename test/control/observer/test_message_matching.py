"""The queue gives out in order what is due, and only the newest when its reader is too slow."""

from __future__ import annotations

import pytest

from puma560_dynamics.control.observer.message_matching import ChangeTimes, DelayQueue


def drain(queue: DelayQueue[int], now: float) -> list[int]:
    """All items that are due."""
    items = []
    while (taken := queue.take(now)) is not None:
        items.append(taken[1])
    return items


def test_items_wait_and_come_in_order():
    queue: DelayQueue[int] = DelayQueue(0.1, 0.2)
    for index in range(10):
        queue.add(0.01 * index, index)
    assert drain(queue, 0.0999) == []
    assert drain(queue, 0.1449) == [0, 1, 2, 3, 4]
    assert len(queue) == 5
    assert drain(queue, 0.25) == [5, 6, 7, 8, 9]
    assert queue.skipped == 0
    assert queue.take(9.0) is None


def test_a_reader_in_time_misses_nothing_at_1_khz():
    queue: DelayQueue[int] = DelayQueue(0.1, 0.2)
    given = []
    for tick in range(2090):
        now = 1e-3 * tick
        queue.add(now, tick)
        if tick % 190 == 189:  # a pause shorter than the patience is made up for
            given += drain(queue, now)
    given += drain(queue, 2.1895)
    assert given == list(range(2090))
    assert queue.skipped == 0


def test_one_that_is_behind_gets_the_newest_that_is_due_and_the_count_of_the_rest():
    queue: DelayQueue[int] = DelayQueue(0.1, 0.2)
    for index in range(1000):
        queue.add(1e-3 * index, index)
    taken = queue.take(0.95)
    assert taken is not None
    arrival, item = taken
    assert arrival <= 0.85
    assert item in (849, 850)  # 0.85 s, give or take rounding
    assert queue.skipped == item
    assert len(queue) == 999 - item
    assert drain(queue, 1.0005) == list(range(item + 1, 901))
    assert queue.skipped == item


def test_a_slow_reader_sheds_load_and_stays_young():
    """1 kHz in, 100 Hz out: what is given out is never older than the patience allows."""
    queue: DelayQueue[int] = DelayQueue(0.1, 0.2)
    given = 0
    for tick in range(5000):
        now = 1e-3 * tick
        queue.add(now, tick)
        if tick % 10 == 0 and (taken := queue.take(now)) is not None:
            given += 1
            assert now - taken[0] <= 0.3 + 0.01
    assert given + queue.skipped + len(queue) == 5000
    assert queue.skipped > 3000


def test_a_reader_without_time_keeps_the_newest_that_is_due():
    queue: DelayQueue[int] = DelayQueue(0.1, 0.2)
    for number in range(5):
        queue.add(0.01 * number, number)
    queue.drop(0.125)  # 0, 1 and 2 are due
    assert queue.skipped == 2
    assert drain(queue, 0.2) == [2, 3, 4]
    queue.drop(1.0)
    assert queue.skipped == 2


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
