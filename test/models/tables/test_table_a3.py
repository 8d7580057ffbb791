"""Comparing models over the joint ranges; the constants themselves are in test_constants.py."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.models.sampling import sample_states, torque_effect
from puma560_dynamics.models.tables import FullModel
from puma560_dynamics.models.tables.table_a3 import ConstantRow, constant_rows, torque_uncertainty


def test_samples_stay_in_the_ranges_and_repeat(arm: Arm):
    q, qd, qdd = sample_states(arm, 500)
    assert (q >= arm.lower).all()
    assert (q <= arm.upper).all()
    assert (np.abs(qd) <= 0.3 * arm.velocity).all()
    assert np.abs(qdd).max() <= 10.0
    np.testing.assert_array_equal(q, sample_states(arm, 500)[0])


def test_the_effect_of_a_known_change(arm: Arm):
    """One more kg·m² at motor 1 is one N·m per rad/s² there and nothing elsewhere."""
    changed = load_model("full", arm, changes={"Im1": 2.14})
    effect = torque_effect(changed, load_model("full", arm), 2000)
    accelerations = sample_states(arm, 2000)[2][:, 0]
    assert effect.largest[0] == pytest.approx(np.abs(accelerations).max())
    assert effect.rms[0] == pytest.approx(np.sqrt(np.mean(accelerations**2)))
    assert effect.share[0] == pytest.approx(effect.largest[0] / 97.6)
    np.testing.assert_allclose(effect.largest[1:], 0.0, atol=1e-12)


def test_rows():
    row = ConstantRow("I3", 1.6, 1.38, 0.05)
    assert row.tolerances_away == pytest.approx(4.4)
    assert not row.within
    assert ConstantRow("x", 1.0, 2.0, None).within
    assert ConstantRow("x", 1.04, 1.0, 0.05).within


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
