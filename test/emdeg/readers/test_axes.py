"""The frames on given axes: as many numbers as possible vanish, and none lies."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from puma560_dynamics.emdeg.chain.chain import ChainJoint, Placement
from puma560_dynamics.emdeg.chain.pose import compose, roll_pitch_yaw
from puma560_dynamics.emdeg.readers.axes import Axis, axis_frames, base_frame, joint_step

X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
HERE = Placement()


def at(*origin: float) -> Placement:
    """A frame that is only moved."""
    return Placement(origin=origin)  # type: ignore[arg-type]


def steps(*axes: Axis) -> list[ChainJoint]:
    """Steps after the first."""
    frames = axis_frames(axes)
    return [joint_step(axes[k], frames[k - 1], compose(axes[k].link, frames[k])) for k in range(1, len(axes))]


def numbers(joint: ChainJoint) -> tuple[float, ...]:
    """Twist, length, distance, offset; angles in degrees."""
    alpha = math.degrees(math.atan2(joint.sin_alpha, joint.cos_alpha))
    offset = math.degrees(math.atan2(joint.sin_offset, joint.cos_offset))
    return alpha, float(joint.a), float(joint.d), offset


def test_parallel_axes_slide_to_one_plane():
    last = Axis("c", "revolute", at(0.4, 0, 0.2), Z)
    joints = steps(Axis("a", "revolute", HERE, Z), Axis("b", "revolute", at(1, 0, 0.3), Z), last)
    assert [numbers(joint) for joint in joints] == [(0, 1, 0, 0), (0, 0.4, 0, 0)]


def test_opposite_axes():
    joints = steps(Axis("a", "revolute", HERE, Z), Axis("b", "revolute", at(1, 0, 0), (0, 0, -1)))
    assert numbers(joints[0])[:3] == (180, 1, 0)


def test_intersecting_axes_meet_in_the_origin():
    joints = steps(Axis("a", "revolute", HERE, Z), Axis("b", "revolute", at(0, 0.2, 0.5), Y))
    assert numbers(joints[0])[1:3] == (0, 0)
    assert abs(numbers(joints[0])[0]) == 90


def test_coincident_axes_need_nothing():
    joints = steps(Axis("a", "revolute", HERE, Z), Axis("b", "revolute", at(0, 0, 0.7), Z))
    assert numbers(joints[0]) == (0, 0, 0, 0)


def test_skew_axes():
    joints = steps(Axis("a", "revolute", HERE, Z), Axis("b", "revolute", at(0.4, 0.1, 0.5), Y))
    assert numbers(joints[0]) == (-90, 0.4, 0, 0)


def test_a_sliding_axis_goes_where_it_costs_nothing():
    """Its place does not matter: it is drawn through the origin before it, which need not move for it."""
    first, second = Axis("a", "revolute", HERE, Z), Axis("b", "revolute", at(0.4, 0, 0), Z)
    joints = steps(first, second, Axis("c", "prismatic", at(0.4, 0.1, 0.3), Y))
    assert numbers(joints[0])[1:3] == (0.4, 0)
    assert numbers(joints[1])[1:3] == (0, 0)


def test_a_sliding_axis_that_is_parallel_has_no_normal():
    frames = axis_frames((Axis("a", "revolute", HERE, Z), Axis("b", "prismatic", at(0.3, 0.4, 0), Z)))
    assert [frame.rotation for frame in frames] == [HERE.rotation] * 2


def test_nearly_square_is_square():
    slanted = Placement(roll_pitch_yaw((1e-11, 0, 0), snap=0.0), (1, 0, 0))
    joint = steps(Axis("a", "revolute", HERE, Z), Axis("b", "revolute", slanted, Z))[0]
    assert (joint.cos_alpha, joint.sin_alpha, joint.a) == (1, 0, 1)


def test_the_last_frame_is_the_links_own():
    first = Axis("a", "revolute", HERE, Z)
    turned = Placement(roll_pitch_yaw((math.pi / 2, 0, 0.3)), (0.5, 0, 0))
    frames = axis_frames((first, Axis("b", "revolute", turned, Z)))
    assert {abs(x) for row in frames[-1].rotation for x in row} == {0, 1}


@pytest.mark.parametrize("gravity", [(0, 0, -9), (3, 0, 1), (0, 2, 1)])
def test_frame_0_is_frame_1(gravity: tuple[float, float, float]):
    first = at(0, 0, 0.5)
    assert base_frame(first, gravity) == first


def test_frame_0_turns_under_a_slanted_gravity():
    ground = base_frame(at(0, 0, 0.5), (3, 4, 1))
    assert sum(ground.rotation[k][0] * value for k, value in enumerate((3, 4, 1))) == 0
    assert ground.rotation[2] == (0, 0, 1)
    assert ground.origin == (0, 0, Fraction(1, 2))
