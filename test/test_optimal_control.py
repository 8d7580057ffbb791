"""The motion of least time with the generator's derivatives is that of the recursion, in as many iterations."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from puma560_dynamics.emdeg import load_dh

FOLDER = Path(__file__).parent.parent / "examples" / "optimal_control"
casadi = pytest.importorskip("casadi", reason="needs CasADi (pip install '.[targets]')")


@pytest.fixture(scope="module")
def example() -> Any:
    sys.path.insert(0, str(FOLDER))
    try:
        import reach
    finally:
        sys.path.remove(str(FOLDER))
    return reach


def test_a_reach_within_torque_limits(example: Any):
    chain = load_dh(example.TABLE).chain
    ours, theirs = (function(chain) for function in (example.generated, example.newton_euler))
    states = np.random.default_rng(1).uniform(-2, 2, (3, 7))
    for derivative in (False, True):
        one, other = (f.jacobian()(*states, np.zeros(7)) if derivative else f(*states) for f in (ours, theirs))
        for found, expected in zip(*((each if derivative else [each]) for each in (one, other)), strict=True):
            np.testing.assert_allclose(np.array(found), np.array(expected), rtol=0, atol=1e-12 * 100)
    own, other = example.reach(ours), example.reach(theirs)
    assert own.iterations == other.iterations
    assert own.duration == pytest.approx(other.duration, abs=1e-9)
    share = np.abs(own.torque) / example.TORQUE
    assert share.max() == pytest.approx(1.0, abs=1e-5)  # a limit is reached, and none is exceeded
    np.testing.assert_allclose(own.torque, other.torque, rtol=0, atol=1e-6 * example.TORQUE.max())
