"""Displacements that do not match the velocities are found soon; a late and noisy velocity is accepted."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.control.gate import settings

from puma560_dynamics.control.gate.faults import Fault, FaultError
from puma560_dynamics.control.gate.plausibility import FLOOR_RAD, MEMORY_S, Consistency

PERIOD = 0.004
LONGEST_GAP = settings().state_timeout


def found_after(position, velocity, seconds: float, period: float = PERIOD, check: Consistency | None = None) -> float:
    """Seconds until functions of time for the shoulder show a fault; infinity if they do not."""
    watch = Consistency(settings()) if check is None else check
    for step in range(round(seconds / period)):
        time = step * period
        try:
            watch.check_consistency([position(time), 0.0], [velocity(time), 0.0], period if step else 0.0)
        except FaultError as error:
            assert error.fault is Fault.INCONSISTENT
            assert "shoulder" in str(error)
            return time
    return np.inf


@pytest.mark.parametrize("velocity", [2.0, -2.0])
@pytest.mark.parametrize("period", [0.001, 0.004, 0.02])
def test_a_frozen_position_is_found_soon(velocity: float, period: float):
    assert 0.0 < found_after(lambda t: 0.3, lambda t: velocity, 1.0, period) <= 0.2


@pytest.mark.parametrize("speed", [0.2, 0.5, 1.0, 2.0])
def test_a_velocity_that_is_always_zero_is_found(speed: float):
    """The displacement grows to 0.06 rad, less what is forgotten meanwhile."""
    expected = -MEMORY_S * np.log(1.0 - (FLOOR_RAD + 0.01) / (speed * MEMORY_S))
    assert found_after(lambda t: speed * t, lambda t: 0.0, 2.0) == pytest.approx(expected, abs=1.5 * PERIOD)


def test_a_velocity_of_the_wrong_sign_is_found():
    assert found_after(lambda t: 0.5 * t, lambda t: -0.5, 1.0) <= 0.2


@pytest.mark.parametrize("speed", [0.1, 1.0])
def test_a_velocity_in_degrees_a_second_is_found(speed: float):
    assert found_after(lambda t: speed * t, lambda t: np.rad2deg(speed), 1.0) <= 0.2


@pytest.mark.parametrize("speed", [0.1, 1.0])
def test_a_position_in_degrees_is_found(speed: float):
    assert found_after(lambda t: np.rad2deg(speed * t), lambda t: speed, 1.0) <= 0.2


@pytest.mark.parametrize("frequency", [0.2, 1.0, 3.0])
def test_a_late_and_noisy_velocity_is_accepted(frequency: float):
    """Amplitude for a peak of 2 rad/s; the velocity 20 ms late, with noise of 0.05 rad/s and of 1 mrad."""
    rng = np.random.default_rng(1)
    omega = 2.0 * np.pi * frequency
    found = found_after(
        lambda t: 2.0 / omega * np.sin(omega * t) + rng.normal(0.0, 0.001),
        lambda t: 2.0 * np.cos(omega * (t - 0.02)) + rng.normal(0.0, 0.05),
        60.0,
    )
    assert found == np.inf


def test_a_late_velocity_is_accepted_where_the_motion_ends():
    """The velocity goes on for 50 ms after the position has stopped: what it was a moment ago counts still."""
    assert found_after(lambda t: 2.0 * min(t, 1.0), lambda t: 2.0 * (t < 1.05), 4.0) == np.inf


def test_the_velocity_is_integrated_by_its_mean():
    watch = Consistency(settings())
    watch.check_consistency([0.0, 0.0], [0.0, 0.5], 0.0)
    with pytest.raises(FaultError, match=r"elbow and its velocity differ by 0\.450 rad"):
        watch.check_consistency([0.0, 0.5], [0.0, 2.0], 0.04)


def test_an_exact_motion_is_accepted_at_any_period_up_to_the_longest_gap():
    for period in (0.001, 0.01, 0.9 * LONGEST_GAP):
        assert found_after(lambda t: 0.8 * np.sin(2.5 * t), lambda t: 2.0 * np.cos(2.5 * t), 20.0, period) == np.inf


def test_a_velocity_that_is_rounded_to_zero_at_rest_is_accepted():
    """Some drivers report small velocities as zero; a bias does not add up for ever either."""
    assert found_after(lambda t: 0.05 * t, lambda t: 0.0, 60.0) == np.inf
    assert found_after(lambda t: 0.0, lambda t: 0.05, 60.0) == np.inf


def test_a_gap_starts_anew():
    watch = Consistency(settings())
    watch.check_consistency([0.0, 0.0], [0.0, 0.0], 0.0)
    watch.check_consistency([0.9, 0.9], [0.0, 0.0], 1.01 * LONGEST_GAP)
    watch.check_consistency([0.9, 0.9], [0.0, 0.0], PERIOD)
    with pytest.raises(FaultError):
        watch.check_consistency([0.0, 0.0], [0.0, 0.0], LONGEST_GAP)


def test_a_gap_forgets_the_disagreement_before_it():
    watch, almost = Consistency(settings()), 0.9 * (FLOOR_RAD + 0.01)
    watch.check_consistency([0.0, 0.0], [0.0, 0.0], 0.0)
    watch.check_consistency([almost, almost], [0.0, 0.0], PERIOD)
    watch.check_consistency([almost, almost], [0.0, 0.0], 2.0 * LONGEST_GAP)
    watch.check_consistency([2.0 * almost, 2.0 * almost], [0.0, 0.0], PERIOD)
    with pytest.raises(FaultError):
        watch.check_consistency([3.0 * almost, 3.0 * almost], [0.0, 0.0], PERIOD)


def test_it_follows_after_a_fault_and_forgets_on_demand():
    watch = Consistency(settings())
    watch.check_consistency([0.0, 0.0], [0.0, 0.0], 0.0)
    with pytest.raises(FaultError):
        watch.check_consistency([0.0, 0.5], [0.0, 0.0], PERIOD)
    with pytest.raises(FaultError, match="elbow"):  # what was wrong a moment ago counts still
        watch.check_consistency([0.0, 0.5], [0.0, 0.0], PERIOD)
    watch.forget()
    watch.check_consistency([0.0, 0.5], [0.0, 0.0], PERIOD)
    assert found_after(lambda t: 0.1 * t, lambda t: 0.1, 1.0, check=watch) == np.inf


@pytest.mark.parametrize("velocity", [0.0, 1.0, 1e6])
@pytest.mark.parametrize("position", [0.5, 1e6])
def test_a_fault_is_over_when_position_and_velocity_agree_for_long_enough(position: float, velocity: float):
    watch = Consistency(settings())
    watch.check_consistency([0.0, 0.0], [0.0, 0.0], 0.0)
    with pytest.raises(FaultError):
        watch.check_consistency([position, position], [velocity, -velocity], PERIOD)
    last = 0.0
    for step in range(round(5.0 / PERIOD)):
        try:
            watch.check_consistency([position, position], [0.0, 0.0], PERIOD)
        except FaultError:
            last = PERIOD * step
    assert last <= watch.forgotten
    if min(position, velocity) == 1e6:  # the longest: both the displacement and the velocity count with their bounds
        assert last == pytest.approx(watch.forgotten, abs=3.0 * PERIOD)


def test_the_worst_joint_is_named_with_its_number():
    watch = Consistency(settings())
    watch.check_consistency([0.0, 0.0], [0.0, 0.0], 0.0)
    with pytest.raises(FaultError, match=r"position of elbow and its velocity differ by 0\.400 rad"):
        watch.check_consistency([0.3, 0.4], [0.0, 0.0], PERIOD)
