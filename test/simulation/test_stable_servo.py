"""Gains for any arm: the bounds of the sampled loop, proven by its eigenvalues, and light arms that do not run away."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.friction import arm_friction
from puma560_dynamics.arm.home_pose import home
from puma560_dynamics.control.feed_forward.references import Reference
from puma560_dynamics.control.trajectory.trajectory import demonstration
from puma560_dynamics.simulation.gains import (
    DROOP,
    STABLE,
    critically_damped,
    for_any_pose,
    stability_number,
    usual_bandwidth,
)
from puma560_dynamics.simulation.servo import PERIOD, Servo

TIMESTEP = 0.0005


@pytest.fixture(scope="module")
def light() -> Arm:
    return load_arm(light_arm(fingers=False))


def held(inertia: np.ndarray, kp: np.ndarray, kd: np.ndarray, period: float) -> float:
    """Largest eigenvalue of the loop whose torque is held over each period: exact motion in between."""
    n = len(kp)
    push, brake = np.linalg.solve(inertia, np.diag(kp)), np.linalg.solve(inertia, np.diag(kd))
    eye, half = np.eye(n), 0.5 * period**2
    step = np.block([[eye - half * push, period * eye - half * brake], [-period * push, eye - period * brake]])
    return float(np.abs(np.linalg.eigvals(step)).max())


def implicit(inertia: np.ndarray, kp: np.ndarray, kd: np.ndarray, period: float) -> float:
    """The same where the damping acts at the end of the step: (A + T K_d) v' = A v - T K_p x, x' = x + T v'."""
    n = len(kp)
    whole = inertia + period * np.diag(kd)
    push, keep = np.linalg.solve(whole, period * np.diag(kp)), np.linalg.solve(whole, inertia)
    step = np.block([[np.eye(n) - period * push, period * keep], [-push, keep]])
    return float(np.abs(np.linalg.eigvals(step)).max())


def inertias(count: int = 300) -> list[np.ndarray]:
    """Random positive definite matrices, some nearly singular."""
    rng = np.random.default_rng(7)
    roots = [rng.normal(size=(4, 4)) * 10.0 ** rng.uniform(-2, 1, 4) for _ in range(count)]
    return [root @ root.T + 1e-6 * np.eye(4) for root in roots]


def test_the_held_loop_is_stable_below_the_bound_and_not_far_above_it():
    rng = np.random.default_rng(1)
    lost = 0
    for inertia in inertias():
        kd = 10.0 ** rng.uniform(-2, 2, 4)
        number = PERIOD * np.linalg.eigvals(np.linalg.solve(inertia, np.diag(kd))).real.max()
        for share in (0.3, 0.99, 1.01, 1.5):
            damping = kd * 2.0 * share / number
            kp = damping * rng.uniform(0.01, 1.9, 4) / PERIOD if share > 1 else damping * 0.02 / PERIOD
            stable = held(inertia, kp, damping, PERIOD) < 1.0
            assert stable or share > 1.0
            lost += share > 1.0 and not stable
    assert lost == 2 * len(inertias())  # above the bound none is stable


def test_damping_at_the_end_of_the_step_is_stable_for_every_arm():
    rng = np.random.default_rng(2)
    for inertia in inertias():
        kd = 10.0 ** rng.uniform(-3, 4, 4)
        assert implicit(inertia, rng.uniform(1e-3, 1.999, 4) * kd / PERIOD, kd, PERIOD) < 1.0
    assert implicit(1e-9 * np.eye(4), np.full(4, 2.01 / PERIOD), np.ones(4), PERIOD) > 1.0


def test_the_puma_keeps_its_gains_and_is_far_from_the_bound(arm: Arm):
    servo, model = Servo(arm), load_model("newton_euler", arm)
    np.testing.assert_array_equal(
        (servo.proportional, servo.derivative), critically_damped(model, usual_bandwidth(arm), home(arm))
    )
    assert not servo.implicit
    assert stability_number(model, servo.derivative, PERIOD) < 0.25


def test_a_puma_without_motor_inertia_holds_its_friction(arm: Arm):
    """Links alone have so little inertia at the wrist that gains for them let dry friction deflect joint 6 by turns."""
    links = arm.with_(motors=tuple(replace(motor, inertia=0.0) for motor in arm.motors))
    servo, dry = Servo(links), np.array([one.dry for one in arm_friction(links)[0]])
    model = load_model("newton_euler", links)
    assert (dry / critically_damped(model)[0]).max() > 10.0 * DROOP
    assert (dry / servo.proportional).max() < 1.001 * DROOP


def test_a_light_arm_is_beyond_it_and_its_gains_are_stable_with_implicit_damping(light: Arm):
    model, servo = load_model("newton_euler", light), Servo(light)
    assert servo.implicit
    assert stability_number(model, servo.derivative, PERIOD) > STABLE
    gains, matrices = (servo.proportional, servo.derivative), model.kinetic_energy_matrix(light.poses(200))
    assert max(held(inertia, *gains, PERIOD) for inertia in matrices) > 1.0
    for inertia in matrices:
        assert implicit(inertia, *gains, TIMESTEP) < 1.0


def test_gains_carry_the_arm_and_are_critically_damped_or_more(light: Arm):
    model = load_model("newton_euler", light)
    kp, kd = for_any_pose(model, usual_bandwidth(light))
    q = np.random.default_rng(4).uniform(light.lower, light.upper, (300, light.n))
    inertia = np.diagonal(model.kinetic_energy_matrix(q), axis1=1, axis2=2)
    assert (np.abs(model.gravity(q)) / kp).max() < 1.05 * DROOP
    assert (kd / (2.0 * np.sqrt(kp * inertia)) > 0.98).all()
    assert (kd * light.velocity > 1.99 * kp * DROOP).all()
    assert (np.sqrt(kp / inertia) > 0.98 * usual_bandwidth(light)).all()


def test_a_light_arm_follows_in_the_simulation(light: Arm):
    """Under PD alone within the droop, with the model much closer."""
    pytest.importorskip("mujoco")
    from puma560_dynamics.simulation.plant import Plant

    model, motion, period = load_model("newton_euler", light), demonstration(light, 4.0), 0.004

    def error(servo: Servo, share: float) -> float:
        plant, torque, largest = Plant(light), np.zeros(light.n), 0.0
        plant.reset(home(light))
        for step in range(400):
            time = step * period
            reference = motion.at(time)
            servo.follow(time, reference)
            late = share * model.torque(plant.position, plant.velocity, reference.acceleration)
            servo.drive(plant, time + period, period, torque)
            torque = late
            largest = max(largest, float(np.abs(plant.position - motion.at(time + period).position).max()))
        return largest

    servo = Servo(light)
    alone, whole = error(servo, 0.0), error(servo, 1.0)
    assert whole < 0.1 * alone
    assert alone < 2.0 * DROOP


@pytest.mark.parametrize("implicit", [True, False])
def test_it_rests_in_the_pose_where_a_held_torque_makes_it_run_away(light: Arm, implicit: bool):
    pytest.importorskip("mujoco")
    from puma560_dynamics.simulation.plant import Plant

    model, servo, plant = load_model("newton_euler", light), Servo(light), Plant(light)
    poses = light.poses(400)
    numbers = np.linalg.eigvals(np.linalg.inv(model.kinetic_energy_matrix(poses)) * servo.derivative).real.max(axis=1)
    goal, servo.implicit = poses[numbers.argmax()], implicit
    assert PERIOD * numbers.max() > 2.0
    plant.reset(goal + 0.01)
    for step in range(250):
        servo.follow(0.004 * step, Reference(goal, np.zeros(light.n), np.zeros(light.n)))
        servo.drive(plant, 0.004 * (step + 1), 0.004, model.gravity(plant.position))
    if implicit:
        np.testing.assert_allclose(plant.position, goal, atol=1e-3)
        np.testing.assert_allclose(plant.velocity, 0.0, atol=1e-2)
    else:
        assert np.abs(plant.velocity).max() > 1.0


def test_the_effort_of_the_plant_is_the_torque_that_acted(light: Arm):
    """With the damping at the end of the step: what MuJoCo's step needs by inverse dynamics of the step's result."""
    pytest.importorskip("mujoco")
    from puma560_dynamics.simulation.plant import Plant

    plant, damping = Plant(light, friction=False), np.full(light.n, 0.5)
    q, qd = np.array([0.2, 0.5, -0.4, 0.3]), np.array([0.4, -0.3, 0.6, 1.0])
    plant.reset(q, qd)
    model = load_model("newton_euler", light)
    plant.advance(plant.timestep, [0.5, 1.0, 0.3, 0.1], damping)
    acted = model.torque(q, qd, (plant.velocity - qd) / plant.timestep)
    np.testing.assert_allclose(plant.effort, acted, rtol=2e-3, atol=1e-6)
    np.testing.assert_allclose(plant.effort, [0.5, 1.0, 0.3, 0.1] - damping * plant.velocity, rtol=1e-12)
    plant.reset(q, qd)
    plant.advance(plant.timestep, [0.5, 1.0, 0.3, 50.0], damping)  # beyond the limit of 20 N·m
    assert plant.effort[3] == 20.0


def test_without_a_reference_the_servo_is_silent_also_here(light: Arm):
    pytest.importorskip("mujoco")
    from puma560_dynamics.simulation.plant import Plant

    servo, plant = Servo(light), Plant(light)
    plant.reset(home(light))
    servo.drive(plant, 0.01, 0.01, np.zeros(light.n))
    np.testing.assert_array_equal(plant.effort, 0.0)
    servo.follow(0.01, Reference(home(light) + 0.1, np.zeros(light.n), np.zeros(light.n)))
    servo.drive(plant, 0.02, 0.01, np.zeros(light.n))
    assert (np.abs(plant.effort) > 0.0).all()
