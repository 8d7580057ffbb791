"""Friction: its torque, and that it is found again."""

from __future__ import annotations

import numpy as np
import pytest
from driven import multi_sine

from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.joint_friction import JointFriction
from puma560_dynamics.replay.friction import SLOW, FrictionFit, arm_friction, friction_basis, friction_torque

TRUE = tuple(JointFriction(3.0 + j, 2.0 + j, 0.5 * j, 0.2 - 0.1 * j) for j in range(6))


def test_beyond_slow_motion_it_is_the_joints_own():
    qd = np.array([-2.0, -SLOW, SLOW, 0.5])
    ours = friction_torque(TRUE, np.repeat(qd[:, None], 6, axis=1))
    np.testing.assert_allclose(ours, np.stack([joint.torque(qd) for joint in TRUE], axis=1), rtol=1e-14)
    at_rest = friction_torque(TRUE, np.zeros(6))
    np.testing.assert_allclose(at_rest, [joint.offset for joint in TRUE])


def test_the_basis_is_linear_in_the_numbers():
    qd = np.linspace(-1, 1, 41)
    one = TRUE[2]
    values = [one.coulomb_positive, one.coulomb_negative, one.viscous, one.offset]
    np.testing.assert_allclose(values @ friction_basis(qd), friction_torque([one], qd[:, None])[:, 0], atol=1e-14)


def test_an_arms_own_friction_comes_first(arm: Arm):
    found, words = arm_friction(arm)
    assert [joint.coulomb_negative for joint in found] == arm.break_away_torque.tolist()
    assert "table 7" in words
    found, words = arm_friction(arm.with_(friction=TRUE))
    assert found == TRUE
    assert arm.name in words


def test_a_fit_finds_what_was_put_in():
    _, _, qd, _ = multi_sine(40.0)
    noise = 0.1 * np.random.default_rng(0).standard_normal(qd.shape)
    residual = friction_torque(TRUE, qd) + noise
    residual[:500, 3] = np.nan
    fit = FrictionFit(6)
    for part in np.array_split(np.arange(len(qd)), 7):
        fit.add(qd[part], residual[part])
    for joint, (found, true) in enumerate(zip(fit.result(), TRUE, strict=True)):
        rows = np.isfinite(residual[:, joint])
        basis = friction_basis(qd[rows, joint])
        deviation = 0.1 * np.sqrt(np.diag(np.linalg.inv(basis @ basis.T)))
        pairs = zip(
            (found.coulomb_positive, found.coulomb_negative, found.viscous, found.offset),
            (true.coulomb_positive, true.coulomb_negative, true.viscous, true.offset),
            deviation,
            strict=True,
        )
        for ours, theirs, sigma in pairs:
            assert ours == pytest.approx(theirs, abs=5 * sigma)


def test_no_friction_drives():
    qd = np.linspace(-1, 1, 400)[:, None]
    fit = FrictionFit(1)
    fit.add(qd, -2.0 * np.sign(qd) + 0.7)
    (found,) = fit.result()
    assert (found.coulomb_positive, found.coulomb_negative, found.viscous) == pytest.approx((0, 0, 0), abs=1e-9)
    assert found.offset == pytest.approx(0.7, abs=0.02)


def test_a_joint_without_samples_has_no_friction():
    fit = FrictionFit(1)
    fit.add(np.ones((3, 1)), np.full((3, 1), np.nan))
    assert fit.result() == (JointFriction(),)
