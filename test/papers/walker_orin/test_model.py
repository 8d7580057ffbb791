"""Walker and Orin's model against Pinocchio and the other models, its counts, and equations by L D Lᵀ."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from helpers.frames_of_data import Frame
from helpers.oracle import EXACT, Oracle, random_states

from puma560_dynamics import MODEL_KINDS, load_model
from puma560_dynamics.arm import Arm, Link
from puma560_dynamics.errors import StateError, UnsupportedArmError
from puma560_dynamics.models.counting import Tally
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.models.recursive.newton_euler import NewtonEulerModel
from puma560_dynamics.papers.walker_orin.model import WalkerOrinModel, matrix_count, solve_symmetric


@pytest.mark.parametrize("composite", [False, True])
def test_against_pinocchio(arm: Arm, oracle: Oracle, composite: bool):
    model = load_model("walker_orin", arm, composite=composite)
    assert max(oracle.disagreement(model).values()) < EXACT
    solved = model.acceleration(oracle.q, oracle.qd, oracle.torque)
    assert np.abs(solved - oracle.qdd).max() < 100 * EXACT * np.abs(oracle.qdd).max()


@pytest.mark.parametrize("composite", [False, True])
def test_arms_at_random_tilted_and_loaded(arms: Callable[..., list[Arm]], composite: bool):
    pytest.importorskip("pinocchio")
    rng = np.random.default_rng(82)
    load = Payload.of(1.2, (0.05, -0.02, 0.1), (0.01, 0.012, 0.009, 0.001, -0.002, 0.0005))
    for arm in arms(8, False):
        down = rng.normal(size=3)
        tilted = arm.with_(gravity_direction=down / np.linalg.norm(down))
        q, qd, qdd = random_states(rng, 20)
        expected = load_model("pinocchio", tilted, load)
        model = load_model("walker_orin", tilted, load, composite=composite)
        a = expected.kinetic_energy_matrix(q)
        assert np.abs(model.kinetic_energy_matrix(q) - a).max() < EXACT * np.abs(a).max()
        solved = model.acceleration(q, qd, expected.torque(q, qd, qdd))
        assert np.abs(solved - qdd).max() < EXACT * np.linalg.cond(a).max() * np.abs(qdd).max()


@pytest.mark.parametrize("composite", [False, True])
def test_skew_twists_of_any_angle(arm: Arm, composite: bool):
    """The paper's twists are quarter turns: others take every path of the formulas."""
    rng = np.random.default_rng(5)
    skew = arm.with_(
        joints=tuple(replace(joint, alpha=rng.uniform(-3, 3), a=rng.normal(), d=rng.normal()) for joint in arm.joints)
    )
    q = random_states(rng, 50)[0]
    expected = load_model("newton_euler", skew).kinetic_energy_matrix(q)
    found = load_model("walker_orin", skew, composite=composite).kinetic_energy_matrix(q)
    assert np.abs(found - expected).max() < EXACT * np.abs(expected).max()


@pytest.mark.parametrize("composite", [False, True])
def test_one_state_is_the_row_of_many(arm: Arm, composite: bool):
    model = load_model("walker_orin", arm, composite=composite)
    q, qd, tau = random_states(np.random.default_rng(3), 5)
    np.testing.assert_allclose(model.kinetic_energy_matrix(q[2]), model.kinetic_energy_matrix(q)[2], atol=1e-14)
    np.testing.assert_allclose(model.acceleration(q[2], qd[2], tau[2]), model.acceleration(q, qd, tau)[2], rtol=1e-12)


def test_symmetric_to_the_last_bit(arm: Arm):
    a = load_model("walker_orin", arm).kinetic_energy_matrix(random_states(np.random.default_rng(4), 50)[0])
    assert np.array_equal(a, np.swapaxes(a, -1, -2))


def test_it_is_for_comparison_not_for_the_arm():
    model = load_model("walker_orin")
    assert (type(model), model.kind, model.arm.name) == (WalkerOrinModel, "walker_orin", "akb1986")
    assert not {"walker_orin", "kane_levinson"} & set(MODEL_KINDS)


@pytest.mark.parametrize("payload", [None, Payload.of(2.0, (0.01, 0.02, 0.1))], ids=["bare", "loaded"])
def test_it_takes_and_gives_what_every_model_does(arm: Arm, payload: Payload | None):
    """Columns in any order, no masked entry, and it comes back from pickle."""
    model = load_model("walker_orin", arm, payload)
    q, qd, tau = random_states(np.random.default_rng(6), 7)
    order = [3, 0, 5, 1, 4, 2]
    q_frame, qd_frame, tau_frame = (
        Frame([arm.joint_names[place] for place in order], values[..., order]) for values in (q, qd, tau)
    )
    np.testing.assert_array_equal(model.mass_matrix(q_frame), model.mass_matrix(q))
    expected = model.acceleration(q, qd, tau)
    np.testing.assert_array_equal(model.acceleration(q_frame, qd_frame, tau_frame), expected)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(model)).acceleration(q, qd, tau), expected)
    mask = np.zeros(q.shape, dtype=bool)
    mask[1, 4] = True
    masked = np.ma.masked_array(q, mask)
    for refused in (lambda: model.mass_matrix(masked), lambda: model.acceleration(masked, qd, tau)):
        with pytest.raises(StateError, match=r"^q: masked at joint index 4"):
            refused()


def test_a_joint_without_inertia_has_no_acceleration(arm: Arm):
    links = (*arm.links[:5], Link("link6", 0.0, np.zeros(3), np.zeros((3, 3))))
    model = load_model("walker_orin", arm.with_(links=links, motors=[replace(m, inertia=0.0) for m in arm.motors]))
    with pytest.raises(StateError, match="joint joint6 has no inertia"):
        model.acceleration(*np.ones((3, 6)))


def test_an_arm_that_slides_is_refused():
    with pytest.raises(UnsupportedArmError, match="joint6 of stanford1983 slides"):
        load_model("walker_orin", "stanford1983")


def test_symmetry_and_composites_pay(arm: Arm):
    for skip_known in (False, True):
        recursion = matrix_count(arm, skip_known=skip_known)
        assert matrix_count(arm, composite=True, skip_known=skip_known).total < recursion.total
    columns = NewtonEulerModel(arm)
    assert matrix_count(arm).total < columns.operation_counts()["kinetic_energy_matrix"].total


@pytest.mark.parametrize("composite", [False, True])
def test_the_models_counts_are_these(arm: Arm, composite: bool):
    counts = load_model("walker_orin", arm, composite=composite).operation_counts()
    matrix = matrix_count(arm, composite)
    assert counts["kinetic_energy_matrix"] == matrix
    recursive = load_model("newton_euler", arm).operation_counts()
    for part in (0, 1):
        beside = recursive["all_elements"][part] - recursive["kinetic_energy_matrix"][part]
        assert counts["all_elements"][part] - matrix[part] == beside


@pytest.mark.parametrize("n", [1, 2, 6])
def test_against_numpy(n: int):
    rng = np.random.default_rng(n)
    root = rng.normal(size=(40, n, n))
    matrix = root @ np.swapaxes(root, -1, -2) + np.eye(n)
    right = rng.normal(size=(40, n))
    expected = np.linalg.solve(matrix, right[..., None])[..., 0]
    rows = [[matrix[:, j, i] for i in range(j + 1)] for j in range(n)]
    np.testing.assert_allclose(np.stack(solve_symmetric(rows, list(right.T)), axis=-1), expected, rtol=1e-9)
    one = solve_symmetric([[float(x) for x in matrix[0, j, : j + 1]] for j in range(n)], right[0].tolist())
    np.testing.assert_allclose(one, expected[0], rtol=1e-9)


@pytest.mark.parametrize("n", [1, 2, 6])
def test_its_count_is_the_textbooks(n: int):
    tally = Tally()
    solve_symmetric([[tally.variable() for _ in range(j + 1)] for j in range(n)], [tally.variable() for _ in range(n)])
    # n reciprocals; n(n-1)/2 divisions of a row; (n³-n)/6 products of the factors; n² to solve.
    sums = (n**3 - n) // 6 + n * (n - 1)
    assert tally.count == (n + n * (n - 1) // 2 + (n**3 - n) // 6 + n * n, sums)
