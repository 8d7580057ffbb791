"""The C that `puma560 derive` writes stands alone."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from helpers.derive_inputs import PLANAR

from puma560_dynamics import load_model


def test_one_state_only(derive, tmp_path: Path):
    derive("--arm", PLANAR, "--emit", "c", "--no-batch", "-o", str(tmp_path))
    for text in ((tmp_path / f"planar_3r.{end}").read_text(encoding="utf-8") for end in "ch"):
        assert "_batch" not in text
        assert "_rows" not in text
        assert "planar_3r_selftest(void)" in text


MAIN = """\
#include <stdio.h>
#include "puma.h"

int main(void)
{
    const double q[PUMA_JOINTS] = {0.1, -0.5, 1.2, 0.4, 0.3, -0.7};
    const double qd[PUMA_JOINTS] = {1.0, -2.0, 0.5, 3.0, -1.5, 2.5};
    const double qdd[PUMA_JOINTS] = {-4.0, 3.0, 2.0, -1.0, 5.0, 6.0};
    double tau[PUMA_JOINTS];
    puma_torque(q, qd, qdd, tau);
    for (int j = 0; j < PUMA_JOINTS; j++)
        printf("%.17g\\n", tau[j]);
    return 0;
}
"""


@pytest.mark.skipif(not (shutil.which("gcc") or shutil.which("clang")), reason="needs a C compiler: gcc or clang")
def test_the_c_stands_alone(derive, tmp_path: Path):
    """Strict C99, no Python: a main of the user's own prints the torque of the full model."""
    derive("--emit", "c", "--programs", "torque,gravity", "--name", "puma", "-o", str(tmp_path))
    (tmp_path / "main.c").write_text(MAIN, encoding="utf-8")
    compiler = shutil.which("gcc") or shutil.which("clang")
    command = f"{compiler} -std=c99 -Wall -Wextra -Werror -pedantic -O1 main.c puma.c -o main -lm".split()
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    printed = subprocess.run([str(tmp_path / "main")], capture_output=True, text=True, check=True).stdout
    expected = load_model("newton_euler").torque(
        [0.1, -0.5, 1.2, 0.4, 0.3, -0.7], [1.0, -2.0, 0.5, 3.0, -1.5, 2.5], [-4.0, 3.0, 2.0, -1.0, 5.0, 6.0]
    )
    np.testing.assert_allclose([float(line) for line in printed.split()], expected, rtol=0, atol=1e-12 * 60)
