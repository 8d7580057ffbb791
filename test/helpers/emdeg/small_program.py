"""A small program whose equations a reader checks by eye."""

from __future__ import annotations

from fractions import Fraction

from puma560_dynamics.emdeg.chain.angles import Angle
from puma560_dynamics.emdeg.program.program import Group, Output, Program, Statement, Term, Trig, Value
from puma560_dynamics.emdeg.program.provenance import Provenance

FROM = Provenance("an arm that does not exist", "0123456789abcdef")
SMALL = Program(
    "torque", 3, ("q", "qd", "qdd"),
    (Trig("c23", "cos", Angle(((1, 1), (2, 1)), -0.5)),),
    (Statement("t1", Value((Group(Fraction(1, 4), (Term(1, ("c23", "q1")), Term(-1, ()))),))),),
    (Output("tau_2", (1,), Value((Group(Fraction(1, 100000), (Term(-1, ("t1", "qd1")),)),
                                  Group(Fraction(1), (Term(1, ("qdd2",)),))))),),
    (3,),
)  # fmt: skip
