"""Friction opposes: its compensation never exceeds it, is odd, smooth and still at rest."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.control.friction import Friction
from puma560_dynamics.errors import StateError

QD = np.linspace(-3.0, 3.0, 6001)[:, None] * np.ones(6)


def test_never_more_than_the_friction_and_never_against_the_motion(arm: Arm):
    for scale in (0.0, 0.5, 1.0):
        torque = Friction.of(arm, scale).torque(QD)
        assert (np.abs(torque) <= scale * arm.break_away_torque + 1e-15).all()
        assert (torque * QD >= 0.0).all()
        np.testing.assert_allclose(torque, -torque[::-1], atol=1e-12)  # odd


def test_limits_of_the_formula(arm: Arm):
    friction = Friction(arm.break_away_torque, np.full(6, 0.3), scale=0.8, dead_band=0.02, smoothing=0.05)
    np.testing.assert_array_equal(friction.torque(np.zeros(6)), 0.0)
    inside = friction.torque(np.full(6, 0.0199))
    np.testing.assert_allclose(inside, 0.8 * 0.3 * 0.0199)  # viscous alone
    fast = friction.torque(np.full(6, 5.0))
    np.testing.assert_allclose(fast, 0.8 * (arm.break_away_torque + 0.3 * 5.0))
    one = friction.torque(np.full(6, 0.07))
    np.testing.assert_allclose(one, 0.8 * (arm.break_away_torque * np.tanh(1.0) + 0.3 * 0.07))


def test_no_step_anywhere(arm: Arm):
    slope = np.abs(np.diff(Friction.of(arm, 1.0).torque(QD), axis=0)) / 0.001
    assert (slope <= arm.break_away_torque / 0.05 * 1.001).all()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"scale": 1.1}, "would drive the arm"),
        ({"scale": np.nan}, "scale"),
        ({"coulomb": [-1.0] * 6}, "coulomb"),
        ({"viscous": [np.inf] * 6}, "viscous"),
        ({"viscous": [0.0] * 5}, "one coulomb and one viscous"),
        ({"smoothing": 0.0}, "smoothing"),
        ({"dead_band": -0.1}, "dead band"),
    ],
)
def test_nonsense(changes: dict, words: str):
    plain: dict = {"coulomb": np.ones(6), "viscous": np.zeros(6)}
    with pytest.raises(StateError, match=words):
        Friction(**(plain | changes))
