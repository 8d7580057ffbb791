"""Friction that is in a recording is found again."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.replay.driven import multi_sine

from puma560_dynamics.arm.friction_terms import FITTED
from puma560_dynamics.arm.joint_friction import MEASURED_SMOOTHING, JointFriction, friction_basis, joint_friction_torque
from puma560_dynamics.replay.analysis.friction_sums import FrictionFit

TRUE = tuple(JointFriction(3.0 + j, 2.0 + j, 0.5 * j, 0.2 - 0.1 * j) for j in range(6))


def test_a_fit_finds_what_was_put_in():
    _, _, qd, _ = multi_sine(40.0)
    noise = 0.1 * np.random.default_rng(0).standard_normal(qd.shape)
    residual = joint_friction_torque(TRUE, qd, MEASURED_SMOOTHING) + noise
    residual[:500, 3] = np.nan
    fit = FrictionFit(6)
    for part in np.array_split(np.arange(len(qd)), 7):
        fit.add(qd[part], residual[part])
    for joint, (found, true) in enumerate(zip(fit.result(), TRUE, strict=True)):
        rows = np.isfinite(residual[:, joint])
        basis = friction_basis(qd[rows, joint], MEASURED_SMOOTHING)
        deviation = 0.1 * np.sqrt(np.diag(np.linalg.inv(basis @ basis.T)))
        for name, sigma in zip(FITTED, deviation, strict=True):
            assert getattr(found, name) == pytest.approx(getattr(true, name), abs=5 * sigma)


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
