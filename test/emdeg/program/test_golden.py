"""Golden results are what doubles give to within their rounding, and their limit covers it."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from helpers.emdeg.interpret import interpret
from helpers.emdeg.random_programs import arms, mass_matrices, programs
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.algebra.exact import cosine_and_sine
from puma560_dynamics.emdeg.program.golden import REACH, golden, golden_states
from puma560_dynamics.emdeg.program.program import Program
from puma560_dynamics.emdeg.tasks import combined_programs


@given(st.fractions(-100000, 100000, max_denominator=4096))
@trials(50)
def test_sines_are_those_of_doubles_and_lie_on_the_circle(angle: Fraction):
    angle = Fraction(float(angle))
    cosine, sine = cosine_and_sine(angle)
    assert float(sine) == pytest.approx(math.sin(float(angle)), rel=1e-15, abs=1e-300)
    assert float(cosine) == pytest.approx(math.cos(float(angle)), rel=1e-15, abs=1e-300)
    assert abs(cosine**2 + sine**2 - 1) < Fraction(1, 2**300)


def test_sines_satisfy_the_formula_of_sums():
    one, other = Fraction(70001, 3), Fraction(-2, 7)
    (ca, sa), (cb, sb), (c, s) = map(cosine_and_sine, (one, other, one + other))
    assert abs(sa * cb + ca * sb - s) < Fraction(1, 2**290)
    assert abs(ca * cb - sa * sb - c) < Fraction(1, 2**290)


@given(programs("torque", 3))
@trials(10)
def test_of_a_program(program: Program):
    result = golden(program)
    assert result is not None
    assert len(result.rows) == len(REACH)
    for row in result.rows:
        q, qd, qdd, expected = np.split(np.array(row), [3, 6, 9])
        scale = np.abs(expected).max() or 1.0
        assert np.abs(interpret(program, q, qd, qdd) - expected).max() <= result.limit * scale


@given(arms(3))
@trials(8)
def test_of_forward_dynamics(arm: tuple[Program, ...]):
    torque, _, kinetic_energy = arm
    (forward,), _ = combined_programs((torque, kinetic_energy))
    result = golden(forward)
    assert result is not None
    for row in result.rows:
        q, qd, tau, expected = np.split(np.array(row), [3, 6, 9])
        a, bias = interpret(kinetic_energy, q), interpret(torque, q, qd, np.zeros(3))
        scale = np.abs(expected).max() or 1.0
        assert np.abs(np.linalg.solve(a, tau - bias) - expected).max() <= result.limit * scale


@given(mass_matrices(2), programs("torque", 2))
@trials(10)
def test_without_an_inverse_there_is_no_forward_dynamics(kinetic_energy: Program, torque: Program):
    outputs = tuple(output for output in kinetic_energy.outputs if output.places == (0,))
    singular = Program("kinetic_energy_matrix", 2, ("q",), kinetic_energy.trigonometry, kinetic_energy.statements,
                       outputs, (2, 2))  # fmt: skip
    programs, remarks = combined_programs((torque, singular))
    assert not programs and "no inverse" in remarks[0]


def test_states_are_short_numbers_and_the_same_every_time():
    assert golden_states(4) == golden_states(4)
    for state, reach in zip(golden_states(5), REACH, strict=True):
        assert all((value * 1024).denominator == 1 for values in state.values() for value in values)
        assert max(map(abs, state["q"])) <= reach
