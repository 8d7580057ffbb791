"""Emitted JAX functions are the programs, and stay so when they are compiled, mapped and differentiated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from helpers.emdeg.golden_rows import FROM, check_golden, every_program, golden_rows, puma_programs

from puma560_dynamics.emdeg.emitters.emit_jax import files
from puma560_dynamics.emdeg.emitters.unit import Unit
from puma560_dynamics.emdeg.program.program import Program

jax = pytest.importorskip("jax", reason="needs JAX (pip install '.[targets]')")


@pytest.fixture(scope="module")
def arm() -> Iterator[dict[str, Any]]:
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", True)
    space: dict[str, Any] = {}
    exec(files(Unit("arm", puma_programs(), FROM))["arm_jax.py"], space)
    yield space
    jax.config.update("jax_enable_x64", before)


@pytest.mark.parametrize("program", every_program(), ids=lambda program: program.name)
def test_at_the_golden_states(arm: dict[str, Any], program: Program):
    compiled = jax.jit(arm[program.name])
    check_golden(compiled, program)
    rows = list(golden_rows(program))
    states = [np.stack(column) for column in zip(*(inputs for inputs, _ in rows), strict=True)]
    mapped = jax.vmap(compiled)(*states)
    np.testing.assert_allclose(mapped, np.stack([result for _, result in rows]), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(compiled(*states), mapped, rtol=1e-12, atol=1e-12)


def test_derivatives(arm: dict[str, Any]):
    """By acceleration it is A; the energy's gradient by velocity is the momentum; the power is the energy's rate."""
    q, qd, qdd = np.random.default_rng(5).uniform(-1, 1, (3, 6))
    matrix = arm["kinetic_energy_matrix"](q)
    np.testing.assert_allclose(jax.jacobian(arm["torque"], argnums=2)(q, qd, qdd), matrix, rtol=1e-12, atol=1e-14)
    energy = jax.grad(lambda *state: arm["kinetic_energy"](*state)[0], argnums=(0, 1))
    by_position, momentum = energy(q, qd)
    np.testing.assert_allclose(momentum, matrix @ qd, rtol=1e-12)
    friction = 0.5 * qd + 1.25 * np.sign(qd)
    power = (arm["torque"](q, qd, qdd) - arm["gravity"](q) - friction) @ qd
    np.testing.assert_allclose(by_position @ qd + momentum @ qdd, power, rtol=1e-11)


def test_single_precision_without_being_told(arm: dict[str, Any]):
    q = np.linspace(0, 1, 6, dtype=np.float32)
    found = arm["gravity"](jax.numpy.asarray(q))
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, arm["gravity"](q.astype(float)), rtol=1e-4, atol=1e-5)
