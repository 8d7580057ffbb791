"""The arm file of the TX40 stands on its description, wherever that lies, and has the coupled wrist."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import yaml

from tools.real_arms.tx40 import MATRIX, arm_file


def test_the_arm_file_has_the_description_and_the_coupling(tmp_path: Path):
    written = yaml.safe_load(arm_file(tmp_path / "recordings", tmp_path).read_text(encoding="utf-8"))
    assert Path(written["description"]).parent == (tmp_path / "recordings").resolve()
    np.testing.assert_array_equal(written["transmission"], MATRIX)
    assert MATRIX[5, 4] != 0.0
