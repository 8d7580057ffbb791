"""Define the task of the operational-space inertia of a link."""

from __future__ import annotations

from dataclasses import replace

from ..chain.chain import Chain
from ..equations.regularity import DIRECTIONS
from ..program.completion import completed, opened
from ..program.program import Program
from .operational_task import Operational, OperationalTask


class OperationalInertia(OperationalTask):
    """Operational-space inertia Λ = (J A⁻¹ Jᵀ)⁻¹."""

    function = "operational_inertia"
    of_link = (
        "the operational-space inertia (6, 6) of {}, for linear, then angular acceleration, not finite where the link "
        "is singular"
    )

    def completed(self, program: Program, chain: Chain) -> Program:
        statements, names = opened(program)
        found = Operational(statements, names, chain.n).inverse.inverse("inertia")
        shape = (DIRECTIONS, DIRECTIONS)
        return completed(replace(program, shape=shape), statements, [name for row in found for name in row])


TASK = OperationalInertia()
