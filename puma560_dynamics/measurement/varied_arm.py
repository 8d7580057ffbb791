"""The readings behind an arm, and the arm that other readings would have given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ..arm import Arm, Link
from .measured import Measured


def link_readings(arm: Arm) -> dict[str, Measured]:
    """Mass, center of gravity and inertia of every body by path; half width 0 where the file has no tolerance."""
    return {
        path: Measured(quantity.value, quantity.unit, quantity.half_width or 0.0)
        for path, quantity in arm.quantities.items()
        if path.startswith(("links.", "assemblies."))
    }


def varied_link(link: Link, path: str, readings: Mapping[str, float]) -> Link:
    """`link` with the readings under `path` (as ``"links.link3"``) in place of its readings; others are kept."""
    center, inertia = np.array(link.center_of_gravity), np.array(link.inertia)
    for axis in range(3):
        center[axis] = readings.get(f"{path}.center_of_gravity.{axis}", center[axis])
        inertia[axis, axis] = readings.get(f"{path}.inertia.{axis}", inertia[axis, axis])
    for index, (i, j) in enumerate(((0, 1), (0, 2), (1, 2)), start=3):
        inertia[i, j] = inertia[j, i] = readings.get(f"{path}.inertia.{index}", inertia[i, j])
    return replace(link, mass=readings.get(f"{path}.mass", link.mass), center_of_gravity=center, inertia=inertia)


def varied_arm(arm: Arm, readings: Mapping[str, float]) -> Arm:
    """`arm` with links as other readings would have given them."""
    return arm.with_(links=tuple(varied_link(link, f"links.{link.name}", readings) for link in arm.links))
