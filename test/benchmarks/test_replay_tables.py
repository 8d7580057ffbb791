"""Replay and the user's own script see the same samples and find the same difference, in every format."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.description.urdf import urdf

for module in ("pinocchio", "pyarrow", "rosbags", "mcap"):
    pytest.importorskip(module)


@pytest.mark.tools
def test_both_find_the_same_difference_in_every_format(
    arm: Arm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    import replay_tables

    description = tmp_path / "arm.urdf"
    description.write_text(urdf(arm))
    monkeypatch.setattr(
        sys, "argv", ["replay_tables", "--seconds", "6", "--rounds", "1", "--description", str(description)]
    )
    assert replay_tables.main() == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| ")][2:]
    assert [row.split(" | ")[0].strip("| ") for row in rows] == ["csv", "parquet", "npz", "bag"]


def test_the_table_has_medians():
    import replay_tables

    def run(cpu: float, rms: float) -> replay_tables.Measured:
        return replay_tables.Measured(cpu, 100.0 * cpu, np.full(2, rms))

    pairs = [(run(1.0, 1.0), run(4.0, 1.0)), (run(2.0, 1.0), run(4.0, 1.01)), (run(3.0, 1.0), run(4.0, 1.0))]
    assert "| csv | 2.0 | 4.0 | 0.50 | 300 | 400 | 0.99 % |" in replay_tables.table({"run.csv": pairs})
