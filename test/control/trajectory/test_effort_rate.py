"""No slope above the rate, nothing lost where there is no need, and arrival times that suffice."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.control.trajectory.joined_effort import checked_rate, closing_times, slewed
from puma560_dynamics.errors import StateError

RATE = np.array([10.0, 100.0])
TIMES = np.linspace(0.0, 1.0, 11)


def test_what_is_slow_enough_stays_to_the_last_bit():
    wanted = np.stack([np.sin(TIMES), 9.0 * np.sin(TIMES)], axis=1)
    np.testing.assert_array_equal(slewed(TIMES, wanted, RATE, wanted[0], 0.0), wanted)


def test_a_gap_is_closed_at_the_rate_joint_by_joint():
    wanted = np.full((11, 2), 5.0)
    out = slewed(TIMES, wanted, RATE, [0.0, 0.0], 0.0)
    np.testing.assert_allclose(out[:, 0], np.minimum(10.0 * TIMES, 5.0))
    np.testing.assert_array_equal(out[1:, 1], 5.0)


def test_what_acts_is_held_up_to_the_given_moment():
    out = slewed(TIMES, np.full((11, 2), 5.0), RATE, [1.0, 2.0], TIMES[3])
    np.testing.assert_array_equal(out[:4], np.tile([1.0, 2.0], (4, 1)))
    np.testing.assert_allclose(out[4], [2.0, 5.0])


@given(st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=2, max_size=30), st.floats(0.0, 1.0))
def test_no_slope_is_above_the_rate_and_each_step_goes_towards_what_is_wanted(rows: list[tuple], since: float):
    wanted = np.array(rows)
    times = np.linspace(0.0, 1.0, len(rows))
    out = slewed(times, wanted, RATE, [0.0, 0.0], since)
    most = np.diff(times)[:, None] * RATE
    assert (np.abs(np.diff(out, axis=0)) <= most * (1.0 + 1e-12)).all()
    # One by one, without the shortcut.
    expected = np.zeros_like(wanted)
    for k in range(1, len(rows)):
        step = np.clip(wanted[k] - expected[k - 1], -most[k - 1], most[k - 1])
        expected[k] = 0.0 if times[k] <= since else expected[k - 1] + step
    np.testing.assert_allclose(out, expected, atol=1e-12)


def test_arrivals_are_apart_and_the_last_is_late_enough():
    rate = np.ones(5)
    found = closing_times(np.array([0.0, -0.3, 0.29999, 0.1, 0.00001]), rate, 1e-4)
    np.testing.assert_allclose(found, [0.1, 0.3], atol=2e-9)
    assert found[-1] >= 0.3
    assert closing_times(np.zeros(5), rate, 1e-4).size == 0
    np.testing.assert_array_equal(closing_times(np.full(5, 1e-7), rate, 1e-4), [1e-4])


@pytest.mark.parametrize("rate", [[1.0], [1.0, 0.0], [1.0, -1.0], [1.0, np.inf]])
def test_a_rate_that_makes_no_sense(rate: list[float]):
    with pytest.raises(StateError, match="torque_rate: expected 2 positive, finite numbers"):
        checked_rate(rate, 2)
