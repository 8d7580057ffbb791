"""C in single precision: the same programs, within the error that the header states, or a refusal."""

from __future__ import annotations

import ctypes
import re
import subprocess
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from helpers.emdeg.c_library import (
    COMPILERS,
    NAMES,
    STRICT,
    columns,
    compiled,
    library,
    linked,
    needs_compiler,
    one,
    rows,
    write,
)
from helpers.emdeg.derived_arms import DerivedArm, random_urdf
from helpers.emdeg.golden_rows import FROM, puma_programs
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.backends.numpy_functions import numpy_functions
from puma560_dynamics.emdeg.emitters.code_form import UnitForm
from puma560_dynamics.emdeg.emitters.emit_c import emit_c
from puma560_dynamics.emdeg.emitters.fewer_angles import fewer_angles
from puma560_dynamics.emdeg.emitters.single_precision import (
    LARGEST,
    in_single_precision,
    nearest_single,
    single_literal,
)
from puma560_dynamics.emdeg.program.program import Group, Output, Program, Term, Value
from puma560_dynamics.emdeg.program.provenance import Provenance
from puma560_dynamics.emdeg.program.rounding_error import error_bound, input_ranges
from puma560_dynamics.errors import ProgramError

SINGLE = UnitForm(scalar="float")
SMALL = UnitForm(scalar="float", firmware=True)


def test_tokens():
    text = '/* double 1.5 */\nconst double x = 0.1 + 1e300; /* a double, 1.5 */ f("double 1.5", 2, x1.5, UINT64_C(3));'
    assert in_single_precision(text) == (
        '/* double 1.5 */\nconst float x = 0.1f + 3.4028235e+38f; /* a float, 1.5 */ f("double 1.5", 2, x1.5, '
        "UINT32_C(3));"
    )
    assert in_single_precision(in_single_precision(text)) == in_single_precision(text)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_literal_is_the_nearest_number(value: float):
    text = single_literal(value)
    assert re.fullmatch(r"-?(\d+\.\d+|\d+(\.\d+)?e[-+]\d+)f", text)
    with np.errstate(over="ignore"):
        expected = float(np.float32(value))
    assert nearest_single(value) == np.clip(expected, -LARGEST, LARGEST)
    assert float(np.float32(text[:-1])) == nearest_single(value)


@needs_compiler
@pytest.mark.parametrize("optimised", ["-O1 -march=native -ffp-contract=fast", "-O2 -ffast-math"])
def test_random_states_are_within_the_bound(optimised: str, tmp_path: Path):
    programs = puma_programs()
    write(emit_c("arm", programs, FROM, True, SINGLE), tmp_path)
    check_bounds(programs, library(tmp_path, "arm", *optimised.split(), "-DCLONES=", "-Wdouble-promotion"), True)


@needs_compiler
def test_another_arm_as_firmware(tmp_path: Path):
    arm = DerivedArm("random", random_urdf(3))
    programs = [arm.programs[name] for name in ("torque", "gravity")]
    write(emit_c("arm", programs, Provenance.of(arm.chain), False, SMALL), tmp_path)
    check_bounds(programs, library(tmp_path, "arm", "-Os", "-Wdouble-promotion"), False)


def check_bounds(programs: Sequence[Program], built: ctypes.CDLL, batch: bool) -> None:
    """Compare single with double precision at states that the bound was not computed from."""
    functions = numpy_functions(programs, FROM)
    for program in programs:
        ranges = input_ranges(program, ())
        bound = error_bound(fewer_angles(program), ranges).absolute
        random = np.random.default_rng(8)
        sizes = [[ranges[f"{name}{j + 1}"] for j in range(program.joints)] for name in program.inputs]
        states = [random.uniform(-1, 1, (500, len(size))) * size for size in sizes]
        singles = [array.astype(np.float32) for array in states]
        expected = getattr(functions, program.name)(*(array.astype(np.float64) for array in singles))
        for form, call in (("", one), ("_batch", columns), ("_rows", rows)) if batch else (("", one),):
            found = call(built[f"arm_{program.name}{form}"], singles, int(np.prod(program.shape)))
            assert found.dtype == np.float32
            error = np.abs(found.reshape(expected.shape) - expected).max()
            assert 0 < error <= bound, (program.name, form)


MAIN = """\
#include <stdio.h>
#include "arm.h"

int main(void)
{
    const float q[ARM_JOINTS] = {0.0f};
    float g[ARM_JOINTS];
    arm_gravity(q, g);
    printf("%g %g", (double)arm_selftest(), (double)ARM_SELFTEST_LIMIT);
    return !(arm_selftest() < ARM_SELFTEST_LIMIT);
}
"""


@needs_compiler
@pytest.mark.parametrize("compiler", COMPILERS, ids=NAMES)
@pytest.mark.parametrize("form", [SINGLE, SMALL, UnitForm(firmware=True)], ids=["single", "small", "firmware"])
def test_the_golden_states_by_the_self_test(compiler: str, form: UnitForm, tmp_path: Path):
    """It compares every function with exact results; no compiler warns, and no double is used."""
    main = MAIN if form.scalar == "float" else MAIN.replace("0.0f", "0.0").replace("float", "double")
    write({**emit_c("arm", puma_programs(), FROM, not form.firmware, form), "main.c": main}, tmp_path)
    flags = ("-Wdouble-promotion",) if form.scalar == "float" else ()
    for level in ("-O1", "-O2"):  # zig adds its sanitiser without optimisation
        for file in ("main", "arm"):
            compiled(compiler, tmp_path, *STRICT, *flags, "-DCLONES=", level, "-c", f"{file}.c", "-o", f"{file}.o")
        linked(tmp_path, "main.o", "arm.o", "-o", "main")
        done = subprocess.run([str(tmp_path / "main")], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
        error, limit = map(float, done.stdout.split())
        assert error < (1e-5 if form.scalar == "float" else 1e-13) < 10 * limit


def test_the_header_states_the_error():
    text = emit_c("arm", puma_programs(), FROM, True, SINGLE)["arm.h"]
    words = " ".join(re.sub(r"\n \*", " ", text).split())
    found = re.search(r"at most torque (\S+) \((\S+) of its largest element\)", words)
    assert found
    torque = fewer_angles(puma_programs()[0])
    assert float(found[1]) == pytest.approx(error_bound(torque, input_ranges(torque, ())).absolute, rel=0.1)
    found = re.search(r"At every state within these limits, they differ by at most torque ([^ ,]+),", words)
    assert found
    assert float(found[1]) == pytest.approx(error_bound(torque, input_ranges(torque, ())).everywhere, rel=0.1)
    assert "double *" not in text
    assert "1.7976931348623157e308" not in text


def test_a_program_with_a_large_error_is_refused():
    """1e6 (q - q) + 1: a small difference of large numbers."""
    large = Value((Group(Fraction(10**6), (Term(1, ("q1",)), Term(-1, ("q1",)))), Group(Fraction(1), (Term(1, ()),))))
    program = Program("gravity", 1, ("q",), (), (), (Output("g_1", (0,), large),), (1,))
    with pytest.raises(ProgramError, match=r"gravity cannot be written in single precision: its error .* double"):
        emit_c("arm", [program], FROM, False, SINGLE)
    assert emit_c("arm", [program], FROM, False)
