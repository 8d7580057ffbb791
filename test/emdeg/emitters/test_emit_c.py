"""Emitted C is the program: one state, columns and rows, strict compilers, no Python."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pytest
from helpers.emdeg.c_library import (
    COMPILERS,
    NAMES,
    STRICT,
    columns,
    compiled,
    few,
    library,
    linked,
    needs_compiler,
    one,
    rows,
    write,
)
from helpers.emdeg.interpret import interpret
from helpers.emdeg.random_programs import arms, programs
from hypothesis import given, settings
from hypothesis import strategies as st

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.emitters.code_form import LANES
from puma560_dynamics.emdeg.emitters.emit_c import emit_c
from puma560_dynamics.emdeg.program.program import Program
from puma560_dynamics.emdeg.program.provenance import Provenance
from puma560_dynamics.errors import ProgramError

FROM = Provenance("an arm that does not exist", "0123456789abcdef")
JOINTS = 3


def states(count: int, inputs: int, seed: int = 0, joints: int = JOINTS) -> list[FloatArray]:
    """Random ``(count, joints)`` arrays."""
    return list(np.random.default_rng(seed).uniform(-3, 3, (inputs, count, joints)))


def close(actual: FloatArray, expected: FloatArray) -> None:
    """Equal but for the order of rounding."""
    scale = max(1.0, float(np.abs(expected).max(initial=0.0)))
    np.testing.assert_allclose(actual, expected.reshape(actual.shape), rtol=1e-12, atol=1e-13 * scale)


@needs_compiler
@given(arms(JOINTS), st.sampled_from(("-O1", "-O3")), st.integers(0, 2 * LANES + 3))
@few
def test_every_form_is_the_program_and_forward_dynamics_the_inverse(
    arm: tuple[Program, ...], optimised: str, count: int
):
    with tempfile.TemporaryDirectory() as folder:
        write(emit_c("arm", arm, FROM), Path(folder))
        built = library(Path(folder), "arm", optimised, "-DCLONES=")
        for program in arm:
            given_states = states(count, len(program.inputs))
            expected = interpret(program, *given_states)
            size = int(np.prod(program.shape))
            for form, call in (("", one), ("_batch", columns), ("_rows", rows)):
                close(call(built[f"arm_{program.name}{form}"], given_states, size), expected)
        check_forward_dynamics(arm, built)


def check_forward_dynamics(arm: tuple[Program, ...], built: ctypes.CDLL) -> None:
    """It inverts inverse dynamics."""
    torque, _, kinetic_energy = arm
    q, qd, tau = states(LANES + 5, 3)
    bias = interpret(torque, q, qd, np.zeros_like(q))
    solved = np.linalg.solve(interpret(kinetic_energy, q), (tau - bias)[..., None])
    expected = np.asarray(solved[..., 0], dtype=np.float64)
    for form, call in (("", one), ("_batch", columns), ("_rows", rows)):
        close(call(built[f"arm_acceleration{form}"], [q, qd, tau], JOINTS), expected)


@needs_compiler
@pytest.mark.parametrize("compiler", COMPILERS, ids=NAMES)
@given(arms(2), st.booleans())
@settings(few, max_examples=2)
def test_it_stands_alone(compiler: str, arm: tuple[Program, ...], batch: bool):
    """Strict C99, and C++ that includes the header: a main prints doubles that read back exactly."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write({**emit_c("arm", arm, FROM, batch), "main.c": _MAIN}, folder)
        for file in ("main", "arm"):  # zig makes one object at a time
            compiled(compiler, folder, *STRICT, "-O2", "-c", f"{file}.c", "-o", f"{file}.o")
        linked(folder, "main.o", "arm.o", "-o", "main")
        compiler_of_headers = shutil.which("g++") or shutil.which("clang++")
        if compiler_of_headers and compiler == COMPILERS[0]:
            compiled(compiler_of_headers, folder, "-x", "c++", "-std=c++11", *STRICT[1:], "-fsyntax-only", "main.c")
        done = subprocess.run([str(folder / "main")], capture_output=True, text=True, check=True)
        printed = np.array([float(line) for line in done.stdout.split()])
        state = [np.array([[0.5, -1.25]]), np.array([[2.0, 0.125]]), np.array([[-3.0, 0.75]])]
        close(printed, interpret(arm[0], *state)[0])


_MAIN = """\
#include <stdio.h>
#include "arm.h"

int main(void)
{
    const double q[ARM_JOINTS] = {0.5, -1.25}, qd[ARM_JOINTS] = {2.0, 0.125}, qdd[ARM_JOINTS] = {-3.0, 0.75};
    double tau[ARM_JOINTS];
    arm_torque(q, qd, qdd, tau);
    for (int j = 0; j < ARM_JOINTS; j++)
        printf("%.17g\\n", tau[j]);
    return 0;
}
"""


@given(arms(2))
@settings(max_examples=5)
def test_the_same_programs_give_the_same_bytes_and_name_their_source(arm: tuple[Program, ...]):
    files = emit_c("arm", arm, FROM)
    assert files == emit_c("arm", arm, FROM)
    for text in files.values():
        assert FROM.digest in text
        assert FROM.arm in text
        assert max(map(len, text.splitlines())) <= 120


def test_different_chains_have_different_digests():
    one_chain, other = Chain("arm", (), ()), Chain("arm", (), (), gravity=(0, 0, -1.62))
    assert Provenance.of(one_chain) == Provenance.of(Chain("arm", (), ()))
    assert Provenance.of(one_chain).digest != Provenance.of(other).digest


@given(programs("gravity", 2))
@settings(max_examples=5)
def test_symbols_without_numbers_are_refused(program: Program):
    output = program.outputs[0] if program.outputs else None
    if output is None:
        return
    renamed = Program("gravity", 2, (), (), (), (output,), (2,))
    if output.value.names:
        with pytest.raises(ProgramError, match="neither an input nor computed"):
            emit_c("arm", [renamed], FROM)
