"""A bag that stands still and a disk that fills up are said, a bag that grows is not."""

from __future__ import annotations

from puma560_dynamics.launching.recorded_bag import LEAST_FREE, STARTING, STILL, Growth

PLENTY = 10 * LEAST_FREE


def test_a_bag_that_grows_is_well():
    growth = Growth()
    assert [growth.trouble(size, PLENTY) for size in range(0, 100, 10)] == [None] * 10


def test_a_bag_that_does_not_grow_is_reported_until_it_grows():
    growth = Growth()
    said = [growth.trouble(size, PLENTY) for size in (5, 5, 5, 5, 5, 6, 6)]
    assert [text is not None for text in said] == [False] * STILL + [True, True, False, False]


def test_a_disk_that_is_nearly_full_is_reported_at_once():
    growth = Growth()
    assert growth.trouble(1, LEAST_FREE) is None
    said = growth.trouble(2, LEAST_FREE - 1)
    assert said is not None and "free on its disk" in said


def test_a_missing_bag_is_reported_after_the_start_of_the_recorder():
    growth = Growth()
    said = [growth.missing("No such file or directory") for _ in range(STARTING + 2)]
    assert said[:STARTING] == [None] * STARTING
    assert all(text is not None and "No such file or directory" in text for text in said[STARTING:])
