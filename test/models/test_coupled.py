"""Coupled transmissions in models and engines: rotors that turn with several joints."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics import Payload, load_arm, load_model
from puma560_dynamics.arm import JointFriction
from puma560_dynamics.arm.joint_friction import joint_friction_torque
from puma560_dynamics.control.feed_forward.feed_forward import FeedForward
from puma560_dynamics.control.feed_forward.friction import FrictionCompensation
from puma560_dynamics.control.observer.residual import ResidualCheck
from puma560_dynamics.errors import UnsupportedArmError
from puma560_dynamics.simulation.engines import engine

WRIST = np.eye(6)
WRIST[4, 3], WRIST[5, 3], WRIST[5, 4] = -0.5, 0.3, 1.0
PLAIN = load_arm()
ARM = PLAIN.with_(name="coupled", transmission=WRIST)
BARE = PLAIN.with_(motors=tuple(replace(motor, inertia=0.0) for motor in PLAIN.motors))


def states(count: int = 5) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(4)
    return rng.uniform(ARM.lower, ARM.upper, (count, 6)), rng.normal(size=(count, 6)), rng.normal(size=(count, 6))


@pytest.mark.parametrize("kind", ["full", "generated", "newton_euler"])
@pytest.mark.parametrize("payload", [None, Payload.of(1.0, (0.01, 0.0, 0.05))])
def test_rotors_add_a_full_matrix(kind: str, payload: Payload | None):
    """The links without motors, and the rotors' matrix alone: with any model, load or state."""
    q, qd, qdd = states()
    model, links = load_model(kind, ARM, payload), load_model("newton_euler", BARE, payload)
    rotors = WRIST.T @ np.diag(PLAIN.motor_inertia) @ WRIST
    np.testing.assert_allclose(model.torque(q, qd, qdd), links.torque(q, qd, qdd) + qdd @ rotors, atol=1e-10)
    np.testing.assert_allclose(model.torque_and_gravity(q, qd, qdd)[0], model.torque(q, qd, qdd), atol=1e-10)
    np.testing.assert_allclose(model.terms(q, qd, qdd).total, model.torque(q, qd, qdd), atol=1e-10)
    np.testing.assert_allclose(model.kinetic_energy_matrix(q), links.kinetic_energy_matrix(q) + rotors, atol=1e-10)
    tau = model.torque(q, qd, qdd)
    np.testing.assert_allclose(model.acceleration(q, qd, tau), qdd, atol=1e-8)
    with pytest.raises(UnsupportedArmError, match="transmission"):
        model.operation_counts()


def test_mujoco_has_the_same_rotors():
    pytest.importorskip("mujoco")
    q, qd, tau = states()
    forward, model = engine("mujoco", ARM), load_model("newton_euler", ARM)
    for one in zip(q, qd, tau, strict=True):
        np.testing.assert_allclose(forward(*one), model.acceleration(*one), rtol=1e-7, atol=1e-8)


def test_published_terms_are_checked_with_all_rotors():
    """As the validator does: Pinocchio's torque and the full matrix of the rotors against the terms of feed-forward."""
    pytest.importorskip("pinocchio")
    check = ResidualCheck(load_model("pinocchio", ARM))
    model = load_model("newton_euler", ARM)
    for q, qd, qdd in zip(*states(), strict=True):
        published = check.terms(q, qd, qdd)
        np.testing.assert_allclose(sum(published.values()), model.torque(q, qd, qdd), atol=1e-9)
        np.testing.assert_allclose(published["motor_inertia"], ARM.armature @ qdd, atol=1e-12)


def test_pinocchio_forward_dynamics_refuse_it():
    pytest.importorskip("pinocchio")
    with pytest.raises(UnsupportedArmError, match="coupled"):
        engine("pinocchio", ARM)


def test_friction_of_motors_takes_as_much_power_as_the_motors_lose():
    """Power at the joints is power at the motors, and friction only takes it."""
    friction = tuple(JointFriction(1.0 + i, 2.0 + i, 0.5 * i) for i in range(6))
    _, qd, _ = states(50)
    joints = joint_friction_torque(friction, qd, transmission=WRIST)
    motors = qd @ WRIST.T
    power = (joint_friction_torque(friction, motors) * motors).sum(axis=1)
    np.testing.assert_allclose((joints * qd).sum(axis=1), power, rtol=1e-12)
    assert (power > 0.0).all()


def test_feed_forward_uses_motors_of_coupled_joints():
    q, qd, qdd = (state[0] for state in states())
    model = load_model("newton_euler", ARM)
    feed = FeedForward(model, ("inertia",))
    bare = load_model("newton_euler", BARE)
    expected = bare.torque(q, np.zeros(6), qdd) - bare.gravity(q)
    np.testing.assert_allclose(feed.compute_torque(q, qd, acceleration=qdd).torque, expected, atol=1e-10)
    compensation = FrictionCompensation.of(ARM, 1.0, dead_band=0.0, smoothing=1e-4)
    alone = FrictionCompensation.of(PLAIN, 1.0, dead_band=0.0, smoothing=1e-4)
    np.testing.assert_allclose(compensation.torque(qd), WRIST.T @ alone.torque(WRIST @ qd), rtol=1e-12)
