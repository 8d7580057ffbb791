"""LaTeX and the plain table say what the program says."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from helpers.emdeg.interpret import interpret
from helpers.emdeg.random_programs import arms
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics.emdeg.chain.angles import Angle
from puma560_dynamics.emdeg.emitters.emit_readable import decimal, emit_latex, emit_table
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


def test_the_table_as_text():
    assert "c23 = cos(q2 + q3 - 0.5)\nt1 = 0.25*(c23*q1 - 1)\ntau_2 = -1e-05*t1*qd1 + qdd2\n" in emit_table(
        [SMALL], FROM
    )


def test_latex_in_the_papers_notation():
    text = emit_latex([SMALL], FROM)
    assert r"c_{23} &= \cos({\theta}_{2} + {\theta}_{3} - 0.5) \\" in text
    assert r"t_{1} &= 0.25\,(c_{23}\,{d}_{1} - 1) \\" in text
    assert r"\tau_{2} &= -1\cdot 10^{-5}\,t_{1}\,\dot{d}_{1} + \ddot{\theta}_{2}" in text


@given(arms(3))
@trials(30)
def test_the_table_can_be_calculated_with(arm: tuple[Program, ...]):
    """Evaluated line by line, as a reader with a calculator would, to the digits that it shows."""
    program = arm[0]
    values = {f"{name}{j + 1}": 0.1 * (j + 1) for name in program.inputs for j in range(3)}
    lines = emit_table([program], FROM).split("\n\n")[-1]
    scope: dict[str, Any] = {**values, "cos": math.cos, "sin": math.sin}
    for line in re.sub(r"\n +", " ", lines).splitlines():
        if line == "every element is zero":
            continue
        name, _, text = line.partition(" = ")
        scope[name] = eval(text, {}, scope)
    expected = interpret(rounded(program), *np.full((3, 3), [0.1, 0.2, 0.3]))
    for output in program.outputs:
        np.testing.assert_allclose(scope[output.label], expected[output.places[0]], rtol=1e-12, atol=1e-12)


def rounded(program: Program) -> Program:
    """With the digits that the table shows."""

    def value(exact: Value) -> Value:
        return Value(tuple(replace(group, coefficient=Fraction(decimal(group.coefficient))) for group in exact.groups))

    return replace(
        program,
        statements=tuple(replace(statement, value=value(statement.value)) for statement in program.statements),
        outputs=tuple(replace(output, value=value(output.value)) for output in program.outputs),
    )


@given(arms(3))
@trials(30)
def test_latex_is_balanced_and_the_same_every_time(arm: tuple[Program, ...]):
    text = emit_latex(arm, FROM)
    assert text == emit_latex(arm, FROM)
    assert text.count("{") == text.count("}")
    assert text.count(r"\begin{align*}") == text.count(r"\end{align*}")
    for block in re.findall(r"\\begin\{align\*\}\n(.*?)\n\\end", text, re.DOTALL):
        assert all(row.count("&") == 1 for row in block.split("\\\\\n"))
        assert "*" not in block
