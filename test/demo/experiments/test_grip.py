"""The simulated arm weighs what it grips, and follows its reference better with the load in its model."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("matplotlib", reason="needs matplotlib (pip install '.[run]')")
pytest.importorskip("mujoco", reason="needs mujoco (pip install '.[run]')")

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.demo.experiments.experiment import ExperimentOptions
from puma560_dynamics.demo.experiments.grip import result_of
from puma560_dynamics.demo.experiments.grip_run import CARRY, LIFT, RELEASE, GripRun, GripTask, draw_task, grip
from puma560_dynamics.demo.experiments.report import experiment_page
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.payload.payload import attached
from puma560_dynamics.simulation.plant_errors import PlantErrors

SEED = 1


@pytest.fixture(scope="module")
def options() -> ExperimentOptions:
    return ExperimentOptions(arm=load_arm("akb1986"), errors=PlantErrors(seed=SEED))


@pytest.fixture(scope="module")
def task(options: ExperimentOptions) -> GripTask:
    return draw_task(options.arm, SEED)


@pytest.fixture(scope="module")
def runs(options: ExperimentOptions, task: GripTask) -> tuple[GripRun, GripRun]:
    without, found = (grip(options, task, feeds, lambda part: None) for feeds in (False, True))
    return without, found


def test_the_load_is_felt_used_and_removed(options, task, runs):
    without, found = runs
    result = result_of(options, task, without, found)
    assert result.ok, [check for check in result.checks if not check.ok]
    assert found.fed[0][0] - LIFT < 3.0
    assert found.fed[-1] == (pytest.approx(RELEASE, abs=1.5), 0.0)
    assert not without.fed
    assert result.data["felt_mass_kg"] == pytest.approx(task.load.mass, abs=3.0 * result.data["felt_mass_error_kg"])
    assert (found.rms(CARRY, RELEASE) < without.rms(CARRY, RELEASE)).sum() >= 4
    page = experiment_page(result)
    assert "Felt and done" in page
    assert "tracking error of one joint" in page


def test_what_fails_is_reported(options, task, runs):
    """A mass far from the estimate, a step above the rates, and a load that is never removed."""
    without, found = runs
    wrong = replace(found, largest_step=1.5, fed=found.fed[:1], error=3.0 * without.error, fault="the wrist ran away")
    other = GripTask(replace(task.load, mass=3.0 * task.load.mass), task.poses)
    failed = {check.name for check in result_of(options, other, without, wrong).checks if not check.ok}
    assert failed == {
        "no fault ends the torque",
        "the mass is within its interval",
        "torque steps within the rates",
        "the tracking error falls",
        "the load is removed after its release",
    }


def test_the_motors_can_hold_the_drawn_load(options, task):
    loaded = load_model("newton_euler", attached(options.arm, task.load))
    still = np.zeros(options.arm.n)
    for pose in task.poses[1:]:
        assert (np.abs(loaded.torque(pose, still, still)) < 0.7 * options.arm.maximum_torque).all()
    tips = [loaded.forward_kinematics(pose)[2, 3] for pose in task.poses[1:3]]
    assert tips[1] - tips[0] > 0.1


def test_a_wrist_without_motor_inertia_carries_the_load(options):
    """Robot descriptions have none: drives that are tuned for the bare wrist are far too weak for a load."""
    arm = options.arm
    light = arm.with_(motors=[*arm.motors[:3], *(replace(motor, inertia=0.0) for motor in arm.motors[3:])])
    plain = replace(options, arm=light, friction=False)
    found = grip(plain, draw_task(light, 2), False, lambda part: None)
    assert found.fault == ""
    assert found.rms(CARRY, RELEASE).max() < 0.2


def test_an_arm_that_no_weight_moves_is_refused_in_one_sentence():
    weightless = load_arm("akb1986").with_(gravity=0.0)
    with pytest.raises(StateError, match="acts on no joint"):
        draw_task(weightless, SEED)
