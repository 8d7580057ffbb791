"""Arms some joints of which follow others: what is refused, and names that are not a common prefix."""

from __future__ import annotations

import pytest
from helpers.arm.palletiser import NAMES, palletiser

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.with_followers import follower_names, refuse_followers, with_names
from puma560_dynamics.errors import UnsupportedArmError


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
