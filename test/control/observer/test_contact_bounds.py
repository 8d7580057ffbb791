"""The bounds of a model's errors are the largest effects of its uncertain parameters, or close to them."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm.tolerances import assumed_factor, tolerances_of
from puma560_dynamics.control.observer.contact_bounds import contact_bounds
from puma560_dynamics.control.observer.torque_uncertainty import ASSUMED_TOLERANCE

CLOSE = 0.85
"""Fraction of the largest effect in ten times as many states that the searched states reach at least."""


@pytest.mark.parametrize("name", ["akb1986", "stanford1983"])
def test_no_direction_of_motion_has_a_much_larger_effect(name: str):
    arm = load_arm(name)
    model, rng = load_model("newton_euler", arm), np.random.default_rng(5)
    factor = tolerances_of(arm).factor
    factor = (factor if factor.any() else assumed_factor(arm, ASSUMED_TOLERANCE))[: -arm.n]
    q = rng.uniform(*arm.pose_range, size=(20000, arm.n))
    directions = rng.normal(size=q.shape)
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    still = np.zeros_like(q)
    effects = (model.regressor(q, directions * arm.velocity, still) - model.regressor(q, still, still)) @ factor
    largest = np.linalg.norm(effects, axis=-1).max(axis=0)
    assert (contact_bounds(model).velocity >= CLOSE * largest).all()
