"""Define the task of the dynamically consistent inverse of a link's Jacobian."""

from __future__ import annotations

from dataclasses import replace

from ..chain.chain import Chain
from ..equations.regularity import DIRECTIONS
from ..program.completion import completed, opened
from ..program.linear_equations import one
from ..program.program import Program
from .operational_task import Operational, OperationalTask


class ConsistentInverse(OperationalTask):
    """Dynamically consistent inverse J̄ = A⁻¹ Jᵀ Λ, which is J⁻¹ for six joints."""

    function = "consistent_inverse"
    of_link = (
        "the dynamically consistent inverse (n, 6) of the Jacobian of {}, from linear and angular velocity to joint "
        "velocities, not finite where the link is singular"
    )

    def completed(self, program: Program, chain: Chain) -> Program:
        n, (statements, names) = chain.n, opened(program)
        found = Operational(statements, names, n)
        moving = [  # A⁻¹ Jᵀ, one list for each row of J
            found.inertia.back_solved([f"moved_{k}_{i + 1}" for i in range(n)], [one(x) for x in scaled])
            for k, scaled in enumerate(found.scaled, start=1)
        ]
        rows = []
        for i in range(n):
            labels = [f"inverse_{i + 1}_{k + 1}" for k in range(DIRECTIONS)]
            rows.append(found.inverse.solved(labels, [one(column[i]) for column in moving]))
        return completed(replace(program, shape=(n, DIRECTIONS)), statements, [name for row in rows for name in row])


TASK = ConsistentInverse()
