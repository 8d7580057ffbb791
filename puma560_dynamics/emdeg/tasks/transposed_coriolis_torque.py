"""Define the task of the transposed Coriolis matrix times the velocity, for momentum observers."""

from __future__ import annotations

from fractions import Fraction

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..chain.inputs import OF_BODIES
from ..equations.inverse_dynamics import energy_slope_system
from ..equations.kane import kinetic_energy_matrix
from ..equations.kane_at_state import ChainState, kane_momentum
from ..equations.slopes_at_state import position_slopes
from ..program.system import System
from ..program.variables import Variables
from .joint_task import JointTask
from .starting_form import StartingForm

HALF = Fraction(1, 2)


class TransposedCoriolisTorque(JointTask):
    """Cᵀ q̇ with the Coriolis matrix C from Christoffel symbols, which is the slope ∂T/∂q of the kinetic energy.

    The momentum changes at the rate d(A q̇)/dt = τ + Cᵀ q̇ - g, because Ȧ = C + Cᵀ.
    """

    name = "transposed_coriolis_torque"
    description = "the transposed Coriolis matrix times qd (N m, or N), which is the slope of the kinetic energy by q"
    inputs = ("q", "qd")
    takes = OF_BODIES
    result = "tau"

    def system(self, chain: Chain, form: StartingForm) -> tuple[System, Variables]:
        return energy_slope_system(chain.in_unit(form.unit), form.gauge, form.depth, form.unturned)

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        joints, a = range(chain.n), kinetic_energy_matrix(chain, ring)
        rate = [ring.variable(f"qd{i + 1}") for i in joints]
        energy = ring.sum(HALF * a[i][j] * (rate[i] * rate[j]) for i in joints for j in joints)
        return {f"tau_{j + 1}": energy.derivative(j) for j in joints}

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        def twice_energy(chain: Chain, state: ChainState) -> list[Scalar]:
            momenta = kane_momentum(chain, state)
            return [sum(rate * momentum for rate, momentum in zip(state.rates, momenta, strict=True))]

        columns = position_slopes(chain, state, twice_energy)
        return {f"tau_{j + 1}": HALF * column[0] for j, column in enumerate(columns)}


TASK = TransposedCoriolisTorque()
