"""Provide programs for a link 6 without symmetry, as an alternative for a general payload.

The paper's link 6 has its center of gravity on its axis and Ixx = Iyy, and its tables support only payloads with the
same symmetry. The generator derives explicit programs without this restriction. One body with ten different parameters
is sufficient to count calculations, because counts depend only on which parameters are zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ...arm import Arm, Link, load_arm
from ...emdeg import Program, program_of
from ..terms import OperationCount
from .factored_programs import KEPT, kept, programs_of

GENERAL_LINK6 = KEPT / "general_link6"
"""Folder with the systems that a long search found for the paper's arm with a general link 6, as text."""

PARTS = ("torque", "gravity", "kinetic_energy_matrix")
"""Names of the programs in `GENERAL_LINK6`."""

BODY = Link("link6", 2.3, [0.05, -0.03, 0.12], [[0.02, 0.002, -0.001], [0.002, 0.03, 0.003], [-0.001, 0.003, 0.025]])  # type: ignore[arg-type]
"""A general link 6, with ten different nonzero parameters."""


def with_general_link6(arm: Arm) -> Arm:
    """Return the arm with `BODY` as its last link."""
    return replace(arm, links=(*arm.links[:-1], BODY))


def general_link6_programs() -> Mapping[str, Program]:
    """Return the programs `PARTS` of the paper's arm with `BODY` as link 6, motor inertia included, by name."""
    chain = with_general_link6(load_arm("akb1986")).exact_chain
    return {name: program_of(chain, name, *kept(chain, name, GENERAL_LINK6)) for name in PARTS}


@dataclass(frozen=True)
class PayloadRow:
    """Numbers of calculations of a program without and with a general payload.

    Attributes:
        part: name of the program, one of `PARTS`.
        tables: count of the paper's tables, without payload or with a symmetric payload.
        load: additional count for a general payload by its partial velocities, including the sum of both.
        generated: count of the program that is generated for the symmetric link 6.
        anew: count of the program that is generated for a general link 6.
    """

    part: str
    tables: OperationCount
    load: OperationCount
    generated: OperationCount
    anew: OperationCount

    @property
    def with_payload(self) -> OperationCount:
        """Count of the tables with a general payload."""
        return OperationCount(*(own + extra for own, extra in zip(self.tables, self.load, strict=True)))


def payload_rows(tables: Mapping[str, OperationCount], load: Mapping[str, OperationCount]) -> list[PayloadRow]:
    """Return one row per program of `PARTS`.

    Args:
        tables: counts of the paper's full model (`DynamicModel.operation_counts`).
        load: additional counts of the payload's terms (`payload.payload_counts`).
    """
    symmetric, anew = programs_of(load_arm("akb1986").exact_chain), general_link6_programs()
    return [
        PayloadRow(name, tables[name], load[name], *(OperationCount(*one[name].count) for one in (symmetric, anew)))
        for name in PARTS
    ]
