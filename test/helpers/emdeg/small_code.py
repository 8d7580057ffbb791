"""Made-up dynamics in place of the PUMA's generated C, which a compiler takes twelve seconds for."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from puma560_dynamics.emdeg.emitters.emit_c import emit_c
from puma560_dynamics.emdeg.program.program import Group, Output, Program, Term, Value
from puma560_dynamics.emdeg.program.provenance import Provenance

LINEAR = Program(
    "torque", 2, ("q", "qd", "qdd"), (), (),
    (Output("tau_1", (0,), Value((Group(Fraction(5, 2), (Term(1, ("qdd1",)),)),))),), (2,),
)  # fmt: skip
"""tau = (5/2 qdd1, 0)."""


def write_small_code(folder: Path) -> None:
    """``puma560.c`` and ``puma560.h`` of `LINEAR`."""
    for name, text in emit_c("puma560", [LINEAR], Provenance("a test", "0")).items():
        (folder / name).write_text(text, encoding="utf-8")
