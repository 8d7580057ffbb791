"""Units of an arm file and their factors."""

from __future__ import annotations

import math

import pytest

from puma560_dynamics.arm.parts import PRISMATIC, REVOLUTE
from puma560_dynamics.arm.units import UNITS, units_of


@pytest.mark.parametrize("unit", UNITS)
def test_an_si_unit_stands_for_itself(unit: str):
    assert UNITS[unit][unit] == 1.0


@pytest.mark.parametrize(
    ("given", "unit", "factor"),
    [("deg", "rad", math.radians(1.0)), ("deg/s", "rad/s", math.radians(1.0)), ("mm", "m", 1e-3), ("mm/s", "m/s", 1e-3),
     ("g", "kg", 1e-3)],
)  # fmt: skip
def test_factors_of_other_units(given: str, unit: str, factor: float):
    assert UNITS[unit][given] == pytest.approx(factor, rel=1e-15)


def test_a_sliding_joint_has_forces_and_lengths():
    """Powers agree: torque times angular velocity and force times velocity are both watts."""
    turning = {"torque": "N m", "velocity": "rad/s", "damping": "N m s/rad", "inertia": "kg m^2", "ratio": "1"}
    assert units_of(turning, REVOLUTE) == turning
    assert units_of(turning, PRISMATIC) == {
        "torque": "N", "velocity": "m/s", "damping": "N s/m", "inertia": "kg", "ratio": "1"
    }  # fmt: skip
    assert all(unit in UNITS for unit in units_of(turning, PRISMATIC).values())
