"""From one link to the next, with no other angles than `angles.link_angles`.

A link's *unturned* frame has its origin and its z axis, and is turned back about z by the link's angle.
Along parallel axes unturned frames keep their directions: the PUMA's link 3 is turned by c23, s23
against a frame that is parallel to link 2's unturned one, and neither c3 nor s3 arises.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..algebra.ring import Ring
from ..algebra.vectors import IDENTITY, Matrix, Vector, about_x, about_z, product, turned
from .angles import link_angles
from .chain import Chain


@dataclass(frozen=True)
class LinkStep:
    """Unturned frame i seen from unturned frame i-1, and the turn of link i in it.

    Attributes:
        rotation: axes of unturned frame i in unturned frame i-1 (of frame 0 for i = 1).
        displacement: (3,) m, its origin there.
        turn: axes of link i in its own unturned frame: a rotation about z.
    """

    rotation: Matrix
    displacement: Vector
    turn: Matrix


def link_steps(chain: Chain, ring: Ring) -> tuple[LinkStep, ...]:
    """The step to every link; makes the chain's cosines, sines and sliding positions in `ring`."""
    result: list[LinkStep] = []
    angles = link_angles(chain)
    before = IDENTITY  # turn of link i-1
    for i, joint in enumerate(chain.joints):
        angle = angles[i]
        twist = about_x(joint.cos_alpha, joint.sin_alpha)
        distance = joint.d if joint.revolute else joint.d + ring.position(i)
        x, y, z = turned(twist, (0, 0, distance))
        continued = angle is not None and len(angle.joints) > 1
        if angle is None:
            turn = about_z(joint.cos_offset, joint.sin_offset)
        else:
            turn = about_z(*ring.angle(angle.label, angle.joints))
        rotation = twist if continued else product(before, twist)
        result.append(LinkStep(rotation, turned(before, (x + joint.a, y, z)), turn))
        before = turn
    return tuple(result)
