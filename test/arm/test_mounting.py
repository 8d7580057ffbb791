"""Gravity, hands and links elsewhere in a robot description: torque is Pinocchio's on the whole file."""

from __future__ import annotations

import re

import numpy as np
import pinocchio as pin
import pytest

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import ArmFileError, Puma560Error
from puma560_dynamics.models.recursive.pinocchio_model import PinocchioModel

INERTIA = '<inertia ixx="0.01" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.015"/>'
LIMIT = '<limit lower="-3" upper="3" effort="50" velocity="3"/>'


def link(name: str, mass: float, center: str = "0.1 0.02 0.03", inertia: str = INERTIA) -> str:
    return (
        f'<link name="{name}"><inertial><origin xyz="{center}"/><mass value="{mass}"/>{inertia}</inertial></link>'
        if mass
        else f'<link name="{name}"/>'
    )


def joint(name: str, parent: str, child: str, origin: str, kind: str = "revolute", more: str = LIMIT) -> str:
    xyz, rpy = origin.split(",")
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{xyz}" rpy="{rpy}"/><axis xyz="0 0.6 0.8"/>{more}</joint>'
    )


ARM = (
    link("foot", 0)
    + "".join(link(name, mass) for name, mass in (("a", 4.0), ("b", 3.0), ("c", 1.5)))
    + joint("j1", "foot", "a", "0 0 0.3,0 0 0")
    + joint("j2", "a", "b", "0 0.1 0.2,1.5707963267948966 0 0")
    + joint("j3", "b", "c", "0.4 0 0,0 0 0.2")
)


def robot(more: str = "", mount: str = "0 0 1,2.8 0.4 0.2", kind: str = "fixed", limit: str = "") -> str:
    """An arm whose foot stands turned in the world, on a joint of this kind."""
    return f'<robot name="r">{link("world", 0)}{joint("mount", "world", "foot", mount, kind, limit)}{ARM}{more}</robot>'


def agrees(arm: Arm, text: str, held: dict[str, float] | None = None) -> None:
    """Compare torques and gravity with Pinocchio's of the whole description, at random states."""
    model = pin.buildModelFromXML(text)
    data = model.createData()
    rng = np.random.default_rng(7)
    for kind in ("newton_euler", "generated"):
        ours = load_model(kind, arm)
        for _ in range(5):
            q, qd, qdd = rng.uniform(-2.0, 2.0, (3, arm.n))
            whole = [pin.neutral(model), np.zeros(model.nv), np.zeros(model.nv)]
            for name, position in (held or {}).items():
                whole[0][model.joints[model.getJointId(name)].idx_q] = position
            places = [model.joints[model.getJointId(name)].idx_v for name in arm.joint_names]
            for values, given in zip(whole, (q, qd, qdd), strict=True):
                values[places] = given
            expected = pin.rnea(model, data, *whole)[places]
            np.testing.assert_allclose(ours.torque(q, qd, qdd), expected, rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("base", [None, "world", "foot"])
@pytest.mark.parametrize("mount", ["0 0 1,2.8 0.4 0.2", "0 0 1,3.141592653589793 0 0", "0 1 1,0 1.5707963267948966 0"])
def test_the_rotation_between_root_and_base_counts(base: str | None, mount: str):
    text = robot(mount=mount)
    arm = load_arm(text, base=base)
    agrees(arm, text)
    assert any(f"-z of link 'world'{', which is' if base == 'foot' else ':'}" in remark for remark in arm.remarks)


def test_the_live_check_computes_gravity_in_the_frame_of_the_base():
    """The validator has the whole description, and the arm's gravity in base coordinates."""
    arm = load_arm(robot(), base="foot", upright="foot")
    q = np.array([0.4, -1.1, 0.7])
    checked = PinocchioModel(arm, robot(), base="foot").gravity(q)
    np.testing.assert_allclose(checked, load_model("newton_euler", arm).gravity(q), rtol=1e-12, atol=1e-12)
    turned = load_arm(robot(), base="foot")
    checked = PinocchioModel(turned, robot(), base="foot").gravity(q)
    np.testing.assert_allclose(checked, load_model("newton_euler", turned).gravity(q), rtol=1e-12, atol=1e-12)


def test_another_link_may_be_upright_and_gravity_may_be_given(tmp_path):
    upright = load_arm(robot(), base="foot", upright="foot")
    np.testing.assert_array_equal(upright.gravity_direction, [0.0, 0.0, -1.0])
    agrees(upright, f'<robot name="r">{ARM}</robot>')
    aside = link("level", 0) + joint("l", "world", "level", "0 0 0,0.1 0 0", "fixed", "")
    level = load_arm(robot(aside), base="foot", upright="level")
    assert level.gravity_direction @ load_arm(robot(), base="foot").gravity_direction == pytest.approx(np.cos(0.1))
    file = tmp_path / "arm.yaml"
    (tmp_path / "r.urdf").write_text(robot())
    file.write_text("description: r.urdf\nbase: foot\nupright: foot\n")
    np.testing.assert_array_equal(load_arm(file).gravity_direction, [0.0, 0.0, -1.0])
    file.write_text("description: r.urdf\nbase: foot\ngravity_direction: [0, 1, 0]\n")
    np.testing.assert_array_equal(load_arm(file).gravity_direction, [0.0, 1.0, 0.0])
    file.write_text("description: r.urdf\nbase: foot\n")
    agrees(load_arm(file), robot())
    with pytest.raises(ArmFileError, match="joint 'j1' moves link 'a', which therefore cannot define"):
        load_arm(robot(), upright="a")


@pytest.mark.parametrize(
    ("kind", "limit", "at"),
    [("revolute", LIMIT, 0.0), ("prismatic", '<limit lower="0.2" upper="1" effort="1" velocity="1"/>', 0.2),
     ("revolute", '<limit lower="-2" upper="-0.5" effort="1" velocity="1"/>', -0.5)],
)  # fmt: skip
def test_a_joint_below_the_base_is_held_and_that_is_reported(kind: str, limit: str, at: float):
    text = robot(kind=kind, limit=limit)
    arm = load_arm(text, base="foot")
    assert arm.joint_names == ("j1", "j2", "j3")
    agrees(arm, text, {"mount": at})
    q = np.array([0.4, -1.1, 0.7])  # as the validator has it
    checked = PinocchioModel(arm, text, base="foot").gravity(q)
    np.testing.assert_allclose(checked, load_model("newton_euler", arm).gravity(q), rtol=1e-12, atol=1e-12)
    assert any(f"joint 'mount' moves the base and is held at {at:g} " in remark for remark in arm.remarks)
    assert load_arm(text).joint_names == ("mount", "j1", "j2", "j3")


NONE = '<inertia ixx="0.001" ixy="0.002" ixz="0" iyy="0.001" iyz="0" izz="0.001"/>'


@pytest.mark.parametrize("parent", ["world", "foot"])
@pytest.mark.parametrize("kind", ["fixed", "revolute"])
def test_a_body_that_cannot_be_counts_only_where_the_arm_carries_it(parent: str, kind: str):
    text = robot(link("antenna", 0.1, inertia=NONE) + joint("ant", parent, "antenna", "0 0 0.1,0 0 0", kind))
    arm = load_arm(text, base="foot", tip="c")
    agrees(arm, robot())
    assert any("link 'antenna'" in remark and "is not part of the arm" in remark for remark in arm.remarks)
    with pytest.raises(Puma560Error, match=r"link 'antenna': a principal moment of inertia is -0\.001"):
        load_arm(robot(link("antenna", 0.1, inertia=NONE) + joint("ant", "c", "antenna", "0 0 0.1,0 0 0", "fixed")))


def test_a_joint_without_an_axis_counts_only_on_the_arm():
    wheel = joint("wheel", "world", "rim", "0 0 0,0 0 0", "continuous").replace("0 0.6 0.8", "0 0 0")
    agrees(load_arm(robot(link("rim", 1.0) + wheel), base="foot"), robot())
    with pytest.raises(ArmFileError, match="joint 'j3': its axis is zero"):
        load_arm("0 0 0".join(robot().rsplit("0 0.6 0.8", 1)))


FINGERS = (
    link("hand", 0.5) + link("left_finger", 0.1) + link("right_finger", 0.1) + link("tcp", 0)
    + joint("h", "c", "hand", "0 0 0.1,0 0 0.3", "fixed", "")
    + joint("f1", "hand", "left_finger", "0 0.02 0.05,0 0 0", "prismatic")
    + joint("f2", "hand", "right_finger", "0 -0.02 0.05,0 0 0", "prismatic", LIMIT + '<mimic joint="f1"/>')
    + joint("t", "hand", "tcp", "0 0 0.1,0 0 0", "fixed", "")
)  # fmt: skip


@pytest.mark.parametrize("tip", [None, "c", "hand", "tcp"])
def test_fingers_on_the_last_link_are_held(tip: str | None):
    text = robot(FINGERS)
    arm = load_arm(text, tip=tip)
    assert arm.joint_names == ("j1", "j2", "j3")
    agrees(arm, text)
    assert any("joints f1, f2 are held; the links that they move have 0.2 kg" in remark for remark in arm.remarks)


def test_a_hand_may_be_left_out():
    arm = load_arm(robot(FINGERS), without=["hand"])
    agrees(arm, robot())
    assert sum(one.mass for one in arm.links) == 8.5


def test_a_wrist_beyond_the_tip_is_not_held_without_being_asked():
    wrist = link("d", 1.0) + joint("j4", "c", "d", "0.3 0 0,0 0 0")
    with pytest.raises(ArmFileError, match=re.escape("--hold j4, leave out what the robot does not carry")):
        load_arm(robot(wrist), tip="c")
    agrees(load_arm(robot(wrist), tip="c", hold=["j4"]), robot(wrist))


def test_a_last_joint_that_is_named_as_a_grippers_is_reported():
    jaw = link("jaw", 0.1) + joint("gripper", "c", "jaw", "0.1 0 0,0 0 0")
    arm = load_arm(robot(jaw))
    assert arm.n == 4
    assert any("the last joint 'gripper' is named as that of a gripper" in remark for remark in arm.remarks)
    assert load_arm(robot(jaw), tip="c").n == 3
