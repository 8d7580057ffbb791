"""The explicit model of the PUMA and the effort of its trajectories."""

from __future__ import annotations

import pytest

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.trajectory.trajectory_effort import TrajectoryEffort
from puma560_dynamics.models.interface import DynamicModel


@pytest.fixture(scope="module")
def model(arm: Arm) -> DynamicModel:
    """The explicit model."""
    return load_model("full", arm)


@pytest.fixture(scope="module")
def filler(model: DynamicModel) -> TrajectoryEffort:
    """With defaults."""
    return TrajectoryEffort(model)
