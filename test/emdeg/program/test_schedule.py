"""Another order of evaluation: the same program, with shorter chains and fewer values that wait."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from helpers.emdeg.interpret import interpret
from helpers.emdeg.random_programs import arms
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics.emdeg.chain.angles import Angle
from puma560_dynamics.emdeg.program.program import Group, Output, Program, Statement, Term, Trig, Value
from puma560_dynamics.emdeg.program.schedule import evaluation_order, scheduled


@given(arms(3))
@trials(80)
def test_it_computes_the_same_and_uses_only_what_is_known(arm: tuple[Program, ...]):
    for program in arm:
        other = scheduled(program)
        states = np.random.default_rng(0).uniform(-2, 2, (len(program.inputs), 3))
        np.testing.assert_allclose(interpret(other, *states), interpret(program, *states), rtol=1e-9, atol=1e-9)
        assert {each.name for each in other.statements} == {each.name for each in program.statements}
        assert other.count == program.count
        own = {each.name for each in other.statements}
        known: set[str] = set()
        for each in other.statements:
            assert each.value.names & own <= known
            known.add(each.name)
        assert scheduled(program) == other


def test_what_is_known_late_comes_last():
    chain = [Statement("t1", product("q1", "q2")), Statement("t2", product("t1", "q1"))]
    late = Value((Group(Fraction(1), (Term(1, ("t2", "q2")), Term(-1, ("q1",)), Term(1, ("t1", "q1")))),))
    (output,) = scheduled(program(chain, late)).outputs
    assert output.value.groups[0].terms == (Term(-1, ("q1",)), Term(1, ("q1", "t1")), Term(1, ("q2", "t2")))


def test_few_intermediate_values_are_kept():
    """Two sums of two products each: those of one sum are computed next to each other."""
    products = [Statement(f"t{k}", product(f"q{k}", f"q{k}")) for k in (1, 3, 2, 4)]
    sums = [Statement("t5", total("t1", "t2")), Statement("t6", total("t3", "t4"))]
    order = [each.name for each in scheduled(program([*products, *sums], total("t5", "t6"))).statements]
    assert waiting(order, {"t5": {"t1", "t2"}, "t6": {"t3", "t4"}}) == 3


def test_an_output_is_evaluated_when_all_that_it_uses_is_known():
    statements = tuple(Statement(f"t{k}", product(f"q{k}", f"q{k}")) for k in (1, 2))
    outputs = tuple(Output(f"g_{k}", (k - 1,), product(f"t{k}", "q3")) for k in (1, 2))
    both = Program("gravity", 4, ("q",), (), statements, outputs, (4,))
    assert evaluation_order(both) == [statements[0], outputs[0], statements[1], outputs[1]]


def test_what_frees_a_sine_comes_first():
    """Both are ready; the second one alone ends the need for the sine and the cosine."""
    angle = Angle(((0, 1),))
    first, second = Statement("t1", product("q2", "q3")), Statement("t2", product("s1", "c1"))
    outputs = (Output("g_1", (0,), total("t1", "t2")),)
    trigonometry = (Trig("c1", "cos", angle), Trig("s1", "sin", angle))
    both = Program("gravity", 4, ("q",), trigonometry, (first, second), outputs, (4,))
    assert evaluation_order(both) == [second, first, *outputs]


def waiting(order: list[str], used: dict[str, set[str]]) -> int:
    """The most values that wait at a time."""
    alive: set[str] = set()
    most = 0
    for name in order:
        alive = (alive - used.get(name, set())) | {name}
        most = max(most, len(alive))
    return most


def product(*factors: str) -> Value:
    return Value((Group(Fraction(1), (Term(1, factors),)),))


def total(*names: str) -> Value:
    return Value((Group(Fraction(1), tuple(Term(1, (name,)) for name in names)),))


def program(statements: list[Statement], value: Value) -> Program:
    return Program("gravity", 4, ("q",), (), tuple(statements), (Output("g_1", (0,), value),), (4,))
