"""Chains with branches: several arms on one moving link, or on the base."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest
from helpers.emdeg.random_chains import states
from helpers.emdeg.random_trees import torso, trees
from helpers.emdeg.recursion_numbers import assert_close
from helpers.emdeg.small_chains import ARM
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.chain.branch import Branch
from puma560_dynamics.emdeg.chain.chain import BASE_LINK, Chain, ChainJoint
from puma560_dynamics.emdeg.derivation import derive
from puma560_dynamics.emdeg.effort import SearchEffort
from puma560_dynamics.emdeg.equations.kane_at_state import ChainState, kane_kinetic_energy, kane_torque
from puma560_dynamics.emdeg.proof import check_identity, prove
from puma560_dynamics.emdeg.tasks import TASK_NAMES, checked_names, functions_with, task_of
from puma560_dynamics.emdeg.tasks.link_task import OfLink
from puma560_dynamics.errors import ChainError, DerivationError

NAMES = [name for name in TASK_NAMES if name != "inverse_jacobian"]

OF_LINKS = [name for name in NAMES if isinstance(task_of(name), OfLink)]

WITH_INPUTS = [
    "torque+wrench@{}+wrench@{}",
    *(f"{name}+payload@{{}}+payload@{{}}" for name in functions_with("payload")),
    *(f"{name}+link2.mass+link3.center" for name in functions_with("parameters")),
    *(f"{name}+gravity_vector" for name in functions_with("gravity_vector")),
    "torque+wrench@{}+payload@{}+gravity_vector+link1.mass",
    "prepare+payload@{}+payload@{}",
]


def every_name(chain: Chain, data: st.DataObject) -> str:
    """A function, of one or two links, or with inputs, of links that a chain has."""
    name = data.draw(st.sampled_from([*NAMES, *WITH_INPUTS]))
    if name in OF_LINKS:
        links = data.draw(st.lists(st.integers(0, chain.n), min_size=1, max_size=2, unique=True))
        own = [f"link{number}" if number else BASE_LINK for number in links]
        axes = data.draw(st.sampled_from(["", ":link"])) if task_of(name).turns else ""  # type: ignore[attr-defined]
        return f"{name}:{'+'.join(own) if name == 'kinematics' else own[0]}{axes}"
    first, second = data.draw(st.lists(st.integers(1, chain.n), min_size=2, max_size=2, unique=True))
    return name.replace("link3", f"link{second}").format(f"link{first}", f"link{second}")


@trials(80)
@given(trees(), st.data())
def test_every_function_agrees_with_kane_in_every_form(chain: Chain, data: st.DataObject):
    name = every_name(chain, data)
    task = task_of(name)
    form = data.draw(st.sampled_from(task.forms(chain)))
    form = data.draw(st.sampled_from([form, *task.neighbours(form, chain)]))
    check_identity(chain, name, *task.system(chain, form))


HANDS = ("link4", "link6")
"""Links at the ends of the arms of `torso`."""


@pytest.mark.parametrize("name", [*NAMES, *WITH_INPUTS])
def test_a_torso_with_two_arms_is_proven(name: str):
    chain = torso()
    name = f"{name}:{HANDS[0]}" if name in OF_LINKS else name.format(*HANDS)
    task = task_of(name)
    check_identity(chain, name, *task.system(chain, task.forms(chain)[0]))


@trials(5)
@given(trees(3))
def test_expanded_equations_have_branches_too(chain: Chain):
    for name in ("torque", "kinetic_energy_matrix", "torque_derivatives"):
        prove(chain, name, *task_of(name).system(chain, task_of(name).forms(chain)[-1]))


@trials(20)
@given(trees())
def test_kane_agrees_with_pinocchio(chain: Chain):
    model = pinocchio_of(chain)
    data, [(q, qd, qdd)] = model.createData(), states(chain)
    turns = [(math.cos(x + joint.offset), math.sin(x + joint.offset)) for x, joint in zip(q, chain.joints, strict=True)]
    state = ChainState(turns, list(q), list(qd), list(qdd))
    armature = np.array([float(joint.armature) for joint in chain.joints])
    assert_close(np.array(kane_torque(chain, state), float), pin.rnea(model, data, q, qd, qdd) + armature * qdd)
    still, units = np.zeros(chain.n), np.eye(chain.n)  # pin.crba needs another order of the joints
    gravity = pin.rnea(model, data, q, still, still)
    rows = [pin.rnea(model, data, q, still, unit) - gravity + armature * unit for unit in units]
    assert_close(np.array(kane_kinetic_energy(chain, state), float), np.array(rows))


def test_a_serial_chain_is_the_special_case():
    """The digest, by which programs are kept, does not know that branches exist."""
    assert ARM.serial
    assert "branch" not in repr(ARM)
    assert ARM.parents == (*range(-1, ARM.n - 1),)
    explicit = replace(ARM, joints=(*ARM.joints[:-1], replace(ARM.joints[-1], branch=Branch(ARM.n - 2))))
    assert explicit.digest != ARM.digest
    for name in ("torque", "kinetic_energy_matrix"):
        system, variables = task_of(name).system(explicit, task_of(name).forms(explicit)[0])
        check_identity(ARM, name, system, variables)


def test_arms_on_one_base_do_not_affect_each_other():
    """Their program costs what both programs cost, and the matrix has blocks."""
    effort = SearchEffort(200, 200, 1, 1)
    twin = replace(ARM.joints[0], branch=Branch(-1))
    second = [replace(joint, name=f"{joint.name}'") for joint in (twin, *ARM.joints[1:])]
    both = replace(ARM, joints=(*ARM.joints, *second), bodies=ARM.bodies * 2, frames=())
    assert both.parents == (*ARM.parents, -1, *(ARM.n + i for i in range(ARM.n - 1)))
    one, two = (derive(chain, ("torque", "kinetic_energy_matrix"), effort).programs for chain in (ARM, both))
    assert two["torque"].count.total <= 2 * one["torque"].count.total
    labels = {output.label for output in two["kinetic_energy_matrix"].outputs}
    assert not any(f"a_{i + 1}{ARM.n + j + 1}" in labels for i in range(ARM.n) for j in range(ARM.n))


def test_joints_that_share_a_link_get_a_branch():
    joints = (ChainJoint("a"), ChainJoint("b"), ChainJoint("c", branch=Branch(0)))
    chain = Chain("fork", joints, ARM.bodies[:1] * 3)
    assert chain.joints[1].branch == Branch(0)
    assert chain.parents == (-1, 0, 0)
    assert [sorted(own) for own in chain.ancestors] == [[0], [0, 1], [0, 2]]
    assert [chain.ends(i) for i in range(3)] == [False, True, True]
    assert chain.part(range(2)).joints[1].branch == Branch(0)
    assert chain.part(range(1, 3)).parents == (-1, -1)


def test_a_parent_that_comes_later_is_refused():
    with pytest.raises(ChainError, match="joint 'b' is on joint 1; give the index of an earlier joint, or -1"):
        Chain("loop", (ChainJoint("a"), ChainJoint("b", branch=Branch(1))), ARM.bodies[:1] * 2)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("inverse_jacobian", "inverse_jacobian is for one arm, and 'torso' has several; choose one tip, or use"),
        ("pose", "pose: 'torso' has several arms; name a link, such as link4 or link6"),
        ("operational_inertia:link4", "link 'link4' can move in 4 of 6 directions"),
        ("torque+wrench", "wrench: 'torso' has several arms; name a link, such as link4 or link6"),
        ("gravity+payload", "payload: 'torso' has several arms; name a link, such as link4 or link6"),
        ("gravity+payload@base_link", "link 'base_link' of 'torso' does not move; a payload on it needs no torque"),
        ("torque+wrench@link4+wrench@link7", "wrench: link 'link7' is no link of 'torso'"),
    ],
)
def test_what_a_tree_does_not_have_is_refused_before_any_work(name: str, words: str):
    with pytest.raises((ChainError, DerivationError), match=words):
        checked_names((name,), torso())


def pinocchio_of(chain: Chain) -> pin.Model:
    """The same tree, joint by joint, without armature."""
    model = pin.Model()
    model.gravity.linear = np.array([float(x) for x in chain.gravity])
    for joint, body, parent in zip(chain.joints, chain.bodies, chain.parents, strict=True):
        branch = joint.branch or Branch(0)
        place = _turn("z", branch.cos_gamma, branch.sin_gamma) * _shift(0, 0, branch.b)
        place *= _turn("x", joint.cos_alpha, joint.sin_alpha) * _shift(joint.a, 0, 0)
        place *= _turn("z", joint.cos_offset, joint.sin_offset) * _shift(0, 0, joint.d)
        kind = pin.JointModelRZ() if joint.revolute else pin.JointModelPZ()
        index = model.addJoint(parent + 1, kind, place, joint.name)
        xx, yy, zz, xy, xz, yz = map(float, body.inertia)
        tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        center = np.array([float(x) for x in body.center])
        model.appendBodyToJoint(index, pin.Inertia(float(body.mass), center, tensor), pin.SE3.Identity())
    return model


def _turn(axis: str, cosine: float, sine: float) -> pin.SE3:
    c, s = float(cosine), float(sine)
    rows = [[c, -s, 0], [s, c, 0], [0, 0, 1]] if axis == "z" else [[1, 0, 0], [0, c, -s], [0, s, c]]
    return pin.SE3(np.array(rows), np.zeros(3))


def _shift(*place: float) -> pin.SE3:
    return pin.SE3(np.eye(3), np.array([float(x) for x in place]))
