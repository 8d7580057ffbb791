"""Names and refusals for arms with joints that follow others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..errors import UnsupportedArmError
from .arm import Arm


def follower_names(arm: Arm) -> str:
    """Return the names of the joints that follow others, for messages."""
    return ", ".join(repr(follower.joint.name) for follower in arm.followers)


def refuse_followers(arm: Arm, what: str) -> None:
    """Raise if some joints of an arm follow others, because `what` needs a motor at every joint.

    Raises:
        UnsupportedArmError: a joint of the arm follows another one.
    """
    if arm.followers:
        raise UnsupportedArmError(
            f"{what} has a coordinate and a torque for every moving link, and {follower_names(arm)} of {arm.name} "
            "follow other joints and have no motor; use load_model or the nodes, which support them, or hold them"
        )


def with_names(arm: Arm, names: Sequence[str]) -> Arm:
    """Return the arm with other joint names. If all names get one common prefix, followers get it too."""
    own = arm.joint_names
    prefix = names[0].removesuffix(own[0])
    common = all(new == prefix + old for new, old in zip(names, own, strict=True))
    return arm.with_(
        joints=tuple(replace(joint, name=name) for joint, name in zip(arm.joints, names, strict=True)),
        followers=tuple(
            replace(follower, joint=replace(follower.joint, name=prefix + follower.joint.name)) if common else follower
            for follower in arm.followers
        ),
    )
