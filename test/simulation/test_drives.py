"""The drives of the simulated arm: torque acts from the first command, silence stops it for good, servo added."""

from __future__ import annotations

import numpy as np
from helpers.arm.descriptions import light_arm

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.home_pose import HOME
from puma560_dynamics.control.feed_forward.references import Reference
from puma560_dynamics.models.load import load_model
from puma560_dynamics.simulation.drives import Drives
from puma560_dynamics.simulation.plant import Plant
from puma560_dynamics.simulation.servo import Servo

Q = np.array(HOME)
STEP = 0.01


def plant_at_home(arm: Arm) -> Plant:
    plant = Plant(arm, friction=False)
    plant.reset(Q)
    return plant


def falling(arm: Arm) -> np.ndarray:
    """Torque (n,) N·m that holds the arm but for joint 2, which gets half of it."""
    torque = load_model("newton_euler", arm).gravity(Q)
    torque[1] *= 0.5
    return torque


def test_brakes_hold_the_arm_until_the_first_command(arm: Arm):
    plant = plant_at_home(arm)
    drives = Drives(plant, None, timeout=5 * STEP)
    for k in range(1, 20):  # longer than the time-out: nothing is late before the first command
        assert not drives.advance(k * STEP, STEP)
    np.testing.assert_array_equal(plant.position, Q)
    assert not drives.acting
    assert drives.fault is None
    assert drives.command(falling(arm))
    assert drives.acting
    drives.advance(20 * STEP, STEP)
    assert abs(plant.velocity[1]) > 1e-3


def test_silence_stops_the_arm_and_latches(arm: Arm):
    plant = plant_at_home(arm)
    drives = Drives(plant, None, timeout=4.5 * STEP)
    drives.command(falling(arm))
    faults = [drives.advance(k * STEP, STEP) for k in range(1, 10)]
    assert faults == [False] * 4 + [True] + [False] * 4
    assert "no command for 0.045 s" in (drives.fault or "")
    stopped = plant.position
    np.testing.assert_array_equal(plant.velocity, 0.0)
    assert not drives.command(falling(arm))
    drives.advance(10 * STEP, STEP)
    np.testing.assert_array_equal(plant.position, stopped)
    assert drives.clear()
    assert not drives.clear()
    drives.advance(11 * STEP, STEP)
    np.testing.assert_array_equal(plant.position, stopped)  # brakes on until the next command
    assert drives.command(falling(arm))
    drives.advance(12 * STEP, STEP)
    assert (plant.position != stopped).any()


def test_every_command_counts_the_silence_anew_and_zero_means_none(arm: Arm):
    torque = load_model("newton_euler", arm).gravity(Q)
    drives = Drives(plant_at_home(arm), None, timeout=2.5 * STEP)
    for k in range(10):
        assert drives.command(torque)
        assert not drives.advance(2 * k * STEP, STEP)
        assert not drives.advance((2 * k + 1) * STEP, STEP)
    patient = Drives(plant_at_home(arm), None)
    patient.command(torque)
    assert not any(patient.advance(k * STEP, STEP) for k in range(1, 50))


def test_the_torque_of_the_servo_is_added(arm: Arm):
    alone, followed = plant_at_home(arm), plant_at_home(arm)
    goal = Reference(Q + 0.05, np.zeros(arm.n), np.zeros(arm.n))
    torque = load_model("newton_euler", arm).gravity(Q)
    for plant in (alone, followed):
        drives = Drives(plant, Servo(arm))
        if plant is followed:
            drives.follow(0.0, goal)
        drives.command(torque)
        for k in range(1, 11):
            drives.advance(k * STEP, STEP)
    np.testing.assert_allclose(alone.position, Q, atol=1e-6)
    assert (followed.position - Q > 1e-3).all()


def test_the_servo_holds_the_arm_from_the_first_command_to_the_first_reference():
    """A light arm would fall while the torque of a controller rises."""
    arm = load_arm(light_arm(fingers=False))
    start = 0.5 * (arm.lower + arm.upper) + 0.3
    falls, held = (Plant(arm, friction=False) for _ in range(2))
    for plant, servo in ((falls, None), (held, Servo(arm))):
        plant.reset(start)
        drives = Drives(plant, servo)
        for k in range(1, 51):
            assert drives.command(np.zeros(arm.n))
            drives.advance(k * STEP, STEP)
    sag = np.abs(held.position - start).max()  # gravity over stiffness
    assert sag < 0.06 and np.abs(falls.position - start).max() > 5.0 * sag
    drives.follow(1e9, Reference(start + 0.1, np.zeros(arm.n), np.zeros(arm.n)))
    for k in range(100):
        drives.advance(1e9 + k * STEP, STEP)
    assert np.abs(held.position - start - 0.1).max() < 0.06


def test_a_restart_forgets_command_and_reference(arm: Arm):
    plant = plant_at_home(arm)
    drives = Drives(plant, Servo(arm))
    drives.follow(0.0, Reference(Q + 0.05, np.zeros(arm.n), np.zeros(arm.n)))
    drives.command(falling(arm))
    drives.advance(0.1, 0.1)
    drives.restart(Q)
    assert not drives.acting
    drives.advance(0.11, STEP)
    np.testing.assert_array_equal(plant.position, Q)
    np.testing.assert_array_equal(plant.velocity, 0.0)
    hold = load_model("newton_euler", arm).gravity(Q)
    drives.command(hold)
    drives.advance(0.12, STEP)
    np.testing.assert_allclose(plant.position, Q, atol=1e-9)


def test_a_robot_that_compensates_gravity_floats_and_rises_if_it_is_added_twice(arm: Arm):
    """Without friction and servo; zero torque, then the gravity torque, which holds a robot that adds nothing."""
    gravity = load_model("newton_euler", arm).gravity
    moved = []
    for own, sent in ((gravity, 0.0), (gravity, 1.0), (None, 1.0), (None, 0.0)):
        plant = plant_at_home(arm)
        drives = Drives(plant, None, gravity=own)
        for k in range(1, 11):
            drives.command(sent * gravity(plant.position))
            drives.advance(k * STEP, STEP)
        moved.append(plant.position - Q)
    floats, rises, held, falls = moved
    assert np.abs(floats).max() < 1e-3 and np.abs(held).max() < 1e-3
    loaded = int(np.abs(gravity(Q)).argmax())
    assert np.sign(rises[loaded]) == np.sign(gravity(Q)[loaded]) == -np.sign(falls[loaded])
    assert min(abs(rises[loaded]), abs(falls[loaded])) > 0.005


def test_brakes_hold_a_robot_that_compensates_gravity(arm: Arm):
    plant = plant_at_home(arm)
    Drives(plant, None, gravity=load_model("newton_euler", arm).gravity).advance(STEP, STEP)
    np.testing.assert_array_equal(plant.position, Q)
