"""Angles sum along parallel axes, flip with half a turn, and start anew elsewhere."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.emdeg.chain.angles import angle_values, link_angles
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


def test_values_include_the_offset_and_leave_out_what_slides():
    found = chain(ChainJoint("a", offset=0.25), ChainJoint("b", a=1), ChainJoint("c", kind=PRISMATIC))
    values = angle_values(found, np.array([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]]))
    assert values.keys() == {"c1", "s1", "c12", "s12"}
    np.testing.assert_allclose(values["c1"], np.cos([0.35, 0.65]))
    np.testing.assert_allclose(values["s12"], np.sin([0.55, 1.15]))
