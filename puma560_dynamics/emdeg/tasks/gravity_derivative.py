"""Define the task of the derivative of the gravity torque, the stiffness of an arm under its own weight."""

from __future__ import annotations

from collections.abc import Set

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..chain.inertia import Moments
from ..chain.inputs import GRAVITY, OF_BODIES
from ..equations.kane import gravity_torque
from ..equations.kane_at_state import ChainState, kane_gravity
from ..equations.slopes_at_state import position_slopes
from ..equations.torque_derivatives import TorqueDerivatives
from ..program.system import System
from ..program.variables import Variables
from .derivative_task import DerivativeTask
from .task import ResultLayout


class GravityDerivative(DerivativeTask):
    """Derivative ∂g/∂q of the gravity torque, which is symmetric because g = ∂V/∂q."""

    name = "gravity_derivative"
    description = "the derivative of the gravity torque by q, n x n, symmetric"
    takes = (GRAVITY, *OF_BODIES)
    unturned = False

    def layout(self, chain: Chain) -> ResultLayout:
        n = chain.n
        upper = [(i, j) for i in range(n) for j in range(i, n)]
        places = {f"g_{i + 1}_{j + 1}": tuple(dict.fromkeys((i * n + j, j * n + i))) for i, j in upper}
        return ResultLayout(places, (n, n))

    def elements(
        self, chain: Chain, bodies: tuple[Moments, ...], variables: Variables, system: System, unturned: Set[int]
    ) -> dict[str, Scalar]:
        still = [0] * chain.n
        motion = variables.joint_motion(system, still, still)
        found = TorqueDerivatives(chain, bodies, motion, unturned).by_position
        return {f"g_{i + 1}_{j + 1}": found.get((j, i), 0) for i in range(chain.n) for j in range(i, chain.n)}

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        g = gravity_torque(chain, ring)
        return {f"g_{i + 1}_{j + 1}": g[i].derivative(j) for i in range(chain.n) for j in range(i, chain.n)}

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        columns = position_slopes(chain, state, kane_gravity)
        return {f"g_{i + 1}_{j + 1}": columns[j][i] for i in range(chain.n) for j in range(i, chain.n)}


TASK = GravityDerivative()
