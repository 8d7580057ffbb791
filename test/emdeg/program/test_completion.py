"""Completed programs have their statements in order, and no statement that only names a constant or another name."""

from __future__ import annotations

from fractions import Fraction

from puma560_dynamics.emdeg.program.completion import completed, in_order, matrix_at, opened
from puma560_dynamics.emdeg.program.linear_equations import let, one, products
from puma560_dynamics.emdeg.program.program import Count, Group, Output, Program, Statement, Term, Value

HALF = Value((Group(Fraction(1, 2), (Term(-1, ()),)),))
GIVEN = Program(
    "made", 2, ("q",), (), (Statement("t1", Value.sum_of([Term(1, ("q1", "q2"))])),),
    (Output("a", (0,), Value.sum_of(one("t1"))), Output("b", (1, 2), HALF)), (2, 2),
)  # fmt: skip


def test_elements_have_names():
    statements, names = opened(GIVEN)
    assert names == ["a", "b", "b", None]
    assert [statement.name for statement in statements] == ["t1", "a", "b"]
    assert matrix_at(names, 1, 1, 3) == [["b", "b", None]]


def test_aliases_and_constants_cost_nothing():
    statements, names = opened(GIVEN)
    found = [
        let(statements, "inverse", one("a"), inverted=True),
        let(statements, "double", one("b"), inverted=True),
        let(statements, "product", products(["b"], ["a"])),
        names[0],
    ]
    made = completed(GIVEN, statements, found)
    assert [statement.name for statement in made.statements] == ["t1"]
    assert (made.count, made.divisions) == (Count(2, 0), 1)
    values = {output.name: output.value for output in made.outputs}
    assert values["inverse"] == Value.sum_of(one("t1"), inverted=True)
    assert values["double_result"] == Value((Group(Fraction(2), (Term(-1, ()),)),))
    assert values["product"] == Value((Group(Fraction(1, 2), (Term(-1, ("t1",)),)),))
    assert values["a_result"] == Value.sum_of(one("t1"))


def test_statements_come_after_those_that_they_use():
    late = [Statement(name, Value.sum_of(one(used))) for name, used in (("c", "b"), ("b", "a"), ("a", "q1"))]
    assert [statement.name for statement in in_order(late)] == ["a", "b", "c"]
