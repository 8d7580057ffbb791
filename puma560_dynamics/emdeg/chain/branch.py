"""Represent the branches of a chain: links that carry several joints, as a torso with two arms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ...errors import ChainError
from ..algebra.exact import exact_tuple
from ..algebra.vectors import Scalar

if TYPE_CHECKING:
    from .chain import ChainJoint


@dataclass(frozen=True)
class Branch:
    """Place of a joint on a link that carries several joints, with the notation of Khalil and Kleinfinger (1986).

    The transform ``Rz(gamma) Tz(b)`` precedes the transform of the `ChainJoint`, because x of the parent's frame can be
    along the common normal to one of the joints only.

    Attributes:
        parent: index of the joint that moves the parent link; -1 for the base.
        cos_gamma, sin_gamma: cosine and sine of the angle about the parent's z axis.
        b: distance along the parent's z axis, m.
    """

    parent: int
    cos_gamma: Scalar = 1
    sin_gamma: Scalar = 0
    b: Scalar = 0

    def __post_init__(self) -> None:
        names = ("cos_gamma", "sin_gamma", "b")
        for name, value in zip(names, exact_tuple([getattr(self, name) for name in names]), strict=True):
            object.__setattr__(self, name, value)


def parents_of(joints: Sequence[ChainJoint]) -> tuple[int, ...]:
    """Return the index of the joint that moves the parent link of each joint; -1 for the base."""
    return tuple(i - 1 if joint.branch is None else joint.branch.parent for i, joint in enumerate(joints))


def ancestors_of(parents: Sequence[int]) -> tuple[frozenset[int], ...]:
    """Return the indices of the joints that move each link, given the parent of each joint."""
    found: list[frozenset[int]] = []
    for i, parent in enumerate(parents):
        found.append((found[parent] if parent >= 0 else frozenset()) | {i})
    return tuple(found)


def with_branches(joints: tuple[ChainJoint, ...]) -> tuple[ChainJoint, ...]:
    """Return the joints with a `Branch` for each whose parent link carries several; check that parents come first.

    Raises:
        ChainError: the parent of a joint is not an earlier joint or the base.
    """
    parents = parents_of(joints)
    for i, joint in enumerate(joints):
        if not -1 <= parents[i] < i:
            raise ChainError(
                f"joint {joint.name!r} is on joint {parents[i]}; give the index of an earlier joint, or -1"
            )
    shared = {parent for parent in parents if parents.count(parent) > 1}
    return tuple(
        replace(joint, branch=Branch(parent)) if parent in shared and joint.branch is None else joint
        for parent, joint in zip(parents, joints, strict=True)
    )


def moved_branches(joints: Sequence[ChainJoint], start: int) -> tuple[ChainJoint, ...]:
    """Return joints of a chain from index `start` as joints of a chain; those on other joints are on the base."""
    return tuple(
        joint
        if joint.branch is None
        else replace(joint, branch=replace(joint.branch, parent=max(joint.branch.parent - start, -1)))
        for joint in joints
    )
