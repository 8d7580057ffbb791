"""Define the shapes of the links for drawing: boxes, cylinders and spheres in the frames of the paper.

The shapes of a PUMA 560 depend on the lengths ``a`` and ``d`` of the arm; their thicknesses are chosen by eye. Shapes
do not affect masses and inertias, which are the arm's. Lengths are rounded to micrometres, so that the same arm gives
the same text on all machines.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from ..arm.arm import Arm
from ..arm.link_place import BASE_LINK
from ..arm.parts import Joint
from ..arm.transform import cos_sin, rotation_x, rotation_z, rpy_angles

COLOURS: Mapping[str, tuple[float, float, float, float]] = MappingProxyType(
    {"white": (0.93, 0.93, 0.9, 1.0), "light_grey": (0.72, 0.73, 0.74, 1.0), "dark_grey": (0.22, 0.23, 0.25, 1.0)}
)
"""Colours of the shapes: red, green, blue, alpha, each 0 to 1."""

SHOULDER_HEIGHT = 0.66
"""Height of the shoulder (frames 0 and 1) above the floor on the usual pedestal, m; not from the paper."""

Triple = tuple[float, float, float]
Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A box; `size` along x, y, z in m."""

    size: Triple


@dataclass(frozen=True, slots=True)
class Cylinder:
    """A cylinder about z, centred at half its length; `radius` and `length` in m."""

    radius: float
    length: float


@dataclass(frozen=True, slots=True)
class Sphere:
    """A sphere; `radius` in m."""

    radius: float


@dataclass(frozen=True, slots=True)
class Shape:
    """A geometric primitive with its pose in the frame of its link.

    Attributes:
        geometry: the primitive.
        xyz: centre of the primitive in the link's frame, m.
        rpy: roll, pitch, yaw of the primitive as in a URDF, rad.
        colour: colour, a key of `COLOURS`.
        collides: whether the shape is also collision geometry.
    """

    geometry: Box | Cylinder | Sphere
    xyz: Triple
    rpy: Triple = (0.0, 0.0, 0.0)
    colour: str = "white"
    collides: bool = True


def shapes(arm: Arm) -> Mapping[str, tuple[Shape, ...]]:
    """Return the shapes of `base_link` and of every link of `arm`, by link name.

    An arm with the link names and twists of a PUMA 560 gets the shapes of a PUMA 560. Other arms get capsules from
    frame to frame. Since these are not the real shapes, they are only drawn and do not collide.
    """
    arm = arm.chain
    return MappingProxyType(_puma(arm) if _is_puma(arm) else _capsules(arm))


def joint_offset(joint: Joint) -> Triple:
    """Return the origin of frame i in frame i-1, ``(a, -sin(alpha) d, cos(alpha) d)``, m, without negative zeros."""
    cosine, sine = cos_sin(joint.alpha)
    return (joint.a + 0.0, -sine * joint.d + 0.0, cosine * joint.d + 0.0)


def joint_origin(arm: Arm, index: int) -> tuple[Triple, Triple]:
    """Return the pose of frame i in frame i-1, as in a URDF; frame 1 is expressed in the base link's frame.

    Args:
        arm: the arm.
        index: index of the moving link, 0 for the first.

    Returns:
        Position, m, and roll, pitch, yaw, rad.
    """
    joint = arm.chain.joints[index]
    before = arm.base if index == 0 else np.eye(4)
    if not joint.offset and np.array_equal(before, np.eye(4)):
        return joint_offset(joint), (float(joint.alpha), 0.0, 0.0)
    rotation = before[:3, :3] @ rotation_x(joint.alpha) @ rotation_z(joint.offset)
    x, y, z = (before[:3, :3] @ joint_offset(joint) + before[:3, 3]).tolist()
    return (x + 0.0, y + 0.0, z + 0.0), rpy_angles(rotation)


def _is_puma(arm: Arm) -> bool:
    if tuple(link.name for link in arm.links) != tuple(f"link{i}" for i in range(1, 7)):
        return False
    if [cos_sin(joint.alpha)[1] for joint in arm.joints] != [0.0, -1.0, 0.0, 1.0, -1.0, 1.0]:
        return False
    # On shorter arms, the shapes of `_puma` would overlap.
    return arm.joints[1].d > 0.1 and arm.joints[2].a > 0.25 and arm.joints[3].d > 0.25


def _puma(arm: Arm) -> dict[str, tuple[Shape, ...]]:
    d2, a2, d3 = arm.joints[1].d, arm.joints[2].a, arm.joints[2].d
    a3, d4 = arm.joints[3].a, arm.joints[3].d
    floor, seam = -SHOULDER_HEIGHT, -0.2
    barrel = d4 - 0.075  # distance from the elbow to the border of link 3 and link 4
    return {
        BASE_LINK: (
            _rod((0, 0, floor), (0, 0, floor + 0.025), 0.17, "dark_grey"),
            _rod((0, 0, floor + 0.025), (0, 0, floor + 0.09), 0.125),
            # A gap of 2 mm below link 1, because MuJoCo lets links collide with the base, which is part of the world.
            _rod((0, 0, floor + 0.09), (0, 0, seam - 0.002), 0.09),
        ),
        "link1": (
            _rod((0, 0, seam), (0, 0, seam + 0.03), 0.097, "dark_grey"),
            _rod((0, 0, seam + 0.03), (0, 0, 0), 0.09),
            _rod((0, -0.14, 0), (0, d2 - 0.065, 0), 0.115),
            _rod((0, -0.152, 0), (0, -0.14, 0), 0.095, "dark_grey"),
        ),
        "link2": (
            _rod((0, 0, -0.075), (0, 0, -0.045), 0.1, "dark_grey"),
            *_taper((0, 0), (a2, 0), 0.12, 0.08, (-0.045, 0.055)),
            _block((-0.15, 0), (-0.105, 0.105), (-0.045, 0.055)),
            _rod((-0.15, 0, -0.045), (-0.15, 0, 0.055), 0.105),
            _rod((0, 0, 0.055), (0, 0, 0.063), 0.06, "dark_grey"),
            _rod((a2, 0, 0.055), (a2, 0, 0.063), 0.045, "dark_grey"),
        ),
        "link3": (
            _rod((0, 0, 0), (0, 0, -d3), 0.055, "dark_grey"),  # the axle of the elbow reaches into link 2
            *_taper((0, 0), (a3, -(barrel - 0.06)), 0.078, 0.047, (-0.045, 0.045)),
            _rod((a3, -(barrel - 0.08), 0), (a3, -barrel, 0), 0.043),
        ),
        "link4": (
            _rod((0, 0, barrel - d4), (0, 0, -0.045), 0.043, "dark_grey"),
            *(
                shape
                for inner, outer in ((0.033, 0.045), (-0.045, -0.033))
                for shape in (
                    _block((-0.028, 0.028), (inner, outer), (-0.046, 0)),
                    _rod((0, inner, 0), (0, outer, 0), 0.028),
                )
            ),
        ),
        "link5": (
            _rod((0, 0, -0.032), (0, 0, 0.032), 0.027, "dark_grey"),
            _rod((0, 0, 0), (0, -0.036, 0), 0.022, "light_grey"),
        ),
        "link6": (
            _rod((0, 0, 0.036), (0, 0, 0.047), 0.02, "dark_grey"),
            _rod((0, 0, 0.047), (0, 0, 0.056), 0.03, "light_grey"),
        ),
    }


def _capsules(arm: Arm) -> dict[str, tuple[Shape, ...]]:
    offsets = [joint_offset(joint) for joint in arm.joints]
    radius = 0.05 * sum(math.hypot(*offset) for offset in offsets) or 0.05
    tip = (0.0, 0.0, 2.0 * radius)
    names = [BASE_LINK, *(link.name for link in arm.links)]
    return {
        name: (
            *(
                _round(Sphere(radius), end, colour="dark_grey", collides=False)
                for end in dict.fromkeys([(0.0, 0.0, 0.0), offset])
            ),
            *(() if not any(offset) else (_rod((0, 0, 0), offset, 0.8 * radius, collides=False),)),
        )
        for name, offset in zip(names, [*offsets, tip], strict=True)
    }


def _rod(start: Triple, end: Triple, radius: float, colour: str = "white", collides: bool = True) -> Shape:
    """Return a cylinder from `start` to `end`."""
    x, y, z = (e - s for s, e in zip(start, end, strict=True))
    middle = tuple(0.5 * (s + e) for s, e in zip(start, end, strict=True))
    rpy = (0.0, math.atan2(math.hypot(x, y), z), math.atan2(y, x) if x or y else 0.0)
    return _round(Cylinder(radius, math.hypot(x, y, z)), middle, rpy, colour, collides)


def _block(x: Pair, y: Pair, z: Pair) -> Shape:
    """Return a box with edges along the axes, between the bounds of x, y and z."""
    bounds = (x, y, z)
    return _round(Box(_triple(high - low for low, high in bounds)), tuple(0.5 * (low + high) for low, high in bounds))


def _taper(start: Pair, end: Pair, wide: float, narrow: float, z: Pair) -> tuple[Shape, ...]:
    """Return the shapes of a flat, tapered link in the xy plane: a disc at each end, and a box along each tangent."""
    along = (end[0] - start[0], end[1] - start[1])
    distance, heading = math.hypot(*along), math.atan2(along[1], along[0])
    tilt = math.asin((wide - narrow) / distance)
    length, width = distance * math.cos(tilt), 2.0 * narrow
    discs = tuple(_rod((*centre, z[0]), (*centre, z[1]), radius) for centre, radius in ((start, wide), (end, narrow)))
    boxes = []
    for side in (1.0, -1.0):
        yaw = heading - side * tilt
        u, v = 0.5 * length, side * (wide - 0.5 * width)  # box centre relative to `start`, in the axes of the box
        x = start[0] + math.cos(yaw) * u - math.sin(yaw) * v
        y = start[1] + math.sin(yaw) * u + math.cos(yaw) * v
        size = (length, width, z[1] - z[0])
        boxes.append(_round(Box(size), (x, y, 0.5 * (z[0] + z[1])), (0.0, 0.0, yaw)))
    return discs + tuple(boxes)


def _round(
    geometry: Box | Cylinder | Sphere,
    xyz: tuple[float, ...],
    rpy: Triple = (0.0, 0.0, 0.0),
    colour: str = "white",
    collides: bool = True,
) -> Shape:
    """Return a shape with lengths rounded to the micrometre and unchanged angles."""
    rounded: Box | Cylinder | Sphere
    if isinstance(geometry, Box):
        rounded = Box(_triple(round(length, 6) for length in geometry.size))
    elif isinstance(geometry, Cylinder):
        rounded = Cylinder(round(geometry.radius, 6), round(geometry.length, 6))
    else:
        rounded = Sphere(round(geometry.radius, 6))
    return Shape(rounded, _triple(round(x, 6) + 0.0 for x in xyz), _triple(_angle(x) for x in rpy), colour, collides)


def _angle(angle: float) -> float:
    quarter = round(angle / (0.5 * math.pi))
    exact = quarter * (0.5 * math.pi)
    return exact if abs(angle - exact) < 1e-9 else round(angle, 6)


def _triple(values: Iterable[float]) -> Triple:
    x, y, z = values
    return (x, y, z)
