"""Jumps of the position are found where they were made, and hard but real motion is not taken for one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from helpers.replay.blocks import MultiSine

from puma560_dynamics.arrays import FloatArray, IntegerArray
from puma560_dynamics.replay.motion.jumps import find_jumps

MOTION = MultiSine(np.random.default_rng(560))
RATES = [125.0, 250.0, 1000.0]


def course(rate: float, seconds: float = 12.0) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Time, position and velocity."""
    time = np.arange(round(rate * seconds)) / rate
    return time, MOTION.at(time), MOTION.at(time, 1)


def places(count: int) -> IntegerArray:
    return np.arange(150, count - 150, 233)


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("quantum", [0.0, 1e-5])
@pytest.mark.parametrize("held", [1, 2, 5])
def test_states_of_the_cycle_before_under_a_new_stamp(rate: float, quantum: float, held: int):
    time, position, velocity = course(rate)
    expected = []
    for k in places(len(time)):
        position[k : k + held] = position[k - 1]
        expected.append(float(time[k + held - 1]))
    if quantum:
        position = np.round(position / quantum) * quantum
    found = find_jumps(time, position)
    needed = 2.0 * np.abs(velocity[places(len(time))]).max(axis=1) * rate  # rad/s² it would take
    assert len(found) >= np.count_nonzero(needed > 400.0) > 0
    assert {jump.time for jump in found} <= set(expected)
    for jump in found:
        assert jump.age == pytest.approx(held / rate, rel=0.15)
        assert jump.end - jump.start == pytest.approx((held - 1) / rate, abs=1.01 / rate)


def test_one_joint_that_is_misread_has_no_age():
    time, position, _ = course(250.0)
    position[1000, 3] += 0.01
    (jump,) = find_jumps(time, position)
    assert (jump.time, jump.start, jump.end, jump.joint) == (time[1000], time[1000], time[1000], 3)
    assert jump.size == pytest.approx(0.01, rel=0.01) and np.isnan(jump.age)
    assert jump.sentence([f"joint{k}" for k in range(1, 7)]) == "at 4.000 s joint4 is off by 0.01 rad"


def test_an_arm_that_stands_while_one_number_is_wrong():
    position = np.full((500, 6), 0.3)
    position[200, 1] = 0.4
    (jump,) = find_jumps(np.arange(500) / 250.0, position)
    assert jump.time == 0.8 and jump.joint == 1 and jump.size == pytest.approx(0.1)


def integrated(rate: float, velocity: FloatArray) -> FloatArray:
    return np.cumsum(velocity, axis=0) / rate


def reversing(time: FloatArray, velocity: FloatArray, rate: float) -> FloatArray:
    """100 rad/s² one way and the other, as a clock."""
    return integrated(rate, integrated(rate, 100.0 * np.sign(np.sin(19.0 * time))[:, None] * np.ones(6)))


def sticking(time: FloatArray, velocity: FloatArray, rate: float) -> FloatArray:
    """Dry friction: each joint stands until it breaks away."""
    return integrated(rate, velocity * (np.abs(velocity) > 0.15))


def stopped(time: FloatArray, velocity: FloatArray, rate: float) -> FloatArray:
    """All joints at a stop from one sample to the next, and going on."""
    velocity = velocity.copy()
    for k in places(len(time)):
        velocity[k : k + 100] = 0.0
    return integrated(rate, velocity)


def knocked(time: FloatArray, velocity: FloatArray, rate: float) -> FloatArray:
    """Against something, and bouncing off."""
    velocity = velocity.copy()
    for k in places(len(time)):
        velocity[k:] *= -0.5
    return integrated(rate, velocity)


def slipping(time: FloatArray, velocity: FloatArray, rate: float) -> FloatArray:
    """An encoder that loses a line: the position stays off."""
    position = integrated(rate, velocity)
    for k in places(len(time)):
        position[k:, 2] += 0.01
    return position


def shaking(time: FloatArray, velocity: FloatArray, rate: float) -> FloatArray:
    """A burst of vibration."""
    shape = 2e-3 * np.sin(2.0 * np.pi * min(40.0, rate / 3.0) * time) * (np.abs(time - 6.0) < 0.1)
    return integrated(rate, velocity) + shape[:, None]


def quantised(time: FloatArray, velocity: FloatArray, rate: float) -> FloatArray:
    return np.round(integrated(rate, velocity) / 1e-3) * 1e-3


def noisy(time: FloatArray, velocity: FloatArray, rate: float) -> FloatArray:
    return integrated(rate, velocity) + np.random.default_rng(0).normal(0.0, 1e-3, velocity.shape)


@pytest.mark.parametrize("rate", [10.0, 50.0, 250.0, 1000.0, 5000.0])
@pytest.mark.parametrize("made", [reversing, sticking, stopped, knocked, slipping, shaking, quantised, noisy])
def test_real_motion_is_none(rate: float, made: Callable[[FloatArray, FloatArray, float], FloatArray]):
    time, _, velocity = course(rate)
    assert find_jumps(time, made(time, velocity, rate)) == ()


@pytest.mark.parametrize("rate", RATES)
def test_uneven_stamps_and_lost_samples_are_none(rate: float):
    rng = np.random.default_rng(1)
    time, _, _ = course(rate)
    assert find_jumps(time, MOTION.at(time + rng.uniform(-0.4, 0.4, len(time)) / rate)) == ()
    kept = time[rng.random(len(time)) > 0.1]
    assert find_jumps(kept, MOTION.at(kept)) == ()


def test_too_few_samples_give_no_jumps():
    assert find_jumps(np.arange(20.0), np.zeros((20, 6))) == ()
