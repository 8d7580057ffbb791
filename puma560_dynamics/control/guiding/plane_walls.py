r"""Walls at planes in space, for one point of the tool.

A wall is a plane in the frame of the base link: a point :math:`p_0` on it, and a normal n that points to the allowed
side. With the tool point x(q) and its Jacobian J the depth is :math:`-n \cdot (x - p_0)`, and the torque is

.. math:: \tau = J^T n f

with the force f of `walls.push`. The position, J and the torque come from one walk along the joint axes, in plain
floats, so that the C++ core can match it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arm.transform import cos_sin
from ...errors import StateError
from .walls import push

MAX_WALLS = 16
"""Largest number of planes."""

EXIT_SPEED = 0.1
"""Exit speed of a plane, m/s."""

Vector = tuple[float, float, float]


def planes_of(numbers: ArrayLike) -> list[tuple[Vector, Vector]]:
    """Return the point and the unit normal of each plane.

    Args:
        numbers: six numbers for each plane, in a row: a point, m, and a normal of any length, in the frame of the base
            link.

    Raises:
        StateError: numbers that are not finite, an incomplete plane, too many planes, or a normal without a direction.
    """
    rows = np.asarray(numbers, dtype=np.float64).reshape(-1)
    if rows.size % 6 or rows.size > 6 * MAX_WALLS or not np.isfinite(rows).all():
        raise StateError(
            f"hand_guiding.walls: expected six finite numbers for each of at most {MAX_WALLS} planes (a point and a "
            f"normal), got {rows.size} numbers"
        )
    planes = []
    for row in rows.reshape(-1, 6).tolist():
        length = math.sqrt(sum(value * value for value in row[3:]))
        if not 1e-9 < length < math.inf:
            raise StateError(f"hand_guiding.walls: expected a normal with a direction, got {row[3:]}")
        planes.append(((row[0], row[1], row[2]), (row[3] / length, row[4] / length, row[5] / length)))
    return planes


class ToolPoint:
    """Position, velocity and joint torques of a point that is fixed to the last link.

    Args:
        arm: the arm.
        point: (3,) m, in the frame of the last link as the robot description or the arm file has it.

    Raises:
        StateError: a point that is not three finite numbers.
    """

    def __init__(self, arm: Arm, point: ArrayLike) -> None:
        given = np.asarray(point, dtype=np.float64)
        if given.shape != (3,) or not np.isfinite(given).all():
            raise StateError(f"hand_guiding.tool_point: expected three finite numbers, m, got {given.tolist()}")
        self._n = arm.n
        self._base = arm.base[:3, :3].tolist(), arm.base[:3, 3].tolist()
        self._steps = [
            (*cos_sin(joint.alpha), joint.a, joint.d, joint.offset, joint.slides) for joint in arm.chain.joints
        ]
        # Joint and factor of each link; of a mimic joint the leader, the multiplier and the offset.
        followers = {one.place: (one.leader, one.multiplier, one.offset) for one in arm.followers}
        own = iter(range(arm.n))
        self._moved_by = [followers.get(place) or (next(own), 1.0, 0.0) for place in range(len(self._steps))]
        last: list[float] = (arm.frames[-1][:3, :3] @ given + arm.frames[-1][:3, 3]).tolist()
        self._point = last
        self._axes: list[tuple[Vector, Vector, bool]] = []

    def at(self, q: Sequence[float]) -> Vector:
        """Set the joint positions `q` (n, rad) for the following calls; return the position of the point, m."""
        (r00, r01, r02), (r10, r11, r12), (r20, r21, r22) = self._base[0]
        x, y, z = self._base[1]
        axes: list[tuple[Vector, Vector, bool]] = []
        for (joint, ratio, shift), (ca, sa, a, d, offset, slides) in zip(self._moved_by, self._steps, strict=True):
            q_j = ratio * q[joint] + shift
            angle, along = (offset, d + q_j) if slides else (q_j + offset, d)
            # Rx(alpha) Tx(a): y and z axes turn about x.
            x, y, z = x + a * r00, y + a * r10, z + a * r20
            r01, r02 = ca * r01 + sa * r02, ca * r02 - sa * r01
            r11, r12 = ca * r11 + sa * r12, ca * r12 - sa * r11
            r21, r22 = ca * r21 + sa * r22, ca * r22 - sa * r21
            x, y, z = x + along * r02, y + along * r12, z + along * r22
            c, s = math.cos(angle), math.sin(angle)
            r00, r01 = c * r00 + s * r01, c * r01 - s * r00
            r10, r11 = c * r10 + s * r11, c * r11 - s * r10
            r20, r21 = c * r20 + s * r21, c * r21 - s * r20
            axes.append(((r02, r12, r22), (x, y, z), slides))
        u, v, w = self._point
        at = (
            x + r00 * u + r01 * v + r02 * w,
            y + r10 * u + r11 * v + r12 * w,
            z + r20 * u + r21 * v + r22 * w,
        )
        self._axes, self._at = axes, at
        return at

    def along(self, normal: Vector) -> list[float]:
        """Return Jᵀ n: n torques for a unit force along `normal`; times velocities it is the speed along `normal`."""
        nx, ny, nz = normal
        px, py, pz = self._at
        result = [0.0] * self._n
        for (joint, ratio, _), ((zx, zy, zz), (ox, oy, oz), slides) in zip(self._moved_by, self._axes, strict=True):
            if slides:
                result[joint] += ratio * (nx * zx + ny * zy + nz * zz)
                continue
            lx, ly, lz = px - ox, py - oy, pz - oz
            arm = nx * (zy * lz - zz * ly) + ny * (zz * lx - zx * lz) + nz * (zx * ly - zy * lx)
            result[joint] += ratio * arm
        return result


class PlaneWalls:
    """Walls at planes for a point of the tool.

    Args:
        arm: the arm.
        walls: six numbers for each plane, see `planes_of`.
        tool_point: (3,) m, in the frame of the last link.
        force: largest force of a wall, N; 0 for that of `usual_force`.
        depth: depth at which the force is largest, m.

    Attributes:
        force: largest force of a wall, N.

    Raises:
        StateError: invalid planes or an invalid point; a prismatic arm on which no force can be found.
    """

    def __init__(self, arm: Arm, walls: ArrayLike, tool_point: ArrayLike, force: float, depth: float) -> None:
        self._planes = planes_of(walls)
        self._tool, self._depth = ToolPoint(arm, tool_point), depth
        self.force = force if force > 0.0 else usual_force(arm, self._tool)

    def torque(self, q: Sequence[float], qd: Sequence[float]) -> list[float]:
        """Return n torques, N·m, at the positions `q` (rad) and velocities `qd` (rad/s)."""
        total = [0.0] * len(q)
        at = self._tool.at(q)
        for point, normal in self._planes:
            depth = -sum(n * (x - p) for n, x, p in zip(normal, at, point, strict=True))
            along = self._tool.along(normal)
            speed = -sum(share * speed for share, speed in zip(along, qd, strict=True))
            force = push(depth, speed, self._depth, self.force, EXIT_SPEED)
            if force == 0.0:
                continue
            total = [torque + force * share for torque, share in zip(total, along, strict=True)]
        return total


SHARE = 1.0 / 3.0
"""Fraction of the maximum torque of any joint that the usual force needs at most."""

POSES = 64
"""Number of poses that are searched for the usual force."""


def usual_force(arm: Arm, tool: ToolPoint) -> float:
    """Return the force that needs at most `SHARE` of the maximum torque of each joint in `POSES` poses, N."""
    levers = np.zeros(arm.n)
    for q in arm.poses(POSES).tolist():
        tool.at(q)
        axes = np.array([tool.along(unit) for unit in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))])
        levers = np.maximum(levers, np.sqrt((axes**2).sum(axis=0)))
    if not levers.any():
        raise StateError("hand_guiding.wall_force: no joint moves the tool point; correct hand_guiding.tool_point")
    moves = levers > 1e-6
    return float(SHARE * (arm.maximum_torque[moves] / levers[moves]).min())
