"""Polynomials of a system add, multiply and substitute as numbers do; naming and pruning change no value."""

from __future__ import annotations

from fractions import Fraction

import pytest
from helpers.emdeg.random_systems import ATOMS, POINTS, polynomials, systems, value, values
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.program.system import System, Traced, polynomial_cost, read_definitions, system_as_text
from puma560_dynamics.errors import DerivationError

POINT = dict(enumerate(POINTS[0].values()))


@given(st.data())
def test_arithmetic_is_that_of_values(data: st.DataObject):
    system = System(ATOMS)
    a, b = (data.draw(polynomials(system.numbers, (0, 1, 2, 3))) for _ in range(2))
    x, y = value(system, a, POINT), value(system, b, POINT)
    assert value(system, system.plus(a, b), POINT) == x + y
    assert value(system, system.times(a, b), POINT) == x * y
    assert value(system, system.scaled(a, system.numbers.of(Fraction(-2, 3))), POINT) == Fraction(-2, 3) * x
    assert value(system, system.substituted(a, 2, b), POINT) == value(system, a, {**POINT, 2: y})
    assert all(system.plus(a, b).values())
    assert system.plus(a, system.scaled(a, -1)) == {}


@given(systems())
def test_order_is_one_of_evaluation(system: System):
    order = system.order()
    assert len(set(order)) == len(order)
    for at, index in enumerate(order):
        for factor in {f for monomial in system.definitions[index] for f in monomial}:
            assert factor < system.atoms or factor in order[:at]


@given(systems())
def test_pruning_keeps_what_is_wanted_and_a_copy_lives_alone(system: System):
    before = values(system)
    other = system.copy()
    other.prune()
    assert set(other.order()) == other.definitions.keys()
    assert values(other) == before
    for polynomial in other.definitions.values():
        polynomial.clear()
    assert values(system) == before


def test_an_output_that_vanishes_is_left_out():
    system = System(ATOMS)
    system.output("zero", {})
    system.output("one", {(): 1})
    system.prune()
    assert list(system.outputs) == ["one"]


def test_the_cost_is_the_papers():
    """2·x·y + 2·c - 1: two products, one of them for both coefficients, and two additions."""
    system = System(ATOMS)
    two = system.numbers.of(2)
    assert polynomial_cost({(2, 3): two, (0,): two, (): -1}) == 2 + 2
    assert polynomial_cost({(): two}) == polynomial_cost({(0,): -1}) == polynomial_cost({}) == 0


@given(st.lists(st.integers(-3, 3), min_size=4, max_size=4), st.integers(-3, 3))
def test_what_is_traced_is_what_is_computed(factors: list[int], constant: int):
    """A formula run over names, and over numbers."""

    def formula(c, s, x, y, let):
        inner = let(c * x * factors[0] + s * y * factors[1] - constant)
        return (3 - inner) * x + -inner * let(inner * factors[2]) - let(y * factors[3])

    system = System(ATOMS)
    c, s, x, y = (Traced(system, {(i,): 1}) for i in range(4))
    traced = formula(c, s, x, y, lambda v: v.let())
    system.output("out", traced.polynomial)
    for point in POINTS:
        expected = formula(point["c"], point["s"], point["x"], point["y"], lambda v: v)
        assert system.evaluate(point)["out"] == expected


def test_the_same_up_to_a_factor_has_one_name():
    system = System(ATOMS)
    x, y = Traced(system, {(2,): 1}), Traced(system, {(3,): 1})
    one = (x + 2 * y).let()
    two = (-3 * x - 6 * y).let()
    (monomial,) = one.polynomial
    assert two.polynomial == system.scaled(one.polynomial, system.numbers.of(-3))
    assert len(system.definitions) == 1 and monomial[0] in system.definitions
    assert (x * 2).let().polynomial == (x * 2).polynomial  # a multiple is free until it is used


@given(systems())
def test_round_trip(system: System):
    system.prune()
    text = system_as_text(system)
    again = read_definitions("# a remark\n\n" + text, System(ATOMS), set(system.outputs))
    assert values(again) == values(system)
    assert again.cost == system.cost
    assert len(again.definitions) == len(system.definitions) == len(text.splitlines())


def test_an_unknown_name_is_refused():
    with pytest.raises(DerivationError, match=r"out uses 'z', which is not a variable of this arm and not defined"):
        read_definitions("out = 2*x + -1*y*z\n", System(ATOMS), {"out"})
