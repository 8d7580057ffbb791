"""Recordings of real arms, published by others, are read as their authors describe them."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics import ReplaySettings, read_recording
from puma560_dynamics.bags.columns.column_map import ColumnMap, stated_columns
from puma560_dynamics.bags.columns.joint_table import JointTable
from puma560_dynamics.bags.tables.open_table import open_table

UR10E = Path(os.environ.get("UR10E_RECORDINGS", "/nonexistent"))
TX40 = Path(os.environ.get("TX40_RECORDINGS", "/nonexistent"))

UR10E_COLUMNS = "t=0 q=1:7 qd=7:13 effort=13:19 effort.unit=A effort.gain=10"


@pytest.mark.skipif(not UR10E.is_dir(), reason="needs UR10E_RECORDINGS, a folder of recordings")
@pytest.mark.parametrize("path", sorted(UR10E.glob("*.csv.gz")), ids=lambda path: path.name)
def test_positions_of_a_ur10e_agree_with_its_velocities(path: Path):
    states = read_recording(path, UR10E_COLUMNS, ReplaySettings(arm=str(UR10E / "ur10e.urdf"))).states
    time = 1e-9 * (states.stamp - states.stamp[0])
    middle = 0.5 * (states.velocity[1:] + states.velocity[:-1])
    moved = np.cumsum(middle * np.diff(time)[:, None], axis=0)
    error = states.position[1:] - states.position[0] - moved
    assert np.abs(error).max() < 0.05 * max(1.0, np.ptp(states.position))


@pytest.mark.skipif(not TX40.is_dir(), reason="needs TX40_RECORDINGS, a folder of recordings")
def test_a_tx40s_coupled_wrist_is_read_at_its_joints():
    matrix = np.diag([32.0, 32.0, 45.0, -48.0, 45.0, 32.0])
    matrix[5, 4] = 32.0
    columns = stated_columns(
        {
            "time": {"rate": 5000},
            "position": "0:6",
            "effort": {"columns": "0:6", "file": "motor_torques.csv.gz"},
            "motor": {"matrix": matrix},
        }
    )
    assert isinstance(columns, ColumnMap)
    positions = open_table(TX40 / "motor_positions.csv.gz")
    (found,) = JointTable(positions, columns, lambda name: open_table(TX40 / name)).blocks(100_000)
    assert found.values["effort"].shape == (45000, 6)
    # Motor 6 turns with joints 5 and 6.
    motors = found.values["position"] @ matrix.T
    np.testing.assert_allclose(motors, np.column_stack(positions.whole().columns), rtol=1e-12, atol=1e-12)
