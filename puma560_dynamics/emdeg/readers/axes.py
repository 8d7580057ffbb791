"""Choose modified Denavit-Hartenberg frames on given joint axes, so that many parameters are zero.

z_i is along axis i, and x_i along the common normal to axis i + 1 (Craig, Introduction to Robotics, 3.4). This module
also chooses what this convention leaves open: the sign of x_i, the origin along parallel axes, x_i for coincident axes,
the position of a prismatic joint's axis, frame 0 and the last frame.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..algebra.exact import SNAP, rational_cos_sin
from ..algebra.vectors import Vector, Z, about_z, cross, dot, transposed, turned
from ..chain.branch import Branch
from ..chain.chain import PRISMATIC, ChainJoint, Placement
from ..chain.pose import DUST, along, compose, frame, inverse_placement, length, three, tidy, unit

ZERO: Vector = (0, 0, 0)
USER_AXES: tuple[Vector, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1))


@dataclass(frozen=True)
class Axis:
    """Axis of a joint, in the link frames of the description.

    Attributes:
        name: name of the joint.
        kind: ``"revolute"`` or ``"prismatic"``.
        link: pose of the moved link's frame in the previous link's frame, at position zero.
        direction: (3,) unit vector in the moved link's frame; the axis passes through the origin of this frame.
    """

    name: str
    kind: str
    link: Placement
    direction: Vector

    @property
    def slides(self) -> bool:
        """Whether the joint is prismatic; then only the direction of the axis matters, not its position."""
        return self.kind == PRISMATIC


def axis_frames(axes: Sequence[Axis], parents: Sequence[int] = (), snap: float = SNAP) -> tuple[Placement, ...]:
    """Return the poses of frames 1 to n in the description's frames of the same links.

    If a link carries several joints, x of its frame is along the common normal to the axis of the first.

    Args:
        axes: joint axes, from the base outwards.
        parents: index of the joint that moves the parent link of each joint, -1 for the base; by default the previous
            joint.
        snap: largest angle between axes that are treated as parallel, rad.
    """
    parents = parents or range(-1, len(axes) - 1)
    frames: list[Placement] = []
    for k, axis in enumerate(axes):
        before = None
        if parents[k] >= 0:
            start = frames[parents[k]]
            if parents.count(parents[k]) > 1:
                start, _ = branched(axis, start, parents[k], snap)
            before = compose(inverse_placement(axis.link), start)
        following = next((axes[i] for i, parent in enumerate(parents) if parent == k), None)
        frames.append(_frame(axis, before, following, snap))
    return tuple(frames)


def branched(axis: Axis, before: Placement, parent: int, snap: float = SNAP) -> tuple[Placement, Branch]:
    """Return the parent's frame after ``Rz(gamma) Tz(b)``, so that its x is the common normal to an axis.

    Args:
        axis: axis of a joint on the parent link.
        before: pose of the parent's frame in the parent link's frame.
        parent: index of the joint that moves the parent link; -1 for the base.
        snap: largest angle between axes that are treated as parallel, rad.
    """
    seen = compose(inverse_placement(before), axis.link)
    point, direction = seen.origin, turned(seen.rotation, axis.direction)
    normal = cross(Z, direction)
    free = axis.slides and parent >= 0  # `_frame` puts such an axis through the parent's origin
    b: Any = 0
    if length(normal) <= snap:
        normal = ZERO if free else (point[0], point[1], 0)
    elif not free:
        b = tidy(dot(cross(point, direction), normal) / dot(normal, normal))
    x = _signed(unit(normal), (1, 0, 0)) if length(normal) > DUST else (1, 0, 0)
    gamma = rational_cos_sin(math.atan2(x[1], x[0]), snap)
    return compose(before, Placement(about_z(*gamma), (0, 0, b))), Branch(parent, *gamma, b)


def base_frame(first: Placement, gravity: Vector) -> Placement:
    """Return frame 0: frame 1 at position zero, rotated about z if this makes a component of gravity zero.

    Args:
        first: pose of frame 1 at position zero in the base's frame.
        gravity: (3,) acceleration of gravity in the base's frame, m/s².
    """
    x, y, _ = turned(transposed(first.rotation), gravity)
    least = SNAP * length(gravity)
    if abs(x) <= least or abs(y) <= least:
        return first
    z = _column(first, 2)
    return Placement(frame(unit(cross(z, gravity)), z), first.origin)


def joint_step(axis: Axis, before: Placement, own: Placement, snap: float = SNAP) -> ChainJoint:
    """Return the joint with the parameters of the transform ``Rx(alpha) Tx(a) Rz(offset) Tz(d)`` between two frames.

    Args:
        axis: axis of the joint.
        before, own: poses of the previous link's and the moved link's frame at position zero, in a common frame.
        snap: distance from a multiple of 90° within which an angle is rounded to that multiple, rad.
    """
    step = compose(inverse_placement(before), own)
    (cos_offset, minus_sin_offset, _), (_, _, minus_sin_alpha), (_, _, cos_alpha) = step.rotation
    alpha = rational_cos_sin(math.atan2(-minus_sin_alpha, cos_alpha), snap)
    offset = math.atan2(-minus_sin_offset, cos_offset)
    cosine, sine = rational_cos_sin(offset, snap)
    if not cosine or not sine:
        offset = math.atan2(sine, cosine)
    a, y, z = step.origin
    return ChainJoint(
        axis.name,
        axis.kind,
        *alpha,
        a=tidy(a),
        d=tidy(alpha[0] * z - alpha[1] * y),
        offset=0.0 if axis.slides else offset,
        cos_offset=cosine,
        sin_offset=sine,
    )


def _frame(axis: Axis, before: Placement | None, following: Axis | None, snap: float) -> Placement:
    """Return the frame i of a link, given frame i-1 at position zero (`before`), both in the link's given frame."""
    z = axis.direction
    foot = _foot(axis, before)
    past = None if before is None else _column(before, 0)
    x, origin = None, foot
    if following is not None:
        point, direction = following.link.origin, turned(following.link.rotation, following.direction)
        normal = cross(z, direction)
        if length(normal) > snap:
            x = unit(normal)
            if not following.slides:
                gap = along(point, -1, foot)
                origin = along(foot, dot(cross(gap, direction), normal) / dot(normal, normal), z)
        elif not following.slides:
            gap = along(point, -1, foot)
            normal = along(gap, -dot(gap, z), z)
            x = unit(normal) if length(normal) > DUST else None
    x = _free(z, past, axis.slides) if x is None else _signed(x, past)
    return Placement(frame(x, z), three(tidy(value) for value in origin))


def _foot(axis: Axis, before: Placement | None) -> Vector:
    """Return the point of the axis nearest to the previous origin; for a prismatic joint, the previous origin."""
    if before is None:
        return ZERO
    if axis.slides:
        return before.origin
    z = axis.direction
    return along(ZERO, dot(before.origin, z), z)


def _free(z: Vector, past: Vector | None, slides: bool) -> Vector:
    """Return x if no common normal exists: along an axis of the link if possible, otherwise along the previous x."""
    across = [axis for axis in USER_AXES if not dot(axis, z)]
    if past is not None and (slides or not across):
        return past
    if across:
        return across[0] if past is None else max(across, key=lambda axis: round(float(dot(axis, past)), 9))
    nearest = min(USER_AXES[:3], key=lambda axis: abs(dot(axis, z)))
    return unit(along(nearest, -dot(nearest, z), z))


def _signed(x: Vector, past: Vector | None) -> Vector:
    """Return x or -x, so that the angle to the previous x is below 90°, or to an axis of the link if it is 90°."""
    guides: tuple[Any, ...] = (past, *USER_AXES[:3]) if past is not None else USER_AXES[:3]
    for guide in guides:
        share = dot(x, guide)
        if abs(share) > SNAP:
            return x if share > 0 else three(-value for value in x)
    raise AssertionError("a unit vector is at right angles to all three axes")


def _column(pose: Placement, index: int) -> Vector:
    return three(row[index] for row in pose.rotation)
