"""Units and their factors."""

from __future__ import annotations

import math

import numpy as np
import pytest

from puma560_dynamics.bags.columns.column_map import QUANTITIES
from puma560_dynamics.bags.columns.conversion import MotorSide, factor, needs_gain
from puma560_dynamics.errors import BagError


@pytest.mark.parametrize(
    ("quantity", "unit", "value", "expected"),
    [
        ("position", "deg", 180.0, math.pi),
        ("position", "°", 180.0, math.pi),
        ("position", "rev", 0.5, math.pi),
        ("position", "mm", 1.0, 1e-3),
        ("velocity", "rpm", 60.0, 2.0 * math.pi),
        ("velocity", "deg/s", 180.0, math.pi),
        ("acceleration", "deg/s²", 180.0, math.pi),
        ("time", "us", 1e6, 1.0),
        ("effort", "mN·m", 1e3, 1.0),
        ("effort", "lbf.in", 1.0, 4.4482216152605 * 0.0254),
        ("effort", "A", 1.0, 1.0),
    ],
)
def test_a_unit_has_its_factor(quantity: str, unit: str, value: float, expected: float):
    assert value * factor(quantity, unit) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(("quantity", "unit"), [("position", "Nm"), ("velocity", "A"), ("time", "min")])
def test_a_unit_of_something_else_is_refused(quantity: str, unit: str):
    with pytest.raises(BagError, match=f"columns: {quantity} has no unit '{unit}'"):
        factor(quantity, unit)


def test_a_current_needs_a_gain():
    assert [needs_gain(unit) for unit in ("A", "%", "Nm", "N·m")] == [True, True, False, False]


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
    [(((1.0,),), "3 ratios or a matrix of 3 by 3"), (((1.0, 0.0, 0.0),) * 3, "singular")],
)
def test_another_matrix_is_refused(matrix: tuple[tuple[float, ...], ...], words: str):
    with pytest.raises(BagError, match=words):
        MotorSide(matrix, QUANTITIES).to_joints("position", np.ones((2, 3)))
