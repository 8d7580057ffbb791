"""Every function of robots with several arms agrees with Pinocchio, and with the others."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from helpers.emdeg import chain_numbers
from helpers.emdeg.interpret import interpret
from helpers.emdeg.random_chains import states
from helpers.emdeg.two_arms import HANDS, two_arms

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.chain.inertia import moments
from puma560_dynamics.emdeg.derivation import derive
from puma560_dynamics.emdeg.effort import SearchEffort
from puma560_dynamics.emdeg.program.program import Program
from puma560_dynamics.emdeg.readers.formats import load_urdf
from puma560_dynamics.emdeg.tasks import TASK_NAMES, combined_programs, task_of
from puma560_dynamics.emdeg.tasks.link_task import OfLink

pytest.importorskip("pinocchio")

from helpers.emdeg.pinocchio_tree import PinocchioTree

QUICK = SearchEffort(forms=1, sketch=1, rounds=1)
JOINTS = [name for name in TASK_NAMES if not isinstance(task_of(name), OfLink)]
INDIRECT = ["all_elements", "regressor", "base_regressor"]
"""Functions that are compared with the torque."""

DIRECT = [name for name in JOINTS if name not in INDIRECT]
OF_LINKS = [
    *(
        f"{name}:left_hand{axes}"
        for name in ("jacobian", "jacobian_rate", "bias_acceleration")
        for axes in ("", ":link")
    ),
    *("pose:right_hand", "jacobian_rate:chest", "jacobian:base", "pose:base", "kinematics:left_hand+chest+right_hand"),
    *("operational_inertia:left_hand", "operational_inertia:right_hand:link", "consistent_inverse:right_hand"),
]
MOST_CONDITION = 30
"""Largest condition of the Jacobian of a state at which functions of operational space are compared."""

LOAD = np.array([2.3, 0.05, -0.03, 0.12, 0.02, 0.03, 0.025, 0.002, -0.001, 0.003])


@pytest.fixture(scope="module")
def chain() -> Chain:
    return load_urdf(two_arms(), tip=list(HANDS)).chain


@pytest.fixture(scope="module")
def tree(chain: Chain) -> PinocchioTree:
    return PinocchioTree(two_arms(), chain, "base")


def made(chain: Chain, *names: str) -> list[Program]:
    return list(derive(chain, names, QUICK).programs.values())


def close(found: FloatArray, expected: FloatArray, within: float = 1e-12) -> None:
    assert np.abs(np.ravel(found) - np.ravel(expected)).max() <= within * max(np.abs(expected).max(), 1e-300)


def compare(tree: PinocchioTree, chain: Chain, name: str) -> None:
    """Compare a function at three states, which are not close to a singular pose of the link."""
    (program,), compared = made(chain, name), 0
    for state in states(chain, 40):
        if name.startswith(("operational", "consistent")):
            jacobian = tree.expected(f"jacobian:{name.split(':')[1]}", state).reshape(6, -1)
            if np.linalg.cond(jacobian) > MOST_CONDITION:
                continue
        known = dict(zip(("q", "qd", "qdd"), state, strict=True), tau=tree.expected("torque", state))
        found = interpret(program, *(known[each] for each in program.inputs))
        close(found, tree.expected(name, state))
        compared += 1
        if compared == 3:
            return
    raise AssertionError("too few states")


@pytest.mark.parametrize("name", [*DIRECT, *OF_LINKS])
def test_a_function_is_pinocchios(tree: PinocchioTree, chain: Chain, name: str):
    compare(tree, chain, name)


def test_columns_of_joints_that_do_not_move_a_link_are_zero(chain: Chain):
    left, right, base = made(chain, "jacobian:left_hand", "jacobian_rate:right_hand", "jacobian:base")
    moved = {"left": {0, 1, 2, 3, 4, 5}, "right": {0, 1, 6, 7, 8, 9}}
    for program, side in ((left, "left"), (right, "right")):
        columns = {place % chain.n for output in program.outputs for place in output.places}
        assert columns <= moved[side] and len(columns) >= 5
    assert not base.outputs


def test_both_hands_share_sines(chain: Chain):
    both, left, right = made(chain, f"kinematics:{'+'.join(HANDS)}", *(f"kinematics:{hand}" for hand in HANDS))
    names = [{trig.name for trig in program.trigonometry} for program in (both, left, right)]
    assert names[0] == names[1] | names[2]
    assert len(names[1] & names[2]) >= 2  # of the torso


def test_all_elements_give_the_torque(tree: PinocchioTree, chain: Chain):
    (program,), n = made(chain, "all_elements"), chain.n
    pairs = list(combinations(range(n), 2))
    for state in states(chain, 2):
        q, qd, qdd = state
        found = interpret(program, q)
        a, b, c, g = np.split(found, np.cumsum([n * n, n * len(pairs), n * n]))
        products = np.array([qd[j] * qd[k] for j, k in pairs])
        torque = a.reshape(n, n) @ qdd + b.reshape(n, -1) @ products + c.reshape(n, n) @ qd**2 + g
        close(torque, tree.expected("torque", state))
        for column, (j, k) in enumerate(pairs):
            if j >= 2 and (j < 6) != (k < 6):  # joints of different arms
                assert not b.reshape(n, -1)[:, column].any()


def test_regressors_give_the_torque(tree: PinocchioTree, chain: Chain):
    whole, base = made(chain, "regressor", "base_regressor")
    parameters = {}
    for number, body in enumerate(map(moments, chain.bodies), start=1):
        xx, yy, zz, xy, xz, yz = body.second
        values = (body.mass, *body.first, yy + zz, -xy, xx + zz, -xz, -yz, xx + yy)
        names = ("m", "mcx", "mcy", "mcz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
        parameters |= {f"{name}{number}": value for name, value in zip(names, values, strict=True)}
    sums = task_of("base_regressor").sums(chain)
    known = [sum(factor * parameters[name] for name, factor in own.items()) for own in sums.values()]
    for state in states(chain, 2):
        torque = tree.expected("torque", state)
        close(interpret(whole, *state) @ np.array([float(x) for x in parameters.values()]), torque)
        close(interpret(base, *state) @ np.array([float(x) for x in known]), torque)


def test_acceleration_is_that_of_the_torque(tree: PinocchioTree, chain: Chain):
    ((acceleration,), _) = combined_programs(made(chain, "torque", "kinetic_energy_matrix"))
    for state in states(chain, 3):
        close(interpret(acceleration, *state[:2], tree.expected("torque", state)), state[2])


def test_wrenches_on_both_hands(tree: PinocchioTree, chain: Chain):
    """The first wrench acts on the right hand, the second on the left, the third on the chest."""
    links = ("right_hand", "left_hand", "chest")
    (program,) = made(chain, "+".join(("torque", *(f"wrench@{link}" for link in links))))
    wrenches = np.random.default_rng(1).uniform(-5, 5, (3, 6))
    assert dict(program.own_sizes) == {"wrench": 18}
    for state in states(chain, 2):
        expected = tree.expected("torque", state)
        for link, wrench in zip(links, wrenches, strict=True):
            expected = expected - tree.expected(f"jacobian:{link}", state).reshape(6, -1).T @ wrench
        close(interpret(program, *state, wrenches.ravel()), expected)


@pytest.mark.parametrize("name", ["torque", "gravity", "kinetic_energy_matrix", "coriolis_matrix"])
def test_payloads_on_both_hands(chain: Chain, name: str):
    loads = {"left_hand": LOAD, "right_hand": 0.5 * LOAD}
    given = "+".join(f"payload@{link}" for link in loads)
    prepare, program = made(chain, f"prepare+{given}", f"{name}+{given}")
    loaded = PinocchioTree(two_arms(), chain, "base", loads)
    for state in states(chain, 2):
        prepared = interpret(prepare, np.concatenate(list(loads.values())))
        found = interpret(program, *state[: len(task_of(name).inputs)], prepared)
        close(found, loaded.expected(name, state))


def test_gravity_as_input_turns_the_robot(tree: PinocchioTree, chain: Chain):
    (program,) = made(chain, "gravity+gravity_vector")
    for state in states(chain, 2):
        close(interpret(program, state[0], np.array([0, 0, -9.81])), tree.expected("gravity", state))
        assert not interpret(program, state[0], np.zeros(3)).any()


def test_an_angle_that_is_rounded_is_named_and_can_be_kept():
    """Rounded to eleven digits, right angles are exact by default; `snap` 0 keeps them as they are written."""
    text = two_arms("1.57079632679")
    rounded, kept = (load_urdf(text, tip=list(HANDS), snap=snap) for snap in (1e-9, 0.0))
    assert "joint 'left_upper': 1.57079632679 rad is rounded to 90°, 4.9e-12 rad away" in rounded.remarks
    assert not any("is rounded" in remark for remark in kept.remarks)
    exact, written = (PinocchioTree(each, rounded.chain, "base") for each in (two_arms(), text))
    for state in states(rounded.chain, 3):
        for reading, tree in ((rounded, exact), (kept, written)):
            close(chain_numbers.torque(reading.chain, *state), tree.expected("torque", state))
