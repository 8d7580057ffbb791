"""Every kind of emitted code that can be run has every function of the generator, exactly at the golden states."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from helpers.emdeg.golden_rows import FROM, check_golden
from helpers.emdeg.matlab_subset import evaluate
from helpers.emdeg.small_chains import three_joints

from puma560_dynamics.emdeg.derivation import derive
from puma560_dynamics.emdeg.effort import SearchEffort
from puma560_dynamics.emdeg.emitters.emit import emit
from puma560_dynamics.emdeg.program.golden import golden
from puma560_dynamics.emdeg.program.program import Program
from puma560_dynamics.emdeg.tasks import TASK_NAMES
from puma560_dynamics.errors import DerivationError

EVERY_TASK = pytest.mark.parametrize("name", TASK_NAMES)


@cache
def program_named(name: str) -> Program:
    """A function of a small chain; one that such a chain does not have, or that is singular, is skipped."""
    try:
        (program,) = derive(three_joints(), (name,), SearchEffort(sketch=1, rounds=3)).programs.values()
    except DerivationError as error:
        pytest.skip(str(error))
    if golden(program) is None:
        pytest.skip("it does not exist at a golden state")
    return program


def function_of(name: str, kind: str) -> Any:
    """The function of the emitted module of Python."""
    program = program_named(name)
    space: dict[str, Any] = {}
    (text,) = emit("arm", [program], FROM, [kind]).values()
    exec(text, space)
    return space[program.name]


@EVERY_TASK
def test_python(name: str):
    function, program = function_of(name, "python"), program_named(name)
    check_golden(lambda *inputs: np.array(function(*inputs)).reshape(program.shape), program)


@EVERY_TASK
def test_numpy(name: str):
    check_golden(function_of(name, "numpy"), program_named(name))


@EVERY_TASK
def test_matlab(name: str):
    program = program_named(name)
    (text,) = emit("arm", [program], FROM, ["matlab"]).values()
    check_golden(lambda *inputs: evaluate(text, *inputs).reshape(program.shape), program)


@EVERY_TASK
def test_casadi(name: str):
    pytest.importorskip("casadi", reason="needs CasADi (pip install '.[targets]')")
    function, program = function_of(name, "casadi"), program_named(name)
    check_golden(lambda *inputs: function(*inputs).full().reshape(program.shape), program)


@EVERY_TASK
def test_jax(name: str):
    jax = pytest.importorskip("jax", reason="needs JAX (pip install '.[targets]')")
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", True)
    try:
        check_golden(function_of(name, "jax"), program_named(name))
    finally:
        jax.config.update("jax_enable_x64", before)
