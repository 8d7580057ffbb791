"""Comparing models over the joint ranges; the constants themselves are in test_constants.py."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.models.sampling import sample_states, torque_effect
from puma560_dynamics.models.tables.table_a3 import ConstantRow


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
