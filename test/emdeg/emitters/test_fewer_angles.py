"""Angles that follow from others are written by formulas, and nothing changes but rounding."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from helpers.emdeg.interpret import interpret

from puma560_dynamics.arm import Arm
from puma560_dynamics.emdeg.chain.angles import Angle
from puma560_dynamics.emdeg.emitters.fewer_angles import fewer_angles, with_spread_factors
from puma560_dynamics.emdeg.program.program import Group, Output, Program, Statement, Term, Trig, Value
from puma560_dynamics.models.generated.factored_programs import programs_of


def alone(*angles: Angle) -> Program:
    """A program whose results are the sines and cosines of these angles."""
    trigonometry = [Trig(f"{f[0]}{angle.label}", f, angle) for angle in angles for f in ("cos", "sin")]
    outputs = [
        Output(trig.name, (place,), Value((Group(Fraction(1), (Term(1, (trig.name,)),)),)))
        for place, trig in enumerate(trigonometry)
    ]
    return Program("all", 4, ("q",), tuple(trigonometry), (), tuple(outputs), (len(outputs),))


A, B, C = Angle(((0, 1),), 0.3), Angle(((1, 1),)), Angle(((2, 1),), -0.7)


@pytest.mark.parametrize(
    ("angles", "left"),
    [
        ((A, B, Angle(((0, 1), (1, 1)), 0.3)), 2),
        ((A, B, Angle(((0, -1), (1, 1)), -0.3)), 2),
        ((A, B, C, Angle(((0, 1), (1, 1)), 0.3), Angle(((0, 1), (1, 1), (2, 1)), -0.4)), 3),
        ((A, B, Angle(((0, 1), (1, 1)), 0.2)), 3),  # another constant part
        ((A, B, C), 3),
        ((A, Angle(((0, 1), (1, 1)), 0.3)), 2),
    ],
)
def test_what_follows_is_not_computed_twice(angles: tuple[Angle, ...], left: int):
    program = alone(*angles)
    fewer = fewer_angles(program)
    assert len({trig.angle for trig in fewer.trigonometry}) == left
    q = np.random.default_rng(1).uniform(-3, 3, (50, 4))
    np.testing.assert_allclose(interpret(fewer, q), interpret(program, q), rtol=0, atol=1e-15)


def test_the_puma_takes_four_angles(arm: Arm):
    rng = np.random.default_rng(2)
    for program in programs_of(arm.exact_chain).values():
        fewer = fewer_angles(program)
        assert len({trig.angle for trig in fewer.trigonometry}) <= 4
        states = rng.uniform(-2, 2, (len(program.inputs), 30, 6))
        expected = interpret(program, *states)
        assert np.abs(interpret(fewer, *states) - expected).max() < 1e-14 * np.abs(expected).max()
        assert isinstance(fewer.statements[0], Statement)


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
