"""Spreading numbers over sums changes no value; products and bare sums stay as they are."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from helpers.emdeg.interpret import interpret

from puma560_dynamics.emdeg.emitters.spread import with_spread_factors
from puma560_dynamics.emdeg.program.program import Group, Output, Program, Statement, Term, Value

K = Fraction(5, 2)


def program(*groups: Group) -> Program:
    """One statement of these groups."""
    output = Output("tau_1", (0,), Value((Group(Fraction(1), (Term(1, ("t1",)),)),)))
    return Program("torque", 2, ("q", "qd", "qdd"), (), (Statement("t1", Value(groups)),), (output,), (2,))


def test_a_number_times_a_sum_becomes_a_sum_of_multiples():
    before = program(Group(K, (Term(1, ("qd1",)), Term(-1, ("qdd2",)))), Group(Fraction(1), (Term(1, ("qdd1",)),)))
    after = with_spread_factors(before)
    assert [len(group.terms) for group in after.statements[0].value.groups] == [1, 1, 1]
    assert after.count.additions == before.count.additions
    assert after.count.multiplications == before.count.multiplications + 1
    q, qd, qdd = np.random.default_rng(0).uniform(-1, 1, (3, 2))
    np.testing.assert_allclose(interpret(after, q, qd, qdd), interpret(before, q, qd, qdd), rtol=1e-14)


def test_products_and_sums_without_a_number_stay():
    product = Group(K, (Term(1, ("qd1", "qd2")), Term(1, ("qdd1",))))
    plain = Group(Fraction(1), (Term(1, ("qd1",)), Term(1, ("qd2",))))
    assert with_spread_factors(program(product, plain)) == program(product, plain)
