"""Programs derived for a link 6 without symmetry: the other way to carry a general payload.

The paper's link 6 has its center of gravity on its axis and Ixx = Iyy, and so must any payload that its
tables carry. Without that the generator gives explicit programs of the same kind. A body with ten
numbers that are all different stands for every other: counts depend on what vanishes, not on values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ...arm import Arm, Link, load_arm
from ...emdeg import Program, program_of
from ..terms import OperationCount
from .factored_programs import KEPT, kept, programs_of

GENERAL_LINK6 = KEPT / "general_link6"
"""Text of the systems that a long search found for the paper's arm with such a link 6."""

PARTS = ("torque", "gravity", "kinetic_energy_matrix")
"""Programs that are kept."""

BODY = Link("link6", 2.3, [0.05, -0.03, 0.12], [[0.02, 0.002, -0.001], [0.002, 0.03, 0.003], [-0.001, 0.003, 0.025]])  # type: ignore[arg-type]
"""A link 6 with all ten numbers."""


def with_general_link6(arm: Arm) -> Arm:
    """Return the arm with `BODY` as its last link."""
    return replace(arm, links=(*arm.links[:-1], BODY))


def general_link6_programs() -> Mapping[str, Program]:
    """Programs of `PARTS` for the paper's arm with `BODY` as link 6, motor inertia included."""
    chain = with_general_link6(load_arm("akb1986")).exact_chain
    return {name: program_of(chain, name, *kept(chain, name, GENERAL_LINK6)) for name in PARTS}


@dataclass(frozen=True)
class PayloadRow:
    """Calculations of one program without and with a general payload.

    Attributes:
        part: of `PARTS`.
        tables: the paper's tables, without a payload or with one as symmetric as their link 6.
        load: what any other payload adds to them by its partial velocities, the sum of both included.
        generated: derived for the symmetric link 6.
        anew: derived for a link 6 without symmetry.
    """

    part: str
    tables: OperationCount
    load: OperationCount
    generated: OperationCount
    anew: OperationCount

    @property
    def with_payload(self) -> OperationCount:
        """Calculations of the tables with a general payload."""
        return OperationCount(*(own + extra for own, extra in zip(self.tables, self.load, strict=True)))


def payload_rows(tables: Mapping[str, OperationCount], load: Mapping[str, OperationCount]) -> list[PayloadRow]:
    """Return one row for each part.

    Args:
        tables: counts of the paper's full model (`DynamicModel.operation_counts`).
        load: counts of the payload's terms (`payload.payload_counts`, added).
    """
    symmetric, anew = programs_of(load_arm("akb1986").exact_chain), general_link6_programs()
    return [
        PayloadRow(name, tables[name], load[name], *(OperationCount(*one[name].count) for one in (symmetric, anew)))
        for name in PARTS
    ]
