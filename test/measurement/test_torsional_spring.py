"""Hidden motor inertias found on the simulated arm, with and without dry friction."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import MeasurementError, StateError
from puma560_dynamics.measurement.measured import Measured, link_readings, varied_arm
from puma560_dynamics.measurement.oscillation import Oscillation, fit_oscillation
from puma560_dynamics.measurement.torsional_spring import (
    GRAVITY,
    MOTOR,
    TOTAL,
    TorsionalSpring,
    link_share,
    motor_inertia,
)

POSE = np.radians([0, -30, 60, 10, 40, 0])
HIDDEN = (1.30, 4.40, 0.90, 0.21, 0.17, 0.20)
STIFFNESS = (150.0, 600.0, 150.0, 40.0, 40.0, 40.0)
PULL = (0.25, 0.15, 0.25, 0.35, 0.35, 0.35)
JOINT1_FEEDBACK = 0.2 * np.sqrt(150.0 * 4.435)
"""Velocity feedback for a damping factor of -0.1, as in the paper."""


@pytest.fixture(scope="module")
def hidden(arm: Arm) -> Arm:
    """The arm with other motors than the file says."""
    return arm.with_(motors=tuple(replace(m, inertia=i) for m, i in zip(arm.motors, HIDDEN, strict=True)))


@lru_cache
def swing(arm: Arm, joint: int, friction: bool) -> Oscillation:
    """Record and fit one experiment on the plant."""
    pytest.importorskip("mujoco")
    from helpers.measurement.spring import record

    feedback = JOINT1_FEEDBACK if joint == 0 and friction else 0.0
    return fit_oscillation(
        *record(
            arm, joint, POSE, STIFFNESS[joint], pull=PULL[joint], duration=3.5, feedback=feedback, friction=friction
        )
    )


def readings(joint: int, found: Oscillation, tolerance: float = 0.0) -> TorsionalSpring:
    """The experiment as `motor_inertia` takes it, stiffness with a relative tolerance."""
    stiffness = Measured(STIFFNESS[joint], "N m/rad", tolerance * STIFFNESS[joint])
    return TorsionalSpring(stiffness, found.period, found.damping_factor)


@pytest.mark.parametrize("friction", [False, True], ids=["smooth", "dry friction"])
@pytest.mark.parametrize("joint", range(6))
def test_hidden_motor_inertia(arm: Arm, hidden: Arm, joint: int, friction: bool):
    found = swing(hidden, joint, friction)
    result = motor_inertia(arm, arm.joint_names[joint], POSE, readings(joint, found))
    assert result.value.value == pytest.approx(HIDDEN[joint], rel=5e-3 if joint == 0 else 1e-3)
    assert abs(result.value.value - HIDDEN[joint]) < readings_width(arm, joint, found)
    if friction:
        torque = found.dry.value * (STIFFNESS[joint] + result.budget.values[GRAVITY])
        assert torque == pytest.approx(arm.break_away_torque[joint], rel=0.01)


def readings_width(arm: Arm, joint: int, found: Oscillation) -> float:
    """Half width where the stiffness is known to 1 %."""
    return motor_inertia(arm, arm.joint_names[joint], POSE, readings(joint, found, 0.01)).value.half_width


def test_velocity_feedback_lets_joint_1_swing_and_is_corrected(arm: Arm, hidden: Arm):
    found = swing(hidden, 0, friction=True)
    assert found.damping_factor.value == pytest.approx(-0.1, abs=0.003)
    corrected = motor_inertia(arm, "joint1", POSE, readings(0, found)).budget.values[TOTAL]
    taken = TorsionalSpring(Measured(150.0, "N m/rad"), found.period)
    plain = motor_inertia(arm, "joint1", POSE, taken).budget.values[TOTAL]
    assert plain / corrected == pytest.approx(1.0 / (1.0 - 0.01), rel=1e-3)


def test_without_gravity_as_a_spring_joint_2_would_be_wrong(arm: Arm, hidden: Arm):
    found = swing(hidden, 1, friction=False)
    apart = motor_inertia(arm, "joint2", POSE, readings(1, found), gravity_compensated=True)
    assert apart.value.value - HIDDEN[1] > 0.25
    assert apart.budget.values[GRAVITY] == 0.0


@pytest.mark.parametrize("seed", range(3))
def test_links_that_differ_within_their_tolerance_stay_within_the_result_s(arm: Arm, hidden: Arm, seed: int):
    """The arm on the bench is not the arm of the file; the half width is taken as two standard deviations."""
    rng = np.random.default_rng(seed)
    drawn = {
        path: rng.normal(r.value, 0.5 * r.half_width)
        for path, r in link_readings(arm).items()
        if "inertia" not in path or "link2" in path  # those of the wrist are small and soon beyond what a body can have
    }
    bench = varied_arm(hidden, drawn)
    for joint in (1, 2):
        result = motor_inertia(arm, arm.joint_names[joint], POSE, readings(joint, swing(bench, joint, friction=True)))
        assert abs(result.value.value - HIDDEN[joint]) < result.value.half_width
        assert abs(result.value.value - HIDDEN[joint]) > 1e-3  # the links did differ


def test_the_arm_s_share_is_the_model_s(arm: Arm):
    model, rng = load_model("full", arm), np.random.default_rng(2)
    for q in rng.uniform(arm.lower, arm.upper, (5, 6)):
        for joint in range(6):
            own, gravity = link_share(arm, joint, q)
            assert own == pytest.approx(model.kinetic_energy_matrix(q)[joint, joint] - arm.motor_inertia[joint])
            step = 1e-5 * np.eye(6)[joint]
            slope = (model.gravity(q + step) - model.gravity(q - step))[joint] / 2e-5
            assert gravity == pytest.approx(slope, abs=1e-7)


def test_the_budget_names_what_matters_and_what_has_no_tolerance(arm: Arm):
    spring = TorsionalSpring(Measured(600.0, "N m/rad", 6.0), Measured(0.6993, "s", 0.001))
    result = motor_inertia(arm, "joint2", POSE, spring)
    shares = result.budget.shares(MOTOR)
    assert next(iter(shares)) in {"links.link4.mass", "stiffness"}
    assert sum(shares.values()) == pytest.approx(1.0)
    assert "links.link3.inertia.2" in result.exact  # printed with link 3 and wrist only
    assert "links.link2.mass" not in result.exact


def test_readings_that_cannot_be(arm: Arm):
    spring = TorsionalSpring(Measured(600.0, "N m/rad"), Measured(0.3, "s"))
    with pytest.raises(MeasurementError, match=r"the arm alone has 2\.7"):
        motor_inertia(arm, "joint2", POSE, spring)
    with pytest.raises(MeasurementError, match="waist"):
        motor_inertia(arm, "waist", POSE, spring)
    with pytest.raises(StateError):
        motor_inertia(arm, "joint2", POSE[:3], spring)
    with pytest.raises(MeasurementError, match="stiffness"):
        TorsionalSpring(Measured(0.0, "N m/rad"), Measured(0.3, "s"))
    with pytest.raises(MeasurementError, match="nothing oscillates"):
        TorsionalSpring(Measured(600.0, "N m/rad"), Measured(0.3, "s"), Measured(1.0, "1"))
