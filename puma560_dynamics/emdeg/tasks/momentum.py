"""Define the task of the momentum of the joints, which observers of external torques integrate."""

from __future__ import annotations

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..chain.inputs import OF_BODIES
from ..equations.inverse_dynamics import momentum_system
from ..equations.kane import kinetic_energy_matrix
from ..equations.kane_at_state import ChainState, kane_momentum
from ..program.system import System
from ..program.variables import Variables
from .joint_task import JointTask
from .starting_form import StartingForm


class Momentum(JointTask):
    """Momentum p = A q̇ = ∂T/∂q̇, armature included."""

    name = "momentum"
    description = "the momentum A qd (kg m^2/s, or kg m/s) of the joints, armature included"
    inputs = ("q", "qd")
    takes = OF_BODIES
    by_kane = True
    label = "p"

    def system(self, chain: Chain, form: StartingForm) -> tuple[System, Variables]:
        return momentum_system(chain.in_unit(form.unit), form.gauge, form.depth, form.unturned)

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        joints, a = range(chain.n), kinetic_energy_matrix(chain, ring)
        rate = [ring.variable(f"qd{i + 1}") for i in joints]
        return {f"p_{i + 1}": ring.sum(a[i][j] * rate[j] for j in joints) for i in joints}

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        return {f"p_{i + 1}": value for i, value in enumerate(kane_momentum(chain, state))}


TASK = Momentum()
