"""Emitted C is right however it is compiled: every compiler, language, level and licence to change floating point.

A sample runs always, with the code of three joints. BUILD_MATRIX=1, as in `make bench`, runs all, with the code of the
paper's arm.
"""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest
from helpers.emdeg.c_library import COMPILERS, NAMES, WARNINGS, ZIG, compiled, needs_compiler, write
from helpers.emdeg.small_chains import three_joints

from puma560_dynamics.arm import load_arm
from puma560_dynamics.emdeg.derivation import derive
from puma560_dynamics.emdeg.effort import SearchEffort
from puma560_dynamics.emdeg.emitters.emit_c import emit_c
from puma560_dynamics.emdeg.program.provenance import Provenance
from puma560_dynamics.models.generated.factored_programs import programs_of

pytestmark = pytest.mark.tools

WHOLE = bool(os.environ.get("BUILD_MATRIX"))
LANGUAGES = ("c99", "c11", "c++17")
LEVELS = ("-O0", "-O1", "-O2", "-O3", "-Os")
REORDERED = "-fassociative-math -fno-signed-zeros -fno-trapping-math"
FREEDOMS = ("", "-ffast-math", "-Ofast", REORDERED, "-funsafe-math-optimizations", "-ffast-math -march=native",
            "-ffp-contract=fast -march=native", "-ffinite-math-only")  # fmt: skip
SAMPLE = (("c99", "-O2", "-ffast-math"), ("c11", "-O0", REORDERED), ("c++17", "-O1", "-funsafe-math-optimizations"))
ALL = tuple((language, level, freedom) for language in LANGUAGES for level in LEVELS for freedom in FREEDOMS)
OTHER = {0: SAMPLE[1:2], len(COMPILERS) - 1: SAMPLE[2:]}
BY_COMPILER = {
    compiler: ALL if WHOLE else (SAMPLE[0], *OTHER.get(number, ())) for number, compiler in enumerate(COMPILERS)
}
"""The permission that changes most for every compiler, the others for the first and the last."""
CASES = [
    pytest.param(compiler, *case, id=" ".join((name, *case)))
    for (compiler, cases), name in zip(BY_COMPILER.items(), NAMES, strict=True)
    for case in cases
]

MAIN = """\
#include <stdio.h>
#include "arm.h"

int main(void)
{
    printf("%.17g %.17g\\n", arm_selftest(), ARM_SELFTEST_LIMIT);
    return 0;
}
"""


def of_an_arm(*names: str, batch: bool = True) -> dict[str, str]:
    """Some functions of an arm, and a program that prints what their self-test returns."""
    if WHOLE:
        chain = load_arm("akb1986").exact_chain
        programs = programs_of(chain)
    else:
        chain = three_joints()
        programs = derive(chain, names, SearchEffort(sketch=1, rounds=20)).programs
    return {**emit_c("arm", [programs[name] for name in names], Provenance.of(chain), batch), "main.c": MAIN}


@pytest.fixture(scope="module")
def sources() -> dict[str, str]:
    """Torque, mass matrix and acceleration, of one state and of many."""
    return of_an_arm("torque", "kinetic_energy_matrix")


@pytest.fixture(scope="module")
def few(sources: dict[str, str]) -> dict[str, str]:
    """Torque of one state, where a sample does for a test that is not about loops."""
    return sources if WHOLE else of_an_arm("torque", batch=False)


def selftest(folder: Path, compiler: str, *flags: str) -> tuple[float, float]:
    """What the self-test returns, and its limit."""
    compiled(compiler, folder, *flags, "arm.c", "main.c", "-o", "main", "-lm")
    done = subprocess.run([str(folder / "main")], capture_output=True, text=True, check=True)
    error, limit = map(float, done.stdout.split())
    return error, limit


@needs_compiler
@pytest.mark.parametrize(("compiler", "language", "level", "freedom"), CASES)
def test_right_without_warnings(
    compiler: str, language: str, level: str, freedom: str, sources: dict[str, str], tmp_path: Path
):
    write(sources, tmp_path)
    kind = ("-x", "c++") if "++" in language else ("-x", "c")
    error, limit = selftest(tmp_path, compiler, *kind, f"-std={language}", level, *freedom.split(), *WARNINGS)
    assert error < limit < 1e-12


ONE_INPUT = [
    pytest.param(compiler, batch, level, id=f"{name} {'batch' if batch else 'no-batch'} {level}")
    for compiler, name in zip(COMPILERS, NAMES, strict=True)
    for batch in (False, True)
    for level in (LEVELS if WHOLE else ("-O2",) if batch else ("-Os",))
]


@needs_compiler
@pytest.mark.parametrize(("compiler", "batch", "level"), ONE_INPUT)
def test_functions_of_positions_alone(compiler: str, batch: bool, level: str, tmp_path: Path):
    """The arrays of the self-test are for three inputs; here the function has one."""
    write(of_an_arm("gravity", batch=batch), tmp_path)
    error, limit = selftest(tmp_path, compiler, "-std=c99", level, "-DCLONES=", "-DNARROW_CLONES=", *WARNINGS)
    assert error < limit < 1e-12


X87 = ("", "-ffast-math", "-ffp-contract=off", "-fexcess-precision=standard")
WIDE = [("-O0", ""), ("-O3", "-ffast-math")]
if WHOLE:
    WIDE = [(level, freedom) for level in LEVELS for freedom in X87]


def takes_x87(compiler: str) -> bool:
    """Whether a compiler computes doubles in the 80 bits of the x87 when an option asks for it."""
    checked = "typedef char wide[__FLT_EVAL_METHOD__ == 2 ? 1 : -1];"
    done = subprocess.run([*shlex.split(compiler), "-mfpmath=387", "-x", "c", "-fsyntax-only", "-"],
                          input=checked, text=True, capture_output=True, check=False)  # fmt: skip
    return done.returncode == 0


@pytest.mark.skipif("gcc" not in COMPILERS or not takes_x87("gcc"), reason="needs gcc on x86")
@pytest.mark.parametrize(("level", "freedom"), WIDE)
def test_registers_wider_than_a_double(level: str, freedom: str, few: dict[str, str], tmp_path: Path):
    """The constant that rounds to whole quarter turns works with the 53 bits of a double only."""
    write(few, tmp_path)
    language = "-std=gnu99"  # under c99 alone every assignment would round
    flags = ("-mfpmath=387", *freedom.split(), "-DCLONES=", "-DNARROW_CLONES=", *WARNINGS)
    error, limit = selftest(tmp_path, "gcc", language, level, *flags)
    assert error < limit < 1e-12


REFUSED = {
    "a double of 32 bits": ("-U__DBL_MANT_DIG__ -D__DBL_MANT_DIG__=24 -w", "needs doubles of 64 bits"),
    "constants of 32 bits": ("-fsingle-precision-constant", "compile_without_single_precision_constants"),
}


@pytest.mark.skipif("gcc" not in COMPILERS, reason="needs gcc")
@pytest.mark.parametrize("language", ["c99", "c++17"])
@pytest.mark.parametrize(("flags", "says"), REFUSED.values(), ids=REFUSED)
def test_what_would_be_less_precise_is_refused(
    language: str, flags: str, says: str, few: dict[str, str], tmp_path: Path
):
    write(few, tmp_path)
    kind = ("-x", "c++") if "++" in language else ("-x", "c")
    with pytest.raises(AssertionError, match=says):
        compiled("gcc", tmp_path, *kind, f"-std={language}", "-O1", *flags.split(), "-fsyntax-only", "arm.c")


@needs_compiler
@pytest.mark.parametrize("freedom", ["", "-ffast-math"] if WHOLE else ["-ffast-math"])
def test_the_selftest_finds_what_is_wrong(freedom: str, few: dict[str, str], tmp_path: Path):
    """Not a number in one element, and a coefficient that is off in its tenth digit."""
    right, compiler, flags = few["arm.c"], COMPILERS[0], ("-O1", "-DCLONES=", *freedom.split())
    place = "tau[5 * result_step] = " if WHOLE else "tau[2 * result_step] = "
    assert place in right
    for wrong, least in (("(sqrt(-1.0 - q[0] * q[0])) + ", 1e300), ("1e-9 + ", 1e-11)):
        write({**few, "arm.c": right.replace(place, place + wrong)}, tmp_path)
        error, limit = selftest(tmp_path, compiler, *flags)
        assert error > max(least, limit)


@pytest.mark.skipif("gcc" not in COMPILERS, reason="needs gcc")
def test_without_its_protection_the_sine_is_wrong_and_the_selftest_finds_it(few: dict[str, str], tmp_path: Path):
    write(few, tmp_path)
    flags = ("-O2", "-ffast-math", "-DCLONES=")
    assert selftest(tmp_path, "gcc", *flags, "-DORDER_IS_KEPT")[0] > 0.01
    assert selftest(tmp_path, "gcc", *flags)[0] < 1e-14


@pytest.mark.skipif(ZIG not in COMPILERS, reason="needs ziglang from PyPI")
def test_zig_is_a_clang():
    done = subprocess.run([*shlex.split(ZIG), "--version"], capture_output=True, text=True, check=True)
    assert "clang" in done.stdout
