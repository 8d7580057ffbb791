"""Every function of robots with several arms agrees with Pinocchio, and with the others."""

from __future__ import annotations

import re

import numpy as np
import pytest
from helpers.emdeg import chain_numbers
from helpers.emdeg.interpret import interpret
from helpers.emdeg.random_chains import states
from helpers.emdeg.two_arms import HANDS, two_arms

from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.readers.formats import load_urdf
from puma560_dynamics.emdeg.tasks import combined_programs, task_of

pytest.importorskip("pinocchio")

from helpers.emdeg.pinocchio_tree import OF_JOINTS, PinocchioTree, close, compare, made

OF_LINKS = [
    *(
        f"{name}:left_hand{axes}"
        for name in ("jacobian", "jacobian_rate", "bias_acceleration")
        for axes in ("", ":link")
    ),
    *("pose:right_hand", "jacobian_rate:chest", "jacobian:base", "pose:base", "kinematics:left_hand+chest+right_hand"),
    *("operational_inertia:left_hand", "operational_inertia:right_hand:link", "consistent_inverse:right_hand"),
]
LOAD = np.array([2.3, 0.05, -0.03, 0.12, 0.02, 0.03, 0.025, 0.002, -0.001, 0.003])


@pytest.fixture(scope="module")
def chain() -> Chain:
    return load_urdf(two_arms(), tip=list(HANDS)).chain


@pytest.fixture(scope="module")
def tree(chain: Chain) -> PinocchioTree:
    return PinocchioTree(two_arms(), chain, "base")


@pytest.mark.parametrize("name", [*OF_JOINTS, *OF_LINKS])
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


def test_velocities_of_different_arms_do_not_act_together(chain: Chain):
    labels = {output.label for output in made(chain, "all_elements")[0].outputs}
    assert {"b_1_7_10", "b_136", "c_1_10", "a_1_10"} <= labels
    arms = {frozenset((joint, other)) for joint in range(3, 7) for other in range(7, 11)}
    split = [re.findall(r"\d+", label) if label.count("_") > 1 else list(label[2:]) for label in labels]
    assert not any(set(map(int, numbers)) >= pair for numbers in split for pair in arms)


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
