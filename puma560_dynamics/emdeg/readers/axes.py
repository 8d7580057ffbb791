"""Modified Denavit-Hartenberg frames on given joint axes, chosen so that most numbers vanish.

z_i lies along axis i, x_i along the common normal to axis i + 1 (Craig, Introduction to Robotics, 3.4). What that
leaves open: the sign of x_i, the origin along parallel axes, x_i along coincident ones, the place of a sliding joint's
axis, frame 0 and the last frame.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..algebra.exact import SNAP, rational_cos_sin
from ..algebra.vectors import Vector, cross, dot, transposed, turned
from ..chain.chain import PRISMATIC, ChainJoint, Placement
from ..chain.pose import DUST, along, compose, frame, inverse_placement, length, three, tidy, unit

ZERO: Vector = (0, 0, 0)
USER_AXES: tuple[Vector, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1))


@dataclass(frozen=True)
class Axis:
    """A joint as a description gives it.

    Attributes:
        name: of the joint.
        kind: ``"revolute"`` or ``"prismatic"``.
        link: the frame of the link that the joint moves, at position zero, seen from the link before's.
        direction: (3,) unit vector in the moved link's frame; the axis passes through that frame's origin.
    """

    name: str
    kind: str
    link: Placement
    direction: Vector

    @property
    def slides(self) -> bool:
        """Whether the joint is prismatic: then its direction counts, its place does not."""
        return self.kind == PRISMATIC


def axis_frames(axes: Sequence[Axis], snap: float = SNAP) -> tuple[Placement, ...]:
    """Return our frame of every moved link, in that link's given frame.

    Args:
        axes: from the base outwards.
        snap: rad within which axes are parallel.
    """
    frames: list[Placement] = []
    for k, axis in enumerate(axes):
        before = compose(inverse_placement(axis.link), frames[-1]) if frames else None
        frames.append(_frame(axis, before, axes[k + 1] if k + 1 < len(axes) else None, snap))
    return tuple(frames)


def base_frame(first: Placement, gravity: Vector) -> Placement:
    """Return frame 0: frame 1 at position zero, turned about z if that removes gravity's x component.

    Args:
        first: frame 1 at position zero, seen from the base.
        gravity: (3,) m/s² in the base's frame.
    """
    x, y, _ = turned(transposed(first.rotation), gravity)
    least = SNAP * length(gravity)
    if abs(x) <= least or abs(y) <= least:
        return first
    z = _column(first, 2)
    return Placement(frame(unit(cross(z, gravity)), z), first.origin)


def joint_step(axis: Axis, before: Placement, own: Placement, snap: float = SNAP) -> ChainJoint:
    """Return the step ``Rx(alpha) Tx(a) Rz(offset) Tz(d)`` from our frame of the link before to our own.

    Args:
        axis: the joint.
        before, own: the two frames at position zero, seen from one frame.
        snap: rad by which an angle may miss a quarter turn and still be meant as one.
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
    """Return the chain's frame of a link; `before` is that of its predecessor at position zero, in the link's frame."""
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
    """Return the point of the axis nearest to the previous origin; a sliding joint's axis is moved to that origin."""
    if before is None:
        return ZERO
    if axis.slides:
        return before.origin
    z = axis.direction
    return along(ZERO, dot(before.origin, z), z)


def _free(z: Vector, past: Vector | None, slides: bool) -> Vector:
    """Return x if no normal determines it: along an axis of the link if possible, otherwise parallel to the last x."""
    across = [axis for axis in USER_AXES if not dot(axis, z)]
    if past is not None and (slides or not across):
        return past
    if across:
        return across[0] if past is None else max(across, key=lambda axis: round(float(dot(axis, past)), 9))
    nearest = min(USER_AXES[:3], key=lambda axis: abs(dot(axis, z)))
    return unit(along(nearest, -dot(nearest, z), z))


def _signed(x: Vector, past: Vector | None) -> Vector:
    """Return x or -x: the one with an offset below a quarter turn, otherwise the one along the link's own axes."""
    guides: tuple[Any, ...] = (past, *USER_AXES[:3]) if past is not None else USER_AXES[:3]
    for guide in guides:
        share = dot(x, guide)
        if abs(share) > SNAP:
            return x if share > 0 else three(-value for value in x)
    raise AssertionError("a unit vector is at right angles to all three axes")


def _column(pose: Placement, index: int) -> Vector:
    return three(row[index] for row in pose.rotation)
