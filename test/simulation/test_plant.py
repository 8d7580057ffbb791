"""The simulated arm: MuJoCo obeys the same equations, and friction and limits are what table 7 says."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.oracle import random_states

from puma560_dynamics import Payload, load_model
from puma560_dynamics.arm import Arm, JointFriction
from puma560_dynamics.arm.joint_friction import joint_friction_torque
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.errors import StateError, UrdfError
from puma560_dynamics.simulation.plant import Plant

pytest.importorskip("mujoco")

HOME = np.array([0.3, -1.2, 1.8, 0.4, 0.7, -0.5])


def test_forward_dynamics_agrees_with_the_explicit_model(arm: Arm):
    plant = Plant(arm)
    model = load_model("full", arm)
    rng = np.random.default_rng(4)
    q, qd, _ = random_states(rng, 200)
    tau = rng.uniform(-1, 1, (200, 6)) * arm.maximum_torque
    found = np.array([plant.acceleration(*state) for state in zip(q, qd, tau, strict=True)])
    expected = model.acceleration(q, qd, tau)
    assert np.abs(found - expected).max() < 1e-12 * np.abs(expected).max()


def test_a_load_that_is_carried_is_that_of_the_model_and_can_be_put_down(arm: Arm):
    plant, q, qd, tau = Plant(arm), HOME, 0.3 * HOME, 0.1 * arm.maximum_torque
    load = Payload.of(2.1, (0.02, -0.03, 0.11), (0.01, 0.012, 0.006, 0.001, 0.002, -0.001), "link6")
    for carried in (load, Payload(1.0, (0.0, 0.1, 0.0)), Payload()):
        plant.carry(carried)
        expected = load_model("newton_euler", arm, carried if carried.mass else None).acceleration(q, qd, tau)
        assert np.abs(plant.acceleration(q, qd, tau) - expected).max() < 1e-12 * np.abs(expected).max()


def test_energy_is_kept_without_friction(arm: Arm):
    """Free swing: kinetic and potential energy by the explicit model stay constant as the step shrinks."""
    model = load_model("full", arm)

    def drift(timestep: float) -> float:
        plant = Plant(arm, friction=False, timestep=timestep)
        plant.reset([0.1, -0.5, 1.5, 0.2, 0.3, 0.0], [0.5, 0.0, 0.0, 0.3, 0.2, 0.1])
        qs, qds = [], []
        for _ in range(50):
            plant.advance(0.01, np.zeros(6))
            qs.append(plant.position)
            qds.append(plant.velocity)
        q, qd = np.array(qs), np.array(qds)
        kinetic = 0.5 * np.einsum("ni,nij,nj->n", qd, model.kinetic_energy_matrix(q), qd)
        g = model.gravity(q)
        lifted = np.cumsum(np.sum(0.5 * (g[1:] + g[:-1]) * np.diff(q, axis=0), axis=1))
        total = kinetic + np.concatenate([[0.0], lifted])
        return float(np.ptp(total) / np.ptp(kinetic))

    coarse, fine = drift(1e-3), drift(1e-4)
    assert fine < 0.02
    assert fine < coarse


def test_gravity_torque_holds_it(arm: Arm):
    plant = Plant(arm, friction=False)
    plant.reset(HOME)
    for _ in range(100):
        plant.advance(0.002, load_model("full", arm).gravity(plant.position))
    np.testing.assert_allclose(plant.position, HOME, atol=1e-9)


@pytest.mark.parametrize("joint", range(6))
def test_break_away_torque(arm: Arm, joint: int):
    """With gravity, less than the break-away torque does not move a joint, more does, and only by the excess."""
    plant = Plant(arm)
    model = load_model("full", arm)

    def velocity_after(share: float) -> np.ndarray:
        plant.reset(HOME)
        torque = model.gravity(HOME)
        torque[joint] += share * arm.break_away_torque[joint]
        plant.advance(0.02, torque)
        return plant.velocity

    free = np.linalg.solve(model.kinetic_energy_matrix(HOME), np.eye(6)[joint] * arm.break_away_torque[joint])[joint]
    assert abs(velocity_after(0.9)[joint]) < 0.01 * free * 0.02
    assert velocity_after(2.0)[joint] == pytest.approx(free * 0.02, rel=0.1)


def test_dry_friction_turns_round_with_the_joint(arm: Arm):
    """On a spring it takes 2 F/k of amplitude a half swing and no time: pi sqrt(I/k), as without friction."""
    weightless = arm.with_(gravity=0.0)
    plant = Plant(weightless)
    stiffness, step, rest = 300.0, 0.0005, np.array([0.0, -1.2, 1.8, 0.0, 0.0, 0.0])
    hold, brake = (np.where(np.arange(6) == 0, own, rest_of) for own, rest_of in ((stiffness, 4000.0), (0.0, 40.0)))
    plant.reset(rest + 0.3 * np.eye(6)[0])
    positions, velocities = [0.3], [0.0]
    for _ in range(2700):
        plant.advance(step, -hold * (plant.position - rest) - brake * plant.velocity)
        positions.append(plant.position[0])
        velocities.append(plant.velocity[0])
    speed = np.array(velocities)
    turns = np.flatnonzero(speed[1:-1] * speed[2:] < 0.0) + 1
    times = step * (turns + speed[turns] / (speed[turns] - speed[turns + 1]))
    inertia = load_model("full", arm).kinetic_energy_matrix(rest)[0, 0]
    assert len(turns) >= 4
    np.testing.assert_allclose(np.diff(times), np.pi * np.sqrt(inertia / stiffness), rtol=5e-3)
    lost = -np.diff(np.abs(np.array(positions)[turns]))
    np.testing.assert_allclose(lost, 2.0 * arm.break_away_torque[0] / stiffness, rtol=0.03)


OWN = tuple(JointFriction(2.0 + 0.2 * j, 1.0 + 0.3 * j, 0.5 + 0.1 * j, 0.4 - 0.1 * j) for j in range(6))


@pytest.mark.parametrize("direction", [1.0, -1.0])
@pytest.mark.parametrize("joint", range(6))
def test_the_arm_files_friction_is_the_plants(arm: Arm, joint: int, direction: float):
    """With the model's torque and the law's the moving joint goes on at its velocity; each direction has its own."""
    own = arm.with_(friction=OWN)
    plant, model = Plant(own), load_model("full", arm)
    start = 0.4 * direction * np.eye(6)[joint]
    plant.reset(HOME, start)
    for _ in range(100):
        q, qd = plant.position, plant.velocity
        moving = joint_friction_torque(OWN, qd, dead_band=0.05)  # the others are held by their own friction
        plant.advance(0.0005, model.torque(q, qd, np.zeros(6)) + moving)
    np.testing.assert_allclose(plant.velocity, start, atol=2e-3)


@pytest.mark.parametrize("joint", range(6))
def test_a_resting_joint_breaks_away_at_each_directions_own_friction(arm: Arm, joint: int):
    plant, model, one = Plant(arm.with_(friction=OWN)), load_model("full", arm), OWN[joint]

    def velocity_after(own: float) -> float:
        plant.reset(HOME)
        rest = np.array([each.offset for each in OWN])
        plant.advance(0.02, model.gravity(HOME) + np.where(np.arange(6) == joint, own, rest))
        return float(plant.velocity[joint])

    forward, backward = one.offset + one.coulomb_positive, one.offset - one.coulomb_negative
    mass = model.kinetic_energy_matrix(HOME)[joint, joint]
    for held in (0.95 * forward, 0.95 * backward):
        assert abs(velocity_after(held)) < 0.02 * one.coulomb_negative / mass * 0.02
    assert velocity_after(forward + 1.0) > 0.5 * 0.02 / mass
    assert velocity_after(backward - 1.0) < -0.5 * 0.02 / mass


def test_without_friction_there_is_none_of_the_file(arm: Arm):
    plant = Plant(arm.with_(friction=OWN), friction=False)
    plant.reset(HOME)
    plant.advance(0.1, load_model("full", arm).gravity(HOME))
    np.testing.assert_allclose(plant.position, HOME, atol=1e-9)


def test_acceleration_is_without_friction_of_the_file(arm: Arm):
    q, qd, tau = HOME, np.ones(6), np.ones(6)
    found = Plant(arm.with_(friction=OWN)).acceleration(q, qd, tau)
    np.testing.assert_allclose(found, load_model("full", arm).acceleration(q, qd, tau), rtol=1e-9)


def test_the_brake_stops_it_where_it_is(arm: Arm):
    plant = Plant(arm)
    plant.reset(HOME, np.ones(6))
    plant.advance(0.01, 10.0 * np.ones(6))
    there, then = plant.position, plant.time
    plant.brake()
    np.testing.assert_array_equal(plant.position, there)
    np.testing.assert_array_equal(plant.velocity, 0.0)
    np.testing.assert_array_equal(plant.effort, 0.0)
    assert plant.time == then


def test_torque_is_cut_at_the_motors_limits(arm: Arm):
    plant = Plant(arm)
    plant.reset(HOME)
    plant.advance(0.001, 10 * arm.maximum_torque)
    np.testing.assert_array_equal(plant.effort, arm.maximum_torque)


def test_time_is_not_lost_between_steps(arm: Arm):
    plant = Plant(arm, timestep=0.001)
    plant.reset(HOME)
    for _ in range(1000):
        plant.advance(0.00137, np.zeros(6))
    assert plant.time == pytest.approx(1.37, abs=0.002)


def test_bad_input_is_one_sentence_and_moves_nothing(arm: Arm):
    plant = Plant(arm)
    plant.reset(HOME)
    for torque in ([np.nan] * 6, [1.0] * 5, np.zeros((2, 6))):
        with pytest.raises(StateError, match="torque"):
            plant.advance(0.01, torque)
    np.testing.assert_array_equal(plant.position, HOME)
    with pytest.raises(UrdfError, match="MuJoCo refuses"):
        Plant(arm, "<robot")
    with pytest.raises(UrdfError, match="MuJoCo refuses"):
        Plant(arm, urdf(arm, inertia="paper"))
    with pytest.raises(UrdfError, match="expected joint1"):
        Plant(arm, urdf(arm).replace('"joint3"', '"elbow"'))


def test_overlapping_shapes_do_not_push_each_other(arm: Arm):
    """The drawn links overlap where they are joined; the arm of the paper knows no contact."""
    plant = Plant(arm, friction=False)
    model = load_model("full", arm)
    q = np.array([-0.3, 0.7, 3.2, 1.1, -1.0, 1.7])  # the hand inside the pedestal
    plant.reset(q)
    plant.advance(0.001, model.gravity(q))
    assert np.abs(plant.velocity).max() < 1e-9


def test_a_warning_of_mujoco_writes_no_file(arm, tmp_path, monkeypatch, caplog):
    """MuJoCo appends its warnings to MUJOCO_LOG.TXT in the working folder, unless they are received."""
    monkeypatch.chdir(tmp_path)
    plant = Plant(arm)
    plant.reset(np.zeros(arm.n))
    plant.external = np.full(arm.n, 1e15)
    plant.advance(0.05, np.zeros(arm.n))
    assert "MuJoCo" in caplog.text
    assert not list(tmp_path.iterdir())
