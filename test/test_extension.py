"""The generated C of the PUMA is built at installation where there is a compiler, and only then."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.emdeg.small_code import write_small_code

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.tools


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """What the extension is built from, with made-up dynamics in place of the PUMA's."""
    pytest.importorskip("setuptools")
    for file in ("setup.py", "setup.cfg", "pyproject.toml", "README.md"):
        shutil.copy(ROOT / file, tmp_path)
    generated = tmp_path / "puma560_dynamics" / "models" / "generated" / "code"
    generated.mkdir(parents=True)
    shutil.copytree(
        ROOT / "puma560_dynamics" / "emdeg" / "backends" / "c",
        tmp_path / "puma560_dynamics" / "emdeg" / "backends" / "c",
    )
    write_small_code(generated)
    return tmp_path


def build(folder: Path, **environment: str) -> list[Path]:
    """Build the extension as an installation does; the libraries that are there afterwards."""
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=folder,
        env={**os.environ, **environment}, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return sorted((folder / "puma560_dynamics" / "models" / "generated").glob("_puma560*"))


@pytest.mark.skipif(not shutil.which("gcc"), reason="needs a C compiler")
@pytest.mark.parametrize("stable", [False, True])
def test_it_is_built_and_runs(stable: bool, copy: Path):
    """For this Python, and for a wheel for all newer ones, where gcc refuses what is not in the stable ABI."""
    if stable and sys.version_info < (3, 12):
        pytest.skip("the stable ABI has what the binding calls from Python 3.12 on")
    (library,) = build(copy, **({"STABLE_ABI": "1", "CFLAGS": "-Werror"} if stable else {}))
    assert library.name.endswith(".abi3.so") == stable
    code = (
        "import importlib.util, numpy\n"
        f"spec = importlib.util.spec_from_file_location('_puma560', {str(library)!r})\n"
        "module = importlib.util.module_from_spec(spec); spec.loader.exec_module(module)\n"
        "x = numpy.array([2.0, 3.0]); print(module.torque(x, x, x).tolist())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[5.0, 0.0]"


def test_a_compiler_that_fails_breaks_no_installation(copy: Path):
    assert build(copy, CC="false") == []


def test_without_generated_code_nothing_is_built(copy: Path):
    (copy / "puma560_dynamics" / "models" / "generated" / "code" / "puma560.c").unlink()
    assert build(copy) == []
