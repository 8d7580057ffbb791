"""Find numbers of bodies that no arm of this size has, and the unit in which they were probably written.

CAD programs write g, mm, and g·mm² or kg·mm² where a description needs kg, m and kg·m².
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from .arm import Arm
from .parts import Link

HEAVIEST = 1000.0
"""Largest plausible mass of one link, kg."""

SMALLEST = 5e-4
"""Smallest plausible radius of gyration, m."""

SHORTEST = 0.1
"""Least reach of an arm that sizes are compared with, m."""

INERTIA_UNITS = {"g m^2": 1e-3, "kg cm^2": 1e-4, "kg mm^2": 1e-6, "g cm^2": 1e-7, "g mm^2": 1e-9}
"""Units that CAD programs write, in kg·m²."""


def implausible_numbers(arm: Arm) -> Iterator[str]:
    """Yield a remark on each number of a body that is far too large for the arm.

    Args:
        arm: the arm.
    """
    reach = reach_of(arm)
    for link in arm.links:
        yield from _of_link(link, reach)


def reach_of(arm: Arm) -> float:
    """Return how far an arm can reach at most, m.

    Args:
        arm: the arm.
    """
    length = sum(math.hypot(joint.a, joint.d) for joint in arm.chain.joints)
    strokes = [max(abs(joint.lower), abs(joint.upper)) for joint in arm.chain.joints if joint.slides]
    tip = float(np.linalg.norm(arm.frames[-1][:3, 3]))
    return max(length + tip + sum(stroke for stroke in strokes if math.isfinite(stroke)), SHORTEST)


def _of_link(link: Link, reach: float) -> Iterator[str]:
    size = f"on an arm that reaches {reach:.3g} m"
    if link.mass > HEAVIEST:
        yield f"link {link.name!r} has {link.mass:.6g} kg; probably the number is in g ({link.mass / 1000:.4g} kg)"
    away = float(np.linalg.norm(link.center_of_gravity))
    if away > 2.0 * reach:
        yield (
            f"the center of gravity of link {link.name!r} is {away:.4g} m away from its joint, {size}; probably the "
            f"number is in mm ({away / 1000:.4g} m)"
        )
    if not link.mass > 0.0:
        return
    gyration = math.sqrt(max(0.5 * float(np.trace(link.inertia)), 0.0) / link.mass)
    if gyration > reach:
        fits = {
            unit: radius
            for unit, factor in INERTIA_UNITS.items()
            if SMALLEST <= (radius := gyration * math.sqrt(factor)) <= reach
        }
        likely = ", ".join(f"in {unit} ({radius:.2g} m)" for unit, radius in fits.items())
        yield (
            f"the inertia of link {link.name!r} has a radius of gyration of {gyration:.3g} m, {size}"
            + (f"; probably the number is {likely}" if likely else "; check its unit")
        )
