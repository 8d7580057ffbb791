"""Derive forward kinematics, the Jacobian and its inverse in the ring, in the user's frames.

The user's frames are those of the robot description: `Chain.base` is the pose of frame 0 in the user's base, and
`Chain.frames` are the poses of the user's link frames in frames 1 to n.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...arrays import FloatArray
from ...errors import NoInverseError
from ..algebra.quotients import Inverse, inverse_matrix
from ..algebra.ring import Poly, Ring
from ..algebra.vectors import ZERO, Matrix, Scalar, Vector, cross, plus, product, scaled, transposed, turned
from ..chain.angles import link_steps
from ..chain.chain import Chain, Placement
from .link_of_chain import LINK, LinkOfChain

Rows = tuple[tuple[Poly, ...], ...]


def unturned_frames(chain: Chain, ring: Ring) -> tuple[Placement, ...]:
    """Return the pose of each link's unturned frame (`link_steps`) in the user's base."""
    result: list[Placement] = []
    for parent, step in zip(chain.parents, link_steps(chain, ring), strict=True):
        result.append(_placed(result[parent] if parent >= 0 else chain.base, step.rotation, step.displacement))
    return tuple(result)


def forward_kinematics(chain: Chain, ring: Ring) -> tuple[Placement, ...]:
    """Return the pose of each link's user frame in the user's base: rotation (3, 3) and origin (3,), m."""
    frames = zip(unturned_frames(chain, ring), link_steps(chain, ring), chain.frames, strict=True)
    return tuple(
        _placed(_placed(unturned, step.turn, ZERO), own.rotation, own.origin) for unturned, step, own in frames
    )


def link_pose(chain: Chain, ring: Ring, link: LinkOfChain) -> Placement:
    """Return the pose of a link in the axes of frame 0, or, if the base carries it, in the base link's frame."""
    if not link.carrier:
        return link.pose
    at = link.carrier - 1
    unturned = unturned_frames(replace(chain, base=Placement()), ring)[at]
    return _placed(_placed(unturned, link_steps(chain, ring)[at].turn, ZERO), link.pose.rotation, link.pose.origin)


def link_jacobian(chain: Chain, ring: Ring, link: LinkOfChain, axes: str) -> Rows:
    """Return the (6, n) Jacobian of a link's origin, as derivatives of its position and axes of the joints.

    Args:
        chain: the chain.
        ring: the ring.
        link: the link.
        axes: axes of the result, `BASE` or `LINK`.
    """
    frames = unturned_frames(replace(chain, base=Placement()), ring)
    pose = link_pose(chain, ring, link)
    seen = transposed(pose.rotation) if axes == LINK else link.base.rotation
    origin = [ring.sum((x,)) for x in pose.origin]
    columns: list[tuple[Scalar, ...]] = []
    moving = chain.path(link.carrier)
    for i, (frame, joint) in enumerate(zip(frames, chain.joints, strict=True)):
        if i not in moving:
            columns.append((*ZERO, *ZERO))
            continue
        x, y, z = (entry.derivative(i) for entry in origin)
        columns.append((*turned(seen, (x, y, z)), *(turned(seen, _axis(frame)) if joint.revolute else ZERO)))
    return _rows(columns, ring)


def link_jacobian_rate(chain: Chain, ring: Ring, link: LinkOfChain, axes: str) -> Rows:
    """Return the derivative by time of the elements of `link_jacobian`."""
    rate = [ring.variable(f"qd{j + 1}") for j in range(chain.n)]
    return tuple(
        tuple(ring.sum(entry.derivative(j) * rate[j] for j in range(chain.n)) for entry in row)
        for row in link_jacobian(chain, ring, link, axes)
    )


def chain_jacobian(chain: Chain, ring: Ring) -> Rows:
    """Return the (6, n) Jacobian of the last user frame, in the axes of the user's base.

    Rows are vx, vy, vz of the frame's origin (m/s) and wx, wy, wz (rad/s), for unit speed of each joint.
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


@dataclass(frozen=True)
class InverseJacobian:
    """Inverse of the Jacobian in the ring, which maps the end's velocity to joint velocities.

    For velocity v and angular velocity ω of the last user frame in the user's base, the joint velocities are `inverse`
    times the components `rows` of the six-vector (linear_axes (v + ω × lever), angular_axes ω).

    Attributes:
        inverse: (n, n) quotients; the chain is singular where one of the factors is zero.
        rows: indices of the components that are used.
        linear_axes: (3, 3) rotation from the user's base to the axes of the linear velocity.
        angular_axes: (3, 3) rotation from the user's base to the axes of the angular velocity.
        lever: (3,) vector from the last user frame to the point whose velocity is used, in the user's base, m.
    """

    inverse: Inverse
    rows: tuple[int, ...]
    linear_axes: Matrix
    angular_axes: Matrix
    lever: Vector

    @property
    def singularities(self) -> tuple[Poly, ...]:
        """Factors of the determinant; the chain is singular where one of them is zero."""
        return self.inverse.factors

    def matrix(self, values: Mapping[str, Any]) -> FloatArray:
        """Return the (n, 6) matrix from the last user frame's velocity in the user's base to joint velocities.

        Args:
            values: values of the ring's variables, by name.

        Raises:
            ZeroDivisionError: a factor is exactly zero.
        """
        factors = [float(factor.evaluate(values)) for factor in self.inverse.factors]
        result = np.zeros((len(self.rows), len(self.rows)))
        for i, row in enumerate(self.inverse.entries):
            for j, entry in enumerate(row):
                value = float(entry.numerator.evaluate(values))
                for divisor in entry.divisors:
                    value /= factors[divisor]
                result[i, j] = value
        return result @ self._used(values)

    def _used(self, values: Mapping[str, Any]) -> FloatArray:
        x, y, z = _numbers((self.lever,), values)[0]
        linear = _numbers(self.linear_axes, values)
        across = np.array([[0, z, -y], [-z, 0, x], [y, -x, 0]])  # ω × lever
        top = np.hstack((linear, linear @ across))
        bottom = np.hstack((np.zeros((3, 3)), _numbers(self.angular_axes, values)))
        used: FloatArray = np.vstack((top, bottom))[list(self.rows)]
        return used


def inverse_jacobian(chain: Chain, ring: Ring) -> InverseJacobian:
    """Derive the inverse of the Jacobian of a chain.

    Raises:
        NoInverseError: the numbers of joints and of end velocities differ, the chain is singular everywhere, or it
            has neither a spherical wrist nor small blocks.
    """
    return _of_the_wrist(chain, ring) if has_spherical_wrist(chain) else _of_the_end(chain, ring)


def has_spherical_wrist(chain: Chain) -> bool:
    """Return whether the chain has six joints and the axes of the last three meet in one point."""
    if chain.n != 6 or not all(joint.revolute for joint in chain.joints[3:]):
        return False
    fifth, sixth = chain.joints[4:]
    meet = fifth.a == 0 and fifth.d == 0 and sixth.a == 0
    return bool(meet and fifth.sin_alpha != 0 and sixth.sin_alpha != 0)


@dataclass(frozen=True)
class WristRows:
    """Jacobian of the center of a spherical wrist, in axes in which it is short.

    Attributes:
        rows: (6, 6) matrix from joint velocities to linear_axes times the center's velocity, and angular_axes times the
            angular velocity; its upper right (3, 3) block is zero.
        linear_axes: (3, 3) rotation from the user's base to the axes of the linear velocity.
        angular_axes: (3, 3) rotation from the user's base to the axes of the angular velocity.
        lever: (3,) vector from the last user frame to the center, in the user's base, m.
    """

    rows: Rows
    linear_axes: Matrix
    angular_axes: Matrix
    lever: Vector


def wrist_rows(chain: Chain, ring: Ring) -> WristRows:
    """Return the Jacobian of the center of a chain's spherical wrist."""
    frames = unturned_frames(chain, ring)
    center = frames[3].origin
    columns = []
    for frame, joint in zip(frames, chain.joints, strict=True):
        z = _axis(frame)
        linear = cross(z, plus(center, scaled(-1, frame.origin))) if joint.revolute else z
        columns.append((linear, z if joint.revolute else ZERO))
    # Choose the axes, among those of the inner links, in which the block of the arm has the fewest terms.
    choices = [transposed(frame.rotation) for frame in frames[:4]]
    blocks = [_block(axes, [linear for linear, _ in columns], ring) for axes in choices]
    best = min(range(4), key=lambda i: sum(len(entry) for row in blocks[i] for entry in row))
    angular = transposed(frames[3].rotation)
    rows = (*blocks[best], *_block(angular, [turning for _, turning in columns], ring))
    lever = plus(center, scaled(-1, forward_kinematics(chain, ring)[-1].origin))
    return WristRows(rows, choices[best], angular, lever)


def _of_the_wrist(chain: Chain, ring: Ring) -> InverseJacobian:
    rows, linear, angular, lever = vars(wrist_rows(chain, ring)).values()
    return InverseJacobian(inverse_matrix(rows), tuple(range(6)), linear, angular, lever)


def _of_the_end(chain: Chain, ring: Ring) -> InverseJacobian:
    back = transposed(chain.base.rotation)  # frame 0, in which a planar chain is planar
    columns = list(zip(*chain_jacobian(chain, ring), strict=True))
    linear = _block(back, [column[:3] for column in columns], ring)
    angular = _block(back, [column[3:] for column in columns], ring)
    full = (*linear, *angular)
    for choice in (range(6), range(3), range(3, 6)):
        rows = tuple(row for row in choice if any(full[row]))
        if len(rows) == chain.n:
            return InverseJacobian(inverse_matrix([full[row] for row in rows]), rows, back, back, ZERO)
    raise NoInverseError(
        f"the Jacobian of {chain.name!r} is not square: its {chain.n} joints move the last link in another number "
        "of directions; use a pseudoinverse of the numeric Jacobian"
    )


def _axis(frame: Placement) -> Vector:
    return (frame.rotation[0][2], frame.rotation[1][2], frame.rotation[2][2])


def _block(axes: Matrix, columns: Sequence[Vector], ring: Ring) -> tuple[tuple[Poly, ...], ...]:
    """Return the (3, n) matrix whose columns are the vectors `columns` rotated by `axes`."""
    seen = [turned(axes, column) for column in columns]
    return tuple(tuple(ring.sum((column[row],)) for column in seen) for row in range(3))


def _numbers(rows: Sequence[Sequence[Any]], values: Mapping[str, Any]) -> FloatArray:
    return np.array([[float(x.evaluate(values)) if isinstance(x, Poly) else float(x) for x in row] for row in rows])
