"""Define the task of the Coriolis matrix from Christoffel symbols, for momentum observers and passive control."""

from __future__ import annotations

from collections.abc import Set
from fractions import Fraction
from itertools import combinations

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..chain.inertia import Moments
from ..chain.inputs import OF_BODIES
from ..equations.kane import coriolis_and_centrifugal, kinetic_energy_matrix
from ..equations.kane_at_state import ChainState, kane_torque
from ..equations.slopes_at_state import velocity_slopes
from ..equations.torque_derivatives import TorqueDerivatives
from ..program.system import System
from ..program.variables import Variables
from .derivative_task import DerivativeTask, square, square_places
from .task import ResultLayout

HALF = Fraction(1, 2)


class CoriolisMatrix(DerivativeTask):
    """Coriolis matrix C(q, q̇) with C q̇ = B [q̇ q̇] + C [q̇²] and skew-symmetric Ȧ - 2C.

    Its elements are sums of Christoffel symbols times velocities, so C = ½ ∂τ/∂q̇.
    """

    name = "coriolis_matrix"
    description = "the Coriolis matrix C, n x n, from Christoffel symbols; C qd is the Coriolis and centrifugal torque"
    inputs = ("q", "qd")
    takes = OF_BODIES
    by_kane = True

    def layout(self, chain: Chain) -> ResultLayout:
        n = chain.n
        return ResultLayout(square_places("c", n), (n, n))

    def elements(
        self, chain: Chain, bodies: tuple[Moments, ...], variables: Variables, system: System, unturned: Set[int]
    ) -> dict[str, Scalar]:
        motion = variables.joint_motion(system, [0] * chain.n)
        found = TorqueDerivatives(chain.without_gravity(), bodies, motion, unturned).by_velocity
        return {label: HALF * value for label, value in square("c", found).items()}

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        n = chain.n
        b, c = coriolis_and_centrifugal(kinetic_energy_matrix(chain, ring))
        rate = [ring.variable(f"qd{i + 1}") for i in range(n)]
        result: dict[str, Poly] = {}
        for i in range(n):
            row = [c[i][j] * rate[j] for j in range(n)]
            for pair, (j, k) in enumerate(combinations(range(n), 2)):
                row[j] = row[j] + HALF * (b[i][pair] * rate[k])
                row[k] = row[k] + HALF * (b[i][pair] * rate[j])
            result |= {f"c_{i + 1}_{j + 1}": element for j, element in enumerate(row)}
        return result

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        columns = velocity_slopes(chain, state, kane_torque)
        joints = range(chain.n)
        return {f"c_{i + 1}_{j + 1}": columns[j][i] * HALF for i in joints for j in joints}


TASK = CoriolisMatrix()
