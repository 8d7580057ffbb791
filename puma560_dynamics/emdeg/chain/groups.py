"""Groups of joints with parallel axes, and the angles that the dynamics depend on."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace

from .angles import Angle, single
from .chain import Chain
from .inertia import Moments


@dataclass(frozen=True)
class Turn:
    """Orientation of the axes of link i: those of its frame, or those that its frame has at angle 0 of its group.

    Attributes:
        joint: index.
        own: angle since the axes of the link before; None if it cannot matter, or for a sliding joint.
        total: angle since the start of its group.
        flip: -1 if an odd number of half turns about x lies between the group's start and the link.
        body: angle of the link's frame in these axes; None if they are its frame's.
    """

    joint: int
    own: Angle | None
    total: Angle | None
    flip: int
    body: Angle | None = None


def groups(chain: Chain, bodies: tuple[Moments, ...], unturned: Set[int] = frozenset()) -> tuple[tuple[Turn, ...], ...]:
    """Group successive revolute joints with parallel axes; every other joint is a group.

    Args:
        chain: the arm.
        bodies: of which the last may be symmetric, so that its angle cannot matter.
        unturned: links whose axes are to stay as they are at angle 0 of their groups, where that can be: the axis of
            the joint beyond must not turn with the link, and the links before it in its group be unturned as well.

    Returns:
        The turns, group by group.
    """
    return tuple(_left(group, unturned, chain.n) for group in _turned_groups(chain, bodies))


def _left(group: tuple[Turn, ...], unturned: Set[int], n: int) -> tuple[Turn, ...]:
    """Return a group with the axes of its first links as they are at angle 0, as far as these are among `unturned`."""
    left: list[Turn] = []
    for place, turn in enumerate(group):
        bound = turn is group[-1] and turn.joint < n - 1  # its frame has the axis of the joint beyond
        if turn.total is None or bound or turn.joint not in unturned:
            first = replace(turn, own=turn.total) if left else turn
            return (*left, first, *group[place + 1 :])
        left.append(Turn(turn.joint, None, None, turn.flip, turn.total))
    return tuple(left)


def _turned_groups(chain: Chain, bodies: tuple[Moments, ...]) -> tuple[tuple[Turn, ...], ...]:
    result: list[tuple[Turn, ...]] = []
    for i, joint in enumerate(chain.joints):
        if not joint.revolute or (i == 0 and _gravity_along_first(chain)) or _symmetric_from(chain, bodies, i):
            result.append((Turn(i, None, None, 1),))
            continue
        own = single(chain, i)
        last = result[-1][-1] if result else None
        if last is not None and last.total is not None and joint.sin_alpha == 0:
            if joint.cos_alpha == 1:
                total = Angle(last.total.joints + own.joints, last.total.offset + own.offset)
                result[-1] += (Turn(i, own, total, last.flip),)
            else:
                before = tuple((k, -sign) for k, sign in last.total.joints)
                result[-1] += (Turn(i, own, Angle(before + own.joints, own.offset - last.total.offset), -last.flip),)
        else:
            result.append((Turn(i, own, own, 1),))
    return tuple(result)


def _gravity_along_first(chain: Chain) -> bool:
    """Return whether turning the first joint leaves gravity where it is: then nothing depends on its angle."""
    first = chain.joints[0]
    x, y, z = chain.gravity
    return not x and not (first.cos_alpha * y + first.sin_alpha * z)


def _symmetric_from(chain: Chain, bodies: tuple[Moments, ...], joint: int) -> bool:
    """Return whether all matter from a joint outwards is one body, symmetric about its axis."""
    if joint != chain.n - 1:
        return False
    body = bodies[joint]
    xx, yy, _, xy, xz, yz = body.second
    return not (body.first[0] or body.first[1] or xy or xz or yz or xx - yy)
