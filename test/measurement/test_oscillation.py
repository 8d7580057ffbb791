"""Period, damping and dry friction out of records whose equation of motion is integrated independently."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from puma560_dynamics.errors import MeasurementError
from puma560_dynamics.measurement.oscillation import fit_oscillation

CENTER = 0.3


def simulated(omega: float, zeta: float, dry: float, start: float, duration: float) -> tuple[np.ndarray, np.ndarray]:
    """``x'' = -w^2 (x + f sign(x')) - 2 zeta w x'`` from rest, half swing by half swing; sticks where it must."""
    times, positions = np.arange(0.0, duration, 0.002), []
    begin, x, way = 0.0, start, -math.copysign(1.0, start)

    def turned(_: float, y: np.ndarray) -> float:
        return float(y[1]) + 1e-12 * way

    turned.terminal = True  # type: ignore[attr-defined]
    while begin < duration:
        here = times[times >= begin]
        if abs(x) <= dry:
            positions.append(np.full(len(here), x))
            break
        turned.direction = -way  # type: ignore[attr-defined]

        def rate(_: float, y: np.ndarray, way: float = way) -> list[float]:
            return [y[1], -(omega**2) * (y[0] + dry * way) - 2 * zeta * omega * y[1]]

        solution = solve_ivp(
            rate, (begin, duration + 1.0), [x, 1e-9 * way], rtol=1e-10, atol=1e-12, events=turned, dense_output=True
        )
        begin, x, way = float(solution.t[-1]), float(solution.y[0, -1]), -way
        positions.append(solution.sol(here[here < begin])[0])
    return times, np.concatenate(positions) + CENTER


@pytest.mark.parametrize(
    ("zeta", "dry"), [(0.0, 0.0), (0.03, 0.0), (0.0, 0.02), (0.02, 0.015), (-0.1, 0.05), (-0.02, 0.0)]
)
def test_kinds_of_damping_are_distinguished(zeta: float, dry: float):
    omega = 8.0
    found = fit_oscillation(*simulated(omega, zeta, dry, 0.3, 6.0))
    assert found.period.value == pytest.approx(2 * math.pi / (omega * math.sqrt(1 - zeta**2)), rel=1e-5)
    assert found.damping_factor.value == pytest.approx(zeta, abs=1e-5)
    assert found.dry.value == pytest.approx(dry, abs=1e-5)
    assert found.center == pytest.approx(CENTER, abs=1e-5)
    assert found.residual < 1e-5


def test_dry_friction_takes_equal_steps_and_leaves_the_period_alone():
    t, x = simulated(8.0, 0.0, 0.02, 0.3, 6.0)
    turns = np.flatnonzero(np.diff(np.sign(np.diff(x))) != 0) + 1
    assert np.diff(np.abs(x[turns[:6]] - CENTER)) == pytest.approx(-0.04, abs=1e-4)
    assert fit_oscillation(t, x).period.value == pytest.approx(2 * math.pi / 8.0, rel=1e-6)


def test_the_stated_errors_hold_under_noise_and_encoder_steps():
    """Two standard errors hold 95 % of the time; of 40 records, 33 or fewer would be a chance of 1 in 1000."""
    t, x = simulated(8.0, 0.01, 0.02, 0.3, 6.0)
    rng = np.random.default_rng(8)
    truth = {"period": 2 * math.pi / (8.0 * math.sqrt(1 - 1e-4)), "damping_factor": 0.01, "dry": 0.02}
    held = dict.fromkeys(truth, 0)
    for _ in range(40):
        read = np.round((x + rng.normal(0.0, 3e-4, x.shape)) / 1e-4) * 1e-4
        found = fit_oscillation(t, read)
        for name, value in truth.items():
            held[name] += abs(getattr(found, name).value - value) < getattr(found, name).half_width
    assert min(held.values()) > 33
    assert found.period.half_width < 0.001 * found.period.value


def test_rest_before_and_after_is_left_out():
    _, x = simulated(8.0, 0.0, 0.04, 0.4, 6.0)
    before = np.full(1000, x[0])
    found = fit_oscillation(np.arange(len(x) + 1000) * 0.002, np.concatenate([before, x]))
    assert found.period.value == pytest.approx(2 * math.pi / 8.0, rel=1e-4)
    assert found.dry.value == pytest.approx(0.04, rel=1e-3)


def test_records_without_an_oscillation_are_refused():
    t = np.arange(0.0, 2.0, 0.01)
    with pytest.raises(MeasurementError, match="half swing"):
        fit_oscillation(t, np.exp(-t))
    with pytest.raises(MeasurementError, match="half swing"):
        fit_oscillation(t, np.zeros_like(t))
    with pytest.raises(MeasurementError, match="does not rise at sample 5"):
        fit_oscillation(np.where(np.arange(len(t)) == 5, 0.0, t), np.sin(t))
    with pytest.raises(MeasurementError, match="not finite"):
        fit_oscillation(t, np.full_like(t, np.nan))
    with pytest.raises(MeasurementError, match="10 or more"):
        fit_oscillation([0.0, 1.0], [0.0, 1.0])


def test_a_driven_motion_is_no_oscillation():
    t = np.arange(0.0, 20.0, 0.04)
    driven = np.sin(t) + 0.7 * np.sin(1.7 * t + 1.0) + 0.8 * np.sin(2.9 * t + 2.0)
    with pytest.raises(MeasurementError, match="no free oscillation describes the record"):
        fit_oscillation(t, driven)
