"""The arm that named joints of a description form, against Pinocchio with all others locked."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.arm.two_arms import LEFT, RIGHT, two_arms

from puma560_dynamics import load_model
from puma560_dynamics.arm.chosen_joints import arm_of_joints
from puma560_dynamics.emdeg import Selection
from puma560_dynamics.errors import ArmFileError

pin = pytest.importorskip("pinocchio", reason="needs Pinocchio (pip install '.[test]')")


@pytest.mark.parametrize("joints", [LEFT, RIGHT, LEFT[:2]], ids=["left, with a gripper", "right", "two of left"])
def test_torque_is_that_of_the_description_with_all_others_at_zero(joints: list[str]):
    text = two_arms()
    arm = arm_of_joints(Selection(text), joints)
    assert arm.joint_names == tuple(joints)
    assert any("held at zero" in remark for remark in arm.remarks) is (joints != RIGHT)
    whole = pin.buildModelFromXML(text)
    locked = [number for number, name in enumerate(whole.names) if number and name not in joints]
    model = pin.buildReducedModel(whole, locked, pin.neutral(whole))
    for q, qd, qdd in np.random.default_rng(4).uniform(-1.5, 1.5, (5, 3, arm.n)):
        expected = pin.rnea(model, model.createData(), q, qd, qdd)
        np.testing.assert_allclose(load_model("newton_euler", arm).torque(q, qd, qdd), expected, atol=1e-11)


@pytest.mark.parametrize(
    ("joints", "words"),
    [
        ([*LEFT[::-1]], "in another order than along the arm; expected left_joint1, left_joint2, left_joint3"),
        ([*LEFT, "right_joint4"], "it has no moving joints right_joint4"),
        ([LEFT[0], RIGHT[1]], "joints left_joint1 do not lie between its root and joint right_joint2"),
        ([LEFT[0], LEFT[0]], "joints left_joint1 are named twice"),
        ([LEFT[0], LEFT[2]], "joints left_joint2 move the arm"),
        (["left_mount"], "it has no moving joints left_mount"),
    ],
)
def test_what_is_no_arm_is_refused(joints: list[str], words: str):
    with pytest.raises(ArmFileError) as refused:
        arm_of_joints(Selection(two_arms()), joints)
    assert words in str(refused.value)


def test_what_moves_the_base_must_be_held_by_name():
    text = two_arms(lift="revolute")
    with pytest.raises(ArmFileError, match=r"lift move the arm .* hold"):
        arm_of_joints(Selection(text), LEFT)
    assert arm_of_joints(Selection(text, hold=("lift",)), LEFT).joint_names == tuple(LEFT)
    assert arm_of_joints(Selection(text, base="torso"), LEFT).joint_names == tuple(LEFT)


def test_text_that_is_no_description():
    with pytest.raises(ArmFileError, match="robot description: "):
        arm_of_joints(Selection("<robot><link/>"), LEFT)
