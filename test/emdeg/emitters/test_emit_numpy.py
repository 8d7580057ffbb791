"""Emitted NumPy functions are the programs, for one state and for arrays of states with any leading dimensions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.emdeg.golden_rows import FROM, check_golden, every_program, puma_programs
from helpers.emdeg.interpret import interpret
from helpers.emdeg.random_programs import arms
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics.emdeg.emitters.emit_numpy import files
from puma560_dynamics.emdeg.emitters.unit import Unit
from puma560_dynamics.emdeg.program.program import Program


def functions(programs: tuple[Program, ...]) -> dict[str, Any]:
    """Of the emitted module."""
    space: dict[str, Any] = {}
    exec(files(Unit("arm", programs, FROM))["arm_numpy.py"], space)
    return space


@pytest.fixture(scope="module")
def puma() -> dict[str, Any]:
    return functions(puma_programs())


@pytest.mark.parametrize("program", every_program(), ids=lambda program: program.name)
def test_at_the_golden_states(puma: dict[str, Any], program: Program):
    check_golden(puma[program.name], program)


@given(arms(3))
@trials(20)
def test_it_is_the_program(arm: tuple[Program, ...]):
    made = functions(arm)
    for program in arm:
        states = np.random.default_rng(2).uniform(-3, 3, (len(program.inputs), 2, 4, 3))
        expected = interpret(program, *states)
        np.testing.assert_allclose(made[program.name](*states), expected, rtol=1e-12, atol=1e-12)


def test_inputs_broadcast(puma: dict[str, Any]):
    q, qd = np.random.default_rng(3).uniform(-3, 3, (2, 5, 6))
    resting = puma["torque"](q, np.zeros(6), np.zeros(6))
    np.testing.assert_allclose(resting, puma["gravity"](q), atol=1e-12)
    assert puma["torque"](q[:, None], qd[None], [0.0] * 6).shape == (5, 5, 6)
    assert puma["kinetic_energy_matrix"](q[None]).shape == (1, 5, 6, 6)
    np.testing.assert_allclose(puma["gravity"]([0.0, 1, 0, 0, 0, 0])[0], 0)


def test_complex_step(puma: dict[str, Any]):
    q, qd, qdd = np.random.default_rng(4).uniform(-1, 1, (3, 6))
    step = 1e-30
    slope = puma["torque"](q, qd, qdd + 1j * step * np.eye(6)).imag / step
    np.testing.assert_allclose(slope, puma["kinetic_energy_matrix"](q), rtol=1e-12, atol=1e-14)
