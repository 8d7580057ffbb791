"""Joints are held by name, or by pattern, and take those along that follow them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from puma560_dynamics.emdeg.readers.description import Description
from puma560_dynamics.emdeg.readers.formats import Source
from puma560_dynamics.emdeg.readers.held_joints import held_position, hold_joints, joints_below, without_links
from puma560_dynamics.emdeg.readers.urdf_file import read_urdf
from puma560_dynamics.errors import ChainError

JOINT = (
    '<joint name="{}" type="{}"><origin xyz="0 0 1"/><parent link="{}"/><child link="{}"/>'
    '<axis xyz="0 0.6 0.8"/>{}</joint>'
)


def robot() -> Description:
    """Finger and thumb; the thumb follows the finger, its tip follows the thumb."""
    joints = (
        JOINT.format("arm", "revolute", "a", "b", ""),
        JOINT.format("hand_finger", "prismatic", "b", "c", ""),
        JOINT.format("hand_thumb", "revolute", "b", "d", '<mimic joint="hand_finger" multiplier="2" offset="0.5"/>'),
        JOINT.format("tip", "prismatic", "d", "e", '<mimic joint="hand_thumb" offset="-0.25"/>'),
    )
    links = "".join(f'<link name="{link}"/>' for link in "abcde")
    return read_urdf(Source(f"<robot>{links}{''.join(joints)}</robot>"))


def held(*names: str) -> set[str]:
    """Names of the joints that are fixed."""
    return {joint.name for joint in hold_joints(robot(), names).joints if joint.fixed}


def test_by_name_and_pattern():
    assert held("arm") == {"arm"}
    for names in (["hand_finger"], ["hand_*"], ["*and*"], ["*_finger"]):
        assert held(*names) == {"hand_finger", "hand_thumb", "tip"}
    assert held() == set()


@pytest.mark.parametrize("name", ["k", "", "*x", "Hand*", "hand"])
def test_an_unknown_name_is_refused(name: str):
    with pytest.raises(ChainError, match=r"which is to be held, does not exist; there are arm,"):
        hold_joints(robot(), [name])


def test_a_follower_stands_at_its_offset():
    joints = {joint.name: joint for joint in hold_joints(robot(), ["hand*"]).joints}
    assert all(joints[name].mimics is None for name in ("hand_thumb", "tip"))
    turn = np.array(joints["hand_thumb"].origin.rotation, dtype=float)
    axis = np.array([0, 0.6, 0.8])
    np.testing.assert_allclose(turn @ axis, axis, atol=1e-15)
    np.testing.assert_allclose(turn @ turn.T, np.eye(3), atol=1e-15)
    assert np.trace(turn) == pytest.approx(1 + 2 * math.cos(0.5), abs=1e-15)
    assert turn[2, 1] == pytest.approx((1 - math.cos(0.5)) * 0.48, abs=1e-15)
    assert turn[1, 0] == pytest.approx(0.8 * math.sin(0.5), abs=1e-15)  # turns the way of the axis
    assert [float(x) for x in joints["tip"].origin.origin] == pytest.approx([0, 0.15, 1.2])  # 0.5 - 0.25 along the axis


@pytest.mark.parametrize(("lower", "upper", "at"), [(-1, 1, 0.0), (0.02, 0.05, 0.02), (-0.3, -0.1, -0.1), (0, 0, 0.0)])
def test_a_joint_is_held_at_zero_or_the_nearest_limit_and_its_followers_go_with_it(
    lower: float, upper: float, at: float
):
    text = (
        "<robot><link name='a'/><link name='b'/><link name='c'/>"
        + JOINT.format(
            "left", "prismatic", "a", "b", f'<limit lower="{lower}" upper="{upper}" effort="1" velocity="1"/>'
        )
        + JOINT.format("right", "prismatic", "a", "c", '<mimic joint="left" multiplier="-2" offset="0.5"/>')
        + "</robot>"
    )
    left, right = hold_joints(read_urdf(Source(text)), ["left"]).joints
    assert [float(x) for x in left.origin.origin] == pytest.approx([0, 0.6 * at, 1 + 0.8 * at])
    follower = 0.5 - 2.0 * at
    assert [float(x) for x in right.origin.origin] == pytest.approx([0, 0.6 * follower, 1 + 0.8 * follower])


@pytest.mark.parametrize(
    ("names", "joint", "leader", "first"),
    [
        (["hand_thumb"], "hand_thumb", "hand_finger", "hand_finger"),
        (["tip"], "tip", "hand_thumb", "hand_finger"),
        (["arm", "*thumb"], "hand_thumb", "hand_finger", "hand_finger"),
    ],
)
def test_a_follower_is_not_held_while_its_leader_moves(names: list[str], joint: str, leader: str, first: str):
    with pytest.raises(ChainError, match=rf"{joint!r}, which is to be held, mimics {leader!r}.* --hold {first};"):
        hold_joints(robot(), names)


@pytest.mark.parametrize("leader", ['<joint name="still" type="fixed"><parent link="a"/><child link="c"/></joint>', ""])
def test_a_follower_of_what_does_not_move_is_held_at_zero(leader: str):
    """Of a fixed joint, or of one that the file does not have."""
    links = "".join(f'<link name="{link}"/>' for link in "abc")
    follower = JOINT.format("own", "prismatic", "a", "b", '<mimic joint="still" offset="0.5"/>')
    joints = {
        joint.name: joint
        for joint in hold_joints(read_urdf(Source(f"<robot>{links}{follower}{leader}</robot>")), ["own"]).joints
    }
    assert joints["own"].fixed
    assert joints["own"].origin.origin == (0, 0, 1)


def test_a_part_of_a_name_is_no_name_and_the_pattern_is_given():
    with pytest.raises(ChainError, match=r"give whole names or a pattern, '\*hand\*' for all that have it"):
        hold_joints(robot(), ["hand"])


def test_links_are_left_out_with_all_that_they_carry():
    urdf = without_links(robot(), ["c", "d"])
    assert list(urdf.bodies) == ["a", "b"]
    assert [joint.name for joint in urdf.joints] == ["arm"]
    assert without_links(robot(), []) == robot()
    with pytest.raises(ChainError, match="links x, which are to be left out, do not exist; there are a, b"):
        without_links(robot(), ["c", "x"])
    with pytest.raises(ChainError, match="joints hand_thumb mimic joints of links that are to be left out"):
        without_links(robot(), ["c"])


def test_joints_below_a_link_and_where_they_are_held():
    assert joints_below(robot(), "e") == ["tip", "hand_thumb", "arm"]
    assert joints_below(robot(), "a") == []
    assert held_position(robot(), "hand_thumb") == 0.5
