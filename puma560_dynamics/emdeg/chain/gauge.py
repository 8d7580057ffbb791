"""The free choices in describing a chain: the body that has the matter on a joint's axis, and frames along the axis."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from ..algebra.vectors import IDENTITY, Scalar, Vector
from .chain import Chain
from .inertia import PLACES, Moments, moments, step, with_moved_matter

SECOND = ("0", "xx", "yy", "-xx", "-yy")
"""Values that the second moment zz of a body may be given; with -xx, for example, its inertia is symmetric about y."""

LEVEL = ("x", "y", "z", "xy", "xz", "yz")
"""Moments of the inner body that may be made zero: a first moment along an axis, or a product of inertia."""


@dataclass(frozen=True)
class Gauge:
    """Rule by which the matter on a revolute joint's axis is shared between the bodies on both sides.

    Attributes:
        second: what the outer body's second moment zz is made, one of `SECOND`.
        level: keep as much mass as makes the inner body's first moment along this axis of its frame vanish, one of
            `LEVEL`, instead of none; only where the frames lie apart along that axis, by a number.
        carried: let the body's force carry its product of inertia xy, where it has first moments along x and y.
    """

    second: str = "0"
    level: str = ""
    carried: bool = False


PLAIN = Gauge()
"""Gauge of the usual base parameters: no mass, no first and no second moment along the axis."""


def gauged(chain: Chain, bodies: tuple[Moments, ...], gauge: tuple[Gauge, ...]) -> tuple[Moments, ...]:
    """Return the bodies with the matter on every revolute joint's axis shared by `gauge`, last joint first."""
    for joint in reversed(range(chain.n)):
        if not chain.joints[joint].revolute:
            continue
        body = bodies[joint]
        bodies = with_moved_matter(chain, bodies, joint, Moments(0, (0, 0, body.first[2])))
        mass = body.mass
        if gauge[joint].level and joint:
            inner, apart = bodies[joint - 1], step(chain.joints[joint])[1]
            value, lever = _levelled(gauge[joint].level, inner, apart)
            mass = -value * Fraction(1, lever) if lever else mass
        bodies = with_moved_matter(chain, bodies, joint, Moments(mass))
        xx, yy, zz, *_ = bodies[joint].second
        target = {"0": 0, "xx": xx, "yy": yy, "-xx": -xx, "-yy": -yy}[gauge[joint].second]
        bodies = with_moved_matter(chain, bodies, joint, Moments(0, (0, 0, 0), (0, 0, zz - target, 0, 0, 0)))
    return bodies


def regrouped_bodies(chain: Chain) -> tuple[Moments, ...]:
    """The usual base parameters: every body's moments about its frame's origin, regrouped by the gauge `PLAIN`."""
    return gauged(chain, tuple(map(moments, chain.bodies)), (PLAIN,) * chain.n)


def _levelled(level: str, inner: Moments, apart: Vector) -> tuple[Scalar, Scalar]:
    """Return the moment of the inner body that a mass at the outer frame's origin cancels, and what 1 kg adds to it."""
    first, *other = ("xyz".index(axis) for axis in level)
    if not other:
        return inner.first[first], apart[first]
    return inner.second[PLACES.index((first, other[0]))], apart[first] * apart[other[0]]


def carried(bodies: tuple[Moments, ...], gauge: tuple[Gauge, ...]) -> tuple[Scalar, ...]:
    """Return, for every body, the multiple of h hᵀ in its second moments for which its force gives the moment."""
    return tuple(
        body.second[3] * Fraction(1, body.first[0] * body.first[1])
        if own.carried and body.first[0] and body.first[1]
        else 0
        for body, own in zip(bodies, gauge, strict=True)
    )


def slid(chain: Chain, bodies: tuple[Moments, ...]) -> tuple[Chain, tuple[Moments, ...]]:
    """Return the chain and its bodies with frames slid along their axes: parallel axes have one offset, at the first.

    Where a frame's origin lies on its axis is free. Along parallel axes the offsets d add up and do not turn, so they
    are put together at the first of them: the PUMA's d2 + d3. The bodies are seen from the slid origins; torques are
    the same.
    """
    joints, moved = list(chain.joints), list(bodies)
    for i in range(chain.n - 1, 0, -1):
        joint, before = joints[i], joints[i - 1]
        if joint.revolute and before.revolute and joint.sin_alpha == 0 and joint.d:
            offset = joint.cos_alpha * joint.d
            joints[i] = replace(joint, d=0)
            joints[i - 1] = replace(before, d=before.d + offset)
            moved[i - 1] = moved[i - 1].seen_from(IDENTITY, (0, 0, -offset))
    return replace(chain, joints=tuple(joints)), tuple(moved)
