"""Emitted MATLAB functions are the programs: in Octave, and by an interpreter of what the printer writes."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.emdeg.golden_rows import FROM, check_golden, every_program, golden_rows, puma_programs
from helpers.emdeg.interpret import interpret
from helpers.emdeg.matlab_subset import evaluate
from helpers.emdeg.random_programs import arms
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.emdeg.emitters.emit_matlab import files
from puma560_dynamics.emdeg.emitters.unit import Unit
from puma560_dynamics.emdeg.program.program import Program
from puma560_dynamics.errors import ProgramError

UNIT = Unit("arm", puma_programs(), FROM)


@pytest.mark.parametrize("program", every_program(), ids=lambda program: program.name)
def test_at_the_golden_states(program: Program):
    text = files(UNIT)[f"arm_{program.name}.m"]
    check_golden(lambda *inputs: evaluate(text, *inputs).reshape(program.shape), program)
    assert max(map(len, text.splitlines())) <= 120


@given(arms(3))
@trials(20)
def test_it_is_the_program(arm: tuple[Program, ...]):
    texts = files(Unit("arm", arm, FROM))
    for program in arm:
        state = np.random.default_rng(2).uniform(-3, 3, (len(program.inputs), 3))
        found = evaluate(texts[f"arm_{program.name}.m"], *state).reshape(program.shape)
        np.testing.assert_allclose(found, interpret(program, *state), rtol=1e-12, atol=1e-12)


def test_names_that_matlab_would_shorten():
    with pytest.raises(ProgramError, match="choose a shorter name"):
        files(replace(UNIT, name="a" * 60))


@pytest.mark.tools
@pytest.mark.skipif(not shutil.which("octave-cli"), reason="needs Octave: Debian's octave")
def test_in_octave(tmp_path: Path):
    """Rows and columns as inputs; results are columns and matrices."""
    for name, text in files(UNIT).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    calls, expected = [], []
    for program in every_program():
        for inputs, result in golden_rows(program):
            rows = ", ".join(f"[{' '.join(map(repr, map(float, given)))}]" for given in inputs)
            columns = rows.replace("]", "]'")
            one = result.reshape(len(result), -1)
            calls += [f"show(arm_{program.name}({given}))" for given in (rows, columns)]
            expected += [one] * 2
    script = "function show(x)\n printf('%d', rows(x)); printf(' %.17g', x'); printf('\\n');\nend\n" + "\n".join(calls)
    (tmp_path / "main.m").write_text(f"1;\n{script}\n", encoding="utf-8")
    done = subprocess.run(
        ["octave-cli", "--quiet", "--no-init-file", "main.m"],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    assert len(lines) == len(expected), done.stderr
    for line, right in zip(lines, expected, strict=True):
        _check(np.array(line.split(), dtype=float), right)


def _check(numbers: FloatArray, right: FloatArray) -> None:
    found = numbers[1:].reshape(int(numbers[0]), -1)
    assert found.shape == right.shape
    np.testing.assert_allclose(found, right, atol=1e-12 * np.abs(right).max())
