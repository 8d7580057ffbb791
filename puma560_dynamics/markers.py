"""Compute what RViz draws around an arm, in link frames: torque arcs, masses, inertia ellipsoids. Without ROS."""

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
"""Colour of an ellipsoid whose inertia is physically impossible."""

_FRACTIONS = (0.0, 0.25, 0.5, 0.75, 1.0)
_COLOURS = np.array(
    [(0.15, 0.45, 0.95), (0.2, 0.75, 0.8), (0.98, 0.85, 0.15), (0.98, 0.5, 0.1), (0.85, 0.05, 0.1)]
)  # turquoise and orange, because mixing blue with yellow gives grey


def share_colour(share: float, alpha: float = 1.0) -> Colour:
    """Return the colour of a torque: blue at 0, yellow at half the limit, red from the limit on.

    Args:
        share: torque as a fraction of its limit; the sign is ignored.
        alpha: opacity.
    """
    red, green, blue = (float(np.interp(abs(share), _FRACTIONS, stop)) for stop in _COLOURS.T)
    return (red, green, blue, alpha)


FULL_ANGLE = 0.75 * math.pi
"""Angle of an arc at the torque limit, measured from x in either direction, rad. Below π, so that the ends differ."""

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
        line: (k, 3) m, k >= 2, points of the arc from angle zero to the start of the head.
        head: (2, 3) m, start and tip of the arrow head.
    """

    line: FloatArray
    head: FloatArray


def arc_points(radius: float, start: float, end: float, height: float) -> FloatArray:
    """Return points of a circular arc about z: (k, 3) m, k >= 2, from angle `start` to `end` (rad), at z = `height`."""
    count = max(2, math.ceil(abs(end - start) / LARGEST_STEP) + 1)
    angle = np.linspace(start, end, count)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), np.full(count, height)], axis=1)


def torque_arc(share: float, radius: float, height: float) -> Arc | None:
    """Return the arc of a torque; None if the torque is almost zero.

    Args:
        share: torque as a fraction of its limit; positive is counter-clockwise about z. Clipped to ±1.
        radius, height: radius of the circle and its z coordinate, m.
    """
    angle = FULL_ANGLE * max(-1.0, min(1.0, share))
    if abs(angle) < SMALLEST_FRACTION * FULL_ANGLE:
        return None
    head = math.copysign(min(HEAD_LENGTH, 0.7 * abs(angle)), angle)  # a short arc has a short head
    neck = angle - head
    tip = arc_points(radius, neck, angle, height)
    return Arc(arc_points(radius, 0.0, neck, height), np.stack([tip[0], tip[-1]]))


def track(radius: float, height: float, tick: float) -> FloatArray:
    """Return the scale of a gauge: one line, (k, 3) m, from limit to limit with inward ticks at the limits and zero.

    Args:
        radius, height: radius of the circle and its z coordinate, m.
        tick: length of a tick, m.
    """
    inner = [arc_points(radius - tick, angle, angle, height)[:1] for angle in (-FULL_ANGLE, 0.0, FULL_ANGLE)]
    low = arc_points(radius, -FULL_ANGLE, 0.0, height)
    high = arc_points(radius, 0.0, FULL_ANGLE, height)
    return np.concatenate([inner[0], low, inner[1], high, inner[2]])


DENSITY = 7850.0
"""Density of steel, kg/m³; a link's mass is drawn as a steel ball."""

THINNEST = 0.02
"""Smallest semi-axis that is drawn, as a fraction of the largest semi-axis."""


@dataclass(frozen=True, eq=False)
class Ellipsoid:
    """A solid, uniform ellipsoid in the frame of its link.

    Attributes:
        center: (3,) center of the ellipsoid, m.
        semi_axes: (3,) semi-axes along the columns of `rotation`, m.
        rotation: (3, 3) right-handed rotation from the principal axes to the link's frame.
        possible: whether a solid body of this inertia exists; otherwise the ellipsoid is drawn flat.
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

    The semi-axes a1, a2, a3 follow from the principal moments I1, I2, I3 and the mass m (cyclic in 1, 2, 3):

    .. math:: I_1 = \\tfrac{m}{5} (a_2^2 + a_3^2), \\quad a_1^2 = \\tfrac{5}{2m} (I_2 + I_3 - I_1)

    If the moments violate the triangle inequality (link 3 of the paper, within its measuring tolerance),
    a square is negative: the ellipsoid is then flat and marked as impossible.

    Returns:
        The ellipsoid; None for a link without mass or inertia, or with values that its source does not give.
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
    """Convert a (3, 3) rotation matrix to a unit quaternion (x, y, z, w), w >= 0, exact to rounding at every angle."""
    # 4 q qᵀ is linear in the rotation matrix; the column with the largest diagonal entry is well conditioned.
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
"""Radius of the gauge of the joint with the largest maximum torque, m, at scale 1."""

RADIUS_RATIO = 1.25
"""Smallest ratio of the radii of neighbouring gauges with the same center."""

CLEARANCE = 0.025
"""Gap along z between a gauge and the shapes of its link, m."""


@dataclass(frozen=True, slots=True)
class TorqueGauge:
    """Circle on which a joint's torque is drawn, about z of the frame of the joint's link.

    Attributes:
        frame: name of the link that the joint moves.
        radius: radius of the circle, m, proportional to the cube root of the maximum torque.
        height: z coordinate of the circle, m.
    """

    frame: str
    radius: float
    height: float


def gauges(arm: Arm, scale: float = 1.0) -> tuple[TorqueGauge, ...]:
    """Return one gauge per joint of `arm`; radii are multiplied by `scale`.

    Where joint axes meet in one point (a wrist), radii increase towards the base, so that gauges in one plane
    do not hide each other.
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
    """Return the half extent of a shape along z of the link, m."""
    geometry = shape.geometry
    if isinstance(geometry, Sphere):
        return geometry.radius
    roll, pitch, _ = shape.rpy
    # z of the link in the axes of the shape: the last row of Rz(yaw) Ry(pitch) Rx(roll).
    up = (-math.sin(pitch), math.cos(pitch) * math.sin(roll), math.cos(pitch) * math.cos(roll))
    if isinstance(geometry, Box):
        return 0.5 * sum(abs(part) * size for part, size in zip(up, geometry.size, strict=True))
    return 0.5 * geometry.length * abs(up[2]) + geometry.radius * math.hypot(*up[:2])
