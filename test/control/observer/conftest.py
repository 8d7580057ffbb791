"""The arm whose external torque is estimated, and its model."""

from __future__ import annotations

import pytest

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.models.interface import DynamicModel


@pytest.fixture(scope="module")
def arm() -> Arm:
    return load_arm("akb1986")


@pytest.fixture(scope="module")
def model(arm: Arm) -> DynamicModel:
    return load_model("full", arm)
