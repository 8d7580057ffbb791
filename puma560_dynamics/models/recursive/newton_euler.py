"""Define the recursive Newton-Euler model for any serial arm, with counts of its calculations."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...arrays import FloatArray
from ...states import joint_arrays
from ..counting import Counted, Tally
from ..terms import OperationCount
from .recursive_model import RecursiveModel
from .scalar_newton_euler import ScalarLink, ScalarVector, bodies, placed_links, scalar_newton_euler

_WEIGHTLESS = (0.0, 0.0, 0.0)


class NewtonEulerModel(RecursiveModel):
    """Inverse dynamics by the recursion of Luh, Walker and Paul; A, B and C column by column from unit motions."""

    kind = "newton_euler"

    def __init__(self, arm: Arm) -> None:
        super().__init__(arm)
        self._chain = bodies(arm)
        x, y, z = arm.gravity_vector.tolist()
        self._gravity: ScalarVector = (x, y, z)

    def torque(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, wrench: ArrayLike | None = None, link: str | None = None
    ) -> FloatArray:
        """Return inverse dynamics by one evaluation of the recursion, ``(…, n)`` N·m."""
        q, qd, qdd = joint_arrays(self.arm.n, {"q": q, "qd": qd, "qdd": qdd})
        return self._run(q, qd, qdd, self._gravity)

    def gravity(self, q: ArrayLike) -> FloatArray:
        q = self._q(q)
        rest = np.zeros_like(q)
        return self._run(q, rest, rest, self._gravity)

    def operation_counts(self) -> Mapping[str, OperationCount]:
        """Count the calculations of the recursion customised to this arm's zeros and ones (see `general_counts`)."""
        return MappingProxyType(_counts(self._chain, skip_known=True))

    def general_counts(self) -> Mapping[str, OperationCount]:
        """Count the calculations of the recursion for a general arm; only absent motors are known zeros."""
        return MappingProxyType(_counts(self._chain, skip_known=False))

    def _weightless_torque(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        return self._run(q, qd, qdd, _WEIGHTLESS)

    def _free(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        return self._run(q[:, None, :], qd[None], qdd[None], _WEIGHTLESS)

    def _run(
        self,
        q: FloatArray,
        qd: FloatArray,
        qdd: FloatArray,
        gravity: ScalarVector,
    ) -> FloatArray:
        angles = self.arm.angles(q)
        cosines, sines = np.cos(angles), np.sin(angles)
        if q.ndim == 1:  # plain floats are ten times as fast as arrays of one element
            c, s, rate, second = (array.tolist() for array in (cosines, sines, qd, qdd))
            chain, c, s = placed_links(self._chain, q.tolist(), c, s)
            return np.array(scalar_newton_euler(chain, c, s, rate, second, gravity))
        c, s, rate, second = (list(np.moveaxis(array, -1, 0)) for array in (cosines, sines, qd, qdd))
        chain, c, s = placed_links(self._chain, list(np.moveaxis(q, -1, 0)), c, s)
        torques = scalar_newton_euler(chain, c, s, rate, second, gravity)
        return np.stack(np.broadcast_arrays(*torques), axis=-1)


def _counts(chain: tuple[ScalarLink, ...], skip_known: bool) -> dict[str, OperationCount]:
    n = len(chain)

    def run(moving: bool, accelerated: tuple[int, ...], weight: bool) -> OperationCount:
        tally = Tally(skip_known)
        symbols = tuple(counted_body(body, tally) for body in chain)
        zero = tally.zero()
        states = [tally.variable() for _ in chain]
        chain_there, cosines, sines = placed_links(symbols, states, states, states)
        torques = scalar_newton_euler(
            chain_there,
            cosines,
            sines,
            [tally.variable() if moving else zero for _ in chain],
            [tally.variable() if j in accelerated else zero for j in range(n)],
            (zero, zero, tally.variable() if weight else zero),
        )
        assert len(torques) == n
        return tally.count

    def total(counts: list[OperationCount]) -> OperationCount:
        return OperationCount(sum(c.multiplications for c in counts), sum(c.additions for c in counts))

    every = tuple(range(n))
    matrix = total([run(False, (j,), False) for j in every])
    still = run(False, (), True)
    column = run(True, (), False)
    pairs = n * (n - 1) // 2
    velocity = total([column] * (n + pairs) + [OperationCount(0, 2 * n)] * pairs)
    return {
        "torque": run(True, every, True),
        "gravity": still,
        "kinetic_energy_matrix": matrix,
        "all_elements": total([matrix, velocity, still]),
    }


def counted_body(body: ScalarLink, tally: Tally) -> ScalarLink:
    """Return the link with its numbers replaced by counting constants; an absent motor counts nothing."""

    def fixed(value: float) -> Counted:
        return tally.constant(value)

    return ScalarLink(
        cos_alpha=fixed(body.cos_alpha),
        sin_alpha=fixed(body.sin_alpha),
        offset=tuple(fixed(value) for value in body.offset),  # type: ignore[arg-type]
        mass=fixed(body.mass),
        center=tuple(fixed(value) for value in body.center),  # type: ignore[arg-type]
        inertia=tuple(fixed(value) for value in body.inertia),
        motor_inertia=fixed(body.motor_inertia) if body.motor_inertia else tally.zero(),
        slides=body.slides,
    )
