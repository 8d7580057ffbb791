"""Compute mass, center of gravity and inertia of a body that is a sum of primitives, with tolerances.

The paper obtained the inertia of the wrist's links from "the wrist mass and the external dimensions of the individual
links", which "were modeled as thin shells" (section 5). Masses, first moments and products of coordinates about a
common point are additive (parallel axis theorem).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..arm.transform import rotation_x, rotation_y, rotation_z
from ..arrays import FloatArray
from ..errors import MeasurementError
from .budget import Budget, propagate
from .combine import ENTRIES
from .measured import Measured, positive
from .primitives import PRIMITIVES

CENTER = ("center.0", "center.1", "center.2")
ANGLES = ("rpy.0", "rpy.1", "rpy.2")

FULL = "mass of the body"
"""Name of the reading of the mass that is divided between primitives."""

MATERIAL = "density of the body"
"""Name of the reading of the density of all primitives without mass or density."""

ROUNDING = 1e-9
"""Smallest mean square of a body with holes, as a fraction of the largest one; below 0 the holes are too large."""


@dataclass(frozen=True, eq=False)
class BodyPart:
    """A primitive in a link's frame.

    Attributes:
        name: name of the part.
        kind: key of `PRIMITIVES`.
        readings: its readings: dimensions (m); ``center.0`` to ``center.2`` (m); optionally ``rpy.0`` to ``rpy.2``, the
            roll, pitch and yaw of its axes (rad, as in a URDF); and one of: ``mass`` (kg); ``density`` (kg/m³), with
            ``thickness`` (m) for a shell; neither, if the mass or the density of the whole body is given.
        hole: whether the part is cut out of the others.

    Raises:
        MeasurementError: a dimension, mass or density is not positive, or the inner radius is not below the outer.
    """

    name: str
    kind: str
    readings: Mapping[str, Measured]
    hole: bool = False

    def __post_init__(self) -> None:
        for key in (*PRIMITIVES[self.kind].lengths, "mass", "density", "thickness"):
            if key in self.readings:
                positive(f"{self.name}.{key}", self.readings[key])
        inner, outer = self.readings.get("inner_radius"), self.readings.get("outer_radius")
        if inner and outer and not inner.value + max(inner.half_width, outer.half_width) < outer.value:
            raise MeasurementError(
                f"{self.name}: the inner radius is {inner}, the outer {outer}: expected less by more than the "
                "tolerances; use 'cylinder shell' for a thin wall"
            )

    @property
    def open(self) -> bool:
        """Whether the part gets its mass from the mass or the density of the body."""
        return "mass" not in self.readings and "density" not in self.readings


@dataclass(frozen=True, eq=False)
class SummedBody:
    """Parameters of a body that is a sum of primitives.

    Attributes:
        budget: values and tolerances in the order of `combine.ENTRIES`: mass, center of gravity, inertia about the
            center of gravity (Ixx, Iyy, Izz, Ixy, Ixz, Iyz, elements of the matrix).
        masses: mass of each part, kg, by name; negative for a hole.
        readings: all readings, by name.
    """

    budget: Budget
    masses: Mapping[str, float]
    readings: Mapping[str, Measured]


def summed_body(parts: Sequence[BodyPart], mass: Measured | None = None, density: Measured | None = None) -> SummedBody:
    """Compute mass, center of gravity and inertia of a body.

    Args:
        parts: one or more parts with different names.
        mass: mass of the whole body, kg. What remains after parts with a mass or density is divided between the other
            parts in proportion to their areas (shells) or volumes.
        density: density of all parts without mass or density, kg/m³; not together with `mass`.

    Raises:
        MeasurementError: the masses are not complete or not possible, or the holes are larger than the body.
    """
    if not parts:
        raise MeasurementError("no shape is given; expected one or more")
    _check_masses(parts, mass, density)
    readings = {f"{part.name}.{key}": reading for part in parts for key, reading in part.readings.items()}
    if mass is not None:
        readings[FULL] = mass
    if density is not None:
        readings[MATERIAL] = density

    def parameters(values: Mapping[str, float]) -> FloatArray:
        masses = _masses(parts, values)
        total = sum(masses)
        if not total > 0.0:
            raise MeasurementError(f"the mass of the body is {total:.4g} kg: expected more, are the holes too large?")
        centers = np.array([[values[f"{part.name}.{key}"] for key in CENTER] for part in parts])
        center = np.array(masses) @ centers / total
        squares = np.zeros((3, 3))
        for part, share, place in zip(parts, masses, centers - center, strict=True):
            squares += share * (_mean_squares(part, values) + np.outer(place, place))
        inertia = np.trace(squares) * np.eye(3) - squares
        return np.concatenate([[total], center, np.diag(inertia), inertia[[0, 0, 1], [1, 2, 2]]])

    budget = propagate(parameters, readings)
    _check_squares(budget.values)
    masses = _masses(parts, {name: reading.value for name, reading in readings.items()})
    return SummedBody(budget, {part.name: m for part, m in zip(parts, masses, strict=True)}, readings)


def _check_masses(parts: Sequence[BodyPart], mass: Measured | None, density: Measured | None) -> None:
    free = [part for part in parts if part.open]
    names = ", ".join(part.name for part in free)
    whole = {name: each for name, each in (("mass", mass), ("density", density)) if each is not None}
    for name, each in whole.items():
        positive(f"{name} of the body", each)
    if len(whole) > 1:
        raise MeasurementError("mass and density of the whole body are given; leave out one of them")
    if whole and not free:
        raise MeasurementError(
            "each shape has a mass or a density, so that of the whole body has no effect; leave it out"
        )
    if free and not whole:
        raise MeasurementError(
            f"{names}: no mass; give each a mass or a density (kg/m^3, with a thickness for a shell), or give the "
            "mass or the density of the whole body"
        )
    points = [part.name for part in free if PRIMITIVES[part.kind].measure is None]
    if points:
        raise MeasurementError(f"{', '.join(points)}: a point has no area or volume; give it a mass")
    if mass is not None and len({PRIMITIVES[part.kind].thin for part in free}) > 1:
        raise MeasurementError(
            f"{names}: the mass cannot be divided between shells by area and solids by volume at the same time; "
            "give the mass of the shells or of the solids"
        )
    for part in parts:
        _check_density(part, density is not None and part.open)


def _check_density(part: BodyPart, common: bool) -> None:
    """Raise if mass, density and thickness of a part do not fit each other; `common`: the body's density is used."""
    thick, thin = "thickness" in part.readings, PRIMITIVES[part.kind].thin
    dense = common or "density" in part.readings
    if dense and "mass" in part.readings:
        raise MeasurementError(f"{part.name}: mass and density are given; leave out one of them")
    if dense and PRIMITIVES[part.kind].measure is None:
        raise MeasurementError(f"{part.name}: a point has no volume; give its mass in place of a density")
    if dense and thin and not thick:
        raise MeasurementError(f"{part.name}: a shell with a density also needs a thickness; give it, or the mass")
    if thick and not (dense and thin):
        raise MeasurementError(f"{part.name}: a thickness is only used for a shell with a density; leave it out")


def _masses(parts: Sequence[BodyPart], values: Mapping[str, float]) -> list[float]:
    """Return the mass of each part, negative for holes."""
    known: list[float] = []
    sizes: list[float] = []
    for part in parts:
        of = {key: values[f"{part.name}.{key}"] for key in part.readings}
        sign = -1.0 if part.hole else 1.0
        measure = PRIMITIVES[part.kind].measure
        size = measure(of) if measure else 0.0
        sizes.append(sign * size if part.open else 0.0)
        density = of.get("density", values.get(MATERIAL, 0.0))
        known.append(sign * of.get("mass", density * of.get("thickness", 1.0) * size))
    if FULL not in values:
        return known
    rest = values[FULL] - sum(known)
    if not rest > 0.0:
        raise MeasurementError(
            f"the mass of the body is {values[FULL]:.4g} kg, the shapes with a mass or a density have {sum(known):.4g} "
            "kg: expected less; check both"
        )
    return [mass + rest * size / sum(sizes) for mass, size in zip(known, sizes, strict=True)]


def _mean_squares(part: BodyPart, values: Mapping[str, float]) -> FloatArray:
    """Return the (3, 3) mean products of coordinates about the part's center, along the link's axes, m²."""
    of = {key: values[f"{part.name}.{key}"] for key in part.readings}
    own = np.diag(PRIMITIVES[part.kind].squares(of))
    roll, pitch, yaw = (of.get(key, 0.0) for key in ANGLES)
    rotation = rotation_z(yaw) @ rotation_y(pitch) @ rotation_x(roll)
    return np.asarray(rotation @ own @ rotation.T)


def _check_squares(values: FloatArray) -> None:
    """Raise if an integral of a squared coordinate over the mass is negative, which only holes can cause."""
    entries = dict(zip(ENTRIES, values.tolist(), strict=True))
    xx, yy, zz, xy, xz, yz = (entries[f"inertia.{index}"] for index in range(6))
    inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    squares = np.linalg.eigvalsh(0.5 * np.trace(inertia) * np.eye(3) - inertia)
    if squares[0] < -ROUNDING * max(float(squares[-1]), 0.0) or squares[-1] < 0.0:
        raise MeasurementError(
            "the moments of inertia are those of no body: the holes are larger than the shapes that they are cut out "
            "of; check their sizes and places"
        )
