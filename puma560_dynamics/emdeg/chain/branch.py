"""Represent the branches of a chain: links that carry several joints, as a torso with two arms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...errors import ChainError
from ..algebra.exact import exact_tuple
from ..algebra.vectors import Scalar


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


def parents_of(branches: Sequence[Branch | None]) -> tuple[int, ...]:
    """Return the index of the joint that moves the parent link of each joint, given its branch; -1 for the base."""
    return tuple(i - 1 if branch is None else branch.parent for i, branch in enumerate(branches))


def ancestors_of(parents: Sequence[int]) -> tuple[frozenset[int], ...]:
    """Return the indices of the joints that move each link, given the parent of each joint."""
    found: list[frozenset[int]] = []
    for i, parent in enumerate(parents):
        found.append((found[parent] if parent >= 0 else frozenset()) | {i})
    return tuple(found)


def completed(branches: Sequence[Branch | None], names: Sequence[str]) -> tuple[Branch | None, ...]:
    """Return the branches of joints, with one for each joint whose parent link carries several joints.

    Args:
        branches: branch of each joint.
        names: names of the joints, for the message.

    Raises:
        ChainError: the parent of a joint is not an earlier joint or the base.
    """
    parents = parents_of(branches)
    for i, (parent, name) in enumerate(zip(parents, names, strict=True)):
        if not -1 <= parent < i:
            raise ChainError(f"joint {name!r} is on joint {parent}; give the index of an earlier joint, or -1")
    shared = {parent for parent in parents if parents.count(parent) > 1}
    return tuple(
        Branch(parent) if parent in shared and branch is None else branch
        for parent, branch in zip(parents, branches, strict=True)
    )


def moved(branch: Branch | None, joints: Sequence[int]) -> Branch | None:
    """Return the branch of a joint in a chain of some joints; on the base, if its parent is not one of them."""
    if branch is None:
        return None
    return replace(branch, parent=joints.index(branch.parent) if branch.parent in joints else -1)
