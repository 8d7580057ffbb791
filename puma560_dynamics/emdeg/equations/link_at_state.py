"""Compute pose and Jacobian of a link at one state, from frames in the axes of frame 0; they prove derived programs."""

from __future__ import annotations

from ..algebra.vectors import IDENTITY, ZERO, Matrix, Scalar, Vector, cross, plus, product, scaled, transposed, turned
from ..chain.chain import Chain, Placement
from .kane_at_state import ChainState, links_at_state
from .link_of_chain import LINK, LinkOfChain


def pose_at_state(chain: Chain, state: ChainState, link: LinkOfChain) -> Placement:
    """Return the pose of a link in the base link's frame."""
    if not link.carrier:
        return link.pose
    rotation, origin, _ = _frame_of(chain, state, link)
    base = link.base
    return Placement(product(base.rotation, rotation), plus(base.origin, turned(base.rotation, origin)))


def jacobian_at_state(chain: Chain, state: ChainState, link: LinkOfChain, axes: str) -> list[Scalar]:
    """Return the (6, n) Jacobian of a link's origin, row-major, in the axes of the base link or of the link."""
    rotation, origin, joints = _frame_of(chain, state, link)
    seen = transposed(rotation) if axes == LINK else link.base.rotation
    columns: list[tuple[Vector, Vector]] = [(ZERO, ZERO)] * chain.n
    for number, (axis, center) in joints.items():
        lever = plus(origin, scaled(-1, center))
        linear, angular = (cross(axis, lever), axis) if chain.joints[number].revolute else (axis, ZERO)
        columns[number] = turned(seen, linear), turned(seen, angular)
    return [column[part][row] for part in (0, 1) for row in range(3) for column in columns]


def _frame_of(
    chain: Chain, state: ChainState, link: LinkOfChain
) -> tuple[Matrix, Vector, dict[int, tuple[Vector, Vector]]]:
    """Return orientation and origin of a link, and axis and origin of each joint that moves it, in frame 0."""
    origin, rotation, joints = ZERO, IDENTITY, {}
    found = links_at_state(chain, state)
    for number, own in ((i, found[i]) for i in chain.path(link.carrier)):
        origin, rotation = plus(origin, own.step), own.rotation
        joints[number] = own.axis, origin
    return product(rotation, link.pose.rotation), plus(origin, turned(rotation, link.pose.origin)), joints
