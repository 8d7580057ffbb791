"""Define the geometry of solid and thin-walled primitives of uniform density: areas, volumes and mean squares.

About its own center, along its own axes, a primitive of mass m has the mean squares s = (<x²>, <y²>, <z²>) of its
coordinates, and the moments of inertia ``m (s_y + s_z, s_z + s_x, s_x + s_y)``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

Lengths = Mapping[str, float]


class Primitive(NamedTuple):
    """Geometry of a kind of primitive.

    Attributes:
        lengths: names of its dimensions, m.
        thin: whether it is a surface without thickness.
        measure: its volume, m³, or its area, m², if it is thin; `None` for a point.
        squares: mean squares of x, y and z about its center, m²; its axis is z.
    """

    lengths: tuple[str, ...]
    thin: bool
    measure: Callable[[Lengths], float] | None
    squares: Callable[[Lengths], tuple[float, float, float]]


def _round(radius_squared: float, length: float = 0.0) -> tuple[float, float, float]:
    """Return mean squares for a mean square distance from the axis and a uniform distribution along it."""
    return (0.5 * radius_squared, 0.5 * radius_squared, length**2 / 12.0)


def _closed_cylinder(of: Lengths) -> tuple[float, float, float]:
    radius, length = of["radius"], of["length"]
    wall, caps = length, radius  # areas divided by 2 pi r
    across = (wall * radius**2 + caps * radius**2 / 2.0) / (wall + caps)
    along = (wall * length**2 / 12.0 + caps * length**2 / 4.0) / (wall + caps)
    return (0.5 * across, 0.5 * across, along)


def _closed_box(of: Lengths) -> tuple[float, float, float]:
    size = [of[f"size.{axis}"] for axis in range(3)]
    faces = [size[1] * size[2], size[2] * size[0], size[0] * size[1]]
    total = sum(faces)
    x, y, z = (edge**2 * (face / 4.0 + (total - face) / 12.0) / total for edge, face in zip(size, faces, strict=True))
    return (x, y, z)


_SIZE = ("size.0", "size.1", "size.2")

PRIMITIVES: dict[str, Primitive] = {
    "point": Primitive((), False, None, lambda of: (0.0, 0.0, 0.0)),
    "cylinder": Primitive(
        ("radius", "length"),
        False,
        lambda of: math.pi * of["radius"] ** 2 * of["length"],
        lambda of: _round(of["radius"] ** 2 / 2.0, of["length"]),
    ),
    "hollow cylinder": Primitive(
        ("inner_radius", "outer_radius", "length"),
        False,
        lambda of: math.pi * (of["outer_radius"] ** 2 - of["inner_radius"] ** 2) * of["length"],
        lambda of: _round((of["outer_radius"] ** 2 + of["inner_radius"] ** 2) / 2.0, of["length"]),
    ),
    "cylinder shell": Primitive(
        ("radius", "length"),
        True,
        lambda of: 2.0 * math.pi * of["radius"] * of["length"],
        lambda of: _round(of["radius"] ** 2, of["length"]),
    ),
    "closed cylinder shell": Primitive(
        ("radius", "length"),
        True,
        lambda of: 2.0 * math.pi * of["radius"] * (of["length"] + of["radius"]),
        _closed_cylinder,
    ),
    "disk": Primitive(
        ("radius",), True, lambda of: math.pi * of["radius"] ** 2, lambda of: _round(of["radius"] ** 2 / 2.0)
    ),
    "sphere": Primitive(
        ("radius",),
        False,
        lambda of: 4.0 / 3.0 * math.pi * of["radius"] ** 3,
        lambda of: (of["radius"] ** 2 / 5.0,) * 3,
    ),
    "sphere shell": Primitive(
        ("radius",), True, lambda of: 4.0 * math.pi * of["radius"] ** 2, lambda of: (of["radius"] ** 2 / 3.0,) * 3
    ),
    "box": Primitive(
        _SIZE,
        False,
        lambda of: of["size.0"] * of["size.1"] * of["size.2"],
        lambda of: (of["size.0"] ** 2 / 12.0, of["size.1"] ** 2 / 12.0, of["size.2"] ** 2 / 12.0),
    ),
    "box shell": Primitive(
        _SIZE,
        True,
        lambda of: 2.0 * (of["size.0"] * of["size.1"] + of["size.1"] * of["size.2"] + of["size.2"] * of["size.0"]),
        _closed_box,
    ),
}
"""Kinds of primitives. Shells and disks have no thickness; closed shells have ends or faces on all sides."""
