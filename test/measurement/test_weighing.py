"""Weighing against simulated balances: a beam in equilibrium, a body on supports, Monte Carlo of the readings."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq

from puma560_dynamics.errors import MeasurementError
from puma560_dynamics.measurement.measured import Measured
from puma560_dynamics.measurement.weighing import (
    MASS,
    NO_TARE,
    SECOND,
    Support,
    beam_weighing,
    double_weighing,
    scale_weighing,
    support_weighing,
)

LINK_ARM, WEIGHT_ARM, TRUE = 0.251, 0.249, 17.4


def kg(value: float, half_width: float = 0.0) -> Measured:
    """A mass."""
    return Measured(value, "kg", half_width)


def m(value: float, half_width: float = 0.0) -> Measured:
    """A length."""
    return Measured(value, "m", half_width)


def level(mass: float, mass_arm: float, weight_arm: float) -> float:
    """Weight at which a beam is in balance, by its moment about the pivot."""
    return brentq(lambda weight: 9.81 * (mass * mass_arm - weight * weight_arm), 0.0, 1e3, xtol=1e-13)


FIRST, SWAPPED = level(TRUE, LINK_ARM, WEIGHT_ARM), level(TRUE, WEIGHT_ARM, LINK_ARM)


def test_double_weighing_needs_no_arms():
    found = double_weighing([kg(10), kg(FIRST - 10)], [kg(SWAPPED)])
    assert found.value(MASS, "kg").value == pytest.approx(TRUE, rel=1e-12)
    assert found.value(SECOND, "1").value == pytest.approx(LINK_ARM / WEIGHT_ARM, rel=1e-12)
    assert abs(FIRST / TRUE - 1) > 0.005  # a single weighing is wrong by the ratio of the arms


def test_a_single_weighing_with_the_arms():
    found = beam_weighing([kg(FIRST)], link_arm=m(LINK_ARM), weight_arm=m(WEIGHT_ARM))
    assert found.value(MASS, "kg").value == pytest.approx(TRUE, rel=1e-12)
    assert beam_weighing([kg(FIRST)]).value(MASS, "kg").value == pytest.approx(FIRST)


def test_the_calibration_of_the_weights_is_common_and_does_not_average_out():
    calibration = Measured(1.0, "1", 0.001)
    found = double_weighing([kg(FIRST, 0.01)], [kg(SWAPPED, 0.01)], calibration=calibration)
    independent = 0.5 * TRUE * np.hypot(0.01 / FIRST, 0.01 / SWAPPED)
    assert found.value(MASS, "kg").half_width == pytest.approx(np.hypot(independent, 0.001 * TRUE), rel=1e-3)
    assert "calibration" not in found.budget.shares(SECOND)


def test_a_scale_with_tare():
    found = scale_weighing(kg(19.31, 0.03), kg(1.91, 0.04))
    assert found.budget.values == pytest.approx([17.4])
    assert found.budget.half_width == pytest.approx([0.05])


def reactions(points: np.ndarray, masses: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Loads of two supports of a body of points, from the balance of forces and of moments."""
    equations = np.array([np.ones(2), places])
    return np.linalg.solve(equations, [masses.sum(), masses @ points])


def test_supports_give_mass_and_coordinate_of_a_simulated_body():
    rng = np.random.default_rng(4)
    points, masses = rng.uniform(-0.1, 0.3, 30), rng.uniform(0.1, 1.0, 30)
    first, second = reactions(points, masses, np.array([-0.1, 0.3]))
    center = masses @ points / masses.sum()
    found = support_weighing([Support(kg(first + 0.2), m(-0.1), kg(0.2)), Support(kg(second), m(0.3))])
    assert found.budget.values == pytest.approx([masses.sum(), center], rel=1e-12)
    by_pivot = support_weighing([Support(kg(second), m(0.3))], pivot=m(-0.1), mass=kg(masses.sum()))
    assert by_pivot.budget.values == pytest.approx([masses.sum(), center], rel=1e-12)


def test_three_supports():
    found = support_weighing([Support(kg(2), m(0)), Support(kg(3), m(0.1)), Support(kg(5), m(0.4))])
    assert found.budget.values == pytest.approx([10, 0.23])


def test_supports_against_monte_carlo():
    rng = np.random.default_rng(6)
    supports = [Support(kg(9.3, 0.1), m(-0.1, 0.002), kg(0.2, 0.05)), Support(kg(8.3, 0.1), m(0.3, 0.002))]
    calibration = Measured(1.0, "1", 0.01)
    found = support_weighing(supports, calibration=calibration)

    def drawn(reading: Measured) -> np.ndarray:
        return rng.normal(reading.value, reading.half_width, 400_000)

    factor = drawn(calibration)
    loads = [factor * (drawn(s.load) - drawn(s.tare)) for s in supports]
    total = sum(loads)
    centers = sum(load * drawn(s.position) for load, s in zip(loads, supports, strict=True)) / total
    expected = np.cov(total, centers)
    scale = np.sqrt(np.outer(np.diag(expected), np.diag(expected)))
    np.testing.assert_allclose(found.budget.covariance / scale, expected / scale, atol=0.01)


def test_a_scale_at_the_same_place_as_the_pivot_gives_no_coordinate():
    with pytest.raises(MeasurementError, match="supports are at one place"):
        support_weighing([Support(kg(1), m(0.1))], pivot=m(0.1), mass=kg(3))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: beam_weighing([]), "no counterweight is given"),
        (lambda: beam_weighing([kg(0)]), "counterweight 1 is 0 kg"),
        (lambda: beam_weighing([kg(1)], link_arm=m(0)), "link arm is 0 m"),
        (lambda: beam_weighing([kg(1)], calibration=Measured(-1.0, "1")), "calibration is -1"),
        (lambda: double_weighing([kg(1)], []), "no swapped counterweight is given"),
        (lambda: scale_weighing(kg(1), kg(2)), "net reading of the scale is -1 kg"),
        (lambda: support_weighing([Support(kg(1), m(0))]), "supports are at one place"),
        (lambda: support_weighing([Support(kg(1), m(0)), Support(kg(1), m(0))]), "supports are at one place"),
        (lambda: support_weighing([Support(kg(1), m(0), kg(2)), Support(kg(1), m(1))]), "net load of support 1"),
        (lambda: support_weighing([Support(kg(1), m(0))], pivot=m(1)), "give both or none"),
        (lambda: support_weighing([Support(kg(1), m(0))], mass=kg(1)), "give both or none"),
        (lambda: support_weighing([Support(kg(3), m(0))], pivot=m(1), mass=kg(2)), "lifts off the pivot"),
    ],
)
def test_what_no_balance_shows(call, words: str):
    with pytest.raises(MeasurementError, match=words):
        call()


def test_a_scale_without_tare():
    found = scale_weighing(kg(2.24, 0.01), NO_TARE).value(MASS, "kg")
    assert (found.value, found.half_width) == pytest.approx((2.24, 0.01))
