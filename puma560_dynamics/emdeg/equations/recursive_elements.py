"""The elements of A, B, C and g by recursion, for arms whose explicit equations are too long.

Inverse dynamics is linear in the accelerations and quadratic in the velocities: a column of A is the
torque of a unit acceleration, a column of C that of a unit velocity, and a column of B what two unit
velocities cause together beyond what each causes (as Walker and Orin, and AKB's extended recursion).
"""

from __future__ import annotations

from itertools import combinations

from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..chain.gauge import Gauge
from ..program.system import Polynomial, System, Traced
from .inverse_dynamics import prepared, unloaded
from .newton_euler import newton_euler


class RecursiveElements:
    """The elements of one chain, traced; what columns share is defined once.

    Args:
        chain: what to derive.
        gauge: of its matter.
    """

    def __init__(self, chain: Chain, gauge: tuple[Gauge, ...]) -> None:
        self.chain, self._bodies, self.variables = prepared(chain, gauge)
        self.system: System = self.variables.system()

    def kinetic_energy(self) -> dict[str, Polynomial]:
        """``a_11 …``, the upper half."""
        wanted: dict[str, Polynomial] = {}
        for j in range(self.chain.n):
            column = self._torque(second=[j])
            wanted |= {f"a_{i + 1}{j + 1}": self._polynomial(column[i]) for i in range(j + 1)}
        return wanted

    def coriolis(self) -> dict[str, Polynomial]:
        """``b_112 …``."""
        n = self.chain.n
        alone = [self._torque(rate=[j]) for j in range(n)]
        wanted = {}
        for j, k in combinations(range(n), 2):
            for i, both in enumerate(self._torque(rate=[j, k])):
                wanted[f"b_{i + 1}{j + 1}{k + 1}"] = self._polynomial(both - alone[j][i] - alone[k][i])
        return wanted

    def centrifugal(self) -> dict[str, Polynomial]:
        """``c_11 …``."""
        columns = [self._torque(rate=[j]) for j in range(self.chain.n)]
        return {
            f"c_{i + 1}{j + 1}": self._polynomial(load)
            for j, column in enumerate(columns)
            for i, load in enumerate(column)
        }

    def gravity(self) -> dict[str, Polynomial]:
        """``g_1 …``."""
        still = [0] * self.chain.n
        loads = newton_euler(self.chain, self._bodies, self.variables.joint_motion(self.system, still, still))
        return {f"g_{i}": self._polynomial(load) for i, load in enumerate(loads, start=1)}

    def _torque(self, second: list[int] | None = None, rate: list[int] | None = None) -> list[Scalar]:
        def unit(joints: list[int] | None) -> list[int]:
            return [int(i in (joints or [])) for i in range(self.chain.n)]

        motion = self.variables.joint_motion(self.system, unit(second), unit(rate))
        return newton_euler(unloaded(self.chain), self._bodies, motion)

    def _polynomial(self, load: Scalar) -> Polynomial:
        return load.polynomial if isinstance(load, Traced) else {(): self.system.numbers.of(load)} if load else {}
