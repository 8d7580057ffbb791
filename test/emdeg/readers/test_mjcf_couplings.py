"""Couplings, tendons and polynomials of a MuJoCo model: what they mean, or why they are refused."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.emdeg.mujoco_arm import BODY, COUPLING, TENDON, MujocoArm, arm_of

from puma560_dynamics import load_arm
from puma560_dynamics.errors import ArmFileError

mujoco = pytest.importorskip("mujoco", reason="needs MuJoCo (pip install '.[run]')")


def test_a_coupling_is_a_follower():
    more = f"<equality>{COUPLING}</equality>"
    text = arm_of(joint='ref="0.3" armature="0.2" damping="0.4" frictionloss="0.6"', more=more)
    text = text.replace('name="one"', 'name="one" ref="-0.2"')
    arm = load_arm(text)
    assert arm.joint_names == ("one",)
    MujocoArm(mujoco.MjModel.from_xml_string(text), arm).compare()
    assert arm.chain_positions(np.array([0.7])) == pytest.approx([0.7, 0.3 + 0.1 - 0.5 * (0.7 + 0.2)])
    assert (arm.motor_inertia[0], arm.friction[0].dry, arm.friction[0].viscous) == pytest.approx((0.05, 0.3, 0.1))


FLEX = (
    '<deformable><flex name="f" dim="1" body="a b" vertex="0 0 0 0.1 0 0" element="0 1"><edge stiffness="50"/></flex>'
    "</deformable>"
)

SITES = '<tendon><spatial stiffness="3"><site site="s"/><site site="r"/></spatial></tendon>'

WRAP = '<tendon><spatial stiffness="3"><site site="s"/><geom geom="g"/><site site="r"/></spatial></tendon>'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (arm_of(joint='stiffness="3"'), "joint 'two' has a spring .* set stiffness to 0, or hold .* --hold two"),
        (arm_of('gravcomp="1"'), "body 'b' has gravcomp 1: the simulator compensates its weight.* set gravcomp to 0"),
        (arm_of(joint='type="ball"').replace('range="-1 1" type', "type").replace('axis="0 1 0" type', "type"),
         "joint 'two' is of type 'ball'"),
        (arm_of(more='<equality><joint joint1="two" joint2="one" polycoef="0 1 2 0 0"/></equality>'),
         "joint 'two' follows 'one' by a polynomial; keep"),
        (arm_of(more='<equality><joint joint1="two"/></equality>'), "joint 'two' is fixed by an equality"),
        (arm_of(more=f"<equality>{2 * COUPLING}</equality>"), "joint 'two' is coupled to other joints by several"),
        (arm_of(more=FLEX), "joint 'two' deforms a flexible body .* remove the flex"),
        (arm_of(more='<equality><connect body1="b" body2="world" anchor="0 0 0"/></equality>'),
         "joint 'one' is in a closed loop"),
        (arm_of(more='<equality><weld body1="b"/></equality>'), "joint 'one' is in a closed loop"),
        (arm_of(more=TENDON.format('stiffness="1"')), "joint 'one' is moved by a tendon .* `transmission:`"),
        (arm_of(more=TENDON.format('frictionloss="1"')), "joint 'one' is moved by a tendon"),
        (arm_of(hand='<site name="s"/>', more=SITES).replace("<worldbody>", '<worldbody><site name="r" pos="1 0 0"/>'),
         "joint 'one' is moved by a tendon"),
        (arm_of(hand='<geom name="g" size="0.1"/>', more=WRAP).replace(
            "<worldbody>", '<worldbody><site name="s" pos="1 0 2"/><site name="r" pos="-1 0 2"/>'),
         "joint 'one' is moved by a tendon"),
        (arm_of(more=TENDON.format("") + '<equality><tendon tendon1="t"/></equality>'), "is coupled by the equality"),
        ("<mujoco><worldbody/></mujoco>", "no joint moves above link 'world'"),
        ("<mujoco><worldbody><body/></worldbod></mujoco>", "MuJoCo cannot compile the model: .*; correct that place"),
        (arm_of().replace("<body name", '<body childclass="none" name'), "MuJoCo cannot compile the model"),
    ],
)  # fmt: skip
def test_what_no_arm_has_is_refused_with_a_way_out(text: str, words: str):
    with pytest.raises(ArmFileError, match=words):
        load_arm(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (arm_of(joint='damping="1 2 3"'), "joint 'two' has damping that is not linear"),
        (arm_of(joint='stiffness="0 2"'), "joint 'two' has a spring"),
        (arm_of(more='<actuator><motor joint="two" damping="0 2"/></actuator>'), "joint 'two' has damping that is not"),
    ],
)
def test_polynomials_of_damping_and_stiffness_are_refused(text: str, words: str):
    try:
        mujoco.MjModel.from_xml_string(text)
    except ValueError:
        pytest.skip("this version of MuJoCo has no such polynomials")
    with pytest.raises(ArmFileError, match=words):
        load_arm(text)


def test_a_closed_loop_of_a_gripper_leaves_the_arm():
    hand = f'<body name="c">{BODY}<joint name="finger" type="slide"/></body>'
    loop = '<equality><connect body1="c" body2="b" anchor="0 0 0"/></equality>'
    arm = load_arm(arm_of(hand=hand, more=loop), hold=["finger"])
    assert arm.joint_names == ("one", "two")
    with pytest.raises(ArmFileError, match="joint 'finger' is in a closed loop"):
        load_arm(arm_of(hand=hand, more=loop), tip="c")


def test_what_is_held_or_off_the_arm_may_have_everything():
    """Springs of a gripper that is held, a free base below the arm, a free object, tendons without inertia."""
    hand = (
        f'<body name="c">{BODY}<joint name="left_finger" type="slide" stiffness="9"/></body>'
        f'<body name="d" gravcomp="0">{BODY}<joint name="right_finger" type="slide"/></body>'
    )
    coupling = '<equality><joint joint1="left_finger" joint2="right_finger" polycoef="0 1 1 0 0"/></equality>'
    tendon = '<tendon><fixed name="t"><joint joint="two" coef="2"/></fixed></tendon>'
    more = coupling + tendon + '<actuator><motor tendon="t" gear="2"/></actuator>'
    text = arm_of(hand=hand, more=more).replace('<joint name="one" axis="0 1 0" range="-1 1"/>', "<freejoint/>")
    text = text.replace(
        "</worldbody>", f'<body name="cup" pos="1 1 1" gravcomp="1"><freejoint/>{BODY}</body></worldbody>'
    )
    arm = load_arm(text, base="a", tip="b")
    assert arm.joint_names == ("two",)  # what moves the base is held
    MujocoArm(mujoco.MjModel.from_xml_string(text), arm).compare()
    assert any("moves the base and is held still" in remark for remark in arm.remarks)
    with pytest.raises(ArmFileError, match=r"is of type 'free'; .* or choose a base beyond it"):
        load_arm(text, tip="b", base="world")
    inactive = '<equality><weld active="false" body1="b"/></equality>'
    assert "equalities that are not active" in str(load_arm(arm_of(more=inactive)).remarks)
    wet = arm_of(more='<option density="1000"><flag gravity="disable"/></option>')
    assert "resistance of the medium" in str(load_arm(wet).remarks)
    assert load_arm(wet).gravity == 0.0
