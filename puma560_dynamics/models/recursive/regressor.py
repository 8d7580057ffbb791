"""Compute the regressor Y of the torque, which is linear in the inertial parameters π.

.. math:: \\Gamma = Y(q, \\dot q, \\ddot q)\\, \\pi

The motion of link j needs a force f and a moment n about the origin of its frame, with the acceleration a of this
origin minus gravity, the link's angular velocity w and angular acceleration e, its first moments h = m c, and its
inertia I about the origin (Newton and Euler)::

    f = m a + e x h + w x (w x h)          n = h x a + I e + w x I w

The torque of joint i <= j is z_i . n + v_i . f, with its axis z_i and v_i = z_i x r_i, where r_i is the vector from
joint i to the origin. The force of a prismatic joint is z_i . f: it has v_i = z_i and no moment. So the columns of link
j are products of axes and v_i with the motion of link j (Khalil and Dombre 2002, section 9.2). Entries of joints i > j
are zero.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arrays import FloatArray, read_only
from ...states import joint_arrays
from .scalar_newton_euler import ScalarVector, add, bodies, cross_scalars, into_link, swing

LINK_PARAMETERS = ("m", "mcx", "mcy", "mcz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
"""Parameters of a link in the order of the columns (as in Pinocchio), kg, kg·m, and kg·m² about the frame's origin."""

CHUNK = 1024
"""Number of states that are processed at a time, so that their products stay in the processor's cache."""


def arm_parameters(arm: Arm) -> FloatArray:
    """Return the (10 m + n,) parameters of `arm` in the order of the columns: ten per link, then n motor inertias."""
    result = []
    for link in arm.links:
        inertia = link.inertia_at_frame
        tensor = [inertia[i, j] for i, j in ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))]
        result.extend([link.mass, *(link.mass * link.center_of_gravity), *tensor])
    return read_only([*result, *arm.motor_inertia])


def parameter_names(arm: Arm) -> tuple[str, ...]:
    """Return a name for each column, such as ``"link2.mcx"`` or ``"joint1.motor_inertia"``."""
    links = [f"{link.name}.{parameter}" for link in arm.links for parameter in LINK_PARAMETERS]
    return (*links, *(f"{name}.motor_inertia" for name in arm.joint_names))


ONE_THREAD = 1 << 18
"""Number of multiplications of a matrix product up to which OpenBLAS uses one thread. Starting other threads takes
longer than such a product, many times longer if other processors are busy."""


class Regressor:
    """Regressor matrix Y of an arm, which depends on geometry and gravity, but not on masses.

    Attributes:
        links: number of columns of link parameters, ten per link; n columns of motor inertias follow.
    """

    def __init__(self, arm: Arm) -> None:
        self.arm = arm
        self.links = len(LINK_PARAMETERS) * len(arm.links)
        self.size = self.links + arm.n
        self._chain = bodies(arm.chain)
        self._gravity: FloatArray = arm.gravity_vector

    def matrix(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray:
        """Return Y, (…, n, 10 m + n), at `q`, `qd`, `qdd` (…, n). ``Y @ arm_parameters(arm)`` is the torque, N·m (N).

        Raises:
            StateError: shapes differ, or values are not finite.
        """
        states = joint_arrays(self.arm.n, {"q": q, "qd": qd, "qdd": qdd}, joints=self.arm.joint_names)
        result = np.empty((np.atleast_2d(states[0]).shape[0], self.arm.n, self.size))
        for rows, block in self._blocks(states):
            result[rows] = block.transpose(2, 0, 1)
        return result.reshape(*states[0].shape, self.size)

    def combined(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, transform: FloatArray) -> FloatArray:
        """Return ``Y @ transform``, (…, n, k), for `transform` (10 m + n, k), without storing the full matrix Y.

        Raises:
            StateError: as `matrix`.
        """
        states = joint_arrays(self.arm.n, {"q": q, "qd": qd, "qdd": qdd}, joints=self.arm.joint_names)
        n, k = self.arm.n, transform.shape[1]
        result = np.empty((np.atleast_2d(states[0]).shape[0], n, k))
        # Row i has nonzero columns for the links that joint i moves, and for its own motor.
        first = [int(np.flatnonzero(column)[0]) for column in self.arm.following.T]
        touched = [np.r_[10 * first[i] : self.links, self.links + i] for i in range(n)]
        weights = [np.ascontiguousarray(transform[columns].T) for columns in touched]
        for rows, block in self._blocks(states):
            for i in range(n):
                links = _product(weights[i][:, :-1], block[i, 10 * first[i] : self.links])
                result[rows, i] = (links + weights[i][:, -1:] * block[i, self.links + i]).T
        return result.reshape(*states[0].shape, k)

    def _blocks(self, states: list[FloatArray]) -> Iterator[tuple[slice, FloatArray]]:
        """Yield Y in blocks of up to CHUNK states, (n, 10 m + n, states). Each block overwrites the previous one."""
        given = [np.atleast_2d(array) for array in states]
        n, count, turned = self.arm.n, len(given[0]), self.arm.following.T
        q, qd, qdd = given
        if self.arm.followers:
            q, qd, qdd = self.arm.chain_positions(q), qd @ turned, qdd @ turned
        space = np.zeros((q.shape[1], self.size, min(CHUNK, count)))
        for start in range(0, count, CHUNK):
            rows = slice(start, min(start + CHUNK, count))
            block = space[:, :, : rows.stop - rows.start]
            self._fill(block, *(np.ascontiguousarray(array[rows].T) for array in (q, qd, qdd)))
            if self.arm.followers:
                block = np.einsum("ij,jkl->ikl", turned, block)
            for i in range(n):
                block[i, self.links + i] = given[2][rows, i]
            yield rows, block

    def _fill(
        self,
        block: FloatArray,
        q: FloatArray,
        qd: FloatArray,
        qdd: FloatArray,
    ) -> None:
        """Compute the columns of the links into `block`; vectors are triples of arrays with the states as last axis."""
        angles = self.arm.chain.angles(q.T).T
        cosines, sines = np.cos(angles), np.sin(angles)
        count = q.shape[1]
        zero = np.zeros(count)
        x, y, z = (np.full(count, -component) for component in self._gravity.tolist())
        omega: ScalarVector = (zero, zero, zero)
        alpha: ScalarVector = (zero, zero, zero)
        linear: ScalarVector = (x, y, z)
        # Axes z_i (0 if prismatic) and vectors v_i of the joints up to the current one, each component (i, count).
        axes: ScalarVector = (np.zeros((0, count)),) * 3
        arms: ScalarVector = (np.zeros((0, count)),) * 3
        for j, body in enumerate(self._chain):
            c, s, rate = cosines[j], sines[j], qd[j]
            offset = body.offset
            if body.slides:
                offset = (offset[0], offset[1] - body.sin_alpha * q[j], offset[2] + body.cos_alpha * q[j])
            linear = into_link(body, c, s, add(linear, swing(alpha, omega, offset)))
            wx, wy, wz = into_link(body, c, s, omega)
            ax, ay, az = into_link(body, c, s, alpha)
            if body.slides:
                alpha, omega = (ax, ay, az), (wx, wy, wz)
                linear = add(linear, (2.0 * wy * rate, -2.0 * wx * rate, qdd[j]))
            else:
                alpha = (ax + wy * rate, ay - wx * rate, az + qdd[j])
                omega = (wx, wy, wz + rate)
            arms = into_link(body, c, s, add(arms, cross_scalars(axes, offset)))
            axes = into_link(body, c, s, axes)
            none, own = (zero[None],) * 3, (zero[None], zero[None], np.ones((1, count)))
            arms = _joined(arms, own if body.slides else none)
            axes = _joined(axes, none if body.slides else own)
            _link_columns(block[: j + 1, 10 * j : 10 * j + 10], axes, arms, linear, omega, alpha)


def _joined(vectors: ScalarVector, more: ScalarVector) -> ScalarVector:
    """Append a vector to those of the joints before, component by component."""
    x, y, z = (np.concatenate(pair) for pair in zip(vectors, more, strict=True))
    return x, y, z


def _link_columns(
    out: FloatArray,
    axes: ScalarVector,
    arms: ScalarVector,
    linear: ScalarVector,
    omega: ScalarVector,
    alpha: ScalarVector,
) -> None:
    """Compute the ten columns of link j for joints 0 to j into `out` (j + 1, 10, N), by the module's formulas."""
    wx, wy, wz = omega
    ex, ey, ez = alpha
    xx, yy, zz = wx * wx, wy * wy, wz * wz
    xy, xz, yz = wx * wy, wx * wz, wy * wz
    ax, ay, az = axes
    vx, vy, vz = arms
    # f = m a + S h with S = [e]x + [w]x [w]x; the columns of h are Sᵀ v + a x z.
    lever = cross_scalars(linear, axes)
    out[:, 0] = vx * linear[0] + vy * linear[1] + vz * linear[2]
    out[:, 1] = lever[0] - (yy + zz) * vx + (xy + ez) * vy + (xz - ey) * vz
    out[:, 2] = lever[1] + (xy - ez) * vx - (xx + zz) * vy + (yz + ex) * vz
    out[:, 3] = lever[2] + (xz + ey) * vx + (yz - ex) * vy - (xx + yy) * vz
    # z . (I e + w x I w) = z . I e + u . I w with u = z x w gives the columns of I.
    ux, uy, uz = cross_scalars(axes, omega)
    out[:, 4] = ax * ex + ux * wx
    out[:, 5] = ax * ey + ay * ex + ux * wy + uy * wx
    out[:, 6] = ay * ey + uy * wy
    out[:, 7] = ax * ez + az * ex + ux * wz + uz * wx
    out[:, 8] = ay * ez + az * ey + uy * wz + uz * wy
    out[:, 9] = az * ez + uz * wz


def _product(left: FloatArray, right: FloatArray) -> FloatArray:
    """Return ``left @ right`` for a small `left` and a long `right`, computed on one thread."""
    step = max(1, ONE_THREAD // max(left.size, 1))
    result = np.empty((len(left), right.shape[1]))
    for start in range(0, right.shape[1], step):
        part = slice(start, start + step)
        np.matmul(left, right[:, part], out=result[:, part])
    return result
