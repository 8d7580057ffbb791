"""The package builds and tests in a colcon workspace, and its resources are found there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.emdeg.small_code import write_small_code

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent

pytestmark = pytest.mark.tools


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with a copy of the package, built."""
    if not (BIN / "colcon").exists():
        pytest.skip("needs colcon (pip install '.[colcon]')")
    path = tmp_path_factory.mktemp("workspace")
    # the last is what another test, which packs the repository, makes and removes at the same time
    ignored = shutil.ignore_patterns(".*", "build", "install", "log", "*.egg-info", "__pycache__", "puma560_dynamics-*")
    shutil.copytree(ROOT, path / "src" / "puma560_dynamics", ignore=ignored)
    code = path / "src" / "puma560_dynamics" / "puma560_dynamics" / "models" / "generated" / "code"
    write_small_code(code)  # that the real code compiles, the installation of these tests has shown
    (code / "puma560_abbreviated.c").unlink()
    shutil.rmtree(path / "src" / "puma560_dynamics" / "puma560_dynamics" / "emdeg" / "simplify" / "compiled")
    # Five hundred modules would be compiled, few are imported.
    colcon(path, "build", PYTHONDONTWRITEBYTECODE="1", CFLAGS="-DCLONES=")
    return path


def colcon(path: Path, *arguments: str, **variables: str) -> str:
    """Run colcon in a workspace; its output."""
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "COLCON_LOG_LEVEL": "error"}
    environment |= variables
    done = subprocess.run(
        [str(BIN / "colcon"), *arguments], cwd=path, env=environment,
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_what_is_installed(workspace: Path):
    prefix = workspace / "install" / "puma560_dynamics"
    share = prefix / "share"
    assert (share / "ament_index/resource_index/packages/puma560_dynamics").is_file()
    for file in ("package.xml", "config/akb1986.yaml", "urdf/puma560.urdf", "launch/sim.launch.py"):
        assert (share / "puma560_dynamics" / file).is_file()
    for folder in ("config", "urdf", "launch"):
        here = {path.relative_to(ROOT) for path in (ROOT / folder).rglob("*") if path.is_file()}
        there = share / "puma560_dynamics"
        assert {path.relative_to(there) for path in (there / folder).rglob("*") if path.is_file()} == here
    executables = {path.name for path in (prefix / "lib/puma560_dynamics").iterdir()}
    assert {"plant_node", "feedforward_node", "validator_node", "reference_node", "puma560"} <= executables


def test_the_installed_package_finds_its_files(workspace: Path, tmp_path: Path):
    prefix = workspace / "install" / "puma560_dynamics"
    site = next(prefix.glob("lib/python*/site-packages"))
    code = (
        "import puma560_dynamics as p; from puma560_dynamics.files import share_file; "
        "assert p.load_arm().n == 6; print(share_file('config', 'akb1986.yaml')); print(p.__file__)"
    )
    environment = {**os.environ, "PYTHONPATH": str(site), "AMENT_PREFIX_PATH": str(prefix)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment,
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert all(line.startswith(str(prefix)) for line in done.stdout.split())


def test_colcon_test(workspace: Path):
    """A part of the tests: all of them would run themselves."""
    colcon(workspace, "test", "--pytest-args", "-p", "no:cacheprovider", "test/arm/test_parts.py")
    result = colcon(workspace, "test-result", "--all", "--verbose")
    assert "0 errors, 0 failures" in result
    assert "Summary: 0 tests" not in result
