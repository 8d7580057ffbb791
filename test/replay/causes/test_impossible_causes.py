"""What looks like another cause, or one that nothing can have: the truth is found, or nothing is named."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.derive_inputs import PLANAR
from helpers.replay.driven import KNOWN, cause_sums, driven

from puma560_dynamics import Payload, ReplaySettings, compare_recording, load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.joint_friction import JointFriction
from puma560_dynamics.replay.motion.motion import Motion
from puma560_dynamics.replay.result import FoundCause

RATE = 250.0


def judged(arm: Arm, motion: Motion, noise: np.ndarray | None = None) -> tuple[dict[str, FoundCause], list[str]]:
    """Causes by kind, the best first, and what the recording is too poor for."""
    sums = cause_sums(arm, motion)
    evidence = sums.evidence(noise)
    return {one.kind: one for one in sums.result(1.0 / RATE, evidence)}, list(sums.not_shown(evidence))


def stopped(arm: Arm, moving: float, standing: float, held: np.ndarray, seed: int = 0) -> Motion:
    """A motion that ends at rest, and stands; `held` (n,) N·m of dry friction then help the motor.

    The motion is the first of `driven`, its time run through ever more slowly at the end.
    """
    source = driven(arm, moving + 4.0, seed=seed)
    time = np.arange(round((moving + standing) * RATE)) / RATE
    # Time of the source: at full speed, then slowed down to nothing over two seconds with smooth derivatives.
    late = np.clip((time - moving) / 2.0, 0.0, 1.0)
    pace = 1.0 - late**3 * (10.0 - 15.0 * late + 6.0 * late**2)
    slope = np.gradient(pace, time)
    inner = np.concatenate(([0.0], np.cumsum(0.5 * (pace[1:] + pace[:-1]) / RATE)))
    q, qd, qdd = (
        np.column_stack([np.interp(inner, source.time, column) for column in values.T])
        for values in (source.q, source.qd, source.qdd)
    )
    qdd = qdd * pace[:, None] ** 2 + qd * slope[:, None]
    qd = qd * pace[:, None]
    effort = load_model("pinocchio", arm).torque(q, qd, qdd)
    effort += np.column_stack([one.torque(column) for one, column in zip(KNOWN, qd.T, strict=True)])
    effort += np.where(late[:, None] >= 1.0, held, 0.0)
    effort += 0.004 * arm.maximum_torque * np.random.default_rng(seed).standard_normal(effort.shape)
    none = np.full_like(q, np.nan)
    return Motion(0, time, q, qd, qdd, effort, none, {}, np.ones(len(time), dtype=bool))


def test_the_payload_of_a_planar_arm_has_a_moment_of_inertia():
    """Its other moments are not shown, so that a fit with them must not count as impossible."""
    planar = load_arm(PLANAR)
    time = np.arange(0.0, 20.0, 0.005)
    omega, phase = np.array([4.0, 5.5, 7.0])[: planar.n], np.arange(planar.n)
    angle = omega * time[:, None] + phase
    q, qd, qdd = 0.4 * np.sin(angle), 0.4 * omega * np.cos(angle), -0.4 * omega**2 * np.sin(angle)
    load = Payload.of(1.0, (0.2, 0.0, 0.0))
    effort = load_model("newton_euler", planar, load).torque(q, qd, qdd)
    effort += 0.001 * np.abs(effort).max(axis=0) * np.random.default_rng(1).standard_normal(effort.shape)
    settings = ReplaySettings(arm=PLANAR, model="newton_euler", models=())
    found = compare_recording({"t": time, "q": q, "tau": effort}, settings)
    assert found.verdict.headline == "The payload differs from that of the model"
    (cause,) = [one for one in found.causes if one.kind == "payload"]
    assert cause.values["mass_kg"] == pytest.approx(1.0, abs=0.01)


def test_dry_friction_of_a_standing_arm_is_no_offset(arm: Arm):
    held = np.array([0.0, -5.3, 2.0, 0.0, 0.0, 0.0])
    found, _ = judged(arm, stopped(arm, 20.0, 30.0, held))
    assert not found


def test_an_offset_in_addition_to_dry_friction_at_rest_is_found(arm: Arm):
    """2 N·m in motion, whatever friction adds at rest."""
    motion = stopped(arm, 20.0, 30.0, np.array([0.0, -5.3, 0.0, 0.0, 0.0, 0.0]))
    found, _ = judged(arm, replace(motion, effort=motion.effort + np.array([0.0, 2.0, 0.0, 0.0, 0.0, 0.0])))
    first = next(iter(found.values()))
    assert first.kind == "offset"
    assert first.values["joint2.offset_Nm"] == pytest.approx(2.0, abs=4 * first.values["joint2.offset_error_Nm"])
    assert first.values["joint2.offset_error_Nm"] < 0.2


def test_nothing_is_blamed_where_nothing_moves(arm: Arm):
    motion = stopped(arm, 20.0, 40.0, np.full(6, 3.0))
    still = motion.time > 23.0
    signals = {name: getattr(motion, name)[still] for name in ("time", "q", "qd", "qdd", "effort", "command", "used")}
    found, poor = judged(arm, replace(motion, **{**signals, "effort": signals["effort"] + 20.0}))
    assert not found
    assert "too little motion to identify a cause" in poor[0]


def noisy(arm: Arm, size: float) -> Motion:
    """Accelerations with noise, as stamps that are not those of the samples make them."""
    motion = driven(arm, 40.0, friction=KNOWN, noise=0.001)
    noise = np.random.default_rng(9).standard_normal(motion.qdd.shape)
    return replace(motion, qdd=motion.qdd + size * noise)


@pytest.mark.parametrize("size", [0.5, 2.0, 8.0])
def test_noise_of_accelerations_is_no_motor_inertia(arm: Arm, size: float):
    """Regression on noise gives a motor inertia that is too low, and below zero where the links' part is large."""
    found, _ = judged(arm, noisy(arm, size), np.full(6, size))
    assert "motor_inertia" not in found


def test_a_motor_inertia_is_never_below_zero(arm: Arm):
    """The model's motors are lighter than what the residual asks to take away."""
    motors = tuple(replace(motor, inertia=0.01) for motor in arm.motors)
    motion = driven(arm, 40.0, friction=KNOWN, noise=0.001)
    found, _ = judged(arm.with_(motors=motors), replace(motion, effort=motion.effort - 3.0 * motion.qdd))
    for name, value in (found["motor_inertia"].values if "motor_inertia" in found else {}).items():
        assert value >= 0.0, name


@pytest.mark.parametrize("seed", range(3))
def test_friction_is_never_negative(arm: Arm, seed: int):
    """A motor that drives: less torque than a joint without friction takes."""
    motion = driven(arm, 40.0, friction=tuple(JointFriction(-4.0, -4.0, -2.0) for _ in range(6)), seed=seed)
    found, _ = judged(arm, motion)
    assert "friction" in found
    for name, value in found["friction"].values.items():
        assert value >= 0.0, name
    # What a frictionless joint leaves is not explained.
    assert found["friction"].share < 0.95


def test_a_load_has_a_mass(arm: Arm):
    """An arm that is lighter than its file at the end: no load is."""
    light = arm.with_(links=(*arm.links[:5], replace(arm.links[5], mass=0.01)))
    heavy = arm.with_(links=(*arm.links[:5], replace(arm.links[5], mass=1.0)))
    motion = driven(light, 40.0, friction=KNOWN, noise=0.001)
    found, _ = judged(heavy, motion)
    assert "payload" not in found


def test_a_scale_is_positive(arm: Arm):
    motion = driven(arm, 40.0, friction=KNOWN, noise=0.004)
    found, _ = judged(arm, replace(motion, effort=motion.effort * np.array([1, -1.3, 1, 1, 1, 1])))
    assert next(iter(found)) == "negated"
    for name, value in (found["effort_scale"].values if "effort_scale" in found else {}).items():
        assert value > 0.0, name


def test_motion_in_one_direction_does_not_distinguish_offset_from_friction(arm: Arm):
    motion = driven(arm, 40.0, friction=KNOWN, noise=0.004)
    forward = (motion.qd[:, 1] > 0.05) & motion.used
    motion = replace(motion, effort=motion.effort + np.array([0, 3.0, 0, 0, 0, 0]), used=forward)
    found, poor = judged(arm, motion)
    assert "joint2.offset_Nm" not in (found["offset"].values if "offset" in found else {})
    assert any("joint2" in text and "one direction" in text for text in poor)


def test_a_cause_of_one_moment_is_none(arm: Arm):
    """A person pushes once: what fits that moment fits no other."""
    motion = driven(arm, 40.0, friction=KNOWN, noise=0.004)
    pushed = (motion.time > 20.0) & (motion.time < 20.5)
    found, _ = judged(arm, replace(motion, effort=motion.effort + np.where(pushed, 60.0, 0.0)[:, None]))
    assert not found


FRICTION = (JointFriction(9.0, 9.0, 5.0), *(JointFriction(6.0, 6.0, 4.0),) * 2, *(JointFriction(2.0, 2.0, 1.0),) * 3)
"""As large as gears have it: most of what a motor gives."""

SCALE = np.array([1.0, 1.15, 1.3, 1.0, 1.0, 1.0])


def test_an_effort_in_another_unit_next_to_friction_that_was_fitted_to_it(arm: Arm):
    """Friction has that unit already."""
    motion = driven(arm, 30.0, friction=FRICTION, noise=0.002)
    settings = ReplaySettings(friction="fit", model="newton_euler", models=())
    found = compare_recording({"t": motion.time, "q": motion.q, "tau": motion.effort * SCALE}, settings)
    first = found.causes[0]
    assert first.kind == "effort_scale", first.message
    scales = {name.partition(".")[0]: value for name, value in first.values.items() if "error" not in name}
    assert abs(scales["joint2"] - SCALE[1]) < 0.01
    assert abs(scales["joint3"] - SCALE[2]) < 0.01
