"""Calculations are counted as in the papers."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from helpers.emdeg.interpret import interpret
from helpers.emdeg.random_programs import arms
from helpers.emdeg.random_systems import systems
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics.emdeg.chain.angles import Angle
from puma560_dynamics.emdeg.program.lowering import lowered
from puma560_dynamics.emdeg.program.program import Count, Group, Output, Program, Statement, Term, Trig, Value
from puma560_dynamics.emdeg.program.specialise import merged, pruned, without_input
from puma560_dynamics.emdeg.program.system import System


def group(coefficient: Fraction | int, *terms: str) -> Group:
    """``group(2, "a b", "-c")`` is 2·(a·b - c)."""
    made = (Term(-1 if t.startswith("-") else 1, tuple(t.removeprefix("-").split())) for t in terms)
    return Group(Fraction(coefficient), tuple(made))


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


ANGLE = Angle(((0, 1), (1, -1)), 0.25)
TRIGONOMETRY = {"c": Trig("c", "cos", ANGLE), "s": Trig("s", "sin", ANGLE)}


def program_of(system: System) -> Program:
    """With the atoms x and y read as velocities of two joints."""
    names = {"x": "qd1", "y": "qd2"}
    system.names = [names.get(name, name) for name in system.names]
    system.prune()
    places = {label: (number,) for number, label in enumerate(system.outputs)}
    return lowered(system, Program("torque", 2, ("q", "qd"), (), (), (), (3,)), places, TRIGONOMETRY)


@given(systems())
def test_the_program_is_the_system(system: System):
    program = program_of(system)
    q, qd = np.array([0.5, -0.75]), np.array([1.5, -2.0])
    angle = 0.25 + q[0] - q[1]
    atoms = {"c": np.cos(angle), "s": np.sin(angle), "qd1": qd[0], "qd2": qd[1]}
    expected = [float(value) for value in system.evaluate(atoms, 1.0).values()]
    found = interpret(program, q, qd)[: len(expected)]
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-10 * max(1.0, *map(abs, expected), 1.0))


@given(systems())
def test_it_costs_as_much_and_asks_for_no_more(system: System):
    program = program_of(system)
    assert program.count.total == system.cost
    computed = [*(s.value for s in program.statements), *(output.value for output in program.outputs)]
    used = {name for value in computed for name in value.names}
    assert {trig.name for trig in program.trigonometry} == used & {"c", "s"}


@given(systems())
def test_statements_use_what_came_before(system: System):
    program = program_of(system)
    known = {"c", "s", "qd1", "qd2"}
    for statement in program.statements:
        assert statement.value.names <= known
        known.add(statement.name)
    assert all(output.value.names <= known for output in program.outputs)


@given(arms(3))
@trials(60)
def test_an_input_at_zero(arm: tuple[Program, ...]):
    torque = arm[0]
    bias = without_input(torque, "qdd", "bias")
    q, qd = np.random.default_rng(0).uniform(-2, 2, (2, 5, 3))
    assert bias.inputs == ("q", "qd")
    assert bias.count.total <= torque.count.total
    np.testing.assert_allclose(interpret(bias, q, qd), interpret(torque, q, qd, 0 * q), rtol=1e-12, atol=1e-12)


@given(arms(3))
@trials(60)
def test_nothing_needed_is_pruned(arm: tuple[Program, ...]):
    for program in arm:
        states = np.random.default_rng(0).uniform(-2, 2, (len(program.inputs), 3))
        np.testing.assert_array_equal(interpret(pruned(program), *states), interpret(program, *states))
        assert pruned(pruned(program)) == pruned(program)


@given(arms(3))
@trials(60)
def test_merged_programs_lie_one_after_another(arm: tuple[Program, ...]):
    first, second = arm[2], without_input(arm[0], "qdd", "bias")
    both = merged("both", (first, second))
    q, qd = np.random.default_rng(0).uniform(-2, 2, (2, 3))
    expected = np.concatenate([interpret(first, q).ravel(), interpret(second, q, qd)])
    np.testing.assert_array_equal(interpret(both, q, qd), expected)
