"""The order of events of the plant in lock-step."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.control.feed_forward.references import Reference
from puma560_dynamics.simulation.plant_lock_step import START, LockStep

FAR = START + 10**12


def goal(stamp: int) -> Reference:
    return Reference(np.full(2, 1e-9 * stamp), np.zeros(2), np.zeros(2))


def answer(plant: LockStep, torque: float) -> None:
    plant.reference(plant.stamp, goal(plant.stamp))
    plant.command(plant.stamp, np.full(2, torque))


def test_it_stands_until_it_may_run():
    plant = LockStep(250.0)
    answer(plant, 1.0)
    assert plant.answered and not plant.ready
    plant.until = plant.stamp + plant.period - 1
    assert not plant.ready
    plant.until += 1
    assert plant.ready


@pytest.mark.parametrize("missing", ["command", "reference"])
def test_a_sample_passes_only_with_command_and_reference_of_the_present_state(missing: str):
    plant = LockStep(250.0)
    plant.until = FAR
    for stamp in (plant.stamp - plant.period, plant.stamp + plant.period, 0, None):
        plant.command(stamp, np.zeros(2))
        plant.reference(stamp or 0, goal(stamp or 0))
    assert not plant.answered
    if missing == "command":
        plant.reference(plant.stamp, goal(plant.stamp))
    else:
        plant.command(plant.stamp, np.zeros(2))
    assert not plant.answered
    answer(plant, 1.0)
    assert plant.ready


@pytest.mark.parametrize("rate", [20.0, 100.0, 250.0, 300.0, 1000.0])
def test_each_command_acts_one_sample_after_its_state(rate: float):
    plant = LockStep(rate)
    plant.until = FAR
    acted = []
    for torque in range(5):
        answer(plant, float(torque))
        acted.append(plant.step()[0])
    assert [None if each is None else float(each[0]) for each in acted] == [None, 0.0, 1.0, 2.0, 3.0]
    assert plant.stamp == START + 5 * plant.period
    assert plant.period == pytest.approx(1e9 / rate, abs=0.5)


def test_the_first_command_for_a_state_counts_and_repeated_ones_change_nothing():
    plant = LockStep(250.0)
    plant.until = FAR
    answer(plant, 1.0)
    answer(plant, 2.0)
    plant.step()
    answer(plant, 3.0)
    np.testing.assert_array_equal(plant.step()[0], 1.0)


def test_the_reference_is_that_of_the_time_at_which_the_sample_begins_also_if_it_came_earlier():
    plant = LockStep(250.0)
    plant.until = FAR
    for ahead in range(3):
        plant.reference(START + ahead * plant.period, goal(START + ahead * plant.period))
    for ahead in range(3):
        plant.command(plant.stamp, np.zeros(2))
        _, reference = plant.step()
        np.testing.assert_array_equal(reference.position, goal(START + ahead * plant.period).position)
    plant.command(plant.stamp, np.zeros(2))
    assert not plant.answered


def test_after_a_reset_no_torque_of_before_acts():
    plant = LockStep(250.0)
    plant.until = FAR
    for torque in (1.0, 2.0):
        answer(plant, torque)
        plant.step()
    before = plant.stamp
    answer(plant, 3.0)
    plant.reset()
    assert plant.stamp == before + plant.period and not plant.answered
    answer(plant, 4.0)
    assert plant.step()[0] is None
