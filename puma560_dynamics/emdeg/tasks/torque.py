"""Define the task of inverse dynamics, by recursion with explicit equations for a few inner links."""

from __future__ import annotations

from itertools import combinations

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..chain.inputs import GRAVITY, OF_BODIES, WRENCH
from ..equations.inverse_dynamics import torque_system
from ..equations.kane import coriolis_and_centrifugal, gravity_torque, kinetic_energy_matrix
from ..equations.kane_at_state import ChainState, kane_torque
from ..program.system import System
from ..program.variables import Variables
from .joint_task import JointTask
from .starting_form import StartingForm


class Torque(JointTask):
    """Inverse dynamics: τ(q, q̇, q̈), armature included."""

    name = "torque"
    description = "inverse dynamics: the torque (N m, or N) that moves the joints so"
    inputs = ("q", "qd", "qdd")
    takes = (WRENCH, GRAVITY, *OF_BODIES)
    result = "tau"
    in_models = by_kane = with_friction = True
    abbreviated = "torque"
    weighs = True

    def system(self, chain: Chain, form: StartingForm) -> tuple[System, Variables]:
        return torque_system(chain.in_unit(form.unit), form.gauge, form.depth, form.unturned)

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        n, g, a = chain.n, gravity_torque(chain, ring), kinetic_energy_matrix(chain, ring)
        b, c = coriolis_and_centrifugal(a)
        rate = [ring.variable(f"qd{i + 1}") for i in range(n)]
        second = [ring.variable(f"qdd{i + 1}") for i in range(n)]
        return {
            f"tau_{i + 1}": ring.sum(
                [g[i], *(a[i][j] * second[j] + c[i][j] * rate[j] * rate[j] for j in range(n))]
                + [b[i][p] * (rate[j] * rate[k]) for p, (j, k) in enumerate(combinations(range(n), 2))]
            )
            for i in range(n)
        }

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        return {f"tau_{i + 1}": value for i, value in enumerate(kane_torque(chain, state))}


TASK = Torque()
