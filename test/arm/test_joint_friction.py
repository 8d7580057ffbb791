"""Friction of one joint as data: a step at standstill, a slope, and an offset."""

import numpy as np
import pytest

from puma560_dynamics.arm import JointFriction

FRICTION = JointFriction(coulomb_positive=5.0, coulomb_negative=4.0, viscous=2.0, offset=0.5)


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
