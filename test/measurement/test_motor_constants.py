"""Torque constant and break-away of simulated ramps: exact values, stated tolerances, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import MeasurementError
from puma560_dynamics.measurement.known_load import KnownLoad
from puma560_dynamics.measurement.measured import Measured
from puma560_dynamics.measurement.motor_constants import (
    BREAK_AWAY,
    CONSTANT,
    DIFFERENCE,
    LOAD_FRICTION,
    NEGATIVE,
    POSITIVE,
    MotorConstants,
    RampResult,
    motor_constants,
)

TRUTH = {CONSTANT: 11.8, POSITIVE: 5.9, NEGATIVE: 5.1, LOAD_FRICTION: 0.07, BREAK_AWAY: 5.5, DIFFERENCE: 0.4}
UP, DOWN = 1, -1


def command(load: float, direction: int, truth: dict[int, float] = TRUTH) -> float:
    """Command at which a stuck joint breaks away, by bisection on the balance of torques."""

    def moves(u: float) -> bool:
        net = truth[CONSTANT] * u - load
        limit = truth[POSITIVE if direction > 0 else NEGATIVE] + truth[LOAD_FRICTION] * abs(load)
        return direction * net > limit

    sign = direction if truth[CONSTANT] > 0 else -direction
    still, moving = -sign * 1e3, sign * 1e3
    for _ in range(80):
        middle = 0.5 * (still + moving)
        still, moving = (still, middle) if moves(middle) else (middle, moving)
    return moving


def experiment(
    loads: list[tuple[float, int]],
    truth: dict[int, float] = TRUTH,
    *,
    noise: float = 0.0,
    rng: np.random.Generator | None = None,
    tolerance: float = 0.0,
    load_tolerance: float = 0.0,
) -> tuple[list[RampResult], dict[str, Measured]]:
    """Ramps at loads and directions; loads are read with an error of half their half width, standard deviation."""
    ramps, readings = [], {}
    stated = {
        load: load + (rng.normal(0.0, 0.5 * load_tolerance * abs(load)) if rng else 0.0)
        for load in sorted({load for load, _ in loads})
    }
    for number, (load, direction) in enumerate(loads):
        name = f"ramp {number + 1}"
        u = command(load, direction, truth) + (rng.normal(0.0, noise) if rng else 0.0)
        readings[name] = Measured(u, "A", tolerance)
        readings[f"load {load:g}"] = Measured(stated[load], "N m", load_tolerance * abs(load))
        ramps.append(RampResult(direction, name, KnownLoad(((f"load {load:g}",),))))
    return ramps, readings


def both(*loads: float, repeats: int = 1) -> list[tuple[float, int]]:
    return [(load, direction) for load in loads for direction in (UP, DOWN) for _ in range(repeats)]


def fitted(arm: Arm, ramps: list[RampResult], readings: dict[str, Measured], **options) -> MotorConstants:
    return motor_constants(arm, 1, ramps, readings, **options)


@pytest.mark.parametrize("loads", [(0.0, 20.0), (-20.0, 0.0, 20.0), (8.0, 20.0), (-5.0, 30.0)])
def test_two_loads_and_both_directions_determine_everything(arm: Arm, loads: tuple[float, ...]):
    found = fitted(arm, *experiment(both(*loads)))
    for index, value in TRUTH.items():
        assert found.budget.values[index] == pytest.approx(value, rel=1e-9)
    assert found.by_load
    assert found.strange == ()
    np.testing.assert_allclose(found.deviations, 0.0, atol=1e-9)


def test_opposite_equal_loads_give_the_break_away_under_that_load(arm: Arm):
    found = fitted(arm, *experiment(both(-20.0, 20.0)))
    assert not found.by_load
    assert found.budget.values[CONSTANT] == pytest.approx(11.8)
    assert found.budget.values[POSITIVE] == pytest.approx(5.9 + 0.07 * 20.0)
    assert found.budget.values[LOAD_FRICTION] == 0.0


def test_one_direction_alone_would_mix_friction_into_the_constant():
    """The reason for the refusal: from upward ramps under two loads, the constant comes out too small by 1 + mu."""
    slope = (command(20.0, UP) - command(0.0, UP)) / 20.0
    assert 1.0 / slope == pytest.approx(11.8 / 1.07)


def test_a_command_of_the_wrong_sign_gives_a_negative_constant(arm: Arm):
    truth = TRUTH | {CONSTANT: -11.8}
    found = fitted(arm, *experiment(both(0.0, 20.0), truth))
    for index, value in truth.items():
        assert found.budget.values[index] == pytest.approx(value, rel=1e-9)


def test_an_offset_of_the_command_or_an_unknown_weight_leaves_the_constant_alone(arm: Arm):
    ramps, readings = experiment(both(0.0, 20.0), TRUTH | {LOAD_FRICTION: 0.0})
    shifted = {n: replace(r, value=r.value + 0.2) if n.startswith("ramp") else r for n, r in readings.items()}
    found = fitted(arm, ramps, shifted)
    assert found.budget.values[CONSTANT] == pytest.approx(11.8)
    assert found.budget.values[BREAK_AWAY] == pytest.approx(5.5)
    assert found.budget.values[DIFFERENCE] == pytest.approx(0.4 + 0.2 * 11.8)


def test_a_known_constant_needs_one_load(arm: Arm):
    found = fitted(arm, *experiment(both(12.0)), known=Measured(11.8, "N m/A", 0.118))
    assert found.budget.values[POSITIVE] == pytest.approx(5.9 + 0.07 * 12.0)
    assert found.budget.values[NEGATIVE] == pytest.approx(5.1 + 0.07 * 12.0)
    assert found.budget.half_width[CONSTANT] == pytest.approx(0.118)
    assert found.budget.half_width[DIFFERENCE] == pytest.approx(0.01 * (12.0 + 0.4), rel=1e-6)


def test_the_weight_of_the_arm_is_a_load(arm: Arm):
    """Two poses, no other load; the oracle's load is the gravity of another formulation of the model."""
    poses = np.radians([[0, 0, 0, 0, 0, 0], [0, -90, 0, 0, 0, 0]])
    gravity = [float(load_model("full", arm).gravity(pose)[1]) for pose in poses]
    assert abs(gravity[0] - gravity[1]) > 20.0
    ramps, readings = [], {}
    for pose, load in zip(poses, gravity, strict=True):
        for direction in (UP, DOWN):
            readings[name := f"{direction} {load}"] = Measured(command(load, direction), "A")
            ramps.append(RampResult(direction, name, KnownLoad(pose=pose)))
    found = fitted(arm, ramps, readings)
    for index, value in TRUTH.items():
        assert found.budget.values[index] == pytest.approx(value, rel=1e-6)
    assert all(name.startswith("links.") for name in found.budget.shares(CONSTANT))
    assert 0.005 < found.budget.half_width[CONSTANT] / 11.8 < 0.05


@pytest.mark.parametrize("repeats", [2, 4])
def test_the_tolerances_hold_95_percent(arm: Arm, repeats: int):
    """Of 250 experiments, 237 are expected inside the tolerance; less than 226 or more than 247 is 1 chance in 1000."""
    rng = np.random.default_rng(4)
    inside = dict.fromkeys(TRUTH, 0)
    for _ in range(250):
        found = fitted(arm, *experiment(both(0.0, 20.0, repeats=repeats), noise=0.03, rng=rng))
        for index, value in TRUTH.items():
            inside[index] += abs(found.budget.values[index] - value) <= found.budget.half_width[index]
    assert all(226 <= count <= 247 for count in inside.values()), inside


def test_tolerances_of_the_load_are_shared_by_its_ramps(arm: Arm):
    """A weight that is 1 % off makes the constant 1 % wrong, however often it is used."""
    for repeats in (1, 6):
        found = fitted(arm, *experiment(both(0.0, 20.0, repeats=repeats), load_tolerance=0.01))
        assert found.budget.half_width[CONSTANT] / 11.8 == pytest.approx(0.01, rel=1e-3)
        assert found.budget.shares(CONSTANT) == {"load 20": pytest.approx(1.0)}


def test_the_tolerance_of_scatter_and_load_holds_together(arm: Arm):
    rng = np.random.default_rng(11)
    inside = np.zeros(6)
    for _ in range(150):
        found = fitted(arm, *experiment(both(0.0, 15.0, -15.0, repeats=3), noise=0.02, rng=rng, load_tolerance=0.02))
        inside += np.abs(found.budget.values - np.array(list(TRUTH.values()))) <= found.budget.half_width
    assert (inside >= 134).all(), inside


def test_covariance_against_monte_carlo(arm: Arm):
    """Half widths are twice the standard deviation of the readings here, so the covariance is four times theirs."""
    rng = np.random.default_rng(12)
    loads = both(0.0, 20.0)
    found = fitted(arm, *experiment(loads, tolerance=0.04))
    drawn = [fitted(arm, *experiment(loads, noise=0.02, rng=rng)).budget.values for _ in range(1500)]
    expected = 4.0 * np.cov(np.array(drawn).T)
    scale = np.sqrt(np.outer(np.diag(expected), np.diag(expected)))
    np.testing.assert_allclose(found.budget.covariance / scale, expected / scale, atol=0.1)


def test_a_ramp_that_does_not_fit_is_reported(arm: Arm):
    ramps, readings = experiment(both(0.0, 10.0, 20.0), tolerance=0.005)
    wrong = replace(readings["ramp 3"], value=readings["ramp 3"].value + 0.3)
    found = fitted(arm, ramps, readings | {"ramp 3": wrong})
    assert any(load == pytest.approx(10.0) and way == UP for load, way, _ in found.strange)
    assert fitted(arm, ramps, readings).strange == ()


@pytest.mark.parametrize(
    ("loads", "words"),
    [
        ([(0.0, UP), (20.0, UP)], "no ramp starts a motion in negative direction.*record ramps in negative direction"),
        ([(0.0, DOWN), (20.0, DOWN)], "no ramp starts a motion in positive direction"),
        ([(0.0, UP), (20.0, DOWN)], "no load .of 0, 20. has ramps in both directions"),
        ([(20.0, UP), (20.0, DOWN)], "only one load, 20.*second known load"),
        ([(0.0, UP), (0.0, DOWN), (20.0, UP)], "only one load, 0, has ramps in both directions"),
    ],
)
def test_missing_ramps_are_named(arm: Arm, loads: list[tuple[float, int]], words: str):
    with pytest.raises(MeasurementError, match=words):
        fitted(arm, *experiment(loads))


def test_loads_that_hardly_differ_are_refused(arm: Arm):
    ramps, readings = experiment(both(0.0, 0.5), tolerance=0.05)
    with pytest.raises(MeasurementError, match="differ too little for the scatter"):
        fitted(arm, ramps, readings)


def test_exchanged_directions_and_loads_of_the_wrong_sign_are_refused(arm: Arm):
    ramps, readings = experiment(both(0.0, 20.0))
    exchanged = [replace(ramp, direction=-ramp.direction) for ramp in ramps]
    with pytest.raises(MeasurementError, match="directions are exchanged, or a load has the wrong sign"):
        fitted(arm, exchanged, readings)
    opposite = readings | {"load 20": Measured(-20.0, "N m")}
    with pytest.raises(MeasurementError, match="directions are exchanged, or a load has the wrong sign"):
        fitted(arm, ramps, opposite)
