"""Angles sum along parallel axes, flip with half a turn, and start anew elsewhere."""

from __future__ import annotations

from puma560_dynamics.emdeg.chain.angles import link_angles
from puma560_dynamics.emdeg.chain.chain import PRISMATIC, Body, Chain, ChainJoint


def chain(*joints: ChainJoint) -> Chain:
    """Of bodies that do not matter."""
    return Chain("test", joints, tuple(Body() for _ in joints))


def test_parallel_axes():
    turn = ChainJoint("a", cos_alpha=0, sin_alpha=-1)
    angles = link_angles(chain(ChainJoint("b"), turn, ChainJoint("c", a=0.5, offset=0.25), turn))
    assert [angle.label for angle in angles if angle] == ["1", "2", "23", "4"]
    assert angles[2] is not None
    assert angles[2].offset == 0.25


def test_half_a_turn_flips():
    angles = link_angles(chain(ChainJoint("a", offset=0.5), ChainJoint("b", cos_alpha=-1, a=1)))
    assert angles[1] is not None
    assert angles[1].joints == ((0, -1), (1, 1))
    assert angles[1].offset == -0.5
    assert angles[1].label == "m12"


def test_a_sliding_joint_has_none_and_ends_the_sum():
    angles = link_angles(chain(ChainJoint("a"), ChainJoint("b", kind=PRISMATIC), ChainJoint("c")))
    assert angles[1] is None
    assert angles[2] is not None
    assert angles[2].label == "3"
