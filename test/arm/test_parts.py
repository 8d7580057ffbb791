"""Links, joints and motors keep their numbers to themselves."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.arm import Link
from puma560_dynamics.arm.parts import PRISMATIC, REVOLUTE, Joint


def test_a_link_keeps_its_own_numbers():
    center = np.array([1.0, 2.0, 3.0])
    link = Link("l", 1.0, center, np.eye(3))
    center[0] = 9.0
    assert link.center_of_gravity.tolist() == [1.0, 2.0, 3.0]


def test_units_follow_the_kind_of_joint():
    turning = Joint("a", 0.0, 0.0, 0.0, -1.0, 1.0, 2.0)
    sliding = Joint("b", 0.0, 0.0, 0.0, 0.0, 1.0, 2.0, kind=PRISMATIC)
    assert turning.kind == REVOLUTE
    assert (turning.unit, turning.effort_unit) == ("rad", "N m")
    assert (sliding.unit, sliding.effort_unit) == ("m", "N")


def test_a_joint_is_endless_without_both_limits_only():
    assert Joint("a", 0.0, 0.0, 0.0, -np.inf, np.inf, 2.0).endless
    assert not Joint("a", 0.0, 0.0, 0.0, -np.inf, 1.0, 2.0).endless
