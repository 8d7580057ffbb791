"""Filled trajectories on the simulated arm, and as the documentation shows them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from three_points import HERE, START, THREE

from puma560_dynamics import DynamicModel, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gains import critically_damped
from puma560_dynamics.control.plant import Plant
from puma560_dynamics.control.trajectory_effort import TrajectoryEffort


@pytest.fixture(scope="module")
def model(arm: Arm) -> DynamicModel:
    """The explicit model."""
    return load_model("full", arm)


@pytest.fixture(scope="module")
def filler(model: DynamicModel) -> TrajectoryEffort:
    """With defaults."""
    return TrajectoryEffort(model)


def test_it_is_tracked_far_better_than_by_pd_alone(filler: TrajectoryEffort, arm: Arm, model: DynamicModel):
    """MuJoCo without friction, light PD, effort on straight lines between the points as the controller runs it."""
    pytest.importorskip("mujoco")
    filled = filler.fill(arm.joint_names, THREE, present=HERE)
    kp, kd = critically_damped(model, [4.0, 4.0, 4.0, 8.0, 8.0, 8.0], START)

    def rms(with_effort: bool) -> NDArray[np.float64]:
        plant, period, errors = Plant(arm, friction=False), 0.002, []
        plant.reset(START)
        for time in np.arange(0.0, 1.7, period):
            position, velocity, _ = (row[0] for row in filled.path.at(time))
            effort = np.array([np.interp(time, filled.path.times, column) for column in filled.effort.T])
            errors.append(plant.position - position)
            feedback = kp * (position - plant.position) + kd * (velocity - plant.velocity)
            plant.advance(period, feedback + effort * with_effort)
        return np.sqrt(np.mean(np.square(errors), axis=0))

    ratio = rms(False) / rms(True)
    assert (ratio > 100.0).all(), ratio
    assert (rms(True) < 2e-3).all()


def test_the_example_of_the_docs_runs():
    page = (Path(__file__).parent.parent.parent / "docs" / "trajectory.md").read_text(encoding="utf-8")
    names: dict = {}
    exec(page.split("```python")[1].split("```")[0], names)
    assert names["filled"].path.times[-1] == 5.0
    assert 0.0 < names["filled"].largest_share < 1.0
