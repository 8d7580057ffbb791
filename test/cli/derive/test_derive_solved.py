"""`puma560 derive --programs` for functions that solve equations: C, Python and LaTeX are right; refusals."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.derive_inputs import ROOT
from helpers.emdeg.c_library import needs_compiler

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.cli.command import main

PUMA = ROOT / "urdf" / "puma560.urdf"
SEVEN = ROOT / "test" / "emdeg" / "arms" / "seven_joints.urdf"
PROGRAMS = ("acceleration_derivatives", "operational_inertia", "consistent_inverse", "inverse_jacobian")
MAIN = """\
#include <stdio.h>
#include "arm.h"

int main(void)
{
    const double q[ARM_JOINTS] = {0.3, -0.2, 0.1, 0.7, -1.1, 0.5};
    double inverse[36];
    if (arm_selftest() > ARM_SELFTEST_LIMIT) return 1;
    arm_inverse_jacobian(q, inverse);
    for (int i = 0; i < 36; i++) printf("%.17g ", inverse[i]);
    return 0;
}
"""


@needs_compiler
def test_c_python_and_latex(derive, tmp_path: Path):
    arguments = ("--arm", str(PUMA), "--programs", ",".join(PROGRAMS), "--name", "arm", "-o", str(tmp_path))
    data = derive(*arguments, "--emit", "c,python,latex,table")
    assert set(data["programs"]) == set(PROGRAMS)
    assert data["programs"]["inverse_jacobian"]["divisions"] == 3
    (tmp_path / "main.c").write_text(MAIN, encoding="utf-8")
    compiler = shutil.which("cc") or "gcc"
    command = [compiler, "-O1", "-Wall", "-Wextra", "-Werror", "-std=c99", "main.c", "arm.c", "-lm", "-o", "main"]
    subprocess.run(command, cwd=tmp_path, check=True)
    printed = subprocess.run([str(tmp_path / "main")], check=True, capture_output=True, text=True).stdout
    model = load_model("newton_euler", load_arm(PUMA))
    q, qd, tau = np.array([[0.3, -0.2, 0.1, 0.7, -1.1, 0.5], [1, -2, 0.5, 0.25, 3, -1], [20, 30, -10, 2, 1, 0.5]])
    inverse = model.inverse_jacobian(q)
    np.testing.assert_allclose([float(word) for word in printed.split()], inverse.ravel(), atol=1e-12)
    python: dict[str, Any] = {}
    exec((tmp_path / "arm.py").read_text(encoding="utf-8"), python)
    np.testing.assert_allclose(python["inverse_jacobian"](q), inverse.ravel(), rtol=0, atol=1e-9)
    np.testing.assert_allclose(
        python["operational_inertia"](q), model.operational_inertia(q).ravel(), rtol=0, atol=1e-9
    )
    np.testing.assert_allclose(python["consistent_inverse"](q), model.consistent_inverse(q).ravel(), rtol=0, atol=1e-9)
    expected = np.concatenate([part.ravel() for part in model.acceleration_derivatives(q, qd, tau)])
    np.testing.assert_allclose(python["acceleration_derivatives"](q, qd, tau), expected, rtol=1e-9, atol=1e-7)
    header, latex = ((tmp_path / name).read_text(encoding="utf-8") for name in ("arm.h", "arm.tex"))
    assert "where a factor is 0 of:" in " ".join(header.split())
    assert "1/" in latex


@pytest.mark.parametrize(
    ("programs", "words"),
    [
        (
            "torque,inverse_jacobian",
            "inverse_jacobian needs six joints, and 'seven_joints' has 7; use consistent_inverse",
        ),
        ("operational_inertia:link3", "operational_inertia: link 'link3' can move in 3 of 6 directions"),
        ("acceleration_derivatives:tool", "program 'acceleration_derivatives' is a function of the whole arm"),
    ],
)
def test_what_an_arm_does_not_have_is_refused_before_any_work(
    programs: str, words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(
        "puma560_dynamics.cli.derivation.derivation", lambda *ignored, **named: pytest.fail("work before the refusal")
    )
    assert main(["derive", "--arm", str(SEVEN), "--programs", programs]) == 2
    assert words in " ".join(capsys.readouterr().err.split())
