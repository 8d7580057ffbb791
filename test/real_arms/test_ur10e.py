"""Published recordings of a UR10e: bounds that the documentation's figures must keep. No number is set for them."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import numpy as np
import pytest

UR10E = Path(os.environ.get("UR10E_RECORDINGS", "/nonexistent"))

pytest.importorskip("cvxpy")
pytest.importorskip("matplotlib")

from tools.real_arms import ur10e  # noqa: E402

pytestmark = pytest.mark.skipif(not UR10E.is_dir(), reason="needs UR10E_RECORDINGS, a folder of recordings")


def test_motion_that_was_not_fitted_is_predicted():
    """Lower than least squares in every joint, and wrists that stand most of the time at most 0.15 and 0.30."""
    _, *rows = csv.reader(ur10e.ur10e_motion(UR10E).table.splitlines())
    held_out = np.array([float(row[2]) for row in rows])
    assert (held_out < ur10e.PLAIN).all()
    assert held_out[4] <= 0.15
    assert held_out[5] <= 0.30


def test_gains_are_the_literatures_or_refused():
    _, *rows = csv.reader(ur10e.ur10e_gains(UR10E).table.splitlines())
    determined = np.array([row[2] == "yes" for row in rows])
    ratio = np.array([float(row[4]) for row in rows])
    assert determined[1:].all() and not determined[0]
    assert (np.abs(ratio - 1.0)[determined] < 0.15).all()
