"""Subtract parts from a body, for a link that could only be measured together with other links.

The paper measured link 3 with the wrist attached and subtracted the wrist. Masses, first moments, and inertias about a
common point (parallel axis theorem) are additive. They are first transformed to the frame of the link, with the poses
of table A1 at zero joint angles. Tolerances are computed by RMS combination of the readings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..arm import Arm, Link
from ..arm.transform import rotation_x
from ..arrays import FloatArray
from ..errors import MeasurementError
from .budget import Budget, propagate
from .measured import Measured, link_readings, positive, varied_link

ENTRIES = (
    "mass", "center_of_gravity.0", "center_of_gravity.1", "center_of_gravity.2",
    "inertia.0", "inertia.1", "inertia.2", "inertia.3", "inertia.4", "inertia.5",
)  # fmt: skip
"""Parameters of a link, named as in an arm file: mass, kg; center, m; Ixx, Iyy, Izz, Ixy, Ixz, Iyz, kg·m²."""

SLACK = len(ENTRIES)
"""Index of Ixx + Iyy - Izz in a budget, after `ENTRIES`; a negative value violates the triangle inequality about z."""


@dataclass(frozen=True)
class Piece:
    """A measured assembly, or a link of the arm.

    Attributes:
        path: path in the arm file, such as ``"assemblies.link3_with_wrist"``.
        frame: index of the link in whose frame the data are expressed.
    """

    path: str
    frame: int


@dataclass(frozen=True, eq=False)
class Remainder:
    """Parameters of a body after subtraction of its parts.

    Attributes:
        budget: values and tolerances of the ten `ENTRIES`, and of the triangle inequality's slack at `SLACK`.
        missing: entries that cannot be determined because a part has no inertia; the values of Ixx, Iyy and Izz are
            then upper bounds.
    """

    budget: Budget
    missing: tuple[str, ...]

    @property
    def values(self) -> FloatArray:
        """(10,) values in the order of `ENTRIES`."""
        return self.budget.values[:SLACK]

    @property
    def half_width(self) -> FloatArray:
        """(10,) half widths of the tolerance bands, in the order of `ENTRIES`."""
        return self.budget.half_width[:SLACK]


def remainder(arm: Arm, whole: Piece, parts: Sequence[Piece], given: Mapping[str, Measured] | None = None) -> Remainder:
    """Subtract `parts` from `whole`; the result is in the frame of `whole`.

    Args:
        arm: arm with the poses of the frames and the readings with their tolerances.
        whole: the measured assembly.
        parts: one or more parts to subtract; their frames must not be closer to the base than the frame of `whole`.
        given: readings that replace those of the arm file, by path.

    Raises:
        MeasurementError: a piece is not in the arm file, or the parts are not lighter than the whole.
    """
    pieces = {piece.path: _body(arm, piece.path) for piece in (whole, *parts)}
    known = link_readings(arm) | dict(given or {})
    mine = tuple(f"{path}." for path in pieces)
    readings = {path: reading for path, reading in known.items() if path.startswith(mine)}
    poses = {part: _pose(arm, whole.frame, part.frame) for part in parts}

    def left(values: Mapping[str, float]) -> FloatArray:
        bodies = {path: varied_link(body, path, values) for path, body in pieces.items()}
        signed = [_moments(bodies[whole.path], np.eye(3), np.zeros(3))]
        signed += [tuple(-m for m in _moments(bodies[part.path], *poses[part])) for part in parts]  # type: ignore[misc]
        mass, first, second = (sum(moments) for moments in zip(*signed, strict=True))
        center = first / mass
        inertia = second - mass * _squares(center)
        slack = inertia[0, 0] + inertia[1, 1] - inertia[2, 2]
        products = inertia[[0, 0, 1], [1, 2, 2]]
        return np.concatenate([[mass], center, np.diag(inertia), products, [slack]])

    masses = {path: readings.get(f"{path}.mass", Measured(0.0, "kg")) for path in pieces}
    for path, mass in masses.items():
        positive(f"{path}.mass", mass)
    heavy, light = masses[whole.path].value, sum(masses[part.path].value for part in parts)
    if not heavy > light:
        raise MeasurementError(
            f"{whole.path} weighs {heavy:.4g} kg, the parts to subtract {light:.4g} kg: expected less; check both"
        )
    missing = any(f"{path}.inertia.{axis}" not in readings for path in pieces for axis in range(3))
    return Remainder(propagate(left, readings), ENTRIES[4:] if missing else ())


def _body(arm: Arm, path: str) -> Link:
    section, _, name = path.partition(".")
    bodies = {body.name: body for body in (arm.assemblies if section == "assemblies" else arm.links)}
    if name not in bodies:
        raise MeasurementError(
            f"{path} is not in the arm file; {section} has {', '.join(sorted(bodies)) or 'no entry'}"
        )
    return replace(bodies[name], incomplete=())


def _pose(arm: Arm, start: int, end: int) -> tuple[FloatArray, FloatArray]:
    """Return rotation and origin of frame `end` in frame `start` at zero joint angles (table A1)."""
    rotation, origin = np.eye(3), np.zeros(3)
    for joint in arm.chain.joints[start + 1 : end + 1]:
        turn = rotation @ rotation_x(joint.alpha)
        origin = origin + rotation[:, 0] * joint.a + turn[:, 2] * joint.d
        rotation = turn
    return rotation, origin


def _moments(body: Link, rotation: FloatArray, origin: FloatArray) -> tuple[float, FloatArray, FloatArray]:
    """Return mass, first moment and inertia about the origin of the frame in which the link's frame is given."""
    center = origin + rotation @ body.center_of_gravity
    inertia = rotation @ body.inertia @ rotation.T + body.mass * _squares(center)
    return body.mass, body.mass * center, inertia


def _squares(r: FloatArray) -> FloatArray:
    return np.asarray(float(r @ r) * np.eye(3) - np.outer(r, r))
