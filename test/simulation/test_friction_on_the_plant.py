"""Friction compensated at the measured velocity drives no joint, whatever the kinetic share of break-away torque is."""

from __future__ import annotations

import itertools
from dataclasses import fields, replace

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm, JointFriction
from puma560_dynamics.control.feed_forward.feed_forward import FeedForward
from puma560_dynamics.control.feed_forward.friction import FrictionCompensation
from puma560_dynamics.simulation.plant import Plant

pytest.importorskip("mujoco")

HOME = np.array([0.0, -1.4, 1.6, 0.2, 0.3, 0.0])
PERIOD = 0.004
NUDGE = 0.12


def slippery(arm: Arm, share: float) -> Arm:
    """The arm with kinetic dry friction of `share` of table 7's break-away torques."""
    motors = tuple(replace(motor, break_away_torque=share * motor.break_away_torque) for motor in arm.motors)
    return arm.with_(motors=motors)


def nudged(arm: Arm, joint: int, share: float, scale: float, seconds: float = 4.0) -> np.ndarray:
    """Velocity (k, n) of the plant after a nudge of one joint, under gravity and friction compensation alone."""
    forward = FeedForward(
        load_model("full", arm), ("gravity", "friction"), friction=FrictionCompensation.of(arm, scale)
    )
    plant = Plant(slippery(arm, share))
    plant.reset(HOME, NUDGE * np.eye(arm.n)[joint])
    velocities = []
    for _ in range(round(seconds / PERIOD)):
        plant.advance(PERIOD, forward.compute_torque(plant.position, plant.velocity).torque)
        velocities.append(plant.velocity)
    return np.array(velocities)


@pytest.mark.parametrize("joint", range(6))
@pytest.mark.parametrize(("share", "scale"), [(0.6, 0.7), (0.45, 0.5), (0.45, 1.0)])
def test_a_nudged_joint_comes_to_rest(arm: Arm, joint: int, share: float, scale: float):
    velocity = nudged(arm, joint, share, scale)
    assert np.abs(velocity[:, joint]).max() <= NUDGE * 1.01
    assert np.abs(velocity[-50:]).max() < 1e-3


@pytest.mark.parametrize("joint", range(6))
def test_no_number_of_the_friction_law_is_compensated_that_the_plant_does_not_have(arm: Arm, joint: int):
    """With every number of an arm file a nudged joint comes to rest.

    The offset is small against dry friction, and the bend against viscous friction, of which more than the margin is
    compensated: without it, or without dry friction, the plant would be driven.
    """
    share = {field.name: 0.45 for field in fields(JointFriction)} | {"offset": 0.05, "viscous": 2.0, "bend": 0.02}
    own = arm.with_(
        friction=tuple(
            JointFriction(**{name: each * torque for name, each in share.items()})
            for torque in arm.break_away_torque.tolist()
        )
    )
    velocity = nudged(own, joint, share=1.0, scale=1.0)
    assert np.abs(velocity[:, joint]).max() <= NUDGE * 1.01
    assert np.abs(velocity[-50:]).max() < 1e-3


COUNT = 1e-4
"""rad, one count of the encoder: 0.025 rad/s at 250 Hz, more than the default dead band."""


def friction_torque_of_encoder(arm: Arm, resolution: float, positions: np.ndarray) -> np.ndarray:
    """(k, n) friction torque at positions (k, n) as an encoder counts them and a driver differentiates them."""
    friction = FrictionCompensation(
        FrictionCompensation.of(arm, 1.0).joints, 1.0, position_resolution=np.array([resolution])
    )
    forward = FeedForward(load_model("newton_euler", arm), ("friction",), friction=friction)
    counted = COUNT * np.round(positions / COUNT)
    torques = []
    for before, now in itertools.pairwise(counted):
        forward.note_period(PERIOD)
        torques.append(forward.compute_torque(now, (now - before) / PERIOD).torque)
    return np.array(torques)


def test_a_joint_that_stands_between_two_counts_gets_no_torque(arm: Arm):
    """Its position flickers by one count: without the encoder's resolution compensation shakes the arm."""
    rng = np.random.default_rng(7)
    standing = HOME + 0.5 * COUNT + 0.4 * COUNT * rng.standard_normal((500, 6)).clip(-1.0, 1.0)
    assert np.abs(friction_torque_of_encoder(arm, 0.0, standing)).max() > 0.03 * arm.break_away_torque.max()
    np.testing.assert_array_equal(friction_torque_of_encoder(arm, COUNT, standing), 0.0)


def test_a_joint_that_creeps_below_a_count_a_sample_gets_no_torque(arm: Arm):
    creeping = HOME + 0.015 * PERIOD * np.arange(500)[:, None] * np.ones(6)  # 0.6 counts a sample
    assert np.abs(friction_torque_of_encoder(arm, 0.0, creeping)).max() > 0.0
    np.testing.assert_array_equal(friction_torque_of_encoder(arm, COUNT, creeping), 0.0)


def test_a_moving_joint_gets_it_all(arm: Arm):
    moving = HOME + 0.5 * PERIOD * np.arange(500)[:, None] * np.ones(6)
    full = FrictionCompensation.of(arm, 1.0).torque(np.full((499, 6), 9.0))
    np.testing.assert_allclose(friction_torque_of_encoder(arm, COUNT, moving), full, rtol=1e-3)


def test_more_than_the_friction_drives_the_joint(arm: Arm):
    """More than the kinetic friction does drive the joint, so that a runaway would be seen."""
    runaway = nudged(arm, 0, share=0.2, scale=1.0)
    assert np.abs(runaway[:, 0]).max() > 5 * NUDGE
