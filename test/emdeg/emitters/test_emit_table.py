"""The plain table says what the program says."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from helpers.emdeg.interpret import interpret
from helpers.emdeg.random_programs import arms
from helpers.emdeg.small_program import FROM, SMALL
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics.emdeg.emitters.emit_table import emit_table
from puma560_dynamics.emdeg.emitters.notation import decimal
from puma560_dynamics.emdeg.program.program import Program, Value


def test_the_table_as_text():
    assert "c23 = cos(q2 + q3 - 0.5)\nt1 = 0.25*(c23*q1 - 1)\ntau_2 = -1e-05*t1*qd1 + qdd2\n" in emit_table(
        [SMALL], FROM
    )


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
