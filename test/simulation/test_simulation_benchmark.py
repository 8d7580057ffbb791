"""The benchmark of the simulation runs, and everybody simulates the same motion; how fast, no test says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


def test_it_runs():
    pytest.importorskip("mujoco")
    pytest.importorskip("pinocchio")
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "simulation.py"), "--rounds", "1", "--turn", "0.001", "--json"],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert set(found["acceleration"]) == {"generated", "pinocchio", "mujoco"}
    assert all(row["error_after_10_s_rad"] < 1e-5 for row in found["free_swing"].values())
    assert found["energy_drift_in_60_s"] < 1e-9
