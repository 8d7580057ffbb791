"""Equation (11) against simulated swings of a body of known mass and inertia."""

from __future__ import annotations

import math

import numpy as np
import pytest
from helpers.measurement.two_wires import suspension, swing
from scipy.integrate import solve_ivp

from puma560_dynamics.errors import MeasurementError
from puma560_dynamics.measurement.measured import Measured
from puma560_dynamics.measurement.two_wire import TwoWire, period_of, period_ratio

# Link 2 of the paper, hung to swing about its z axis.
MASS, INERTIA, RADIUS, LENGTH = 17.4, (0.130, 0.524, 0.539), 0.2, 1.5


def setup(period: float, amplitude: float = 0.0, offset: float = 0.0) -> TwoWire:
    """Readings without tolerance."""
    return TwoWire(
        Measured(MASS, "kg"),
        Measured(RADIUS, "m"),
        Measured(LENGTH, "m"),
        Measured(period, "s"),
        amplitude=Measured(amplitude, "rad"),
        offset=Measured(offset, "m"),
    )


def error(period: float, amplitude: float = 0.0, offset: float = 0.0) -> float:
    """Relative error of the inertia found."""
    return float(setup(period, amplitude, offset).inertia().values[0]) / INERTIA[2] - 1.0


@pytest.fixture(scope="module")
def swings() -> list[tuple[float, float]]:
    """Period and amplitude after pushes of growing strength."""
    body = suspension(MASS, INERTIA, RADIUS, LENGTH)
    return [swing(body, push) for push in (0.05, 0.25, 0.5, 1.0)]


def test_equation_11_gives_the_inertia_back_with_an_error_that_falls_as_the_square_of_the_amplitude(swings):
    periods, amplitudes = np.array(swings).T
    assert math.degrees(amplitudes[-1]) > 19
    errors = np.array([error(period) for period in periods])
    slenderness = RADIUS / LENGTH
    expected = (1 - 3 * slenderness**2 + 4 * MASS * RADIUS**2 / INERTIA[2] * slenderness**2) / 8
    np.testing.assert_allclose(errors / amplitudes**2, expected, rtol=0.01)
    assert errors[0] / amplitudes[0] ** 2 == pytest.approx(expected, rel=1e-4)


def test_the_amplitude_is_corrected_exactly(swings):
    for period, amplitude in swings:
        assert error(period, amplitude) == pytest.approx(0.0, abs=1e-10)


def test_long_wires_do_not_save_from_a_wide_swing():
    """The period of a pendulum of the same amplitude, by its known series."""
    amplitude = 0.5
    series = 1 + amplitude**2 / 16 + 11 * amplitude**4 / 3072 + 173 * amplitude**6 / 737280
    assert period_ratio(amplitude, 1e-6, 1.0) == pytest.approx(series, rel=1e-6)


def test_a_center_of_gravity_off_the_axis():
    period, amplitude = swing(suspension(MASS, INERTIA, RADIUS, LENGTH, offset=0.02), 0.05, 2)
    assert error(period, amplitude) == pytest.approx(0.01 / (1 - 0.01), rel=1e-3)  # e^2 / (r^2 - e^2)
    assert error(period, amplitude, 0.02) == pytest.approx(0.0, abs=1e-6)


def test_tolerances_combine_as_the_powers_of_equation_11():
    readings = TwoWire(
        Measured(17.4, "kg", 0.184),
        Measured(0.2, "m", 0.0005),
        Measured(1.5, "m", 0.002),
        period_of(Measured(43.24, "s", 0.2), 20),
    )
    budget = readings.inertia()
    relative = math.hypot(0.184 / 17.4, 2 * 0.0005 / 0.2, 0.002 / 1.5, 2 * 0.2 / 43.24)
    assert budget.half_width[0] / budget.values[0] == pytest.approx(relative, rel=0.005)
    assert list(budget.shares())[:2] == ["mass", "period"]


def test_an_offset_within_its_tolerance_is_in_the_budget():
    inertia = TwoWire(
        Measured(17.4, "kg"),
        Measured(0.2, "m"),
        Measured(1.5, "m"),
        Measured(2.16, "s"),
        offset=Measured(0.0, "m", 0.02),
    ).inertia()
    assert inertia.half_width / inertia.values == pytest.approx([0.01], rel=0.01)


def test_what_the_corrections_take_off():
    corrections = setup(2.16, math.radians(10), 0.02).corrections()
    assert corrections["offset"] == pytest.approx(0.01, rel=0.01)
    assert corrections["amplitude"] == pytest.approx(0.13 * math.radians(10) ** 2, rel=0.01)
    assert setup(2.16).corrections() == {"amplitude": 0.0, "offset": 0.0}


@pytest.mark.parametrize("name", ["mass", "radius", "length", "period", "gravity"])
def test_a_reading_that_is_not_positive_is_named(name: str):
    good = setup(2.16).readings
    with pytest.raises(MeasurementError, match=name):
        TwoWire(**{**good, name: Measured(0.0, good[name].unit)})


def test_readings_that_no_suspension_gives():
    with pytest.raises(MeasurementError, match="between the wires"):
        setup(2.16, offset=-0.2)
    with pytest.raises(MeasurementError, match="twist less"):
        setup(2.16, amplitude=math.pi).inertia()
    with pytest.raises(MeasurementError, match="oscillations"):
        period_of(Measured(10.0, "s"), 0)


G = 9.81


def integrated(amplitude: float, radius: float, length: float, mass: float, inertia: float) -> float:
    """Period by Lagrange's equation of ``L = (I + M h'^2) theta'^2 / 2 - M g h`` over that of small angles."""

    def rise(theta: float) -> tuple[float, float, float]:
        root = np.sqrt(length**2 - 4 * radius**2 * np.sin(theta / 2) ** 2)
        first = radius**2 * np.sin(theta) / root
        second = radius**2 * np.cos(theta) / root + first**2 / root
        return length - root, first, second

    def rates(_: float, state: np.ndarray) -> list[float]:
        theta, speed = state
        _, first, second = rise(theta)
        return [speed, -(mass * first * second * speed**2 + mass * G * first) / (inertia + mass * first**2)]

    small = 2 * np.pi * np.sqrt(inertia * length / (mass * G * radius**2))

    def crossing(_: float, state: np.ndarray) -> float:
        return float(state[0])

    crossing.terminal = True  # type: ignore[attr-defined]
    found = solve_ivp(rates, (0, small), [amplitude, 0.0], events=crossing, rtol=1e-11, atol=1e-12)
    return 4.0 * float(found.t_events[0][0]) / small


@pytest.mark.parametrize(
    ("amplitude", "radius", "length", "mass", "inertia"),
    [(0.3, 0.2, 1.5, 6.0, 0.2), (1.2, 0.2, 0.5, 6.0, 0.05), (2.5, 0.1, 0.4, 2.0, 0.3)],
)
def test_the_period_is_that_of_the_equation_of_motion(
    amplitude: float, radius: float, length: float, mass: float, inertia: float
):
    ratio = period_ratio(amplitude, radius / length, mass * radius**2 / inertia)
    assert ratio == pytest.approx(integrated(amplitude, radius, length, mass, inertia), rel=1e-8)


def test_small_angles_are_the_limit():
    assert period_ratio(0.0, 0.2, 3.0) == 1.0
    slender, heavy = 0.3, 2.0
    slope = (1 - 3 * slender**2 + 4 * heavy * slender**2) / 16
    for amplitude in (1e-2, 2e-2):
        assert (period_ratio(amplitude, slender, heavy) - 1) / amplitude**2 == pytest.approx(slope, rel=1e-3)


@pytest.mark.parametrize(("amplitude", "slenderness"), [(-0.1, 0.1), (np.pi, 0.1), (1.2, 0.9), (np.nan, 0.1)])
def test_what_wires_do_not_allow(amplitude: float, slenderness: float):
    with pytest.raises(MeasurementError, match="twist less"):
        period_ratio(amplitude, slenderness, 1.0)
