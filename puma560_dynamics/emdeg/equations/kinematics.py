"""Forward kinematics and Jacobian in the ring, in the user's frames.

The user's base is where `Chain.base` has frame 0; the user's frame of a link is where `Chain.frames`
has it in ours.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import ZERO, Matrix, Scalar, Vector, cross, plus, product, scaled, turned
from ..chain.chain import Chain, Placement
from ..chain.link_steps import link_steps

Rows = tuple[tuple[Poly, ...], ...]


def unturned_frames(chain: Chain, ring: Ring) -> tuple[Placement, ...]:
    """The unturned frame (`link_steps`) of each link, seen from the user's base."""
    frame, result = chain.base, []
    for step in link_steps(chain, ring):
        frame = _placed(frame, step.rotation, step.displacement)
        result.append(frame)
    return tuple(result)


def forward_kinematics(chain: Chain, ring: Ring) -> tuple[Placement, ...]:
    """The user's frame of each link, seen from the user's base: rotation (3, 3) and origin (3,) m."""
    frames = zip(unturned_frames(chain, ring), link_steps(chain, ring), chain.frames, strict=True)
    return tuple(
        _placed(_placed(unturned, step.turn, ZERO), own.rotation, own.origin) for unturned, step, own in frames
    )


def chain_jacobian(chain: Chain, ring: Ring) -> Rows:
    """(6, n) in the axes of the user's base: velocity of the last user's frame.

    Rows are vx, vy, vz of its origin (m/s) and wx, wy, wz (rad/s) for unit speed of each joint.
    """
    axes = unturned_frames(chain, ring)
    end = forward_kinematics(chain, ring)[-1].origin
    columns = []
    for frame, joint in zip(axes, chain.joints, strict=True):
        z = (frame.rotation[0][2], frame.rotation[1][2], frame.rotation[2][2])
        lever = plus(end, scaled(-1, frame.origin))
        columns.append((*cross(z, lever), *z) if joint.revolute else (*z, *ZERO))
    return _rows(columns, ring)


def _placed(frame: Placement, rotation: Matrix, origin: Vector) -> Placement:
    return Placement(product(frame.rotation, rotation), plus(frame.origin, turned(frame.rotation, origin)))


def _rows(columns: Sequence[tuple[Scalar, ...]], ring: Ring) -> Rows:
    return tuple(tuple(ring.sum((column[row],)) for column in columns) for row in range(6))
