"""The nearest arm whose bodies have mass and extent: what engines such as MuJoCo demand.

A body has the second moments S = tr(I)/2 E - I about its center of mass, and is possible if S has no negative
eigenvalue. The nearest possible body, in the Frobenius norm of S, has the smallest allowed eigenvalue in place of each
negative one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import FloatArray
from .arm import Arm
from .consistent import consistent_arm
from .parts import Link
from .physics import triangle_deficit

LEAST_MASS = 1e-3
"""Mass that a body without mass gets, kg."""

LEAST_EXTENT = 1e-3
"""Radius of gyration that a body gets at least in every direction, m."""


class PossibleArm(NamedTuple):
    """An arm for engines, and what it has otherwise than the arm that was given.

    Attributes:
        arm: every body has mass, positive principal moments, and meets the triangle inequality.
        changes: one sentence for each body that differs; without any, torques are the same.
    """

    arm: Arm
    changes: tuple[str, ...]


def possible_arm(arm: Arm) -> PossibleArm:
    """Return the nearest arm whose bodies are possible; exact where `consistent_arm` is.

    Args:
        arm: the arm.

    Raises:
        UnphysicalArmError: numbers of a link other than the first one are left open.
    """
    links, changes = [], []
    for link in consistent_arm(arm).links:
        mass = max(link.mass, LEAST_MASS)
        least = mass * LEAST_EXTENT**2
        moments, axes = np.linalg.eigh(_second_moments(link.inertia))
        whole = np.linalg.eigvalsh(link.inertia)[0] > 0.0 and triangle_deficit(link) == 0.0
        if mass == link.mass and whole:
            links.append(link)
            continue
        nearest = (axes * np.maximum(moments, least)) @ axes.T
        inertia = np.trace(nearest) * np.eye(3) - nearest
        change = float(np.abs(inertia - link.inertia).max())
        more = "" if mass == link.mass else f"{mass:g} kg, and "
        changes.append(
            f"links.{link.name}: engines get {more}an inertia that differs by up to {change:.3g} kg m^2, the nearest "
            "that a body has"
        )
        links.append(Link(link.name, mass, link.center_of_gravity, inertia))
    return PossibleArm(arm.with_(links=tuple(links)), tuple(changes))


def _second_moments(inertia: FloatArray) -> FloatArray:
    """Return the second moments of a body, (3, 3) kg·m², about the same point as its inertia."""
    return np.asarray(0.5 * np.trace(inertia) * np.eye(3) - inertia)
