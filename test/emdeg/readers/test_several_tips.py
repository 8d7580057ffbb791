"""Several arms of a description are one chain with branches; fingers are held as on one arm."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.emdeg import chain_numbers
from helpers.emdeg.random_urdfs import LIMIT, branched_urdfs, configurations
from helpers.trials import trials
from hypothesis import given, reject

from puma560_dynamics import load_arm
from puma560_dynamics.cli.command import main
from puma560_dynamics.emdeg import Selection
from puma560_dynamics.emdeg.readers.formats import load_urdf
from puma560_dynamics.errors import ArmFileError, ChainError

pin = pytest.importorskip("pinocchio")

BODY = '<inertial><origin xyz="0.1 0.02 0.03"/><mass value="2"/>'
BODY += '<inertia ixx="0.02" iyy="0.03" izz="0.04" ixy="0.001" ixz="0.002" iyz="0.003"/></inertial>'


def torso(fingers: bool = False, head: bool = False) -> str:
    """A turning torso with two slanted shoulders and elbows, and a gripper of two fingers on each arm."""
    joints = [("waist", "base", "torso", "0 0 0.4", "0 0 0", "0 0 1")]
    for side, y in (("left", 0.2), ("right", -0.2)):
        joints += [
            (f"{side}_shoulder", "torso", f"{side}_upper", f"0.05 {y} 0.5", f"{3 * y} 0 0.1", "0 1 0"),
            (f"{side}_elbow", f"{side}_upper", f"{side}_hand", "0.3 0 0", "0 0 0", "0 1 0"),
        ]
        if fingers:
            joints += [
                (f"{side}_finger{k}_joint", f"{side}_hand", f"{side}_finger{k}", "0.1 0 0", "0 0 0", "0 1 0")
                for k in (1, 2)
            ]
    if head:
        joints.append(("neck", "torso", "head", "0 0 0.6", "0 0 0", "0 0 1"))
    links = "".join(f'<link name="{child}">{BODY}</link>' for _, _, child, *_ in joints)
    text = "".join(
        f'<joint name="{name}" type="revolute"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{xyz}" rpy="{rpy}"/><axis xyz="{axis}"/>{LIMIT}</joint>'
        for name, parent, child, xyz, rpy, axis in joints
    )
    return f'<robot name="two arms"><link name="base"/>{links}{text}</robot>'


def assert_same(text: str, tips: list[str]) -> None:
    """Torque and frames as Pinocchio says, which orders joints differently."""
    chain = load_urdf(text, tip=tips).chain
    lengths = [x for joint in chain.joints for x in (joint.a, joint.d, joint.branch.b if joint.branch else 0)]
    if any(abs(x) > 10 for x in lengths):
        reject()  # axes that are nearly parallel have a normal far away, and lose digits by it
    model = pin.buildModelFromXML(text)
    data, order = model.createData(), [model.getJointId(joint.name) for joint in chain.joints]
    assert len(order) == model.njoints - 1
    places = np.array(order) - 1
    for q, qd, qdd in configurations(chain.n):
        given = np.zeros((3, chain.n))
        given[:, places] = q, qd, qdd
        expected = pin.rnea(model, data, *given)[places]
        scale = max(1.0, np.abs(expected).max())
        np.testing.assert_allclose(chain_numbers.torque(chain, q, qd, qdd), expected, rtol=0, atol=1e-12 * scale)
        pin.forwardKinematics(model, data, given[0])
        for ours, theirs in zip(chain_numbers.forward_kinematics(chain, q), order, strict=True):
            np.testing.assert_allclose(ours, data.oMi[theirs].homogeneous, rtol=0, atol=1e-12)


@trials(60)
@given(branched_urdfs())
def test_random_branches(case: tuple[str, list[str]]):
    assert_same(*case)


def test_two_arms_on_a_torso():
    assert_same(torso(), ["left_hand", "right_hand"])
    chain = load_urdf(torso(), tip=["right_hand", "left_hand"]).chain
    names = ["waist", "right_shoulder", "right_elbow", "left_shoulder", "left_elbow"]
    assert [joint.name for joint in chain.joints] == names
    assert chain.parents == (-1, 0, 1, 0, 3)


def test_fingers_of_both_arms_are_held():
    chain = load_urdf(torso(fingers=True), tip=["left_hand", "right_hand"]).chain
    assert chain.n == 5
    assert chain.bodies[2].mass == 6


def test_an_arm_that_no_tip_names_is_refused():
    with pytest.raises(ChainError, match=r"joint 'neck' moves head, carried by the arm to tips 'left_hand' and 'right"):
        load_urdf(torso(head=True), tip=["left_hand", "right_hand"])
    assert load_urdf(torso(head=True), tip=["left_hand", "right_hand", "head"]).chain.n == 6
    assert load_urdf(torso(head=True), tip=["left_hand", "right_hand"], hold=["neck"]).chain.n == 5


def test_wrong_tips_are_refused():
    with pytest.raises(ChainError, match="tips 'left_hand' and 'left_hand' move with the same joint"):
        load_urdf(torso(), tip=["left_hand", "left_hand"])
    with pytest.raises(ChainError, match="tip 'nobody' is not a link"):
        load_urdf(torso(), tip=["left_hand", "nobody"])


def test_a_selection_has_all_tips():
    assert Selection.of("a", tip="b").tips == ("b",)
    assert Selection.of("a", tip=["", "b", "c"]).tips == ("b", "c")
    assert Selection.of("a", tip=[]).whole
    assert not Selection.of("a", tip=["b", "c"]).whole


def test_models_take_one_arm():
    with pytest.raises(ArmFileError, match="left_hand and right_hand are the tips of several arms, and models, nodes"):
        load_arm(Selection.of(torso(), tip=["left_hand", "right_hand"]))
    assert load_arm(torso(), tip="left_hand", hold=["right_*"]).n == 3


def test_derive_takes_several_tips(tmp_path, capsys):
    path = tmp_path / "robot.urdf"
    path.write_text(torso(), encoding="utf-8")
    words = ["derive", str(path), "--tip", "left_hand", "--tip", "right_hand", "--json", "--emit", "c"]
    assert main([*words, "-o", str(tmp_path)]) == 0
    assert '"left_elbow"' in capsys.readouterr().out
    assert main([*words[:-3], "--programs", "gravity", "--payload-mass", "1"]) != 0
    assert "has several arms, and a payload is carried by one; choose one tip" in capsys.readouterr().err
