"""Geometry of the markers for RViz: torque arcs, masses and inertia ellipsoids, in link frames. Without ROS."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .arm import Arm, Link
from .arm.follower import motor_places
from .arrays import FloatArray, read_only
from .description.shapes import Box, Shape, Sphere, joint_offset, shapes

Colour = tuple[float, float, float, float]
"""Red, green, blue, alpha, each 0 to 1."""

TRACK: Colour = (0.6, 0.6, 0.6, 0.6)
MASS: Colour = (0.95, 0.6, 0.1, 0.95)
INERTIA: Colour = (0.45, 0.3, 0.8, 0.35)
FLAT: Colour = (0.85, 0.15, 0.3, 0.45)
"""Colours of the gauge's scale, of masses, of ellipsoids, and of ellipsoids that no solid body can have."""

_FRACTIONS = (0.0, 0.25, 0.5, 0.75, 1.0)
_COLOURS = np.array(
    [(0.15, 0.45, 0.95), (0.2, 0.75, 0.8), (0.98, 0.85, 0.15), (0.98, 0.5, 0.1), (0.85, 0.05, 0.1)]
)  # turquoise and orange in between, because mixtures of the others would be grey


def share_colour(share: float, alpha: float = 1.0) -> Colour:
    """Return a colour: blue at rest, yellow at half, red at the limit and beyond. Green is not used (colour blindness).

    Args:
        share: torque as a fraction of its limit, of either sign.
        alpha: opacity.
    """
    red, green, blue = (float(np.interp(abs(share), _FRACTIONS, stop)) for stop in _COLOURS.T)
    return (red, green, blue, alpha)


FULL_ANGLE = 0.75 * math.pi
"""Angle of an arc at the limit, rad, to either side of x; the two ends of the scale do not meet."""

LARGEST_STEP = math.radians(6.0)
"""Largest angle between two points of an arc, rad."""

HEAD_LENGTH = 0.35
"""Length of an arrow head as a fraction of the radius."""

SMALLEST_FRACTION = 0.005
"""Fraction of the limit below which nothing is drawn, because a short arc has no visible direction."""


@dataclass(frozen=True, eq=False)
class Arc:
    """An arc with an arrow head, in the joint's frame.

    Attributes:
        line: (k, 3) m, k >= 2, points from zero to the start of the head.
        head: (2, 3) m, start and tip of the head.
    """

    line: FloatArray
    head: FloatArray


def arc_points(radius: float, start: float, end: float, height: float) -> FloatArray:
    """Return points of a circle about z, (k, 3) m, k >= 2, from angle `start` to `end` (rad) at `height` along z."""
    count = max(2, math.ceil(abs(end - start) / LARGEST_STEP) + 1)
    angle = np.linspace(start, end, count)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), np.full(count, height)], axis=1)


def torque_arc(share: float, radius: float, height: float) -> Arc | None:
    """Return the arc of a torque; None if the torque is almost zero.

    Args:
        share: torque as a fraction of its limit; positive turns counter-clockwise about z. Beyond
            the limit the arc does not grow.
        radius, height: radius of the circle, and its height along z, m.
    """
    angle = FULL_ANGLE * max(-1.0, min(1.0, share))
    if abs(angle) < SMALLEST_FRACTION * FULL_ANGLE:
        return None
    head = math.copysign(min(HEAD_LENGTH, 0.7 * abs(angle)), angle)  # a short arc has a short head
    neck = angle - head
    tip = arc_points(radius, neck, angle, height)
    return Arc(arc_points(radius, 0.0, neck, height), np.stack([tip[0], tip[-1]]))


def track(radius: float, height: float, tick: float) -> FloatArray:
    """Return the scale of a gauge, (k, 3) m: one line from limit to limit, with inward ticks at both and at zero.

    Args:
        radius, height: radius of the circle, and its height along z, m.
        tick: length of a tick, m.
    """
    inner = [arc_points(radius - tick, angle, angle, height)[:1] for angle in (-FULL_ANGLE, 0.0, FULL_ANGLE)]
    low = arc_points(radius, -FULL_ANGLE, 0.0, height)
    high = arc_points(radius, 0.0, FULL_ANGLE, height)
    return np.concatenate([inner[0], low, inner[1], high, inner[2]])


DENSITY = 7850.0
"""Density of steel, kg/m³: a ball has the size of a steel ball with its mass."""

THINNEST = 0.02
"""Semi-axis that is drawn if no real one exists, as a fraction of the largest."""


@dataclass(frozen=True, eq=False)
class Ellipsoid:
    """A solid, uniform ellipsoid in the frame of its link.

    Attributes:
        center: (3,) m, center of mass.
        semi_axes: (3,) m, along the columns of `rotation`.
        rotation: (3, 3) right-handed rotation from the principal axes to the link's frame.
        possible: whether a solid body with this inertia exists; if not, an axis is drawn thin.
    """

    center: FloatArray
    semi_axes: FloatArray
    rotation: FloatArray
    possible: bool

    def __post_init__(self) -> None:
        for name in ("center", "semi_axes", "rotation"):
            object.__setattr__(self, name, read_only(getattr(self, name)))


def ball_radius(mass: float) -> float:
    """Return the radius of a steel ball of `mass` (kg), m."""
    return float(np.cbrt(3.0 * mass / (4.0 * math.pi * DENSITY)))


def ellipsoid(link: Link) -> Ellipsoid | None:
    """Return the uniform ellipsoid with the mass and the inertia of `link`.

    With principal moments I1, I2, I3 its semi-axes follow from

    .. math:: I_1 = \\tfrac{m}{5} (a_2^2 + a_3^2), \\quad a_1^2 = \\tfrac{5}{2m} (I_2 + I_3 - I_1)

    and cyclic permutations. If the triangle inequality fails (link 3 of the paper, within its measuring
    tolerance), a square is negative: the ellipsoid is then flat and marked as not possible.

    Returns:
        The ellipsoid; None for a link without mass or inertia, or with unknown entries.
    """
    if link.incomplete or link.mass <= 0.0 or not link.inertia.any():
        return None
    moments, axes = np.linalg.eigh(link.inertia)
    if np.linalg.det(axes) < 0.0:
        axes[:, 0] = -axes[:, 0]
    squares = 2.5 / link.mass * (moments.sum() - 2.0 * moments)
    least = (THINNEST**2) * squares.max()
    possible = bool(squares.min() >= -1e-12 * squares.max())
    return Ellipsoid(link.center_of_gravity, np.sqrt(np.maximum(squares, least)), axes, possible)


def quaternion(rotation: FloatArray) -> tuple[float, float, float, float]:
    """Return the quaternion (x, y, z, w) of a (3, 3) right-handed rotation, w >= 0, exact to rounding."""
    # The outer product of a quaternion with itself is linear in the rotation; its largest column is well scaled.
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = rotation.tolist()
    outer = np.array(
        [
            [1.0 + xx - yy - zz, xy + yx, xz + zx, zy - yz],
            [xy + yx, 1.0 - xx + yy - zz, yz + zy, xz - zx],
            [xz + zx, yz + zy, 1.0 - xx - yy + zz, yx - xy],
            [zy - yz, xz - zx, yx - xy, 1.0 + xx + yy + zz],
        ]
    )
    column = outer[:, int(np.argmax(np.diag(outer)))]
    x, y, z, w = (column / math.copysign(float(np.linalg.norm(column)), column[3])).tolist()
    return (x, y, z, w)


LARGEST_RADIUS = 0.18
"""Radius of the strongest joint's gauge, m, at scale 1."""

RADIUS_RATIO = 1.25
"""Ratio of the radii of neighbouring gauges with one center."""

CLEARANCE = 0.025
"""Gap between a gauge and the body of its link, m."""


@dataclass(frozen=True, slots=True)
class TorqueGauge:
    """The circle of a joint's gauge, about z of the frame of its link.

    Attributes:
        frame: name of the link that the joint moves.
        radius: radius, m, which grows with the cube root of the maximum torque.
        height: height along z, m.
    """

    frame: str
    radius: float
    height: float


def gauges(arm: Arm, scale: float = 1.0) -> tuple[TorqueGauge, ...]:
    """Return one gauge per joint of `arm`; radii are multiplied by `scale`.

    If joint axes meet in one point (a wrist), radii grow towards the base, so that gauges in one plane do not
    hide each other.
    """
    strength = np.cbrt(arm.maximum_torque / arm.maximum_torque.max())
    radii = [float(LARGEST_RADIUS * scale * share) for share in strength]
    places = motor_places(arm.n, arm.followers)
    for index in reversed(range(arm.n - 1)):
        steps = arm.chain.joints[places[index] + 1 : places[index + 1] + 1]
        if all(math.hypot(*joint_offset(step)) < 1e-6 for step in steps):
            radii[index] = max(radii[index], RADIUS_RATIO * radii[index + 1])
    bodies = shapes(arm)
    return tuple(
        TorqueGauge(link.name, radius, _top(bodies.get(link.name, ())) + CLEARANCE)
        for link, radius in zip([arm.links[place] for place in places], radii, strict=True)
    )


def _top(body: Sequence[Shape]) -> float:
    """Return the largest z of the shapes in their link's frame, m; 0 without shapes."""
    return max((shape.xyz[2] + _reach(shape) for shape in body), default=0.0)


def _reach(shape: Shape) -> float:
    """Return how far a shape extends above its center along z of the link, m."""
    geometry = shape.geometry
    if isinstance(geometry, Sphere):
        return geometry.radius
    roll, pitch, _ = shape.rpy
    # z of the link in the shape's own axes: the last row of Rz(yaw) Ry(pitch) Rx(roll).
    up = (-math.sin(pitch), math.cos(pitch) * math.sin(roll), math.cos(pitch) * math.cos(roll))
    if isinstance(geometry, Box):
        return 0.5 * sum(abs(part) * size for part, size in zip(up, geometry.size, strict=True))
    return 0.5 * geometry.length * abs(up[2]) + geometry.radius * math.hypot(*up[:2])
