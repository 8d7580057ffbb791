"""Emitted Python is the program, for floats and for arrays, and stands in for compiled code."""

from __future__ import annotations

import ast
from dataclasses import replace

import numpy as np
import pytest
from helpers.emdeg.interpret import interpret
from helpers.emdeg.random_programs import arms
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.backends.numpy_functions import BLOCK, numpy_functions
from puma560_dynamics.emdeg.emitters.emit_python import emit_python
from puma560_dynamics.emdeg.program.program import Program
from puma560_dynamics.emdeg.program.provenance import Provenance
from puma560_dynamics.errors import StateError

FROM = Provenance('an "arm" that does not exist', "0123456789abcdef", ("Remark with a \\ in it.",))
JOINTS = 3


def close(actual: np.ndarray, expected: np.ndarray) -> None:
    """Equal but for the order of rounding."""
    scale = max(1.0, float(np.abs(expected).max(initial=0.0)))
    np.testing.assert_allclose(actual, expected, rtol=1e-12, atol=1e-13 * scale)


@given(arms(JOINTS), st.sampled_from((0, 1, 7, BLOCK + 1)))
@trials(40)
def test_it_is_the_program(arm: tuple[Program, ...], count: int):
    functions = numpy_functions(arm, FROM)
    for program in arm:
        states = list(np.random.default_rng(count).uniform(-3, 3, (len(program.inputs), count, JOINTS)))
        expected = interpret(program, *states)
        call = getattr(functions, program.name)
        close(call(*states), expected)
        for i in range(min(count, 3)):
            single = [array[i] for array in states]
            out = np.empty(program.shape)
            assert call(*single, out) is out
            close(out, expected[i])
            close(call(*single), expected[i])


@given(arms(JOINTS))
@trials(20)
def test_forward_dynamics(arm: tuple[Program, ...]):
    functions = numpy_functions(arm, FROM)
    q, qd, tau = np.random.default_rng(1).uniform(-3, 3, (3, 9, JOINTS))
    acceleration = functions.acceleration(q, qd, tau)
    close(interpret(arm[2], q) @ acceleration[..., None], (tau - interpret(arm[0], q, qd, 0 * q))[..., None])
    close(functions.acceleration(q[0], qd[0], tau[0]), acceleration[0])


@given(arms(JOINTS))
@trials(20)
def test_readable_and_the_same_every_time(arm: tuple[Program, ...]):
    text = emit_python(arm, FROM)
    assert text == emit_python(arm, FROM)
    assert max(map(len, text.splitlines())) <= 120
    tree = ast.parse(text)
    head = ast.get_docstring(tree)
    assert head is not None
    assert FROM.digest in head
    assert FROM.arm in head
    defined = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    assert [node.name for node in defined] == [*(program.name for program in arm), "acceleration"]
    assert all(ast.get_docstring(node) for node in defined)


@given(arms(JOINTS))
@trials(5)
def test_refusals(arm: tuple[Program, ...]):
    torque = numpy_functions(arm, FROM).torque
    q = np.zeros((4, JOINTS))
    for message, arguments in (
        ("qdd has shape", (q, q, q[:3])),
        ("q has shape", (np.zeros(2), q, q)),
        ("qd is list", (q, [0, 0, 0], q)),
        ("qd is int64", (q, q.astype(np.int64), q)),
        ("out is not", (q, q, q, np.zeros(3))),
    ):
        with pytest.raises(StateError, match=message):
            torque(*arguments)
    with pytest.raises(TypeError, match="takes 3 arrays"):
        torque(q)


@given(arms(JOINTS))
@trials(20)
def test_what_is_not_finite_raises_nothing(arm: tuple[Program, ...]):
    gravity = numpy_functions(arm, FROM).gravity
    q = np.array([np.inf, np.nan, 0.5])
    np.testing.assert_array_equal(gravity(q), gravity(q[None])[0])


@pytest.mark.parametrize("before", range(0, 120, 3))
def test_an_option_of_a_compiler_stays_in_one_piece(before: int):
    option = "-ffp-contract=fast"
    head = emit_python((), replace(FROM, remarks=(before // 2 * "a " + option,)))
    assert any(option in line for line in head.splitlines())
