"""A joint of the plant with a break-away torque sticks until that torque, then moves against kinetic friction."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.arm import Arm, JointFriction
from puma560_dynamics.simulation.plant import STRIBECK_VELOCITY, Plant

pytest.importorskip("mujoco")

KINETIC, BREAK_AWAY = 3.0, 6.0
STEP = 0.0005


@pytest.fixture
def still(arm: Arm) -> Arm:
    """The arm without gravity, so that joint 1 feels only its torque and its friction."""
    return arm.with_(gravity=1e-9, friction=(JointFriction(KINETIC, KINETIC),) * arm.n)


def plant_of(arm: Arm, break_away: float | None = BREAK_AWAY) -> Plant:
    plant = Plant(arm, break_away=None if break_away is None else np.full(arm.n, break_away))
    plant.reset(np.zeros(arm.n))
    return plant


def torque(value: float) -> np.ndarray:
    return value * np.eye(6)[0]


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize(("break_away", "expected"), [(BREAK_AWAY, BREAK_AWAY), (None, KINETIC), (2.0, KINETIC)])
def test_a_slow_ramp_of_torque_starts_the_joint_at_its_break_away_torque(
    still: Arm, sign: float, break_away: float | None, expected: float
):
    plant = plant_of(still, break_away)
    for value in np.arange(0.5, 7.0, 0.002):
        plant.advance(0.01, torque(sign * value))
        if abs(plant.velocity[0]) > 0.005:
            break
    assert value == pytest.approx(expected, abs=0.15)


def test_in_motion_only_kinetic_friction_acts(still: Arm):
    """From 1 rad/s a free joint slows down at the rate of kinetic friction; that of break-away is twice as large."""
    rates = []
    for break_away in (None, BREAK_AWAY):
        plant = plant_of(still, break_away)
        plant.reset(np.zeros(6), np.eye(6)[0])
        plant.advance(0.1, np.zeros(6))
        rates.append(1.0 - plant.velocity[0])
    assert rates[1] == pytest.approx(rates[0], rel=1e-9)


def test_friction_falls_with_velocity_as_documented(still: Arm):
    """One step from a velocity: what slows the joint is kinetic friction plus exp(-(v/v_s)²) of the rest."""
    changes = {}
    for velocity in (0.5 * STRIBECK_VELOCITY, STRIBECK_VELOCITY, 2.0 * STRIBECK_VELOCITY, 1.0):
        pushed = KINETIC + (BREAK_AWAY - KINETIC) * np.exp(-((velocity / STRIBECK_VELOCITY) ** 2))
        plant = plant_of(still)
        plant.reset(np.zeros(6), velocity * np.eye(6)[0])
        plant.advance(STEP, torque(pushed))  # in balance
        changes[velocity] = plant.velocity[0] - velocity
    assert np.abs(list(changes.values())).max() < 1e-5
    plant = plant_of(still)
    plant.reset(np.zeros(6), STRIBECK_VELOCITY * np.eye(6)[0])
    plant.advance(STEP, torque(KINETIC))
    assert plant.velocity[0] - STRIBECK_VELOCITY < -1e-4


def test_a_joint_sticks_again_where_it_stops(still: Arm):
    plant = plant_of(still)
    plant.reset(np.zeros(6), 0.3 * np.eye(6)[0])
    for _ in range(300):
        plant.advance(0.002, np.zeros(6))
    assert abs(plant.velocity[0]) < 1e-3
    where = plant.position[0]
    for _ in range(300):
        plant.advance(0.002, torque(0.9 * BREAK_AWAY))
    assert abs(plant.position[0] - where) < 1e-3


def test_a_plant_without_friction_does_not_stick(still: Arm):
    plant = Plant(still, friction=False, break_away=np.full(6, BREAK_AWAY))
    plant.reset(np.zeros(6))
    plant.advance(0.1, torque(1.0))
    assert plant.velocity[0] > 0.01
