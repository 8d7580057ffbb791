"""Effective inertia of a drive against the energy of motion, against table 6, and against Monte Carlo."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import MeasurementError
from puma560_dynamics.measurement.measured import Measured, parse_measured
from puma560_dynamics.measurement.rotor_inertia import Shaft, effective_inertia, shaft_readings

ROTOR = Shaft(Measured(4.0e-4, "kg m^2", 8e-6), Measured(107.36, "1"))
PINION = Shaft(Measured(2.0e-3, "kg m^2", 4e-4), Measured(-12.5, "1", 0.1))


def test_the_energy_of_the_shafts_is_that_of_the_effective_inertia():
    speed = 0.7
    shafts = (ROTOR, PINION)
    energy = sum(0.5 * shaft.inertia.value * (shaft.ratio.value * speed) ** 2 for shaft in shafts)
    total, *parts = effective_inertia(shafts).values
    assert 0.5 * total * speed**2 == pytest.approx(energy, rel=1e-12)
    assert sum(parts) == pytest.approx(total, rel=1e-12)


def test_the_sign_of_a_ratio_has_no_effect():
    opposite = Shaft(ROTOR.inertia, Measured(-107.36, "1"))
    assert effective_inertia([opposite]).values == pytest.approx(effective_inertia([ROTOR]).values, rel=1e-15)


def test_a_tolerance_of_the_ratio_counts_twice():
    shaft = Shaft(Measured(1e-4, "kg m^2", 1e-7), Measured(100.0, "1", 0.1))
    budget = effective_inertia([shaft])
    assert budget.half_width[0] / budget.values[0] == pytest.approx(np.hypot(1e-3, 2e-3), rel=2e-3)


def test_tolerance_against_monte_carlo():
    budget = effective_inertia((ROTOR, PINION))
    rng = np.random.default_rng(9)
    drawn = {name: rng.normal(r.value, r.half_width, 100_000) for name, r in shaft_readings((ROTOR, PINION)).items()}
    total = drawn["rotor inertia"] * drawn["rotor ratio"] ** 2 + drawn["shaft 1 inertia"] * drawn["shaft 1 ratio"] ** 2
    assert budget.half_width[0] == pytest.approx(np.std(total), rel=0.02)
    assert budget.values[0] == pytest.approx(np.mean(total), rel=1e-3)


def test_the_rotors_of_the_wrist_are_equal_in_the_paper(arm: Arm):
    """Tables 6 and 7 give effective inertia and ratio of each joint; the inertias of the rotors are not printed."""
    rotors = []
    for name, motor in zip(arm.joint_names, arm.motors, strict=True):
        rotor, width = (each / motor.gear_ratio**2 for each in (motor.inertia, _half_width(arm, name)))
        rotors.append((rotor, width))
        again = effective_inertia([Shaft(Measured(rotor, "kg m^2", width), Measured(motor.gear_ratio, "1"))])
        assert again.values[0] == pytest.approx(motor.inertia, rel=1e-12)
        assert again.half_width[0] == pytest.approx(_half_width(arm, name), rel=1e-9)
    wrist = rotors[3:]
    assert all(abs(a - b) < max(u, v) for a, u in wrist for b, v in wrist)


def _half_width(arm: Arm, joint: str) -> float:
    width = arm.quantities[f"motors.{joint}.inertia"].half_width
    assert width
    return width


def test_units_of_data_sheets():
    assert parse_measured("4.09 ± 2% kg cm^2", "kg m^2").value == pytest.approx(4.09e-4)
    assert parse_measured("340 g cm^2", "kg m^2").value == pytest.approx(3.4e-5)


def test_impossible_shafts_are_refused():
    with pytest.raises(MeasurementError, match="other than 0"):
        Shaft(ROTOR.inertia, Measured(0.0, "1"))
    with pytest.raises(MeasurementError, match="inertia of a shaft"):
        Shaft(Measured(-1e-4, "kg m^2"), ROTOR.ratio)
    with pytest.raises(MeasurementError, match="no rotating piece"):
        effective_inertia([])
