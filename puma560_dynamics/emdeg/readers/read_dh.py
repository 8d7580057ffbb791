"""Build a serial chain from rows of Denavit-Hartenberg parameters, modified or standard.

In the modified convention (Craig), the transform from frame i - 1 to frame i is ``Rx(alpha) Tx(a) Rz(theta) Tz(d)``,
and the axis of joint i is z of frame i. In the standard (distal) convention, the transform is
``Rz(theta) Tz(d) Tx(a) Rx(alpha)``, and the axis is z of frame i - 1. To convert standard to modified, alpha and a of
each row are moved to the next joint; those of the last row are part of the last entry of `Chain.frames`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ...errors import ChainError
from ..algebra.exact import SNAP, checked_snap, near_quarter, rational_cos_sin
from ..algebra.vectors import about_x
from ..chain.chain import PRISMATIC, REVOLUTE, Body, Chain, ChainJoint, Placement
from ..chain.pose import tidy_pose
from ..chain.rigid_body import body_remark, moved_body, tidy_body
from .description import DOWN
from .reading import Reading

MODIFIED = "modified"
STANDARD = "standard"


@dataclass(frozen=True)
class DhRow:
    """A row of a Denavit-Hartenberg table.

    Attributes:
        name: name of the joint.
        kind: ``"revolute"`` or ``"prismatic"``.
        alpha: twist about x, rad.
        a: length along x, m.
        d: distance along z, m; for a prismatic joint the value at position zero.
        theta: angle about z, rad; for a revolute joint the value at position zero.
        armature: inertia that affects only this joint (reflected rotor inertia), kg·m² or kg.
    """

    name: str
    kind: str = REVOLUTE
    alpha: float = 0.0
    a: float = 0.0
    d: float = 0.0
    theta: float = 0.0
    armature: float = 0.0


def read_dh(
    rows: Sequence[DhRow],
    bodies: Sequence[Body],
    *,
    convention: str = MODIFIED,
    gravity: Sequence[float] = DOWN,
    name: str = "arm",
    snap: float = SNAP,
) -> Reading:
    """Return the chain of a Denavit-Hartenberg table.

    Args:
        rows: one row per joint, from the base outwards.
        bodies: one body per joint, in the frame i of the chosen convention.
        convention: ``"modified"`` or ``"standard"``.
        gravity: (3,) acceleration of gravity in frame 0, m/s².
        name: name of the arm.
        snap: distance from a multiple of 90° within which an angle is rounded to that multiple, rad.

    Returns:
        The chain; `Chain.frames` are the frames of the chosen convention.

    Raises:
        ChainError: there are no rows, the number of bodies differs, or a convention, kind or number is invalid.
    """
    checked_snap(snap)
    _check(rows, bodies, convention)
    remarks = [body_remark(body, f"body of {row.name!r}") for row, body in zip(rows, bodies, strict=True)]
    remarks += [near_quarter(f"joint {row.name!r}", angle, snap) for row in rows for angle in (row.alpha, row.theta)]
    lacking = tuple(_lacks(row, body) for row, body in zip(rows, bodies, strict=True))
    twists = [rational_cos_sin(row.alpha, snap) for row in rows]
    lengths = [row.a for row in rows]
    frames = [Placement() for _ in rows]
    if convention == STANDARD:
        frames = [Placement(about_x(*twist), (a, 0, 0)) for twist, a in zip(twists, lengths, strict=True)]
        twists = [(Fraction(1), Fraction(0)), *twists[:-1]]
        lengths = [0.0, *lengths[:-1]]
        bodies = [tidy_body(moved_body(body, frame)) for body, frame in zip(bodies, frames, strict=True)]
    chain = Chain(
        name,
        tuple(_joint(row, *twist, a, snap) for row, twist, a in zip(rows, twists, lengths, strict=True)),
        tuple(bodies),
        frames=tuple(tidy_pose(frame) for frame in frames),
    )
    return Reading(
        chain,
        tuple(remark for remark in remarks if remark is not None),
        lacking=lacking,
    ).under(gravity)


def _lacks(row: DhRow, body: Body) -> str:
    """Return why a body has no inertia; empty if it has inertia."""
    if body.mass or any(body.inertia):
        return ""
    return f"the body of {row.name!r} has mass 0 and no inertia"


def _joint(row: DhRow, cos_alpha: Fraction, sin_alpha: Fraction, a: float, snap: float) -> ChainJoint:
    cosine, sine = rational_cos_sin(row.theta, snap)
    theta = row.theta if cosine and sine else math.atan2(sine, cosine)
    return ChainJoint(
        row.name,
        row.kind,
        cos_alpha,
        sin_alpha,
        a=a,
        d=row.d,
        offset=0.0 if row.kind == PRISMATIC else theta,
        cos_offset=cosine,
        sin_offset=sine,
        armature=row.armature,
    )


def _check(rows: Sequence[DhRow], bodies: Sequence[Body], convention: str) -> None:
    if convention not in (MODIFIED, STANDARD):
        raise ChainError(
            f"convention {convention!r} is not known; choose {MODIFIED!r} (Craig) or {STANDARD!r} (distal)"
        )
    if not rows:
        raise ChainError("the table has no row; give one per joint")
    if len(rows) != len(bodies):
        raise ChainError(f"{len(rows)} joints and {len(bodies)} bodies; give one body per joint")
    names = [row.name for row in rows]
    if len(set(names)) != len(names):
        raise ChainError(f"joints have the same name: {', '.join(names)}; give each its own")
    for row in rows:
        if row.kind not in (REVOLUTE, PRISMATIC):
            raise ChainError(f"joint {row.name!r} is of type {row.kind!r}; choose {REVOLUTE!r} or {PRISMATIC!r}")
        numbers = (row.alpha, row.a, row.d, row.theta, row.armature)
        if not all(math.isfinite(number) for number in numbers) or row.armature < 0:
            raise ChainError(
                f"joint {row.name!r}: alpha, a, d, theta and armature are "
                f"{', '.join(f'{float(number):g}' for number in numbers)}; expected finite numbers, armature 0 or more"
            )
