"""An arm of the leaderboard is the chain between its joints; what else moves on it is held."""

from __future__ import annotations

from itertools import pairwise

import pytest

LINKS = ("base", "one", "two", "hand", "finger", "wheel")
JOINTS = (("a", "base", "one"), ("b", "one", "two"), ("grip", "hand", "finger"), ("roll", "base", "wheel"))
BODY = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'


def urdf() -> str:
    """Base, two joints, a hand with a finger, and a wheel that is no part of the arm."""
    joints = "".join(
        f'<joint name="{name}" type="continuous"><parent link="{before}"/><child link="{link}"/>'
        '<origin xyz="0.1 0 0.2"/><axis xyz="0 1 0"/></joint>'
        for name, before, link in JOINTS
    )
    fixed = '<joint name="wrist" type="fixed"><parent link="two"/><child link="hand"/></joint>'
    return f"<robot name='r'>{''.join(f'<link name={link!r}>{BODY}</link>' for link in LINKS)}{joints}{fixed}</robot>"


def test_joints_beyond_the_arm_are_held(monkeypatch: pytest.MonkeyPatch):
    import public_arms

    monkeypatch.setattr(public_arms, "text", lambda source: urdf())
    arm = public_arms.PublicArm("R", "package:r.urdf", "a", "b")
    assert arm.held() == ["grip"]
    chain = arm.chain()
    assert [joint.name for joint in chain.joints] == ["a", "b"]
    assert [float(body.mass) for body in chain.bodies] == [1.0, 3.0]  # the hand and its finger count with link two


def test_names_and_chains_are_different_ones():
    from public_arms import ARMS

    assert len({arm.name for arm in ARMS}) == len({(arm.source, arm.first) for arm in ARMS}) == len(ARMS)
    assert len([arm for arm in ARMS if "leg" not in arm.name]) >= 30
    assert all(one != other for one, other in pairwise(ARMS))
