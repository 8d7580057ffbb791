"""Motors to joints: power is the same on both sides."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.bags.columns.column_map import QUANTITIES
from puma560_dynamics.bags.columns.motor_side import MotorSide
from puma560_dynamics.errors import BagError

MATRIX = ((32.0, 0.0, 0.0), (0.0, -45.0, 0.0), (0.0, 32.0, 32.0))


def test_positions_and_power_are_those_of_the_motors():
    generator = np.random.default_rng(5)
    joints, motor_torque = generator.normal(size=(2, 20, 3))
    side = MotorSide(MATRIX, QUANTITIES)
    motors = joints @ np.array(MATRIX).T
    np.testing.assert_allclose(side.to_joints("velocity", motors), joints, rtol=1e-13, atol=1e-13)
    power = (side.to_joints("effort", motor_torque) * joints).sum(axis=1)
    np.testing.assert_allclose(power, (motor_torque * motors).sum(axis=1), rtol=1e-12)


def test_what_is_measured_at_the_joints_stays():
    values = np.ones((2, 3))
    assert MotorSide(MATRIX, ("effort",)).to_joints("position", values) is values


@pytest.mark.parametrize(
    ("matrix", "words"),
    [(((1.0,),), "3 ratios or a matrix of 3 by 3"), (((1.0, 0.0, 0.0),) * 3, "no inverse")],
)
def test_another_matrix_is_refused(matrix: tuple[tuple[float, ...], ...], words: str):
    with pytest.raises(BagError, match=words):
        MotorSide(matrix, QUANTITIES).to_joints("position", np.ones((2, 3)))
