"""The servo of the simulated arm: its law by hand, its reference over time, and what a late command does to it."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.home_pose import HOME
from puma560_dynamics.control.feed_forward.references import Reference
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.errors import StateError
from puma560_dynamics.simulation.gains import BANDWIDTH, critically_damped, usual_bandwidth
from puma560_dynamics.simulation.servo import PERIOD, TIMEOUT, Servo


def test_pd_alone_holds_a_weightless_arm(arm: Arm):
    """The closed loop about the reference is stable: eigenvalues of the linearised arm in the left half plane."""
    model = load_model("full", arm.with_(gravity=0.0))
    kp, kd = critically_damped(model)
    for q in np.random.default_rng(0).uniform(-1.5, 1.5, (20, 6)):
        inverse = np.linalg.inv(model.kinetic_energy_matrix(q))
        top = np.hstack([np.zeros((6, 6)), np.eye(6)])
        bottom = np.hstack([-inverse @ np.diag(kp), -inverse @ np.diag(kd)])
        assert np.linalg.eigvals(np.vstack([top, bottom])).real.max() < -1.0


def test_gains_give_the_frequency_and_damping(arm: Arm):
    model = load_model("full", arm)
    kp, kd = critically_damped(model)
    inertia = np.diag(model.kinetic_energy_matrix(HOME))
    np.testing.assert_allclose(np.sqrt(kp / inertia), BANDWIDTH)
    np.testing.assert_allclose(kd / (2 * np.sqrt(kp * inertia)), 1.0)


Q, QD = np.array([0.3, -1.0, 1.5, 0.2, 0.5, -0.3]), np.full(6, 0.1)
MOVING = Reference(Q + 0.1, np.full(6, 0.4), np.full(6, -0.5))


def test_the_law_by_hand(arm: Arm):
    servo = Servo(arm)
    kp, kd = critically_damped(load_model("newton_euler", arm))
    np.testing.assert_array_equal(servo.proportional, kp)
    servo.follow(5.0, MOVING)
    np.testing.assert_allclose(servo.torque(5.0, Q, QD), 0.1 * kp + 0.3 * kd)
    later = MOVING.advanced(0.01)
    expected = kp * (later.position - Q) + kd * (later.velocity - QD)
    np.testing.assert_allclose(servo.torque(5.01, Q, QD), expected)


def test_without_a_reference_there_is_no_torque(arm: Arm):
    servo = Servo(arm)
    np.testing.assert_array_equal(servo.torque(1.0, Q, QD), 0.0)
    servo.follow(1.0, MOVING)
    assert servo.torque(1.0, Q, QD).any()
    servo.forget()
    np.testing.assert_array_equal(servo.torque(1.0, Q, QD), 0.0)


@pytest.mark.parametrize("late", [1.01 * TIMEOUT, 1.0, 1000.0])
def test_without_a_newer_reference_the_arm_is_held_where_it_ended(arm: Arm, late: float):
    servo = Servo(arm)
    servo.follow(5.0, MOVING)
    end = MOVING.advanced(TIMEOUT).position
    np.testing.assert_allclose(servo.torque(5.0 + late, end, np.zeros(6)), 0.0, atol=1e-9)
    np.testing.assert_allclose(servo.torque(5.0 + late, end, QD), -servo.derivative * QD)


def test_an_older_reference_is_not_followed_but_a_new_clock_is(arm: Arm):
    servo = Servo(arm)
    servo.follow(5.0, MOVING)
    servo.follow(4.99, Reference(Q, np.zeros(6), np.zeros(6)))
    np.testing.assert_allclose(servo.torque(5.0, MOVING.position, MOVING.velocity), 0.0, atol=1e-12)
    servo.follow(1.0, Reference(Q, np.zeros(6), np.zeros(6)))
    np.testing.assert_allclose(servo.torque(1.0, Q, np.zeros(6)), 0.0)


def test_the_goal_stays_within_the_limits(arm: Arm):
    servo = Servo(arm)
    servo.follow(0.0, Reference(arm.upper, np.full(6, 1.0), np.zeros(6)))
    np.testing.assert_allclose(servo.torque(1.0, arm.upper, np.zeros(6)), 0.0, atol=1e-9)


def test_bad_bandwidths(arm: Arm):
    assert usual_bandwidth(arm).tolist() == list(BANDWIDTH)
    for bandwidth in (np.zeros(6), np.ones(5), [1.0] * 5 + [np.nan]):
        with pytest.raises(StateError, match="bandwidth of the servo: expected 6 positive numbers"):
            Servo(arm, bandwidth)


def test_it_runs_at_its_own_rate_and_command_and_servo_add_up(arm: Arm):
    """The servo is asked once a `PERIOD`, at the times at which the steps begin, and its torque is on top."""
    asked: list[float] = []

    class Watched(Servo):
        def torque(self, time: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
            asked.append(time)
            return np.full(6, 2.0)

    class Plant:
        position, velocity = Q, QD

        def __init__(self) -> None:
            self.moved: list[tuple[float, np.ndarray]] = []

        def advance(self, duration: float, torque: np.ndarray) -> None:
            self.moved.append((duration, torque))

    plant = Plant()
    Watched(arm).drive(plant, 3.0, 0.01, np.arange(6.0))  # type: ignore[arg-type]
    np.testing.assert_allclose(asked, 3.0 - 0.01 + PERIOD * np.arange(10))
    assert sum(duration for duration, _ in plant.moved) == pytest.approx(0.01)
    for _, torque in plant.moved:
        np.testing.assert_array_equal(torque, np.arange(6.0) + 2.0)


def test_a_pause_of_the_commands_does_not_make_the_arm_run_away(arm: Arm):
    """The commands of half a second come late and the last one stays: the arm leaves its path, and returns to it.

    With PD in the node that sends the commands the same pause drove the wrist into an oscillation that did not end.
    """
    pytest.importorskip("mujoco")
    from puma560_dynamics.control.trajectory.trajectory import pick_and_place
    from puma560_dynamics.simulation.plant import Plant

    model, servo, plant = load_model("newton_euler", arm), Servo(arm), Plant(arm, friction=False)
    plant.reset(HOME)
    motion = pick_and_place(5.0)
    torque, errors, period = np.zeros(6), [], 0.004
    for step in range(1500):
        time = step * period
        reference = motion.at(time)
        servo.follow(time, reference)
        if not 1.0 < time < 1.5:
            torque = model.torque(plant.position, plant.velocity, reference.acceleration)
        servo.drive(plant, time + period, period, torque)
        errors.append(np.abs(plant.position - motion.at(time + period).position).max())
    assert max(errors[250:400]) > 0.05  # the pause is felt
    assert max(errors[700:]) < 0.1 * max(errors[250:400])


def test_an_arm_that_was_left_behind_follows_within_its_velocity_limits(arm: Arm):
    """The reference is a radian away, as after a pause of the whole machine, and the torque is right meanwhile."""
    pytest.importorskip("mujoco")
    from puma560_dynamics.simulation.plant import Plant

    model, servo, plant = load_model("newton_euler", arm), Servo(arm), Plant(arm, friction=False)
    plant.reset(HOME)
    goal = HOME + np.array([1.0, 0.5, -0.5, 1.0, -1.0, 1.5])
    period, fastest = 0.004, np.zeros(6)
    for step in range(1000):
        time = step * period
        servo.follow(time, Reference(goal, np.zeros(6), np.zeros(6)))
        servo.drive(plant, time + period, period, model.gravity(plant.position))
        fastest = np.maximum(fastest, np.abs(plant.velocity) / arm.velocity)
    assert (fastest < GateSettings.of(arm).velocity_margin).all(), fastest
    assert fastest.max() > 0.9  # it is not slow either
    np.testing.assert_allclose(plant.position, goal, atol=1e-3)


def test_the_limit_of_the_velocity_costs_nothing_below_it(arm: Arm):
    servo = Servo(arm)
    servo.follow(0.0, Reference(Q + 1e-3, np.full(6, 0.1), np.zeros(6)))
    expected = servo.proportional * (Q + 1e-3 - Q) + servo.derivative * (np.full(6, 0.1) - QD)
    np.testing.assert_array_equal(servo.torque(0.0, Q, QD), expected)
