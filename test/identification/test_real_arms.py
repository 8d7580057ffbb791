"""Recordings of real arms that others have published: bounds that the documentation's figures must keep.

No number is set for these files; they are not part of the package.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

UR10E = Path(os.environ.get("UR10E_RECORDINGS", "/nonexistent"))
TX40 = Path(os.environ.get("TX40_RECORDINGS", "/nonexistent"))

pytest.importorskip("cvxpy")
pytest.importorskip("matplotlib")

from tools import real_arms  # noqa: E402


@pytest.mark.skipif(not UR10E.is_dir(), reason="needs UR10E_RECORDINGS, a folder of recordings")
def test_a_ur10e_is_predicted_in_motion_that_was_not_fitted():
    """Lower than least squares in every joint, and wrists that stand most of the time at most 0.15 and 0.30."""
    rows = real_arms.ur10e_motion(UR10E).table.splitlines()[2:]
    held_out = np.array([float(row.split("|")[3]) for row in rows])
    assert (held_out < real_arms.PLAIN["ur10e"]).all()
    assert held_out[4] <= 0.15
    assert held_out[5] <= 0.30


@pytest.mark.skipif(not UR10E.is_dir(), reason="needs UR10E_RECORDINGS, a folder of recordings")
def test_a_ur10es_gains_are_the_literatures_or_refused():
    rows = [row.split("|") for row in real_arms.ur10e_gains(UR10E).table.splitlines()[2:]]
    told = np.array([row[3].strip() == "yes" for row in rows])
    ratio = np.array([float(row[5]) for row in rows])
    assert told[1:].all() and not told[0]
    assert (np.abs(ratio - 1.0)[told] < 0.15).all()


@pytest.mark.skipif(not TX40.is_dir(), reason="needs TX40_RECORDINGS, a folder of recordings")
def test_half_a_tx40s_motion_predicts_the_other_better_than_least_squares(tmp_path: Path):
    rows = real_arms.tx40_halves(TX40, real_arms.tx40_arm(TX40, tmp_path)).table.splitlines()[2:]
    second = np.array([float(row.split("|")[4]) for row in rows])
    assert (second < real_arms.PLAIN["tx40 second"]).all()
