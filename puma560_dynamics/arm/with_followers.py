"""Functions for arms some of whose joints follow others, and refusals where they are not supported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..errors import UnsupportedArmError
from .arm import Arm


def follower_names(arm: Arm) -> str:
    """The joints that follow others, for messages."""
    return ", ".join(repr(follower.joint.name) for follower in arm.followers)


def refuse_followers(arm: Arm, what: str) -> None:
    """Refuse an arm some joints of which have no motor, where `what` has a coordinate for every moving link.

    Raises:
        UnsupportedArmError: it has such joints.
    """
    if arm.followers:
        raise UnsupportedArmError(
            f"{what} has a coordinate and a torque for every moving link, and {follower_names(arm)} of {arm.name} "
            "follow other joints; take load_model or the nodes, which put them where their leaders do, or hold them"
        )


def with_names(arm: Arm, names: Sequence[str]) -> Arm:
    """The arm with other names of its joints; followers take the prefix that all of them got, if they did."""
    own = arm.joint_names
    prefix = names[0].removesuffix(own[0])
    alike = all(new == prefix + old for new, old in zip(names, own, strict=True))
    return arm.with_(
        joints=tuple(replace(joint, name=name) for joint, name in zip(arm.joints, names, strict=True)),
        followers=tuple(
            replace(follower, joint=replace(follower.joint, name=prefix + follower.joint.name)) if alike else follower
            for follower in arm.followers
        ),
    )
