"""Programs made of programs compute what they say."""

from __future__ import annotations

import numpy as np
from helpers.emdeg.interpret import interpret
from helpers.emdeg.random_programs import arms
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics.emdeg.program.program import Program
from puma560_dynamics.emdeg.program.specialise import merged, pruned, without_input


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
