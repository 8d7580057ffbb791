"""Kane and Levinson's equations with the common interface of models.

Joint positions are in the order of the chain, (q1, q2, q6, q3, q4, q5), as in the arm file; torques act on the outboard
body of each joint. The module `parameters` defines the paper's quantities, order and signs.
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
"""Index of each element of the symmetric matrix in the list of its upper triangle, row by row."""

_ORDER = np.array(ORDER)

Columns = list[Any]
"""Six floats, or six arrays of many states."""


class KaneLevinsonModel(RecursiveModel):
    """Explicit dynamics of the Stanford Arm by generalized speeds u1 to u6.

    The generalized speeds are singular at q2 = 0 and 180°: near these positions the relative error grows with
    1 / sin²(q2) (see `states.loss_of_digits`), and at sin(q2) = 0 every method raises `StateError`.

    Args:
        arm: arm with the structure of ``stanford1983`` and any values.
        code: module `generated`, or functions for other texts of the equations (`equation_code.equation_functions`).

    Raises:
        UnsupportedArmError: the arm has another structure.
    """

    kind = "kane_levinson"

    def __init__(self, arm: Arm | None = None, code: Any = generated) -> None:
        self.code = code
        arm = load_arm("stanford1983") if arm is None else arm
        self.symbols: Mapping[str, float] = stanford_parameters(arm)
        super().__init__(arm)
        self._p = tuple(self.symbols.values())
        self._weightless = tuple((self.symbols | {"g": 0.0}).values())  # type: ignore[operator]

    def torque(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, wrench: ArrayLike | None = None, link: str | None = None
    ) -> FloatArray:
        """Return the inverse dynamics ``(…, 6)`` by (118) to (126), in N·m and, in the third column, N."""
        q, qd, qdd = joint_arrays(6, {"q": q, "qd": qd, "qdd": qdd})
        return self._torque(self._p, q, qd, qdd)

    def gravity(self, q: ArrayLike) -> FloatArray:
        q = self._q(q)
        rest = np.zeros_like(q)
        return self._torque(self._p, q, rest, rest)

    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        """Return the kinetic energy matrix -Jᵀ X J ``(…, 6, 6)`` in kg·m², kg·m and kg, where u = J q̇ by (5) to (7)."""
        q = self._q(q)
        x = self._x(q)
        j = self._speeds_matrix(q)
        matrix = -np.swapaxes(j, -1, -2) @ x @ j
        result = np.empty_like(matrix)
        result[..., _ORDER[:, None], _ORDER] = matrix
        return result

    def acceleration(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> FloatArray:
        """Return the accelerations: (118) to (123) give the derivatives of u, and (8) to (11) those of q̇."""
        q, qd, tau = joint_arrays(6, {"q": q, "qd": qd, "tau": tau})
        t = _regular(q)
        u = self.code.speeds(self._p, t, *paper_order(qd))
        ud = self.speed_derivatives(t, u, [s * column for s, column in zip(SIGNS, paper_order(tau), strict=True)])
        first = self.code.position_derivatives(self._p, t, *u, *ud[:3])
        return _chain_order([*first, *ud[3:]])

    def speed_derivatives(self, t: tuple[Any, ...], u: Columns, tau: Columns) -> Columns:
        """Return the derivatives of u1 to u6 by (118) to (123).

        Args:
            t: result of `trigonometry`.
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
        if isinstance(s3, float):  # for one state, floats take half the time of arrays
            matrix = np.array([found[place] for place in _SQUARE], dtype=np.float64).reshape(6, 6)
            return list(np.linalg.solve(matrix, np.array(right, dtype=np.float64)))
        sides = np.stack(np.broadcast_arrays(*right), axis=-1)
        solution = np.linalg.solve(_symmetric(found[:21], sides.shape), sides[..., None])[..., 0]
        return list(np.moveaxis(solution, -1, 0))

    def angular_momentum(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        """Return W31 of (138), the vertical angular momentum about A*, ``(…)`` kg·m²/s."""
        q, qd = joint_arrays(6, {"q": q, "qd": qd})
        t = trigonometry(q)
        (momentum,) = self.code.momentum(self._p, t, *self.code.speeds(self._p, t, *paper_order(qd)))
        return np.asarray(momentum, dtype=np.float64)

    def operation_counts(self) -> Mapping[str, OperationCount]:
        """Return the calculations of torque (with all quantities that it needs) and elements; see `equation_code`."""
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
        """Return the matrix J ``(…, 6, 6)`` of u = J q̇, in the paper's order."""
        t = _regular(q)
        result = np.zeros((*q.shape, 6))
        for column in range(6):
            rates = [float(column == other) for other in range(6)]
            for row, value in enumerate(self.code.speeds(self._p, t, *rates)):
                result[..., row, column] = value
        return result


def trigonometry(q: FloatArray) -> tuple[Any, ...]:
    """Return s2, c2 … s5, c5 and q6 for positions ``(…, 6)`` in the order of the chain; floats for one state."""
    _, q2, q3, q4, q5, q6 = paper_order(q)
    angles = np.array([q2, q3, q4, q5])
    sines, cosines = np.sin(angles), np.cos(angles)
    pairs = [value for pair in zip(sines, cosines, strict=True) for value in pair]
    return (*(map(float, pairs) if q.ndim == 1 else pairs), q6)


def _regular(q: FloatArray) -> tuple[Any, ...]:
    """Return `trigonometry(q)`; raise if the generalized speeds do not exist at a position."""
    t = trigonometry(q)
    if not np.all(t[0]):
        raise StateError(
            "Kane and Levinson's generalized speeds do not exist where the sine of their q2 is 0, as in the given "
            "position; move that joint slightly, or use model 'newton_euler'"
        )
    return t


def paper_order(values: FloatArray) -> Columns:
    """Return the columns in the paper's order; floats for one state, which are ten times faster than arrays."""
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
