"""A published recording of a TX40: bounds that the documentation's figures must keep. No number is set for it."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import numpy as np
import pytest

TX40 = Path(os.environ.get("TX40_RECORDINGS", "/nonexistent"))

pytest.importorskip("cvxpy")
pytest.importorskip("matplotlib")

from tools.real_arms import tx40  # noqa: E402


@pytest.mark.skipif(not TX40.is_dir(), reason="needs TX40_RECORDINGS, a folder of recordings")
def test_half_a_motion_predicts_the_other_better_than_least_squares(tmp_path: Path):
    overall, moving = tx40.tx40_halves(TX40, tx40.arm_file(TX40, tmp_path))
    assert overall.title != moving.title
    rows = csv.DictReader(overall.table.splitlines())
    second = np.array([float(row["second half (held out)"]) for row in rows])
    assert (second < tx40.PLAIN_SECOND).all()
