r"""Compute the singular values and the manipulability of a link's Jacobian, and name a singularity.

The manipulability is that of Yoshikawa (1985), "Manipulability of Robotic Mechanisms", Int. J. Robotics Research 4(2):
:math:`w = \sqrt{\det (J J^T)}`, the product of the singular values; for fewer than six joints
:math:`\sqrt{\det (J^T J)}`. Linear and angular rows have different units. So the rank is that of a scaled Jacobian,
whose linear rows are divided by a length: the largest distance of the link from the axis of a joint that moves it.

For six joints with a spherical wrist, the determinant of J is that of the linear Jacobian of the wrist's center by
joints 1 to 3, times that of the directions of axes 4 to 6 (wrist singularity: axes 4 and 6 are parallel). If axes 2 and
3 are parallel, the first is a distance of the wrist's center, from the plane that contains axis 1 and the direction of
axis 2 (shoulder singularity), times the cross product of columns 2 and 3 (elbow singularity: the arm is stretched or
folded).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..arrays import FloatArray, read_only
from .arm import Arm
from .kinematics import jacobian, joint_axes

SINGULAR = 1e-9
"""Ratio of the smallest to the largest singular value of a scaled matrix, at and below which it is singular."""

NEAR = 0.01
"""The same ratio, at and below which a pose is close to a singularity."""

_PART = 1e-6
"""Smallest part of a joint in a motion of unit size that counts as moving."""

_MEET = 1e-9
"""Largest distance of the axes of a spherical wrist from a common point, and sine of the angle of parallel axes: as a
fraction of the distances in the arm, and of 1."""


@dataclass(frozen=True, eq=False)
class Manipulability:
    """Singular values of the Jacobian of one link at one pose.

    Attributes:
        moving: names of the joints that can move the link.
        linear: (3,) singular values of rows 0 to 2, m (1 for prismatic joints), in falling order.
        angular: (3,) singular values of rows 3 to 5.
        manipulability: product of the k = min(6, joints) singular values of the Jacobian.
        length: m, divisor of the linear rows of the scaled Jacobian.
        scaled: (k,) singular values of the scaled Jacobian, in falling order.
        rank: number of directions in which the link can move, of `full_rank`.
        full_rank: k.
        names: names of singularities that the pose has or is close to (``"wrist"``, ``"elbow"``, ``"shoulder"``).
        still: names of the joints that can move together while the link stands still, although not more than six
            joints move it; empty if the link has full rank.
        free_wrenches: (full_rank - rank, 6) forces, N, and moments, N·m, at the link's origin in axes of the base, that
            need no joint torque; each of size 1 if the force is multiplied by `length`.
    """

    moving: tuple[str, ...]
    linear: FloatArray
    angular: FloatArray
    manipulability: float
    length: float
    scaled: FloatArray
    rank: int
    full_rank: int
    names: tuple[str, ...]
    still: tuple[str, ...]
    free_wrenches: FloatArray

    @property
    def ratio(self) -> float:
        """Smallest singular value of the scaled Jacobian divided by the largest, 0 to 1."""
        return float(self.scaled[-1] / self.scaled[0]) if self.scaled.size and self.scaled[0] else 0.0

    @property
    def near(self) -> bool:
        """Whether the pose is singular for the link, or close to a singularity."""
        return self.ratio <= NEAR

    @property
    def singular(self) -> bool:
        """Whether the link has lost a direction of motion."""
        return self.rank < self.full_rank


def manipulability(arm: Arm, q: FloatArray, link: str | None = None) -> Manipulability:
    """Compute the singular values of the Jacobian of a link, and name its singularity.

    Args:
        arm: the arm.
        q: (n,) joint positions, rad (m for prismatic joints).
        link: one of `Arm.link_names`; `Arm.tip` by default.

    Raises:
        StateError: the arm has no such link.
    """
    carrier = arm.place_of(link).carrier
    moves = arm.following[:carrier].any(axis=0)
    columns = jacobian(arm, q, link)[:, moves]
    size = min(columns.shape)
    length = float(np.linalg.norm(columns[:3, np.any(columns[3:], axis=0)], axis=0).max(initial=0.0)) or 1.0
    scaled = np.vstack([columns[:3] / length, columns[3:]])
    left, values, right = np.linalg.svd(scaled)
    rank = int((values > SINGULAR * values.max(initial=0.0)).sum())
    moving = tuple(np.array(arm.joint_names)[moves].tolist())
    whole = carrier == arm.n == 6 and not arm.followers
    idle = np.abs(right[rank:size]).max(axis=0, initial=0.0) if len(moving) <= 6 else np.zeros(len(moving))
    return Manipulability(
        moving=moving,
        linear=_three(columns[:3]),
        angular=_three(columns[3:]),
        manipulability=float(np.prod(np.linalg.svd(columns, compute_uv=False))) if size else 0.0,
        length=length,
        scaled=read_only(values),
        rank=rank,
        full_rank=size,
        names=tuple(_names(arm, q)) if whole else (),
        still=tuple(name for name, part in zip(moving, idle, strict=True) if part > _PART),
        free_wrenches=read_only(left[:, rank:size].T / np.repeat([length, 1.0], 3)),
    )


def _three(rows: FloatArray) -> FloatArray:
    """Return the singular values of three rows; missing ones are 0."""
    values = np.linalg.svd(rows, compute_uv=False)
    return read_only(np.concatenate([values, np.zeros(3 - len(values))]))


def _names(arm: Arm, q: FloatArray) -> Iterator[str]:
    """Yield the names of the singularities that an arm of six joints with a spherical wrist has or is close to."""
    points, axes = joint_axes(arm, q)
    if arm.slides[3:].any():
        return
    across = np.eye(3) - axes[3:, :, None] * axes[3:, None, :]
    center, _, rank, _ = np.linalg.lstsq(across.sum(axis=0), np.einsum("ijk,ik->j", across, points[3:]), rcond=None)
    reach = float(np.linalg.norm(points - center, axis=1).max())
    misses = np.linalg.norm(np.einsum("ijk,ik->ij", across, center - points[3:]), axis=1)
    if rank < 3 or misses.max() > _MEET * reach:
        return
    if abs(float(np.linalg.det(axes[3:]))) <= NEAR:
        yield "wrist"
    if arm.slides[:3].any() or np.linalg.norm(np.cross(axes[1], axes[2])) > _MEET:
        return
    first, second, third = np.cross(axes[:3], center - points[:3])
    if np.linalg.norm(np.cross(second, third)) <= NEAR * np.linalg.norm(second) * np.linalg.norm(third):
        yield "elbow"
    if abs(float(first @ axes[1])) <= NEAR * reach:
        yield "shoulder"
