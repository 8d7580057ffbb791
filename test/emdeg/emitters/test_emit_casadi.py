"""Emitted CasADi functions are the programs: for numbers, for symbols, differentiated, and within an optimisation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.emdeg.golden_rows import FROM, check_golden, every_program, puma_programs

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.emitters.emit_casadi import files
from puma560_dynamics.emdeg.emitters.unit import Unit
from puma560_dynamics.emdeg.program.program import Program

casadi = pytest.importorskip("casadi", reason="needs CasADi (pip install '.[targets]')")


@pytest.fixture(scope="module")
def arm() -> dict[str, Any]:
    space: dict[str, Any] = {}
    exec(files(Unit("arm", puma_programs(), FROM))["arm_casadi.py"], space)
    return space


def matrix_of(found: Any, program: Program) -> FloatArray:
    """A column or matrix of CasADi in the shape of a program's result."""
    return np.asarray(found.full(), dtype=np.float64).reshape(program.shape)


@pytest.mark.parametrize("program", every_program(), ids=lambda program: program.name)
def test_at_the_golden_states(arm: dict[str, Any], program: Program):
    function = arm[program.name]
    assert function.name_in() == list(program.inputs)
    assert function.name_out() == [program.result]
    check_golden(lambda *inputs: matrix_of(function(*inputs), program), program)


def test_symbols_and_derivatives(arm: dict[str, Any]):
    state = np.random.default_rng(6).uniform(-1, 1, (3, 6))
    matrix = arm["kinetic_energy_matrix"](state[0]).full()
    for kind in (casadi.SX, casadi.MX):
        q, qd, qdd = (kind.sym(name, 6) for name in ("q", "qd", "qdd"))
        torque = arm["torque"](q=q, qd=qd, qdd=qdd)["tau"]
        slope = casadi.Function("slope", [q, qd, qdd], [casadi.jacobian(torque, qdd)])
        np.testing.assert_allclose(slope(*state).full(), matrix, rtol=1e-12, atol=1e-14)


def test_an_optimisation(arm: dict[str, Any]):
    """The acceleration that needs a given torque, by IPOPT, is that of forward dynamics."""
    q, qd, tau = np.random.default_rng(7).uniform(-1, 1, (3, 6))
    problem = casadi.Opti()
    qdd = problem.variable(6)
    problem.minimize(casadi.sumsqr(qdd))
    problem.subject_to(arm["torque"](q, qd, qdd) == tau)
    problem.solver("ipopt", {"print_time": False, "ipopt": {"print_level": 0, "sb": "yes"}})
    found = problem.solve().value(qdd)
    np.testing.assert_allclose(found, arm["acceleration"](q, qd, tau).full()[:, 0], rtol=1e-8, atol=1e-8)
