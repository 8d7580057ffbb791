"""Group joints with parallel axes, and find the angles that the dynamics depend on."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace

from ..algebra.vectors import transposed, turned
from .angles import Angle, single
from .chain import Chain
from .inertia import Moments, step


@dataclass(frozen=True)
class Turn:
    """Orientation of the axes in which a link's equations are written.

    The axes are the link's frame, or (unturned) the orientation of this frame when the angles of its group are 0.

    Attributes:
        joint: index of the joint.
        own: angle from the axes of the previous link; None for a prismatic joint or if torques do not depend on it.
        total: angle from the start of the group.
        flip: -1 if the number of twists of 180° between the start of the group and the link is odd, otherwise 1.
        body: angle of the link's frame in these axes; None if the axes are the link's frame.
    """

    joint: int
    own: Angle | None
    total: Angle | None
    flip: int
    body: Angle | None = None

    @property
    def angle(self) -> Angle | None:
        """Angle of the link's frame from the start of the group, whatever the axes."""
        return self.body or self.total


def groups(chain: Chain, bodies: tuple[Moments, ...], unturned: Set[int] = frozenset()) -> tuple[tuple[Turn, ...], ...]:
    """Group consecutive revolute joints with parallel axes; every other joint is a separate group.

    A group ends where the chain branches.

    Args:
        chain: the chain.
        bodies: bodies of the chain; torques do not depend on the angle of a last body that is symmetric about its axis.
        unturned: indices of links that should have unturned axes. This is possible only if the axis of the next joint
            does not rotate with the link, and all previous links of the group are unturned.

    Returns:
        The orientations of the links, by group.
    """
    return tuple(_left(group, unturned, chain) for group in _turned_groups(chain, bodies))


def _left(group: tuple[Turn, ...], unturned: Set[int], chain: Chain) -> tuple[Turn, ...]:
    """Return a group in which the first links have unturned axes, up to the first link that is not in `unturned`."""
    left: list[Turn] = []
    for place, turn in enumerate(group):
        bound = turn is group[-1] and not chain.ends(turn.joint)  # the axis of the next joint rotates with it
        if turn.total is None or bound or turn.joint not in unturned:
            first = replace(turn, own=turn.total) if left else turn
            return (*left, first, *group[place + 1 :])
        left.append(Turn(turn.joint, None, None, turn.flip, turn.total))
    return tuple(left)


def _turned_groups(chain: Chain, bodies: tuple[Moments, ...]) -> tuple[tuple[Turn, ...], ...]:
    result: list[tuple[Turn, ...]] = []
    for i, joint in enumerate(chain.joints):
        if not joint.revolute or _gravity_along(chain, i) or _symmetric_from(chain, bodies, i):
            result.append((Turn(i, None, None, 1),))
            continue
        own = single(chain, i)
        last = result[-1][-1] if result and joint.branch is None else None
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


def _gravity_along(chain: Chain, joint: int) -> bool:
    """Return whether gravity is parallel to an axis on the base, so that torques do not depend on the joint's angle.

    A wrench, which is given in the axes of frame 0, always depends on it.
    """
    if chain.parents[joint] >= 0 or chain.wrenches:
        return False
    x, y, _ = turned(transposed(step(chain.joints[joint])[0]), chain.gravity)
    return not x and not y


def _symmetric_from(chain: Chain, bodies: tuple[Moments, ...], joint: int) -> bool:
    """Return whether a joint carries no other joint, and its body is symmetric about the axis, as is any wrench."""
    if not chain.ends(joint):
        return False
    if any(wrench.link == joint and any(wrench.point[:2]) for wrench in chain.wrenches):
        return False
    body = bodies[joint]
    xx, yy, _, xy, xz, yz = body.second
    return not (body.first[0] or body.first[1] or xy or xz or yz or xx - yy)
