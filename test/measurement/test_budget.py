"""RMS combination against closed forms and against Monte Carlo."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.errors import MeasurementError
from puma560_dynamics.measurement.budget import propagate
from puma560_dynamics.measurement.measured import Measured

READINGS = {"a": Measured(3.0, "m", 0.03), "b": Measured(2.0, "m", 0.01), "c": Measured(5.0, "s")}


def test_a_sum_combines_as_the_root_of_squares():
    budget = propagate(lambda r: r["a"] - 4.0 * r["b"] + r["c"], READINGS)
    assert budget.values == pytest.approx([0.0])
    assert budget.half_width == pytest.approx([0.05])
    assert budget.shares() == pytest.approx({"b": 0.64, "a": 0.36})
    assert list(budget.shares()) == ["b", "a"]


def test_a_product_of_powers_combines_relative_tolerances():
    tiny = {name: Measured(r.value, r.unit, r.half_width * 1e-4) for name, r in READINGS.items()}
    budget = propagate(lambda r: r["a"] ** 2 / r["b"], tiny)
    assert budget.half_width / budget.values == pytest.approx([np.hypot(2e-6, 0.5e-6)], rel=1e-5)


def test_covariance_has_the_signs_of_the_slopes():
    budget = propagate(lambda r: [r["a"] + r["b"], r["a"] - r["b"], -r["a"]], READINGS)
    a, b = 0.03**2, 0.01**2
    assert budget.covariance == pytest.approx(np.array([[a + b, a - b, -a], [a - b, a + b, -a], [-a, -a, a]]))
    assert np.diag(budget.covariance) == pytest.approx(budget.half_width**2)


def test_rounding_is_no_contribution():
    budget = propagate(lambda r: r["a"] + (0.1 * r["b"] + 1.0) - 0.1 * r["b"] - 1.0, READINGS)
    assert budget.shares() == {"a": pytest.approx(1.0)}


def test_many_numbers_against_monte_carlo():
    def function(r):
        return [r["a"] * r["b"], np.sin(r["a"]) + r["c"]]

    rng = np.random.default_rng(5)
    drawn = {name: rng.normal(r.value, r.half_width, 200_000) for name, r in READINGS.items()}
    budget = propagate(function, READINGS)
    np.testing.assert_allclose(budget.half_width, np.std(function(drawn), axis=1), rtol=0.01)
    assert budget.shares(1) == {"a": pytest.approx(1.0)}


def test_what_acts_in_second_order_only_is_not_harmless():
    budget = propagate(lambda r: 1.0 - r["x"] ** 2, {"x": Measured(0.0, "m", 0.1)})
    assert budget.half_width == pytest.approx([0.01])


def test_without_tolerances_nothing_is_shared():
    budget = propagate(lambda r: r["c"], {"c": READINGS["c"]})
    assert budget.half_width.tolist() == [0.0]
    assert budget.shares() == {}


@pytest.mark.parametrize("period", [1e300, 1e200])
def test_readings_from_which_no_finite_number_follows(period: float):
    readings = {"period": Measured(period, "s", 0.0)}
    with pytest.raises(MeasurementError, match="no finite value follows from period = 1e"):
        propagate(lambda r: r["period"] ** 2, readings)
    with pytest.raises(MeasurementError, match="no finite value"):
        propagate(lambda r: np.float64(r["period"]) * 1e300, readings)
