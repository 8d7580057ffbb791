"""Choices of the inertial gauge: what of the matter on a joint's axis goes to the body before it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .chain import Chain
from .inertia import Moments, moved, step

SECOND = ("0", "xx", "yy", "-xx", "-yy")
"""What the second moment zz of a body is made equal to; with -xx it is symmetric about y, say, in its inertia."""

LEVEL = ("x", "y", "z")
"""Axes of the inner body's frame along which its first moment may be made to vanish."""


@dataclass(frozen=True)
class Gauge:
    """How the matter on one revolute joint's axis is shared between the bodies on its sides.

    Attributes:
        second: what the outer body's second moment zz is made, one of `SECOND`.
        level: keep as much mass as makes the inner body's first moment along this axis of its frame vanish, one of
            `LEVEL`, instead of none; only where the frames lie apart along that axis, by a number.
    """

    second: str = "0"
    level: str = ""


PLAIN = Gauge()
"""No mass, no first moment along the axis, no second moment along it: the usual base parameters."""


def gauged(chain: Chain, bodies: tuple[Moments, ...], gauge: tuple[Gauge, ...]) -> tuple[Moments, ...]:
    """`bodies` with the matter on every revolute joint's axis shared as `gauge` says, last joint first."""
    for joint in reversed(range(chain.n)):
        if not chain.joints[joint].revolute:
            continue
        body = bodies[joint]
        bodies = moved(chain, bodies, joint, Moments(0, (0, 0, body.first[2])))
        mass = body.mass
        if gauge[joint].level and joint:
            axis = LEVEL.index(gauge[joint].level)
            apart = step(chain.joints[joint])[1][axis]
            mass = -bodies[joint - 1].first[axis] * Fraction(1, apart) if apart else mass
        bodies = moved(chain, bodies, joint, Moments(mass))
        xx, yy, zz, *_ = bodies[joint].second
        target = {"0": 0, "xx": xx, "yy": yy, "-xx": -xx, "-yy": -yy}[gauge[joint].second]
        bodies = moved(chain, bodies, joint, Moments(0, (0, 0, 0), (0, 0, zz - target, 0, 0, 0)))
    return bodies
