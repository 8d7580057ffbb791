"""Compensation of friction stays below kinetic friction, is smooth, still at rest and within an encoder's count."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from puma560_dynamics.arm import Arm, JointFriction
from puma560_dynamics.arm.friction_terms import FRICTION_TERMS
from puma560_dynamics.arm.joint_friction import joint_friction_torque
from puma560_dynamics.control.feed_forward.friction import MARGIN, QUANTA, FrictionCompensation
from puma560_dynamics.control.torque_parameters import PARAMETERS
from puma560_dynamics.errors import StateError

QD = np.linspace(-3.0, 3.0, 6001)[:, None] * np.ones(6)
OWN = tuple(JointFriction(3.0 + j, 2.0 + j, 0.5 * j) for j in range(6))
LEAST_RATIO = 0.45
"""Kinetic to break-away friction at which compensation must still be safe, at any scale."""


@pytest.mark.parametrize("scale", [0.0, 0.5, 1.0])
def test_below_the_least_kinetic_friction_and_never_against_the_motion(arm: Arm, scale: float):
    torque = FrictionCompensation.of(arm, scale).torque(QD)
    kinetic = LEAST_RATIO * arm.break_away_torque
    assert (np.abs(torque) <= 0.95 * scale * kinetic + 1e-15).all()
    np.testing.assert_allclose(torque[-1], MARGIN * scale * kinetic)
    assert (torque * QD >= 0.0).all()
    np.testing.assert_allclose(torque, -torque[::-1], atol=1e-12)  # odd


def test_the_arm_files_numbers_reach_the_torque(arm: Arm):
    """Coulomb friction of either direction and viscous friction; the torque at 0 and the offset's sign aside."""
    own = arm.with_(friction=OWN)
    torque = FrictionCompensation.of(own, 0.8).torque(np.stack([np.full(6, 5.0), np.full(6, -5.0)]))
    numbers = np.array([[j.coulomb_positive, j.coulomb_negative, j.viscous] for j in OWN]).T
    np.testing.assert_allclose(torque[0], 0.8 * MARGIN * (numbers[0] + 5.0 * numbers[2]))
    np.testing.assert_allclose(torque[1], -0.8 * MARGIN * (numbers[1] + 5.0 * numbers[2]))


@pytest.mark.parametrize("offset", [-1.0, 1.0])
def test_an_offset_is_not_compensated_and_never_lets_the_joint_drive(offset: float):
    """Neither where it acts at the joint nor where it is a zero of the measured effort."""
    whole = JointFriction(5.0, 4.0, 2.0, offset)
    qd = np.array([[-2.0], [0.0], [2.0]])
    torque = FrictionCompensation((whole,), scale=1.0).torque(qd)
    assert torque[1] == 0.0
    for real in (whole, JointFriction(5.0, 4.0, 2.0)):
        resisting = joint_friction_torque([real], qd)
        assert (torque[[0, 2]] / resisting[[0, 2]] <= MARGIN + 1e-12).all()


def test_limits_of_the_formula(arm: Arm):
    joints = tuple(JointFriction(torque, torque, 0.3) for torque in arm.break_away_torque.tolist())
    friction = FrictionCompensation(joints, scale=0.8, dead_band=0.02, smoothing=0.05)
    share = 0.8 * MARGIN
    np.testing.assert_array_equal(friction.torque(np.zeros(6)), 0.0)
    inside = friction.torque(np.full(6, 0.0199))
    np.testing.assert_allclose(inside, share * 0.3 * 0.0199)  # viscous alone
    fast = friction.torque(np.full(6, 5.0))
    np.testing.assert_allclose(fast, share * (arm.break_away_torque + 0.3 * 5.0))
    one = friction.torque(np.full(6, 0.07))
    np.testing.assert_allclose(one, share * (arm.break_away_torque * np.tanh(1.0) + 0.3 * 0.07))


def test_the_description_states_the_share_reached_over_the_smoothing():
    friction = FrictionCompensation((JointFriction(1.0, 1.0, 0.0),), dead_band=0.3, smoothing=0.2)
    share = friction.torque(np.array([0.5])) / friction.torque(np.array([50.0]))
    assert f"rises to {100.0 * share.item():.0f} %" in PARAMETERS["friction.smoothing"].description


def test_no_step_anywhere(arm: Arm):
    slope = np.abs(np.diff(FrictionCompensation.of(arm, 1.0).torque(QD), axis=0)) / 0.001
    assert (slope <= MARGIN * LEAST_RATIO * arm.break_away_torque / 0.05 * 1.001).all()


def test_one_count_a_sample_is_not_motion(arm: Arm):
    """1e-4 rad at 250 Hz is 0.025 rad/s, more than the dead band of the parameter."""
    own = arm.with_(friction=OWN)
    resolution = np.array([1e-4, 1e-4, 1e-4, 1e-4, 1e-4, 0.0])
    friction = FrictionCompensation(FrictionCompensation.of(own).joints, position_resolution=resolution)
    viscous = 0.5 * MARGIN * np.array([joint.viscous for joint in OWN])
    for period in (0.004, 0.001):
        for counts in (1.0, QUANTA):
            qd = np.full(6, counts * 1e-4 / period)
            np.testing.assert_allclose(friction.torque(qd, period)[:5], viscous[:5] * qd[:5])  # no Coulomb
            assert (friction.torque(qd)[:5] > viscous[:5] * qd[:5]).all()  # of a reference it is motion
        assert (friction.torque(np.full(6, 2.0 * QUANTA * 1e-4 / period), period) > 1.1 * viscous * qd).all()
    slow = np.full(6, 0.021)  # at a slow rate the parameter's dead band is the larger one
    np.testing.assert_array_equal(friction.torque(slow, 0.1), friction.torque(slow))


def test_without_a_period_nothing_dry_is_compensated_where_there_is_an_encoder(arm: Arm):
    resolution = np.array([1e-4, 0.0, 0.0, 0.0, 0.0, 0.0])
    friction = FrictionCompensation(FrictionCompensation.of(arm).joints, position_resolution=resolution)
    torque = friction.torque(np.ones(6), 0.0)
    assert torque[0] == 0.0
    np.testing.assert_array_equal(torque[1:], FrictionCompensation.of(arm).torque(np.ones(6))[1:])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"scale": 1.1}, "^scale: expected a number of 0 to 1"),
        ({"scale": np.nan}, "scale"),
        ({"smoothing": 0.0}, "smoothing"),
        ({"dead_band": -0.1}, "^dead_band: "),
        ({"position_resolution": np.array([-1.0])}, "position resolution"),
        ({"position_resolution": np.ones(5)}, "one number or 1"),
    ],
)
def test_bad_values_are_refused(changes: dict, words: str):
    plain: dict = {"joints": (JointFriction(1.0, 1.0),)}
    with pytest.raises(StateError, match=words):
        FrictionCompensation(**(plain | changes))


@pytest.mark.parametrize("name", FRICTION_TERMS)
@pytest.mark.parametrize("bad", [-1.0, np.inf, np.nan])
def test_a_number_of_the_law_that_makes_no_sense_is_refused(name: str, bad: float):
    joint = JointFriction(**({"coulomb_positive": 1.0, "coulomb_negative": 1.0} | {name: bad}))
    if bad == -1.0 and FRICTION_TERMS[name].signed:
        assert FrictionCompensation((joint,)).scale == 0.5
        return
    with pytest.raises(StateError, match=f"{name} of friction: expected finite numbers"):
        FrictionCompensation((joint,))


def test_given_friction_takes_the_place_of_the_arms(arm: Arm):
    coulomb, viscous = np.arange(1.0, 7.0), np.arange(2.0, 8.0)
    made = FrictionCompensation.of(arm, 1.0, coulomb=coulomb, viscous=viscous, dead_band=0.0, smoothing=1e-4)
    qd = np.array([0.5, -0.5, 1.0, -1.0, 2.0, -2.0])
    np.testing.assert_allclose(made.torque(qd), MARGIN * (coulomb * np.sign(qd) + viscous * qd))
    known = FrictionCompensation.of(arm, 1.0)
    only = FrictionCompensation.of(arm, 1.0, viscous=viscous)
    np.testing.assert_allclose(only.torque(qd) - known.torque(qd), MARGIN * viscous * qd)


@pytest.mark.parametrize("name", ["coulomb", "viscous"])
@pytest.mark.parametrize("numbers", [1.0, np.ones(5), np.ones((6, 1))])
def test_another_number_of_frictions(arm: Arm, name: str, numbers: Any):
    with pytest.raises(StateError, match=f"{name} friction: expected 6 numbers"):
        FrictionCompensation.of(arm, **{name: numbers})
