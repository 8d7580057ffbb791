"""Stäubli TX40: its recording, and an arm file on its description."""

from __future__ import annotations

from pathlib import Path

import numpy as np

CUT_OFF = 100.0
"""Hz; that of the plain calculation."""

MATRIX = np.diag([32.0, 32.0, 45.0, -48.0, 45.0, 32.0])
MATRIX[5, 4] = 32.0
COLUMNS = {
    "time": {"rate": 5000},
    "position": "0:6",
    "effort": {"columns": "0:6", "file": "motor_torques.csv.gz"},
    "motor": {"matrix": MATRIX},
    "offset": [0.0, -np.pi / 2.0, np.pi / 2.0, 0.0, 0.0, 0.0],
}

HALF = 22500
"""Rows of half the motion."""


def arm_file(folder: Path, where: Path) -> Path:
    """An arm file on the description: coupled wrist, and the inertia of link 6, which the description rounds to 0."""
    rows = ", ".join(str(row) for row in MATRIX.tolist())
    path = where / "tx40.yaml"
    path.write_text(
        f"description: {folder.resolve() / 'tx40_mdh_modified.urdf'}\nname: tx40\n"
        f"links: {{link_6: {{inertia: [3.0e-4, 3.0e-4, 3.0e-4]}}}}\ntransmission: [{rows}]\n",
        encoding="utf-8",
    )
    return path
