"""The fastest exact model that needs no derivation."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.models.at_hand import fast_exact_model, is_at_hand


def test_the_fast_model_gives_the_torque_of_newton_euler(arm: Arm):
    states = np.random.default_rng(1).normal(size=(3, 20, 6))
    fast = fast_exact_model(arm)
    assert fast.kind == "generated" and fast is fast_exact_model(arm)
    expected = load_model("newton_euler", arm).torque(*states)
    np.testing.assert_allclose(fast.torque(*states), expected, atol=1e-12 * np.abs(expected).max())


def test_nothing_is_derived_for_it(arm: Arm, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    other = arm.with_(gravity=1.625)
    heavy = other.with_(links=(*other.links[:-1], other.links[-1]), motors=tuple(reversed(other.motors)))
    assert not is_at_hand("generated", heavy)
    assert is_at_hand("newton_euler", heavy)
    assert fast_exact_model(heavy).kind == "newton_euler"
    assert not any(tmp_path.rglob("*.c"))
