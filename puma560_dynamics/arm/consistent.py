"""Make the inertial parameters of an arm physically consistent without changing its joint torques.

The joint torques do not determine every inertial parameter. A thin rod along the axis of joint i (equal moments
across the axis, zero moment about it) has the same effect on the torques as part of link i and as part of link i-1,
because rotation of joint i does not move the rod. If a measured link i violates the triangle inequality, adding such
a rod to link i and subtracting it from link i-1 corrects the inequality and changes no torque. A link of which only
Izz is known and affects the torques (link 1 on an upright base) gets a diagonal inertia and a mass on its axis,
which affect no torque.
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
"""Margin by which a rod more than closes the triangle inequality, as a fraction of the deficit."""

UNMEASURED_MASS = 10.0
"""Mass assumed for a link of unknown mass, kg. On the axis of an upright first joint it affects no torque."""


@dataclass(frozen=True, slots=True)
class RodTransfer:
    """Rod along z of `link` with transverse moment `moment` (kg·m²), added to `link` and subtracted from `parent`."""

    link: str
    parent: str
    moment: float


def rod_transfers(arm: Arm) -> tuple[RodTransfer, ...]:
    """Return the rod transfers after which the links of `arm` satisfy the triangle inequality."""
    return _solve(arm)[1]


def consistent_arm(arm: Arm) -> Arm:
    """Return an arm with the same torque in every state and physically consistent links where rods can correct them.

    A rod corrects only a violation about z (Izz is the largest moment of a diagonal tensor). Long links measured on
    pendulums have this violation, as do those of the paper. A link that no rod can correct is not changed; see
    `possible_arm` for these.

    Args:
        arm: the arm.

    Raises:
        UnphysicalArmError: a link other than the first one has unknown inertial parameters.
    """
    return _solve(arm)[0]


def _solve(arm: Arm) -> tuple[Arm, tuple[RodTransfer, ...]]:
    """Apply all rod transfers that leave both of their links physically possible; return the arm and the transfers."""
    kept: set[int] = set()
    while True:
        links, transfers = _moved(arm, kept)
        wrong = {index for index, link in enumerate(links) if not _possible(link)} - kept
        if not wrong:
            return arm.with_(links=tuple(links)), transfers
        last = max(wrong)  # if it was possible, the rod subtracted for link last + 1 made it impossible
        kept.add(last if not _possible(arm.links[last]) else last + 1)


def _moved(arm: Arm, kept: set[int]) -> tuple[list[Link], tuple[RodTransfer, ...]]:
    """Correct links by rods, from the outermost inwards, except the links with an index in `kept`."""
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
    """Return whether the inertia is physically possible (zero inertia included)."""
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
"""Mass assigned to a link without mass, kg."""

LEAST_EXTENT = 1e-3
"""Smallest radius of gyration of a corrected link in any direction, m."""


class PossibleArm(NamedTuple):
    """An arm that physics engines accept, and its differences from the given arm.

    Attributes:
        arm: arm whose links all have mass, positive principal moments, and satisfy the triangle inequality.
        changes: one sentence for each link whose change affects torques.
    """

    arm: Arm
    changes: tuple[str, ...]


def possible_arm(arm: Arm) -> PossibleArm:
    """Return the nearest arm with physically possible links; its torques are the same where rods can correct the links.

    Args:
        arm: the arm.

    Raises:
        UnphysicalArmError: a link other than the first one has unknown inertial parameters.
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
            "possible one"
        )
        links.append(Link(link.name, mass, link.center_of_gravity, inertia))
    return PossibleArm(arm.with_(links=tuple(links)), tuple(changes))


def _second_moments(inertia: FloatArray) -> FloatArray:
    """Convert an inertia tensor to the matrix of second moments, both (3, 3) kg·m² about the same point."""
    return np.asarray(0.5 * np.trace(inertia) * np.eye(3) - inertia)
