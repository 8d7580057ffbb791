"""`puma560 derive` from a table of Denavit and Hartenberg."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from helpers.derive_inputs import TABLE


def test_a_denavit_hartenberg_table(derive, tmp_path: Path):
    path = tmp_path / "table.yaml"
    path.write_text(TABLE, encoding="utf-8")
    data = derive("--arm", str(path), "-o", str(tmp_path), "--emit", "numpy")
    assert data["joints"] == ["shoulder", "slide"]
    text = (tmp_path / "slider.py").read_text(encoding="utf-8")
    assert "Motor inertia is included." in text
    space: dict = {}
    exec(text, space)
    q1, q2 = 0.4, 0.7  # the axis of the slide lies at q1 - 90°; its mass at q2 + 0.3 along it
    along = q2 + 0.3
    expected = (9.81 * along * np.sin(q1), -9.81 * np.cos(q1))
    np.testing.assert_allclose(space["gravity"]((q1, q2)), expected, rtol=1e-14)
    np.testing.assert_allclose(space["kinetic_energy_matrix"]((q1, q2)), (1.1 + 0.01 + along**2, 0, 0, 1.0), rtol=1e-14)
    lying = derive("--arm", str(path), "--gravity", "0", "0", "-9.81")
    assert lying["programs"]["gravity"]["total"] == 0
