"""Joints in groups of parallel axes, and the angles that the dynamics need at all."""

from __future__ import annotations

from dataclasses import dataclass

from .angles import Angle, single
from .chain import Chain
from .inertia import Moments


@dataclass(frozen=True)
class Turn:
    """How link i is turned.

    Attributes:
        joint: index.
        own: angle of the joint alone; None if it cannot matter, or for a sliding joint.
        total: angle since the start of its group.
        flip: -1 if an odd number of half turns about x lies between the group's start and the link.
    """

    joint: int
    own: Angle | None
    total: Angle | None
    flip: int


def groups(chain: Chain, bodies: tuple[Moments, ...]) -> tuple[tuple[Turn, ...], ...]:
    """Successive revolute joints with parallel axes together, every other joint alone."""
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
    """Whether turning the first joint leaves gravity where it is: then nothing depends on its angle."""
    first = chain.joints[0]
    x, y, z = chain.gravity
    return not x and not (first.cos_alpha * y + first.sin_alpha * z)


def _symmetric_from(chain: Chain, bodies: tuple[Moments, ...], joint: int) -> bool:
    """Whether all matter from a joint outwards is one body, symmetric about its axis."""
    if joint != chain.n - 1:
        return False
    body = bodies[joint]
    xx, yy, _, xy, xz, yz = body.second
    return not (body.first[0] or body.first[1] or xy or xz or yz or xx - yy)
