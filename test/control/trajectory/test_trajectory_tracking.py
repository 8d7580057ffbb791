"""Filled trajectories on the simulated arm, and as the documentation shows them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers.control.three_points import HERE, START, THREE

from puma560_dynamics import DynamicModel
from puma560_dynamics.arm import Arm
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.control.trajectory.joint_path import Acting, Present
from puma560_dynamics.control.trajectory.running import RunningTrajectory
from puma560_dynamics.control.trajectory.trajectory_effort import TrajectoryEffort
from puma560_dynamics.simulation.gains import critically_damped
from puma560_dynamics.simulation.plant import Plant


def test_it_is_tracked_far_better_than_by_pd_alone(filler: TrajectoryEffort, arm: Arm, model: DynamicModel):
    """MuJoCo without friction, light PD, effort on straight lines between the points as the controller runs it."""
    pytest.importorskip("mujoco")
    filled = filler.fill(arm.joint_names, THREE, present=HERE)
    kp, kd = critically_damped(model, [4.0, 4.0, 4.0, 8.0, 8.0, 8.0], START)

    def rms(with_effort: bool) -> FloatArray:
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
    page = (Path(__file__).parents[3] / "docs" / "trajectory.md").read_text(encoding="utf-8")
    names: dict = {}
    exec(page.split("```python")[1].split("```")[0], names)
    assert names["filled"].path.times[-1] == 5.0
    assert 0.0 < names["filled"].largest_share < 1.0


KP = np.array([404.0, 1050.0, 168.0, 126.0, 112.0, 121.0])
KD = np.array([67.4, 176.0, 28.0, 10.1, 8.98, 9.65])
"""Gains of `joint_trajectory_effort_controller`."""


@pytest.mark.parametrize("when", [0.35, 0.8, 1.2])
def test_a_cancelled_goal_runs_on_no_farther_than_its_stop(filler: TrajectoryEffort, arm: Arm, when: float):
    """MuJoCo with friction, PD and effort as the controller commands them, at 1 kHz.

    Without the stop the controller commands zero effort at once and holds the position: the command changes
    by 37 to 138 N·m in one cycle. With it the change is 0.1 to 2.3 N·m.
    """
    pytest.importorskip("mujoco")
    goal = filler.fill(arm.joint_names, THREE, present=HERE)

    def cancelled(stopped_first: bool) -> tuple[FloatArray, FloatArray]:
        """Positions from the cancel on, and the largest change of command in a cycle, joint by joint."""
        plant, dt = Plant(arm, friction=True), 1e-3
        plant.reset(START)
        runs, begun, held = RunningTrajectory(goal, 0.0), 0.0, None
        before, steps, way = None, np.zeros(6), []
        for cycle in range(round((when + 1.0) / dt)):
            now = cycle * dt
            if begun == 0.0 and now >= when:
                begun, (effort, state) = now, runs.at(now)
                if stopped_first:
                    runs = RunningTrajectory(filler.stop(state, 0.3, Acting(effort, state)), now)
                else:
                    held = plant.position.copy()
            effort, state = runs.at(now) if held is None else (np.zeros(6), Present(held, np.zeros(6)))
            command = effort + KP * (state.position - plant.position) + KD * (state.velocity - plant.velocity)
            if begun:
                assert before is not None
                steps = np.maximum(steps, np.abs(command - before))
                way.append(plant.position.copy())
            before = command
            plant.advance(dt, np.clip(command, -arm.maximum_torque, arm.maximum_torque))
        return np.array(way), steps

    velocity = goal.path.at(when)[1][0]
    way, steps = cancelled(True)
    _, dropped = cancelled(False)
    run_on = ((way - way[0]) * np.sign(velocity)).max(axis=0)
    assert (run_on <= 0.5 * 0.3 * np.abs(velocity) + 0.005).all()
    # Feed-forward within its rate; the feedback adds its own change in a millisecond.
    assert (steps <= filler.torque_rate * 1e-3 + 0.02 * arm.maximum_torque).all()
    assert dropped.max() > 10.0 * steps.max()
    assert np.abs(way[-1] - way[-100]).max() < 1e-3
