"""Arms some joints of which follow others: limits, friction, frames and refusals."""

from __future__ import annotations

import copy
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.palletiser import NAMES, palletiser

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.chosen_joints import arm_of_joints
from puma560_dynamics.arm.follower import Follower, limited, with_friction_of
from puma560_dynamics.arm.joint_friction import JointFriction
from puma560_dynamics.arm.kinematics import gravity_load, jacobian, link_poses
from puma560_dynamics.arm.parts import Joint, Motor
from puma560_dynamics.arm.with_followers import follower_names, refuse_followers, with_names
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.emdeg import Selection
from puma560_dynamics.errors import ArmFileError, UnsupportedArmError
from puma560_dynamics.simulation.simulate import potential_energy

pin = pytest.importorskip("pinocchio", reason="needs Pinocchio (pip install '.[test]')")

STATES = np.random.default_rng(15).uniform(-1.0, 1.0, (5, 2, 4))


def of_pinocchio():
    """The description as Pinocchio reads it, mimic joints as such."""
    return pin.buildModelFromXML(palletiser(), mimic=True)


def test_joints_are_those_with_motors_and_links_all_that_move():
    arm = load_arm(palletiser())
    assert arm.joint_names == NAMES
    assert arm.chain.joint_names == ("turn", "shoulder", "level", "elbow", "wrist", "flange")
    assert len(arm.links) == len(arm.chain.links) == 6
    assert any("'level' follows 'shoulder', at -1 times its position + 0.1" in remark for remark in arm.remarks)


def test_poses_and_jacobian_are_those_of_pinocchios_mimic_joints():
    arm, model = load_arm(palletiser(), tip="tool"), of_pinocchio()
    data = model.createData()
    tool = model.getFrameId("tool")
    for q, qd in STATES:
        pin.forwardKinematics(model, data, q, qd)
        pin.updateFramePlacements(model, data)
        np.testing.assert_allclose(link_poses(arm, q)[-1], data.oMf[tool].homogeneous, atol=1e-14)
        moved = pin.getFrameVelocity(model, data, tool, pin.LOCAL_WORLD_ALIGNED).vector
        np.testing.assert_allclose(jacobian(arm, q) @ qd, moved, atol=1e-13)


def test_the_weight_is_the_slope_of_the_potential_energy():
    arm, step = load_arm(palletiser()), 1e-5
    q = STATES[:, 0]
    slope = [(potential_energy(arm, q + e) - potential_energy(arm, q - e)) / (2.0 * step) for e in step * np.eye(4)]
    np.testing.assert_allclose(gravity_load(arm, q), np.transpose(slope), rtol=1e-7, atol=1e-6)


def test_every_position_within_the_limits_leaves_followers_within_theirs():
    arm = load_arm(palletiser())
    corners = arm.chain_positions(np.stack([arm.lower, arm.upper]))
    chain = arm.chain
    assert (corners >= chain.lower - 1e-12).all() and (corners <= chain.upper + 1e-12).all()
    # and no narrower than that: each limit is reached by the joint or by what follows it
    reached = np.isclose(corners, chain.lower) | np.isclose(corners, chain.upper)
    assert (reached.astype(float) @ np.abs(arm.following) >= 1.0).all()
    assert (np.abs(arm.following @ arm.velocity)[[1, 2]] <= chain.velocity[[1, 2]]).all()


@pytest.mark.parametrize("multiplier", [-2.0, 0.5])
def test_limits_of_a_follower_count_for_its_leader(multiplier: float):
    joint = Joint("a", 0.0, 0.0, 0.0, -3.0, 3.0, 4.0)
    own = Joint("b", 0.0, 0.0, 0.0, -1.0, 0.8, 1.0)
    follower = Follower(own, 1, 0, multiplier, 0.1, effort=6.0)
    found, motor = limited(joint, Motor(0.0, 1.0, 20.0, 0.0), follower)
    ends = sorted(multiplier * end + 0.1 for end in (found.lower, found.upper))
    np.testing.assert_allclose(ends, [-1.0, 0.8])
    assert abs(multiplier) * found.velocity == pytest.approx(1.0)
    assert motor.maximum_torque == pytest.approx(abs(multiplier) * 6.0)


def test_limits_that_a_follower_does_not_have_are_none():
    joint, motor = Joint("a", 0.0, 0.0, 0.0, -3.0, 3.0, 4.0), Motor(0.0, 1.0, 20.0, 0.0)
    nothing = Follower(Joint("b", 0.0, 0.0, 0.0, 0.0, 0.0, 0.0), 1, 0, 2.0, 0.1)
    assert limited(joint, motor, nothing) == (joint, motor)


def test_friction_of_a_follower_takes_as_much_power_from_its_leader():
    leader, own = JointFriction(3.0, 2.0, 1.0, 0.4), JointFriction(0.7, 0.5, 0.2)
    for factor in (-1.5, 0.5):
        both = with_friction_of(leader, own, factor)
        for rate in (-1.3, 0.8):
            power = sum(
                (one.coulomb_positive if speed > 0 else -one.coulomb_negative) * speed + one.viscous * speed**2
                for one, speed in ((leader, rate), (own, factor * rate))
            )
            dry = both.coulomb_positive if rate > 0 else -both.coulomb_negative
            assert dry * rate + both.viscous * rate**2 == pytest.approx(power, rel=1e-12)
        assert both.offset == leader.offset


def test_the_written_description_is_read_back_as_the_same_arm():
    arm = load_arm(palletiser(friction=True))
    again = load_arm(urdf(arm))
    assert again.joint_names == arm.joint_names and again.friction == arm.friction
    np.testing.assert_array_equal(again.following, arm.following)
    np.testing.assert_allclose([again.lower, again.upper], [arm.lower, arm.upper], rtol=1e-15)
    np.testing.assert_allclose(
        gravity_load(again, STATES[:, 0]), gravity_load(arm, STATES[:, 0]), rtol=1e-12, atol=1e-9
    )


def test_other_names_with_a_prefix_reach_followers():
    arm = with_names(load_arm(palletiser()), [f"left_{name}" for name in NAMES])
    assert arm.chain.joint_names[2] == "left_level"
    assert with_names(arm, ["a", "b", "c", "d"]).chain.joint_names[2] == "left_level"


def test_copies_keep_followers():
    arm = load_arm(palletiser())
    np.testing.assert_array_equal(copy.deepcopy(arm).following, arm.following)


def test_joints_of_a_controller_leave_followers_out_beyond_the_last_too():
    text = palletiser()
    arm = arm_of_joints(Selection(text), NAMES[:3])
    assert arm.chain.joint_names == ("turn", "shoulder", "level", "elbow", "wrist")
    assert any("flange are attached to the arm and are held" in remark for remark in arm.remarks)
    with pytest.raises(ArmFileError, match=r"joints level mimic other joints of the list .* remove them"):
        arm_of_joints(Selection(text), ["turn", "shoulder", "level", "elbow"])


def test_a_held_leader_holds_its_follower():
    arm = load_arm(palletiser(), hold=["shoulder"])
    assert arm.joint_names == ("turn", "elbow", "flange") and len(arm.followers) == 1


@pytest.mark.parametrize("multiplier", ["0.5", "1.5"])
def test_a_part_of_a_turn_of_an_endless_joint_is_refused(multiplier: str):
    text = palletiser(flange="continuous", wrist=f'<mimic joint="flange" multiplier="{multiplier}"/>')
    narrow = load_arm(text)  # its limits are the flange's
    assert np.isfinite(narrow.lower).all()
    with pytest.raises(ArmFileError, match=r"'wrist' mimics 'flange', which is continuous, with multiplier"):
        load_arm(text.replace('name="wrist" type="revolute"', 'name="wrist" type="continuous"'))
    whole = text.replace(f'multiplier="{multiplier}"', 'multiplier="-2"').replace(
        'name="wrist" type="revolute"', 'name="wrist" type="continuous"'
    )
    assert load_arm(whole).continuous.tolist() == [False, False, False, True]


def test_limits_that_leave_no_position_are_refused_with_both_names():
    with pytest.raises(
        ArmFileError,
        match=r"no position of joint 'shoulder' .* 'level', with multiplier -1 and offset 9; correct limits",
    ):
        load_arm(palletiser(level='<mimic joint="shoulder" multiplier="-1" offset="9"/>'))


def test_an_arm_file_on_the_description_may_change_joints_with_motors_alone(tmp_path: Path):
    (tmp_path / "robot.urdf").write_text(palletiser(), encoding="utf-8")
    path = tmp_path / "arm.yaml"
    path.write_text("description: robot.urdf\nmotors: {elbow: {inertia: 3.0}}\n", encoding="utf-8")
    assert load_arm(path).motor_inertia.tolist() == [0.0, 0.0, 3.0, 0.0]
    path.write_text("description: robot.urdf\nmotors: {wrist: {inertia: 3.0}}\n", encoding="utf-8")
    with pytest.raises(ArmFileError, match=r"no joint of the arm is called wrist"):
        load_arm(path)


def test_followers_take_a_prefix_and_no_other_names():
    own = load_arm(palletiser())
    before = [follower.joint.name for follower in own.followers]
    prefixed = with_names(own, [f"left_{name}" for name in NAMES])
    assert [follower.joint.name for follower in prefixed.followers] == [f"left_{name}" for name in before]
    others = with_names(own, [f"left_{NAMES[0]}", *NAMES[1:]])
    assert others.joint_names == (f"left_{NAMES[0]}", *NAMES[1:])
    assert [follower.joint.name for follower in others.followers] == before


def test_followers_are_refused_by_name_where_they_are_not_supported(arm: Arm):
    own = load_arm(palletiser())
    assert follower_names(own) == ", ".join(repr(follower.joint.name) for follower in own.followers) != ""
    with pytest.raises(UnsupportedArmError, match="^the servo .*'level'.* of " + own.name):
        refuse_followers(own, "the servo")
    refuse_followers(arm, "the servo")
