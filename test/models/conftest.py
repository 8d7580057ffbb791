"""Each exact model of the paper's arm, and states for it."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.oracle import random_states

from puma560_dynamics import DynamicModel, load_model
from puma560_dynamics.arm import Arm

EXACT_KINDS = ["full", "generated", "newton_euler", "pinocchio"]


@pytest.fixture(params=EXACT_KINDS)
def model(request: pytest.FixtureRequest, arm: Arm) -> DynamicModel:
    """Each exact model of the paper's arm."""
    if request.param == "pinocchio":
        pytest.importorskip("pinocchio")
    return load_model(request.param, arm)


@pytest.fixture
def states() -> tuple[np.ndarray, ...]:
    """A few random states."""
    return random_states(np.random.default_rng(2), 40)
