"""Kane and Levinson's equations behind the interface of every model.

Joint positions are in the order of the chain, (q1, q2, q6, q3, q4, q5), as in the arm file; torques are those of
the joints, on the outboard body. The paper's own quantities, order and signs are in `parameters`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm, load_arm
from ...arrays import FloatArray
from ...errors import StateError
from ...models.recursive.recursive_model import RecursiveModel
from ...models.terms import OperationCount
from ...states import joint_arrays
from . import generated
from .parameters import ORDER, SIGNS, stanford_parameters

_PLACES = {(r, s): number for number, (r, s) in enumerate((r, s) for r in range(6) for s in range(r, 6))}
_SQUARE = tuple(_PLACES[min(r, s), max(r, s)] for r in range(6) for s in range(6))
"""Where each element of the symmetric matrix stands, row by row."""

_ORDER = np.array(ORDER)

Columns = list[Any]
"""Six floats, or six arrays of many states."""


class KaneLevinsonModel(RecursiveModel):
    """Explicit dynamics of the Stanford Arm by generalized speeds u1 to u6.

    Near q2 = 0 and 180° the generalized speeds fail, as the paper says: digits are lost with 1 / sin²(q2), see
    `singularity`. At sin(q2) = 0 every method refuses the state by a `StateError`.

    Args:
        arm: an arm built as ``stanford1983``, any numbers.
        code: the functions of `generated`, or the same of another text (`equation_code.equation_functions`).

    Raises:
        UnsupportedArmError: an arm built otherwise.
    """

    kind = "kane_levinson"

    def __init__(self, arm: Arm | None = None, code: Any = generated) -> None:
        self.code = code
        arm = load_arm("stanford1983") if arm is None else arm
        self.symbols: Mapping[str, float] = stanford_parameters(arm)
        super().__init__(arm)
        self._p = tuple(self.symbols.values())
        self._weightless = tuple((self.symbols | {"g": 0.0}).values())  # type: ignore[operator]

    def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray:
        """Inverse dynamics by (118) to (126), ``(…, 6)`` N·m and, in the third column, N."""
        q, qd, qdd = joint_arrays(6, {"q": q, "qd": qd, "qdd": qdd})
        return self._torque(self._p, q, qd, qdd)

    def gravity(self, q: ArrayLike) -> FloatArray:
        q = self._q(q)
        rest = np.zeros_like(q)
        return self._torque(self._p, q, rest, rest)

    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        """-Jᵀ X J, where u = J q̇ by (5) to (7), ``(…, 6, 6)`` kg·m², kg·m and kg."""
        q = self._q(q)
        x = self._x(q)
        j = self._speeds_matrix(q)
        matrix = -np.swapaxes(j, -1, -2) @ x @ j
        result = np.empty_like(matrix)
        result[..., _ORDER[:, None], _ORDER] = matrix
        return result

    def acceleration(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> FloatArray:
        """Forward dynamics: (118) to (123) solved for the derivatives of u, those of q̇ from (8) to (11)."""
        q, qd, tau = joint_arrays(6, {"q": q, "qd": qd, "tau": tau})
        t = _regular(q)
        u = self.code.speeds(self._p, t, *paper_order(qd))
        ud = self.speed_derivatives(t, u, [s * column for s, column in zip(SIGNS, paper_order(tau), strict=True)])
        first = self.code.position_derivatives(self._p, t, *u, *ud[:3])
        return _chain_order([*first, *ud[3:]])

    def speed_derivatives(self, t: tuple[Any, ...], u: Columns, tau: Columns) -> Columns:
        """Derivatives of u1 to u6 by (118) to (123).

        Args:
            t: `trigonometry`.
            u: generalized speeds, rad/s and m/s.
            tau: tau1 to tau5 and sigma with the paper's signs, N·m and N.
        """
        found = self.code.torque_parts(self._p, t, *u)
        inertia, gravity, (z4, z5, z6, z7) = found[21:27], found[27:32], found[32:]
        _, _, s3, c3, *_ = t
        right = [
            -tau[0] * z4 + tau[1] * c3 - tau[2] * z6 - gravity[0] - inertia[0],
            tau[2] - gravity[1] - inertia[1],
            -tau[0] * z5 + tau[1] * s3 - tau[2] * z7 - gravity[2] - inertia[2],
            tau[3] - gravity[3] - inertia[3],
            tau[4] - inertia[4],
            tau[5] - gravity[4] - inertia[5],
        ]
        if isinstance(s3, float):  # one state: half the time without the shapes of many
            matrix = np.array([found[place] for place in _SQUARE], dtype=np.float64).reshape(6, 6)
            return list(np.linalg.solve(matrix, np.array(right, dtype=np.float64)))
        sides = np.stack(np.broadcast_arrays(*right), axis=-1)
        solution = np.linalg.solve(_symmetric(found[:21], sides.shape), sides[..., None])[..., 0]
        return list(np.moveaxis(solution, -1, 0))

    def angular_momentum(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        """W31 of (138), the vertical angular momentum about A*, ``(…)`` kg·m²/s."""
        q, qd = joint_arrays(6, {"q": q, "qd": qd})
        t = trigonometry(q)
        (momentum,) = self.code.momentum(self._p, t, *self.code.speeds(self._p, t, *paper_order(qd)))
        return np.asarray(momentum, dtype=np.float64)

    def operation_counts(self) -> Mapping[str, OperationCount]:
        """Calculations of (118) to (126) and what they need, and of the elements; see `equation_code`."""
        from .equation_code import operation_counts  # counts needs this module's neighbours only when asked

        return MappingProxyType(operation_counts())

    def _torque(self, p: tuple[float, ...], q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        t = _regular(q)
        rates = paper_order(qd)
        u = self.code.speeds(p, t, *rates)
        ud = self.code.speed_derivatives(p, t, *rates, *paper_order(qdd))
        found = self.code.torques(p, t, *u, *ud)
        return _chain_order([sign * column for sign, column in zip(SIGNS, found, strict=True)])

    def _weightless_torque(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        return self._torque(self._weightless, q, qd, qdd)

    def _free(self, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
        return self._torque(self._weightless, q[:, None, :], qd[None], qdd[None])

    def _x(self, q: FloatArray) -> FloatArray:
        rest = [np.zeros(q.shape[:-1])] * 6
        return _symmetric(self.code.torque_parts(self._p, _regular(q), *rest)[:21], q.shape)

    def _speeds_matrix(self, q: FloatArray) -> FloatArray:
        """J of u = J q̇ in the paper's order, ``(…, 6, 6)``."""
        t = _regular(q)
        result = np.zeros((*q.shape, 6))
        for column in range(6):
            rates = [float(column == other) for other in range(6)]
            for row, value in enumerate(self.code.speeds(self._p, t, *rates)):
                result[..., row, column] = value
        return result


def trigonometry(q: FloatArray) -> tuple[Any, ...]:
    """s2, c2 … s5, c5 and q6 of positions ``(…, 6)`` in the order of the chain; plain floats for one state."""
    _, q2, q3, q4, q5, q6 = paper_order(q)
    angles = np.array([q2, q3, q4, q5])
    sines, cosines = np.sin(angles), np.cos(angles)
    pairs = [value for pair in zip(sines, cosines, strict=True) for value in pair]
    return (*(map(float, pairs) if q.ndim == 1 else pairs), q6)


def _regular(q: FloatArray) -> tuple[Any, ...]:
    """`trigonometry` of positions at which the generalized speeds exist."""
    t = trigonometry(q)
    if not np.all(t[0]):
        raise StateError(
            "Kane and Levinson's generalized speeds do not exist where the sine of their q2 is 0, as in the given "
            "position; turn that joint a little, or take model 'newton_euler'"
        )
    return t


def paper_order(values: FloatArray) -> Columns:
    """Columns 1 to 6 in the paper's order; plain floats for one state, ten times faster than arrays of one."""
    if values.ndim == 1:
        flat = values.tolist()
        return [flat[place] for place in ORDER]
    return [values[..., place] for place in ORDER]


def _chain_order(columns: Columns) -> FloatArray:
    columns = list(np.broadcast_arrays(*columns))
    return np.stack([columns[ORDER.index(place)] for place in range(6)], axis=-1).astype(np.float64, copy=False)


def _symmetric(elements: tuple[Any, ...], shape: tuple[int, ...]) -> FloatArray:
    result = np.empty((*shape, 6))
    for (r, s), place in _PLACES.items():
        result[..., r, s] = result[..., s, r] = elements[place]
    return result
