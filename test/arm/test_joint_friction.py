"""The friction law: a smooth step by direction, a slope, an offset; linear in its numbers, which are in one table."""

from dataclasses import fields, replace

import numpy as np
import pytest

from puma560_dynamics.arm import JointFriction
from puma560_dynamics.arm.friction_terms import COMPENSATED, DRY, FITTED, FRICTION_TERMS
from puma560_dynamics.arm.joint_friction import friction_basis, joint_friction_torque, smooth_sign

FRICTION = JointFriction(coulomb_positive=5.0, coulomb_negative=4.0, viscous=2.0, offset=0.5)
QD = np.linspace(-3.0, 3.0, 6001)


def test_at_rest_only_the_offset_is_left():
    assert FRICTION.torque(0.0) == 0.5


@pytest.mark.parametrize(("velocity", "torque"), [(1e-9, 5.5), (-1e-9, -3.5), (1.5, 8.5), (-1.5, -6.5)])
def test_each_direction_has_its_own_dry_friction(velocity: float, torque: float):
    assert FRICTION.torque(velocity) == pytest.approx(torque, abs=1e-8)


def test_it_takes_energy_away_but_for_the_offset():
    qd = np.linspace(-3.0, 3.0, 61).reshape(61, 1)
    torque = JointFriction(5.0, 4.0, 2.0).torque(qd)
    assert torque.shape == qd.shape
    assert (torque * qd >= 0.0).all() and (torque[qd != 0.0] != 0.0).all()


def test_the_smooth_sign_is_the_formula():
    np.testing.assert_array_equal(smooth_sign(QD), np.sign(QD))
    np.testing.assert_array_equal(smooth_sign(QD, dead_band=0.5), np.where(np.abs(QD) > 0.5, np.sign(QD), 0.0))
    sign = smooth_sign(QD, 0.05, 0.02)
    np.testing.assert_allclose(sign, -sign[::-1], atol=1e-12)
    assert (sign[np.abs(QD) <= 0.02] == 0.0).all()
    assert (np.abs(sign) <= 1.0).all() and (np.diff(sign) >= 0.0).all()
    assert np.diff(sign).max() <= 0.001 / 0.05
    assert smooth_sign(0.07, 0.05, 0.02) == pytest.approx(np.tanh(1.0))
    np.testing.assert_array_equal(smooth_sign([3.0, 3.0], 0.05, [0.0, np.inf]), [1.0, 0.0])


def test_the_basis_is_linear_in_the_numbers():
    values = [getattr(FRICTION, name) for name in FITTED]
    found = values @ friction_basis(QD, 0.05, 0.02)
    np.testing.assert_allclose(found, joint_friction_torque([FRICTION], QD[:, None], 0.05, 0.02)[:, 0], atol=1e-14)
    np.testing.assert_allclose(values @ friction_basis(QD), FRICTION.torque(QD), atol=1e-14)


def test_every_joint_has_its_own_numbers_and_dead_band():
    joints = (FRICTION, JointFriction(1.0, 3.0, 0.25, -0.5))
    qd = np.stack([QD, 2.0 * QD], axis=-1)
    expected = [one.torque(qd[:, i]) for i, one in enumerate(joints)]
    np.testing.assert_allclose(joint_friction_torque(joints, qd), np.stack(expected, axis=-1), atol=1e-13)
    banded = joint_friction_torque(joints, np.array([0.1, 0.1]), dead_band=np.array([0.05, 0.2]))
    np.testing.assert_allclose(banded, [5.0 + 0.2 + 0.5, 0.025 - 0.5])


def test_every_number_has_a_row_and_is_0_by_default():
    assert [field.name for field in fields(JointFriction)] == list(FRICTION_TERMS)
    assert {field.default for field in fields(JointFriction)} == {0.0}


@pytest.mark.parametrize("name", COMPENSATED)
def test_a_number_that_is_compensated_takes_energy_away(name: str):
    """A dry number or a slope: it may not be negative, and its basis has the sign of the velocity."""
    assert not FRICTION_TERMS[name].signed
    (basis,) = friction_basis(QD, 0.05, 0.02, [name])
    assert (basis * QD >= 0.0).all()


@pytest.mark.parametrize("name", [name for name, term in FRICTION_TERMS.items() if term.basis is not None])
def test_every_number_changes_the_torque(name: str):
    """At some velocity, under load."""
    changed = replace(FRICTION, **{name: getattr(FRICTION, name) + 1.0})
    speeds = np.geomspace(1e-3, 1.0, 20)
    qd, load = np.concatenate([speeds, -speeds])[:, None], np.full((40, 1), 3.0)
    before, after = (joint_friction_torque([one], qd, load=load) for one in (FRICTION, changed))
    assert np.abs(after - before).max() > 0.99


@pytest.mark.parametrize("offset", [-6.0, -1.0, 0.0, 1.0, 6.0])
def test_without_offset_it_resists_less_than_with_the_offset_or_without(offset: float):
    whole = JointFriction(5.0, 4.0, 2.0, offset)
    least = whole.without_offset()
    assert least.offset == 0.0 and least.viscous == 2.0
    assert least.coulomb_positive == max(0.0, min(5.0, 5.0 + offset))
    assert least.coulomb_negative == max(0.0, min(4.0, 4.0 - offset))
    assert least.without_offset() == least


def test_dry_and_bias_make_both_directions():
    """MuJoCo's form of the law: symmetric dry friction, damping, a constant torque."""
    assert FRICTION.dry_by_direction == tuple(getattr(FRICTION, name) for name in DRY)
    qd = QD[QD != 0.0]
    found = FRICTION.dry * np.sign(qd) + FRICTION.bias + FRICTION.viscous * qd
    np.testing.assert_allclose(found, FRICTION.torque(qd), atol=1e-14)
