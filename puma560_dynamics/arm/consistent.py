"""A physically consistent arm with exactly the same torques.

The joint torques do not determine every inertia. A thin rod along the axis of joint i (equal
moments across the axis, none about it) looks the same to the torques whether it belongs to link i
or to link i-1, because turning joint i does not move it. So a triangle inequality that a measured
link misses can be corrected by such a rod, positive on link i and negative on link i-1, without
touching any torque: the corrected set is not near the paper's, it is dynamically equal to it. A link
of which only Izz is known and matters (link 1 on an upright base) is filled with a sphere-like
inertia and a mass on its axis, which no torque can see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..arrays import FloatArray
from ..errors import UnphysicalArmError
from .arm import Arm
from .parts import Link
from .physics import ROUNDING, triangle_deficit
from .transform import rotation_x

MARGIN = 0.02
"""How far beyond the bare triangle inequality a rod reaches, as a share of the deficit."""

UNMEASURED_MASS = 10.0
"""Mass given to a link of unknown mass, kg. On the axis of an upright first joint: no torque sees it."""


@dataclass(frozen=True, slots=True)
class RodTransfer:
    """A rod of moment `moment` (kg·m²) along z of `link`, added to `link` and subtracted from `parent`."""

    link: str
    parent: str
    moment: float


def rod_transfers(arm: Arm) -> tuple[RodTransfer, ...]:
    """Return the transfers that make links of `arm` meet the triangle inequality.

    Args:
        arm: the arm.
    """
    return _solve(arm)[1]


def consistent_arm(arm: Arm) -> Arm:
    """Return the arm with the same torque in every state, whose bodies are possible as far as rods can make them so.

    Only a violation about z (Izz the largest moment, diagonal tensor) can be corrected by a rod; that is what happens
    to long links measured on pendulums, and it is what the paper has. A link that no rod can correct keeps its numbers,
    as `possible_arm` does not.

    Args:
        arm: the arm.

    Raises:
        UnphysicalArmError: numbers of a link other than the first one are left open.
    """
    return _solve(arm)[0]


def _solve(arm: Arm) -> tuple[Arm, tuple[RodTransfer, ...]]:
    """Return the arm with all transfers that leave both links possible, and these transfers."""
    kept: set[int] = set()
    while True:
        links, transfers = _moved(arm, kept)
        wrong = {index for index, link in enumerate(links) if not _possible(link)} - kept
        if not wrong:
            return arm.with_(links=tuple(links)), transfers
        last = max(wrong)  # one that was possible before has become impossible by what it gave to the next one
        kept.add(last if not _possible(arm.links[last]) else last + 1)


def _moved(arm: Arm, kept: set[int]) -> tuple[list[Link], tuple[RodTransfer, ...]]:
    """Correct links by rods, from the outermost inwards; skip links whose numbers are kept."""
    links = list(arm.links)
    transfers: list[RodTransfer] = []
    for index in reversed(range(len(links))):
        link = links[index]
        if link.incomplete:
            links[index] = _completed(link, index)
            continue
        deficit = triangle_deficit(link)
        if deficit <= 0.0 or index in kept or index == 0:
            continue
        moment = 0.5 * deficit * (1.0 + MARGIN)
        rod = moment * np.diag([1.0, 1.0, 0.0])
        turn = rotation_x(arm.chain.joints[index].alpha)
        parent = links[index - 1]
        links[index] = _with_inertia(link, link.inertia + rod)
        links[index - 1] = _with_inertia(parent, parent.inertia - turn @ rod @ turn.T)
        transfers.append(RodTransfer(link.name, parent.name, moment))
    return links, tuple(transfers)


def _possible(link: Link) -> bool:
    """Return whether a body has this inertia; one without extent has."""
    if link.incomplete:
        return True
    moments = np.linalg.eigvalsh(link.inertia)
    return triangle_deficit(link) <= 0.0 and bool(moments[0] >= -ROUNDING * abs(moments[-1]))


def _with_inertia(link: Link, inertia: np.ndarray) -> Link:
    return Link(link.name, link.mass, link.center_of_gravity, inertia, link.incomplete)


def _completed(link: Link, index: int) -> Link:
    if index != 0 or np.any(link.center_of_gravity[:2]):
        raise UnphysicalArmError(
            f"links.{link.name}: {', '.join(link.incomplete)} not given; only the first link may "
            "leave them open, with its center of gravity on the joint's axis: give numbers"
        )
    izz = float(link.inertia[2, 2])
    diagonal = [value if value > 0.0 else izz for value in np.diag(link.inertia)]
    return Link(link.name, link.mass or UNMEASURED_MASS, link.center_of_gravity, np.diag(diagonal))


LEAST_MASS = 1e-3
"""Mass that a body without mass gets, kg."""

LEAST_EXTENT = 1e-3
"""Radius of gyration that a body gets at least in every direction, m."""


class PossibleArm(NamedTuple):
    """An arm that physics engines accept, and its differences from the given arm.

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
