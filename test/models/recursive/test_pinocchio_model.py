"""Pinocchio behind our interface; what it answers is compared with the others in test_model.py."""

from __future__ import annotations

import builtins

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm, Link
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.errors import MissingDependencyError, UnsupportedArmError, UrdfError
from puma560_dynamics.models.recursive.pinocchio_model import PinocchioModel

pytest.importorskip("pinocchio")


def test_motor_inertia_is_armature(arm: Arm):
    with_motors = load_model("pinocchio", arm).kinetic_energy_matrix(np.zeros(6))
    from dataclasses import replace

    bare = arm.with_(motors=tuple(replace(motor, inertia=0.0) for motor in arm.motors))
    without = load_model("pinocchio", bare).kinetic_energy_matrix(np.zeros(6))
    np.testing.assert_allclose(with_motors - without, np.diag(arm.motor_inertia), atol=1e-14)


def test_both_inertia_sets_give_the_same_torque(arm: Arm, oracle):
    paper = load_model("pinocchio", arm, description=urdf(arm, inertia="paper"))
    difference = paper.torque(oracle.q, oracle.qd, oracle.qdd) - oracle.torque
    assert np.abs(difference).max() < 1e-12 * np.abs(oracle.torque).max()


@pytest.mark.parametrize("text", ["", "<robot", "<robot name='x'/>", "no xml"])
def test_a_broken_description_is_one_sentence(arm: Arm, text: str):
    with pytest.raises(UrdfError, match="robot description"):
        load_model("pinocchio", arm, description=text)


def test_another_robots_description_is_refused(arm: Arm):
    with pytest.raises(UrdfError, match="expected joint1"):
        load_model("pinocchio", arm, description=urdf(arm).replace('"joint3"', '"elbow"'))


def merged(first: Link, second: Link) -> Link:
    """Both bodies as one, by the parallel axis theorem written out."""
    mass = first.mass + second.mass
    center = (first.mass * first.center_of_gravity + second.mass * second.center_of_gravity) / mass
    inertia = np.zeros((3, 3))
    for body in (first, second):
        x, y, z = body.center_of_gravity - center
        shift = np.array(
            [[y * y + z * z, -x * y, -x * z], [-x * y, x * x + z * z, -y * z], [-x * z, -y * z, x * x + y * y]]
        )
        inertia += body.inertia + body.mass * shift
    return Link(first.name, mass, center, inertia)


def test_a_payload_is_as_if_it_were_part_of_the_last_link(arm: Arm, oracle):
    """Off the axis, with products of inertia; the other side is the URDF of an arm with the merged body."""
    rng = np.random.default_rng(7)
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    payload = Link("payload", 2.3, np.array([0.04, -0.03, 0.12]), turn @ np.diag([0.02, 0.03, 0.04]) @ turn.T)
    description = urdf(arm.with_(links=(*arm.links[:-1], merged(arm.links[-1], payload))))
    carried = PinocchioModel(arm, urdf(arm), payload).torque(oracle.q, oracle.qd, oracle.qdd)
    whole = load_model("pinocchio", arm, description=description).torque(oracle.q, oracle.qd, oracle.qdd)
    assert np.abs(carried - whole).max() < 1e-12 * np.abs(whole).max()
    assert np.abs(carried - oracle.torque).max() > 1.0


def test_a_payload_is_weightless_where_weight_is_left_out(arm: Arm):
    payload = Link("payload", 2.0, np.array([0.0, 0.0, 0.1]), 0.01 * np.eye(3))
    plain, loaded = PinocchioModel(arm), PinocchioModel(arm, payload=payload)
    q, qd = np.array([0.0, -0.5, 1.2, 0.4, 0.3, 0.1]), np.array([1.0, -0.5, 0.3, 0.2, -1.0, 2.0])
    zero = np.zeros(6)
    velocity = loaded.torque(q, qd, zero) - loaded.gravity(q)
    squares = loaded.centrifugal_coefficients(q) @ qd**2
    products = loaded.coriolis_coefficients(q) @ np.array([qd[i] * qd[j] for i in range(6) for j in range(i + 1, 6)])
    np.testing.assert_allclose(squares + products, velocity, atol=1e-12)
    assert np.abs(loaded.gravity(q) - plain.gravity(q)).max() > 1.0


def test_counts_are_refused_with_advice(arm: Arm):
    with pytest.raises(UnsupportedArmError, match="newton_euler"):
        load_model("pinocchio", arm).operation_counts()


def test_without_pinocchio_there_is_one_sentence(arm: Arm, monkeypatch: pytest.MonkeyPatch):
    real = builtins.__import__

    def refuse(name: str, *rest: object, **more: object) -> object:
        if name == "pinocchio":
            raise ImportError("No module named 'pinocchio'")
        return real(name, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(MissingDependencyError, match=r"puma560_dynamics\[oracle\]"):
        load_model("pinocchio", arm)


def test_one_joint_has_torques_of_the_shape_of_its_states():
    from helpers.identification.synthetic import small_arm

    arm = small_arm(("0 1 0",))
    q, qd, qdd = np.random.default_rng(1).normal(size=(3, 20, 1))
    torque = load_model("pinocchio", arm).torque(q, qd, qdd)
    np.testing.assert_allclose(torque, load_model("newton_euler", arm).torque(q, qd, qdd), atol=1e-12)
    assert torque.shape == (20, 1)
