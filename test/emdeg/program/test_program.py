"""Calculations are counted as in the papers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from puma560_dynamics.emdeg.chain.angles import Angle
from puma560_dynamics.emdeg.program.program import Count, Output, Program, ScaledSum, Statement, Term, Trig, Value


def group(coefficient: Fraction | int, *terms: str) -> ScaledSum:
    """``group(2, "a b", "-c")`` is 2·(a·b - c)."""
    made = (Term(-1 if t.startswith("-") else 1, tuple(t.removeprefix("-").split())) for t in terms)
    return ScaledSum(Fraction(coefficient), tuple(made))


@pytest.mark.parametrize(
    ("value", "count"),
    [
        (Value(()), (0, 0)),
        (Value((group(1, "a"),)), (0, 0)),
        (Value((group(1, "-a b c"),)), (2, 0)),
        (Value((group(2, "a"),)), (1, 0)),
        (Value((group(2, ""),)), (0, 0)),
        (Value((group(2, "a b", "-c"), group(3, ""))), (2, 2)),
        (Value((group(2, "a"), group(3, "b"))), (2, 1)),
    ],
)
def test_count(value: Value, count: tuple[int, int]):
    assert value.count == Count(*count)
    assert value.count.total == sum(count)


def test_sums_of_angles_cost_their_formulas_in_the_second_figure():
    """cos(a+b): two products and a difference; of three angles the sine and cosine of two are needed before."""
    one, two, three = (Angle(tuple((k, 1) for k in range(n))) for n in (1, 2, 3))
    back = Angle(((0, -1), (1, -1), (2, 1)))
    trigonometry = (Trig("c1", "cos", one), Trig("c12", "cos", two), Trig("s12", "sin", two))
    output = Output("g_1", (0,), Value((group(2, "c12"),)))
    statements = (Statement("t1", Value((group(1, "c1", "s12"),))),)

    def program(*more: Trig) -> Program:
        return Program("gravity", 3, ("q",), trigonometry + more, statements, (output,), (3,))

    assert program().count == Count(1, 1)
    assert program().count_single_angles == Count(1 + 4, 1 + 2)
    assert program(Trig("c123", "cos", three)).count == Count(1, 1)
    assert program(Trig("c123", "cos", three)).count_single_angles == Count(1 + 6, 1 + 3)
    assert program(Trig("sm1m23", "sin", back)).count_single_angles == Count(1 + 6, 1 + 3)
