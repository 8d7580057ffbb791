"""Choose between equivalent descriptions of a chain: matter on a joint's axis, and the position of frames along axes.

Matter on the axis of a revolute joint may be part of either neighbouring body (`chain.inertia`). A gauge chooses how
much of the matter remains in the outer body; the rest becomes part of the inner body (nearer to the base).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from ..algebra.ring import Poly
from ..algebra.vectors import IDENTITY, Scalar, Vector, plus
from .chain import Chain
from .inertia import PLACES, Moments, moments, step, with_moved_matter

SECOND = ("0", "xx", "yy", "-xx", "-yy")
"""Values that a gauge can give to the second moment zz of a body: 0, or plus or minus its moment xx or yy."""

LEVEL = ("x", "y", "z", "xy", "xz", "yz")
"""Moments of the inner body that a gauge can make zero: a first moment along an axis, or a product of inertia."""


@dataclass(frozen=True)
class Gauge:
    """Rule that distributes the matter on a revolute joint's axis between the outer and the inner body.

    Attributes:
        second: value of the outer body's second moment zz, one of `SECOND`.
        level: moment of the inner body, one of `LEVEL`, that is made zero by leaving mass in the outer body; empty to
            leave no mass. It has no effect unless the frames have a distance along that axis.
        carried: whether the equations compute the effect of the body's product of inertia xy from its force, which
            needs nonzero first moments along x and y (see `carried`).
    """

    second: str = "0"
    level: str = ""
    carried: bool = False


PLAIN = Gauge()
"""Gauge of the usual base parameters: the outer body has no mass, and no first and second moment along the axis."""


def gauged(chain: Chain, bodies: tuple[Moments, ...], gauge: tuple[Gauge, ...]) -> tuple[Moments, ...]:
    """Apply the gauges of all joints, from the last joint inwards: move matter on joint axes between bodies."""
    for joint in reversed(range(chain.n)):
        if not chain.joints[joint].revolute:
            continue
        body = bodies[joint]
        bodies = with_moved_matter(chain, bodies, joint, Moments(0, (0, 0, body.first[2])))
        mass = body.mass
        parent = chain.parents[joint]
        if gauge[joint].level and parent >= 0:
            inner, apart = bodies[parent], step(chain.joints[joint])[1]
            value, lever = _levelled(gauge[joint].level, inner, apart)
            mass = -value * Fraction(1, lever) if lever else mass
        bodies = with_moved_matter(chain, bodies, joint, Moments(mass))
        xx, yy, zz, *_ = bodies[joint].second
        target = {"0": 0, "xx": xx, "yy": yy, "-xx": -xx, "-yy": -yy}[gauge[joint].second]
        bodies = with_moved_matter(chain, bodies, joint, Moments(0, (0, 0, 0), (0, 0, zz - target, 0, 0, 0)))
    return bodies


def regrouped_bodies(chain: Chain) -> tuple[Moments, ...]:
    """Return the usual base parameters: the bodies' moments about the frame origins, regrouped by the gauge `PLAIN`."""
    return gauged(chain, tuple(map(moments, chain.bodies)), (PLAIN,) * chain.n)


def combined_offsets(chain: Chain) -> tuple[Chain, tuple[Moments, ...]]:
    """Return the chain with combined offsets along parallel axes (`slid`), and its usual base parameters."""
    chain, bodies = slid(chain, tuple(map(moments, chain.bodies)))
    return chain, gauged(chain, bodies, (PLAIN,) * chain.n)


def _levelled(level: str, inner: Moments, apart: Vector) -> tuple[Scalar, Scalar]:
    """Return the moment `level` of the inner body, and the change of it by 1 kg at the outer frame's origin."""
    first, *other = ("xyz".index(axis) for axis in level)
    if not other:
        return inner.first[first], apart[first]
    return inner.second[PLACES.index((first, other[0]))], apart[first] * apart[other[0]]


def carried(bodies: tuple[Moments, ...], gauge: tuple[Gauge, ...]) -> tuple[Scalar, ...]:
    """Return a factor k per body, chosen so that k h hᵀ (h: first moments) has the body's second moment xy, or 0.

    The torque of the part k h hᵀ of the second moments can be computed from the body's force. The factor is 0 if first
    moments are inputs.
    """
    return tuple(
        body.second[3] * Fraction(1, body.first[0] * body.first[1])
        if own.carried
        and body.first[0]
        and body.first[1]
        and not any(isinstance(x, Poly) for x in (*body.first, body.second[3]))
        else 0
        for body, own in zip(bodies, gauge, strict=True)
    )


def slid(chain: Chain, bodies: tuple[Moments, ...]) -> tuple[Chain, tuple[Moments, ...]]:
    """Move frames along their axes so that each run of parallel axes has only one offset d, at its first joint.

    The position of a frame's origin on its axis is arbitrary. Offsets along parallel axes add up and do not rotate, so
    they can be combined at the first axis: the PUMA's d2 + d3. The bodies' moments are converted to the new origins;
    torques do not change.
    """
    joints, moved, wrenches = list(chain.joints), list(bodies), chain.wrenches
    for i in range(chain.n - 1, 0, -1):
        joint, before = joints[i], joints[i - 1]
        if joint.branch is None and joint.revolute and before.revolute and joint.sin_alpha == 0 and joint.d:
            offset = joint.cos_alpha * joint.d
            joints[i] = replace(joint, d=0)
            joints[i - 1] = replace(before, d=before.d + offset)
            moved[i - 1] = moved[i - 1].seen_from(IDENTITY, (0, 0, -offset))
            wrenches = tuple(
                replace(wrench, point=plus(wrench.point, (0, 0, -offset))) if wrench.link == i - 1 else wrench
                for wrench in wrenches
            )
    return replace(chain, joints=tuple(joints), wrenches=wrenches), tuple(moved)
