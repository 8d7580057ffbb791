"""Compute the pose and the Jacobian of a link by recursion, with scalars of any algebra.

All vectors are in unturned frames (`angles.LinkStep`) or in the *axes* of the result: those of the base link, or of the
link. There are two forms of equal results, of which either needs fewer calculations, depending on the arm:

- *own*: vectors are computed in the unturned frame of each joint, where its axis is z, and then expressed in the axes;
- *across*: axes and levers of all joints are expressed in the axes first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from ..algebra.vectors import (
    ZERO,
    Matrix,
    Scalar,
    Vector,
    Z,
    cross,
    plus,
    product,
    transposed,
    turned,
)
from ..chain.angles import JointMotion, LinkStep, link_angles, moving_steps
from ..chain.chain import Chain, Placement
from ..chain.gauge import slid
from ..chain.inertia import Moments
from .link_motion import named
from .link_of_chain import BASE, LinkOfChain


def third_column(m: Matrix) -> Vector:
    """Return the third column of a matrix, the z axis of a frame."""
    return (m[0][2], m[1][2], m[2][2])


def sums_from_each(let: Callable[[Scalar], Scalar], parts: list[Vector]) -> list[Vector]:
    """Return the sum of each vector and all later ones."""
    result = [parts[-1]]
    for part in reversed(parts[:-1]):
        result.append(named(let, plus(part, result[-1])))
    return result[::-1]


def named_rows(let: Callable[[Scalar], Scalar], m: Matrix) -> Matrix:
    """Return a matrix whose elements `let` has named."""
    return (named(let, m[0]), named(let, m[1]), named(let, m[2]))


class LinkRecursion:
    """Kinematics of one link.

    Args:
        chain: the chain.
        link: the link.
        motion: state of the joints.
        axes: `BASE` or `LINK`.
        across: whether the form is *across*; otherwise it is *own*.
    """

    def __init__(self, chain: Chain, link: LinkOfChain, motion: JointMotion, axes: str, across: bool) -> None:
        self._n, self._joints = chain.n, chain.path(link.carrier)
        moved = chain.part(self._joints)
        # Offsets along parallel axes are combined; the frame of the last joint stays where it is.
        self._chain, _ = slid(moved, (Moments(0),) * moved.n)
        self._motion = motion = motion.of(self._joints)
        self._axes, self._across, self._link = axes, across, link
        let = motion.let
        found = moving_steps(self._chain, motion.trigonometry, motion.position)
        self._steps = [LinkStep(named_rows(let, one.rotation), named(let, one.displacement), one.turn) for one in found]
        self._angles = link_angles(self._chain)

    @cached_property
    def _end(self) -> Placement:
        """Pose of the link in the unturned frame of its carrier, unless the base carries it."""
        turn, pose = self._steps[-1].turn, self._link.pose
        rotation = named_rows(self._motion.let, product(turn, pose.rotation))
        return Placement(rotation, named(self._motion.let, turned(turn, pose.origin)))

    @cached_property
    def _outward(self) -> list[Matrix]:
        """Orientation of each unturned frame in the axes of the base link."""
        result, before = [], self._link.base.rotation
        for step in self._steps:
            before = named_rows(self._motion.let, product(before, step.rotation))
            result.append(before)
        return result

    @cached_property
    def _frames(self) -> list[Matrix]:
        """Orientation of each unturned frame in the axes of the result."""
        if self._axes == BASE:
            return self._outward
        result = [transposed(self._end.rotation)]
        for step in reversed(self._steps[1:]):
            result.append(named_rows(self._motion.let, product(result[-1], transposed(step.rotation))))
        return result[::-1]

    @cached_property
    def _own_levers(self) -> list[Vector]:
        """Vector from the origin of each frame to the link's origin, in the unturned frame."""
        result = [self._end.origin]
        for step in reversed(self._steps[1:]):
            result.append(named(self._motion.let, plus(step.displacement, turned(step.rotation, result[-1]))))
        return result[::-1]

    @cached_property
    def _arms(self) -> list[Vector]:
        """Vector from the origin of each frame to that of the next one, or to the link's origin, in the axes."""
        own = [*(step.displacement for step in self._steps[1:]), self._end.origin]
        return [named(self._motion.let, turned(axes, arm)) for axes, arm in zip(self._frames, own, strict=True)]

    @cached_property
    def _levers(self) -> list[Vector]:
        """Vector from the origin of each frame to the link's origin, in the axes."""
        return sums_from_each(self._motion.let, self._arms)

    @cached_property
    def pose(self) -> Placement:
        """Pose of the link in the base link's frame."""
        base, pose, let = self._link.base, self._link.pose, self._motion.let
        if not self._steps:
            return pose
        first = self._steps[0]
        if self._across and self._axes == BASE:
            origin = plus(turned(base.rotation, first.displacement), self._levers[0])
        else:
            lever = named(let, plus(first.displacement, turned(first.rotation, self._own_levers[0])))
            origin = turned(base.rotation, lever)
        rotation = product(self._outward[-1], self._end.rotation)
        return Placement(rotation, plus(base.origin, origin))

    @cached_property
    def columns(self) -> list[tuple[Vector, Vector]]:
        """Linear and angular part of each column of the Jacobian; zero for a joint that does not move the link."""
        return self._of_all([self._column(i) for i in range(self._chain.n)])

    def _of_all(self, own: list[tuple[Vector, Vector]]) -> list[tuple[Vector, Vector]]:
        """Return the columns of all joints, given those of the joints that move the link."""
        columns: list[tuple[Vector, Vector]] = [(ZERO, ZERO)] * self._n
        for joint, column in zip(self._joints, own, strict=True):
            columns[joint] = column
        return columns

    def _column(self, i: int) -> tuple[Vector, Vector]:
        axes = self._frames[i]
        z = turned(axes, Z)
        if not self._chain.joints[i].revolute:
            return z, ZERO
        if self._across:
            return cross(z, self._levers[i]), z
        x, y, _ = self._own_levers[i]
        return turned(axes, (-y, x, 0)), z
