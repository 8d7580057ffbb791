"""Positions that jump or lie far outside are not believed; consistent ones soon are again."""

from __future__ import annotations

import numpy as np
import pytest
from gate import settings

from puma560_dynamics.control.plausibility import Plausibility, check_velocity
from puma560_dynamics.errors import StateError


def test_motion_at_the_velocity_limit_is_believed():
    watch = Plausibility(settings())
    for step in range(400):
        watch.check(0.001 * step, np.array([-0.4 + 0.002 * step, 0.0]))


def test_a_jump_is_not_and_takes_time_to_be_forgiven():
    watch = Plausibility(settings(recovery_time=0.2))
    watch.check(0.0, np.zeros(2))
    with pytest.raises(StateError, match=r"elbow jumps by 0\.800 rad"):
        watch.check(0.001, np.array([0.0, 0.8]))
    assert not watch.outside
    with pytest.raises(StateError, match="a moment ago"):
        watch.check(0.1, np.array([0.0, 0.8]))
    watch.check(0.3, np.array([0.0, 0.8]))


def test_a_pause_allows_what_the_arm_can_do_in_it():
    watch = Plausibility(settings())
    watch.check(0.0, np.zeros(2))
    watch.check(0.2, np.array([0.9, 0.0]))
    watch.forget()
    watch.check(0.2, np.array([-0.9, 0.0]))


def test_states_in_a_burst_are_apart_by_their_stamps():
    watch = Plausibility(settings())
    watch.check(0.0, np.zeros(2), 0.0)
    watch.check(0.001, np.array([0.5, 0.0]), 0.1)
    with pytest.raises(StateError, match="jumps"):
        watch.check(0.002, np.array([0.0, 0.0]), 0.01)


def test_beyond_the_limits():
    watch = Plausibility(settings(position_tolerance=0.2))
    watch.check(0.0, np.array([1.1, -1.1]))
    with pytest.raises(StateError, match=r"elbow at -1\.300 rad is beyond its limits"):
        watch.check(0.1, np.array([1.0, -1.3]))
    assert watch.outside


def test_a_stamp_from_the_future_excuses_no_jump():
    """A second publisher whose clock is ahead must not bring its pose in."""
    watch = Plausibility(settings())
    for step in range(1250):
        watch.check(0.004 * step, np.zeros(2), 0.004)
    with pytest.raises(StateError, match="jumps"):
        watch.check(5.0, np.array([0.9, 0.0]), 0.9)


def test_states_that_were_held_up_are_believed_after_any_time():
    watch = Plausibility(settings())
    for step in range(1250):
        watch.check(0.004 * step, np.zeros(2), 0.004)
    for burst in range(1, 40):  # half a second at a third of the velocity limit, all at once
        watch.check(5.5 + 0.0001 * burst, np.array([0.0125 * 0.7 * burst, 0.0]), 0.0125)


def test_velocities_that_are_not_the_arms():
    check_velocity(settings(), np.array([3.9, -3.9]))
    with pytest.raises(StateError, match=r"velocity of elbow is -114\.6 rad/s.*is it in rad/s"):
        check_velocity(settings(), np.array([0.0, np.rad2deg(-2.0)]))
