"""The regressor against Pinocchio's, against the torque of another recursion, and against its own shortcuts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from helpers.arm.palletiser import palletiser
from helpers.arm.sliding_arms import SLIDING
from helpers.oracle import EXACT, random_states

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm, Link
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.recursive.regressor import Regressor, arm_parameters, parameter_names


def general(arm: Arm, rng: np.random.Generator) -> Arm:
    """`arm` with full tensors, centers anywhere, and a tilted base."""
    links = []
    for link in arm.links:
        half = rng.normal(size=(3, 3))
        second = half @ half.T
        inertia = np.trace(second) * np.eye(3) - second
        links.append(Link(link.name, rng.uniform(0.5, 5.0), rng.uniform(-0.3, 0.3, 3), inertia))
    direction = rng.normal(size=3)
    return arm.with_(links=tuple(links), gravity_direction=direction / np.linalg.norm(direction))


@pytest.mark.parametrize("index", range(3))
def test_columns_are_pinocchios(arms: Callable[[int], list[Arm]], index: int):
    pin = pytest.importorskip("pinocchio")
    rng = np.random.default_rng(index)
    arm = general(arms(3)[index], rng)
    model = pin.buildModelFromXML(urdf(arm))
    model.gravity.linear = np.array(arm.gravity_vector)
    data = model.createData()
    q, qd, qdd = random_states(rng, 50)
    ours = Regressor(arm).matrix(q, qd, qdd)
    for state, matrix in zip(zip(q, qd, qdd, strict=True), ours, strict=True):
        theirs = pin.computeJointTorqueRegressor(model, data, *state)
        np.testing.assert_allclose(matrix[:, :60], theirs, rtol=0, atol=EXACT * np.abs(theirs).max())
        np.testing.assert_array_equal(matrix[:, 60:], np.diag(state[2]))


@pytest.mark.parametrize("index", range(3))
def test_matrix_times_parameters_is_the_torque(arms: Callable[[int], list[Arm]], index: int):
    rng = np.random.default_rng(10 + index)
    arm = general(arms(3)[index], rng)
    states = random_states(rng, 1300)  # more than one chunk, and not a whole number of them
    torque = load_model("newton_euler", arm).torque(*states)
    ours = Regressor(arm).matrix(*states) @ arm_parameters(arm)
    np.testing.assert_allclose(ours, torque, rtol=0, atol=EXACT * np.abs(torque).max())


@pytest.mark.parametrize("name", SLIDING)
def test_columns_of_prismatic_joints_are_pinocchios(name: str):
    pin = pytest.importorskip("pinocchio")
    rng = np.random.default_rng(11)
    arm = general(load_arm(SLIDING[name]), rng)
    model = pin.buildModelFromXML(urdf(arm))
    model.gravity.linear = np.array(arm.base_gravity)
    data, n = model.createData(), arm.n
    states = random_states(rng, 50, n)
    ours = Regressor(arm).matrix(*states)
    for state, matrix in zip(zip(*states, strict=True), ours, strict=True):
        theirs = pin.computeJointTorqueRegressor(model, data, *state)
        np.testing.assert_allclose(matrix[:, : 10 * n], theirs, rtol=0, atol=EXACT * np.abs(theirs).max())
    torque = load_model("pinocchio", arm).torque(*states)
    np.testing.assert_allclose(ours @ arm_parameters(arm), torque, rtol=0, atol=EXACT * np.abs(torque).max())
    transform = rng.normal(size=(Regressor(arm).size, 3))
    product = ours @ transform
    found = Regressor(arm).combined(*states, transform)
    np.testing.assert_allclose(found, product, rtol=0, atol=EXACT * np.abs(product).max())


def test_columns_of_joints_that_follow_others():
    arm = load_arm(palletiser())
    arm = arm.with_(motors=tuple(replace(motor, inertia=1.0 + place) for place, motor in enumerate(arm.motors)))
    states = random_states(np.random.default_rng(5), 40, arm.n)
    regressor, torque = Regressor(arm), load_model("newton_euler", arm).torque(*states)
    assert regressor.size == len(parameter_names(arm)) == 10 * 6 + 4
    found = regressor.matrix(*states) @ arm_parameters(arm)
    np.testing.assert_allclose(found, torque, rtol=0, atol=EXACT * np.abs(torque).max())
    transform = np.random.default_rng(6).normal(size=(regressor.size, 3))
    product = regressor.matrix(*states) @ transform
    combined = regressor.combined(*states, transform)
    np.testing.assert_allclose(combined, product, rtol=0, atol=EXACT * np.abs(product).max())


def test_combined_is_the_product(arm: Arm):
    rng = np.random.default_rng(3)
    regressor = Regressor(arm)
    transform = rng.normal(size=(regressor.size, 7))
    states = random_states(rng, 700)
    whole = regressor.matrix(*states) @ transform
    np.testing.assert_allclose(regressor.combined(*states, transform), whole, rtol=0, atol=EXACT * np.abs(whole).max())


def test_one_state_as_many(arm: Arm):
    rng = np.random.default_rng(4)
    regressor = Regressor(arm)
    q, qd, qdd = random_states(rng, 3)
    many = regressor.matrix(q, qd, qdd)
    np.testing.assert_allclose(regressor.matrix(q[1], qd[1], qdd[1]), many[1], rtol=1e-14, atol=1e-14)
    assert regressor.combined(q[1], qd[1], qdd[1], np.eye(66)[:, :2]).shape == (6, 2)
    assert regressor.matrix(q[:0], qd[:0], qdd[:0]).shape == (0, 6, 66)


def test_a_link_moves_only_the_joints_before_it(arm: Arm):
    matrix = Regressor(arm).matrix(*random_states(np.random.default_rng(5), 20))
    for link in range(6):
        columns = matrix[:, :, 10 * link : 10 * link + 10]
        assert not columns[:, link + 1 :].any()
        assert columns[:, : link + 1].any()


def test_names_and_parameters_go_together(arm: Arm):
    named = dict(zip(parameter_names(arm), arm_parameters(arm).tolist(), strict=True))
    assert named["link2.m"] == 17.40
    assert named["link2.mcx"] == pytest.approx(17.40 * 0.068)
    assert named["link2.Izz"] == pytest.approx(0.539 + 17.40 * (0.068**2 + 0.006**2))  # parallel axis theorem
    assert named["link2.Ixy"] == pytest.approx(-17.40 * 0.068 * 0.006)
    assert named["joint6.motor_inertia"] == 0.193


def test_shapes_that_do_not_fit_are_refused(arm: Arm):
    with pytest.raises(StateError, match="one shape"):
        Regressor(arm).matrix(np.zeros((2, 6)), np.zeros((3, 6)), np.zeros((2, 6)))
