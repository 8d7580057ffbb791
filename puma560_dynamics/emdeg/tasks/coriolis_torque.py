"""Define the task of the Coriolis and centrifugal torque."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..chain.inputs import OF_BODIES
from ..equations.inverse_dynamics import coriolis_system
from ..equations.kane import coriolis_and_centrifugal, kinetic_energy_matrix
from ..equations.kane_at_state import ChainState, kane_torque
from ..program.system import System
from ..program.variables import Variables
from .joint_task import JointTask
from .starting_form import StartingForm


class CoriolisTorque(JointTask):
    """Coriolis and centrifugal torque C q̇ = B [q̇ q̇] + C [q̇²], without gravity."""

    name = "coriolis_torque"
    description = "the Coriolis and centrifugal torque (N m, or N), without gravity"
    inputs = ("q", "qd")
    takes = OF_BODIES
    result = "tau"
    by_kane = True

    def system(self, chain: Chain, form: StartingForm) -> tuple[System, Variables]:
        return coriolis_system(chain.in_unit(form.unit), form.gauge, form.depth, form.unturned)

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        joints, (b, c) = range(chain.n), coriolis_and_centrifugal(kinetic_energy_matrix(chain, ring))
        rate = [ring.variable(f"qd{i + 1}") for i in joints]
        return {
            f"tau_{i + 1}": ring.sum(
                [c[i][j] * (rate[j] * rate[j]) for j in joints]
                + [b[i][p] * (rate[j] * rate[k]) for p, (j, k) in enumerate(combinations(joints, 2))]
            )
            for i in joints
        }

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        torque = kane_torque(chain.without_gravity(), replace(state, seconds=[0] * chain.n))
        return {f"tau_{i + 1}": value for i, value in enumerate(torque)}


TASK = CoriolisTorque()
