"""Positions that jump or lie far outside, and velocities above the limit, are faults; all others are accepted."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from helpers.control.gate import settings

from puma560_dynamics.control.gate.faults import Fault, FaultError
from puma560_dynamics.control.gate.plausibility import Plausibility, check_velocity, differences


def at_rest(seconds: float = 5.0) -> Plausibility:
    """Has seen an arm at rest up to that time, at 250 Hz."""
    watch = Plausibility(settings())
    for step in range(round(seconds / 0.004)):
        watch.check_position(0.004 * step, [0.0, 0.0], 0.004)
    return watch


def fault_of(watch: Plausibility, now: float, position: list[float], elapsed: float = 0.0) -> Fault:
    """The fault that a position shows."""
    with pytest.raises(FaultError) as raised:
        watch.check_position(now, position, elapsed)
    return raised.value.fault


def test_motion_at_the_velocity_limit_is_accepted():
    watch = Plausibility(settings())
    for step in range(700):
        watch.check_position(0.001 * step, [-0.7 + 0.002 * step, 0.0])


def test_a_jump_is_a_fault_with_the_name_of_the_joint():
    watch = at_rest()
    with pytest.raises(FaultError, match=r"elbow jumps by 0\.800 rad") as raised:
        watch.check_position(5.0, [0.0, 0.8], 0.004)
    assert raised.value.fault is Fault.JUMP


def test_the_least_jump():
    """The tolerance, and what the velocity limit allows in the time between, 1.2 times."""
    allowed = 0.01 + settings().velocity_margin * 2.0 * 0.004
    watch = Plausibility(settings())
    watch.check_position(0.0, [0.0, 0.0])
    watch.check_position(0.004, [0.999 * allowed, 0.0])
    assert fault_of(watch, 0.008, [-0.002 * allowed, 0.0]) is Fault.JUMP


def test_the_tolerance_is_a_setting():
    watch = Plausibility(settings(jump_tolerance=0.5))
    watch.check_position(0.0, [0.0, 0.0])
    watch.check_position(0.001, [0.5, 0.0])


def test_it_follows_after_a_jump():
    """The next position is compared with the one that jumped: to come back is a jump again."""
    watch = at_rest()
    assert fault_of(watch, 5.0, [0.6, 0.0]) is Fault.JUMP
    watch.check_position(5.004, [0.6, 0.0], 0.004)
    assert fault_of(watch, 5.008, [0.0, 0.0]) is Fault.JUMP


def test_a_pause_allows_what_the_arm_can_do_in_it_and_no_more():
    watch = Plausibility(settings())
    watch.check_position(0.0, [0.0, 0.0])
    watch.check_position(0.2, [0.45, 0.0])
    assert fault_of(watch, 0.4, [-0.1, 0.0]) is Fault.JUMP
    watch.forget()
    watch.check_position(0.4, [0.9, 0.0])


def test_states_in_a_burst_are_apart_by_their_stamps():
    watch = Plausibility(settings())
    watch.check_position(0.0, [0.0, 0.0], 0.0)
    watch.check_position(0.1, [0.0, 0.0], 0.001)  # it was held up, and so are the next ones
    watch.check_position(0.101, [0.2, 0.0], 0.09)
    assert fault_of(watch, 0.102, [0.0, 0.0], 0.01) is Fault.JUMP


def test_nothing_was_held_up_before_the_first_state():
    """A leap of stamps excuses no jump there."""
    watch = Plausibility(settings())
    watch.check_position(0.0, [0.0, 0.0], 0.0)
    assert fault_of(watch, 0.001, [0.2, 0.0], 0.2) is Fault.JUMP


def test_a_burst_after_a_pause_is_accepted_at_any_time():
    """Half a second at seven tenths of the velocity limit, all at once."""
    watch = at_rest()
    for burst in range(1, 40):
        watch.check_position(5.5 + 0.0001 * burst, [0.0125 * 1.4 * burst, 0.0], 0.0125)


def test_a_stamp_from_the_future_excuses_no_jump():
    """A second publisher whose clock is ahead must not bring its pose in."""
    assert fault_of(at_rest(), 5.0, [0.9, 0.0], 0.9) is Fault.JUMP


def test_no_stamp_counts_for_more_than_a_second():
    watch = Plausibility(settings(lower=[-9.0, -9.0], upper=[9.0, 9.0]))
    watch.check_position(0.0, [0.0, 0.0])
    assert fault_of(watch, 0.001, [3.0, 0.0], 100.0) is Fault.JUMP


def test_a_clock_that_goes_back_excuses_no_jump():
    watch = Plausibility(settings())
    watch.check_position(10.0, [0.0, 0.0])
    assert fault_of(watch, 0.0, [0.5, 0.0]) is Fault.JUMP


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_beyond_the_limits_by_more_than_the_tolerance(side: float):
    watch = Plausibility(settings(position_tolerance=0.2))
    watch.check_position(0.0, [side * 1.19, 0.0])
    with pytest.raises(FaultError, match=r"elbow at -?1\.300 rad is beyond its limits") as raised:
        watch.check_position(10.0, [side, side * 1.3])
    assert raised.value.fault is Fault.OUTSIDE


def test_the_first_position_may_be_outside_but_not_a_jump():
    assert fault_of(Plausibility(settings()), 0.0, [1.3, 0.0]) is Fault.OUTSIDE
    Plausibility(settings()).check_position(0.0, [1.0, -1.0])


def test_it_follows_outside_of_the_limits():
    watch = Plausibility(settings())
    assert fault_of(watch, 0.0, [1.3, 0.0]) is Fault.OUTSIDE
    assert fault_of(watch, 0.004, [0.9, 0.0]) is Fault.JUMP
    watch.check_position(0.008, [0.9, 0.0])


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_velocity_above_its_limit(side: float):
    check_velocity(settings(), [side * 0.999 * settings().velocity_margin * 2.0] * 2)
    with pytest.raises(FaultError, match=r"velocity of elbow is -?2\.42 rad/s; expected at most 1\.2 times") as raised:
        check_velocity(settings(), [0.0, side * 2.42])
    assert raised.value.fault is Fault.OVERSPEED


def test_a_velocity_in_degrees_a_second():
    with pytest.raises(FaultError, match=r"velocity of elbow is -114\.6 rad/s.*another unit"):
        check_velocity(settings(), [0.0, np.rad2deg(-2.0)])


@pytest.mark.parametrize("margin", [1.0, 3.0])
def test_the_margin_of_the_velocity_limit_is_a_setting(margin: float):
    wide = replace(settings(), velocity_margin=margin)
    check_velocity(wide, (0.999 * margin * wide.velocity).tolist())
    with pytest.raises(FaultError, match=f"expected at most {margin:g} times"):
        check_velocity(wide, (1.001 * margin * wide.velocity).tolist())
    allowed = wide.jump_tolerance + margin * wide.velocity[0] * 0.004
    for share, fault in ((0.999, None), (1.001, Fault.JUMP)):
        watch = Plausibility(wide)
        watch.check_position(0.0, [0.0, 0.0])
        position = [share * allowed, 0.0]
        if fault is None:
            watch.check_position(0.004, position)
        else:
            assert fault_of(watch, 0.004, position) is fault


def test_whole_turns_are_left_out_where_a_joint_has_no_limits():
    for turns in (-3, -1, 0, 1, 2):
        moved = differences([0.1 + 2.0 * math.pi * turns, 7.0], [0.0, 0.5], [True, False])
        assert moved == pytest.approx([0.1, 6.5], abs=1e-12)


def test_across_the_seam():
    angles = np.linspace(0.0, 30.0, 400)
    wrapped = np.arctan2(np.sin(angles), np.cos(angles))
    for before, after in itertools.pairwise(wrapped):
        (moved,) = differences([after], [before], [True])
        assert moved == pytest.approx(30.0 / 399, abs=1e-12)


def test_less_than_half_a_turn_is_what_it_was_to_the_last_digit():
    for step in np.random.default_rng(0).uniform(-3.0, 3.0, 100):
        assert differences([step], [0.0], [True]) == differences([step], [0.0], [False]) == [step]
