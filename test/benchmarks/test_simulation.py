"""The benchmark of the simulation runs, and everybody simulates the same motion; how fast, no test says."""

from __future__ import annotations

import json

import pytest
from helpers.benchmarks import started


def test_it_runs():
    pytest.importorskip("mujoco")
    pytest.importorskip("pinocchio")
    done = started("simulation.py", "--rounds", "1", "--turn", "0.001", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert set(found["acceleration"]) == {"generated", "pinocchio", "mujoco"}
    assert all(row["error_after_10_s_rad"] < 1e-5 for row in found["free_swing"].values())
    assert found["energy_drift_in_60_s"] < 1e-9
