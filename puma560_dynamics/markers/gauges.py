"""Where the torque gauges stand: next to the bodies that would hide them, and clear of each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arm import Arm
from ..arm.follower import motor_places
from ..description.shapes import Box, Shape, Sphere, joint_offset, shapes

LARGEST = 0.18
"""Radius of the strongest joint's gauge, m, at scale 1."""

APART = 1.25
"""Ratio of the radii of two gauges about one point."""

CLEAR = 0.025
"""Gap between a gauge and the body of its link, m."""


@dataclass(frozen=True, slots=True)
class TorqueGauge:
    """The circle of a joint's gauge, about z of the frame of its link.

    Attributes:
        frame: name of the link that the joint moves.
        radius: m; grows with the cube root of the maximum torque.
        height: along z, m.
    """

    frame: str
    radius: float
    height: float


def gauges(arm: Arm, scale: float = 1.0) -> tuple[TorqueGauge, ...]:
    """One gauge a joint of `arm`, radii times `scale`.

    Joints whose axes meet in one point (a wrist) get radii that grow inwards along the arm, so that
    gauges of one plane do not hide each other.
    """
    strength = np.cbrt(arm.maximum_torque / arm.maximum_torque.max())
    radii = [float(LARGEST * scale * share) for share in strength]
    places = motor_places(arm.n, arm.followers)
    for index in reversed(range(arm.n - 1)):
        steps = arm.chain.joints[places[index] + 1 : places[index + 1] + 1]
        if all(math.hypot(*joint_offset(step)) < 1e-6 for step in steps):
            radii[index] = max(radii[index], APART * radii[index + 1])
    bodies = shapes(arm)
    return tuple(
        TorqueGauge(link.name, radius, _top(bodies.get(link.name, ())) + CLEAR)
        for link, radius in zip([arm.links[place] for place in places], radii, strict=True)
    )


def _top(body: Sequence[Shape]) -> float:
    """Largest z of the shapes in their link's frame, m; 0 of none."""
    return max((shape.xyz[2] + _reach(shape) for shape in body), default=0.0)


def _reach(shape: Shape) -> float:
    """How far a shape reaches above its own centre along z of the link, m."""
    geometry = shape.geometry
    if isinstance(geometry, Sphere):
        return geometry.radius
    roll, pitch, _ = shape.rpy
    # z of the link in the shape's own axes: the last row of Rz(yaw) Ry(pitch) Rx(roll).
    up = (-math.sin(pitch), math.cos(pitch) * math.sin(roll), math.cos(pitch) * math.cos(roll))
    if isinstance(geometry, Box):
        return 0.5 * sum(abs(part) * size for part, size in zip(up, geometry.size, strict=True))
    return 0.5 * geometry.length * abs(up[2]) + geometry.radius * math.hypot(*up[:2])
