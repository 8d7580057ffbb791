"""The prior holds the paper's tolerances, carried to the numbers that torque is linear in."""

from __future__ import annotations

import numpy as np

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.joint_friction import MEASURED_SMOOTHING, smooth_sign
from puma560_dynamics.identification.bodies import linear, measured, pseudo_inertia
from puma560_dynamics.identification.prior import body_widths, prior
from puma560_dynamics.identification.unknowns import Unknowns


def test_covariance_is_that_of_many_draws(arm: Arm):
    """Link 2, all of whose tolerances are small: Monte Carlo over the measured numbers."""
    before = prior(Unknowns(arm))
    place = slice(10, 20)
    link = arm.links[1]
    widths = body_widths(arm, link)
    rng = np.random.default_rng(1)
    draws = np.array([linear(measured(link) + widths * rng.normal(size=10)) for _ in range(20_000)])
    deviation = before.deviation[place]
    np.testing.assert_allclose(draws.std(axis=0), deviation, rtol=0.05)


def test_tolerances_are_those_printed(arm: Arm):
    widths = body_widths(arm, arm.links[1])
    np.testing.assert_allclose(widths[:4], [0.01 + 0.174, 0.003, 0.003, 0.003])
    np.testing.assert_allclose(widths[[4, 6, 9]], [0.03 * 0.130, 0.05 * 0.524, 0.03 * 0.539])
    assert (widths[[5, 7, 8]] > 0.05).all()  # products that the paper does not have are free


def test_the_mean_is_possible_and_gives_the_arm_s_torque(arm: Arm):
    unknowns = Unknowns(arm)
    mean = prior(unknowns).mean
    for place in unknowns.bodies:
        assert np.linalg.eigvalsh(pseudo_inertia(mean[place]))[0] > 0.0
    q, qd, qdd = np.random.default_rng(2).uniform(-2.0, 2.0, (3, 40, 6))
    expected = (
        load_model("newton_euler", arm).torque(q, qd, qdd) + smooth_sign(qd, MEASURED_SMOOTHING) * arm.break_away_torque
    )
    np.testing.assert_allclose(unknowns.columns(q, qd, qdd) @ mean, expected, atol=1e-9)
