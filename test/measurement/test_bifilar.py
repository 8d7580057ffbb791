"""The swing on two wires against its equation of motion, integrated."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from puma560_dynamics.errors import MeasurementError
from puma560_dynamics.measurement.bifilar import period_ratio

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
