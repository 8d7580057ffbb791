"""What `prelude.h` asks of gcc is done: one state is computed number by number, a batch in wide registers."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest
from helpers.emdeg.c_library import COMPILERS, compiled, write

from puma560_dynamics.arm import load_arm
from puma560_dynamics.emdeg.emitters.c_kernel import kernel
from puma560_dynamics.emdeg.emitters.emit_c import emit_c
from puma560_dynamics.emdeg.program.program import Program
from puma560_dynamics.emdeg.program.provenance import Provenance
from puma560_dynamics.models.generated.factored_programs import programs_of

GCC = [compiler for compiler in COMPILERS if compiler.startswith("gcc")]
FLAGS = ("-std=c99", "-O3", "-march=x86-64-v3", "-ffp-contract=fast")
"""With AVX2 and fused multiply-add."""

PRAGMA = '#pragma GCC optimize("no-tree-slp-vectorize")\n'
PUT_TOGETHER = re.compile(r"\tv(?:unpck[lh]pd|insertf128|movhpd|perm\w+|shufpd)\t")
"""Instructions that put numbers from several registers into one."""

WIDE_ARITHMETIC = re.compile(r"\tv(?:mul|add|sub|fn?m(?:add|sub)\d+)pd\t.*%ymm")


def of_the_paper(name: str, batch: bool) -> tuple[Program, dict[str, str]]:
    """A program of the paper's arm, and its C."""
    chain = load_arm("akb1986").exact_chain
    program = programs_of(chain)[name]
    return program, emit_c("arm", [program], Provenance.of(chain), batch)


def with_probe(program: Program, files: dict[str, str]) -> dict[str, str]:
    """The C with a function of one state whose sines and cosines are given.

    Angles of one state are put into one register on purpose; nothing else is.
    """
    state = kernel(program)
    sines = [name for name, _ in state.trigonometry]
    head = f"void probe({''.join(f'double {name}, ' for name in sines)}const double *q, double *result)"
    call = state.call(sines, "1", state.inputs, "1", state.result)
    return {**files, "arm.c": f"{files['arm.c']}\n{head};\n{head}\n{{\n    {call}\n}}\n"}


def function(name: str, assembler: str) -> str:
    """Instructions of one function."""
    found = re.search(rf"^{name}:\n(.*?)^\t\.size\t{name},", assembler, re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


def assembled(compiler: str, files: dict[str, str], folder: Path) -> str:
    """What gcc makes of a source."""
    write(files, folder)
    compiled(compiler, folder, *FLAGS, "-S", "arm.c", "-o", "arm.s")
    return (folder / "arm.s").read_text(encoding="utf-8")


def takes_avx2(compiler: str) -> bool:
    """Whether it compiles for processors with AVX2."""
    command = [*shlex.split(compiler), "-march=x86-64-v3", "-x", "c", "-fsyntax-only", "-"]
    return subprocess.run(command, input="", text=True, capture_output=True, check=False).returncode == 0


needs_avx2 = pytest.mark.skipif(not GCC or not takes_avx2(GCC[0]), reason="needs gcc for x86-64")


@needs_avx2
def test_one_state_is_not_put_into_wide_registers(tmp_path: Path):
    files = with_probe(*of_the_paper("kinetic_energy_matrix", batch=False))
    assert files["arm.c"].count(PRAGMA) == 1
    assert not PUT_TOGETHER.findall(function("probe", assembled(GCC[0], files, tmp_path)))
    files["arm.c"] = files["arm.c"].replace(PRAGMA, "")
    if not PUT_TOGETHER.findall(function("probe", assembled(GCC[0], files, tmp_path))):
        pytest.skip("this gcc puts nothing side by side anyway: the pragma changes nothing")


@needs_avx2
def test_a_batch_is_computed_in_wide_registers(tmp_path: Path):
    _, files = of_the_paper("gravity", batch=True)
    assert WIDE_ARITHMETIC.findall(function("arm_gravity_batch", assembled(GCC[0], files, tmp_path)))
