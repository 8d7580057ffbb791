"""What table A3's tolerances mean in torque."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.arm import Arm
from puma560_dynamics.models.sampling import sample_states
from puma560_dynamics.models.tables import FullModel
from puma560_dynamics.models.tables.table_a3 import constant_rows
from puma560_dynamics.models.tables.uncertainty import torque_uncertainty

COUNT = 500


def test_tolerances_drawn_at_random_spread_the_torque_by_as_much(arm: Arm):
    """Linear, independent errors: drawn at one tolerance of standard deviation they have the stated RMS."""
    rng = np.random.default_rng(4)
    states = sample_states(arm, COUNT)
    exact = FullModel(arm).torque(*states)
    rows = [(row.name, row.computed, row.tolerance) for row in constant_rows(arm) if row.tolerance]
    squares = np.zeros(6)
    draws = 300
    for _ in range(draws):
        changes = {name: computed + tolerance * rng.standard_normal() for name, computed, tolerance in rows}
        squares += np.mean((FullModel(arm, changes=changes).torque(*states) - exact) ** 2, axis=0) / draws
    assert np.sqrt(squares) == pytest.approx(torque_uncertainty(arm, COUNT).rms, rel=0.2)


def test_one_tolerance_alone_is_never_more_than_all(arm: Arm):
    states = sample_states(arm, COUNT)
    exact = FullModel(arm).torque(*states)
    found = torque_uncertainty(arm, COUNT)
    for row in constant_rows(arm):
        if row.tolerance:
            moved = FullModel(arm, changes={row.name: row.computed - row.tolerance}).torque(*states)
            assert (np.abs(moved - exact).max(axis=0) <= found.largest * (1 + 1e-9) + 1e-12).all()
    assert found.share == pytest.approx(found.largest / arm.maximum_torque)
