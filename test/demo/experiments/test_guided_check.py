"""What a description lacks for hand guiding is assumed or stated, and a limit without friction is not zero."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("mujoco", reason="needs mujoco (pip install '.[run]')")

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.damping import Damping
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.guiding.guiding_settings import GuidingSettings, hold_inertia, usual_hold
from puma560_dynamics.control.guiding.walls import LimitWalls
from puma560_dynamics.demo.experiments.experiment import ExperimentOptions
from puma560_dynamics.demo.experiments.guided_check import (
    LEAST_FELT,
    MOST_FELT,
    MOTOR_ACCELERATION,
    GuidedLimits,
    assumed_motors,
    guided_sentences,
    guiding_checks,
    missing_motors,
)
from puma560_dynamics.demo.experiments.hand_guide import SPEED, Drift, drift_of, free_poses
from puma560_dynamics.models.assumed_limits import with_assumed_limits


@pytest.fixture(scope="module")
def bare() -> Arm:
    """The arm of the Stanford paper: neither friction nor motor inertia, and a light wrist."""
    return with_assumed_limits(load_arm("stanford1983"))


def limits_of(arm: Arm, known: bool) -> GuidedLimits:
    n = arm.n
    return GuidedLimits.of(load_model("newton_euler", arm), np.full(n, float(known)), np.full(n, known), SPEED)


def test_a_missing_motor_inertia_is_assumed_and_a_given_one_stays(bare: Arm):
    assert missing_motors(bare) == bare.joint_names
    made = assumed_motors(bare)
    assert np.allclose(made.motor_inertia * MOTOR_ACCELERATION * bare.motion_scale, bare.maximum_torque)
    assert missing_motors(made) == ()
    puma = load_arm("akb1986")
    assert assumed_motors(puma) is puma


def test_without_friction_the_hold_is_the_limit(bare: Arm):
    limits = limits_of(bare, known=False)
    most = MOST_FELT * (SPEED / 0.5) ** 2 * usual_hold(load_model("newton_euler", bare))
    assert np.allclose(limits.torque, most + LEAST_FELT * bare.maximum_torque)
    passed = guiding_checks(bare, limits, (0.99 * limits.torque).tolist())
    failed = guiding_checks(bare, limits, (1.01 * limits.torque).tolist())
    assert all(check.ok for check in passed) and not any(check.ok for check in failed)
    assert all("no friction is given" in check.name for check in passed)


def test_the_report_says_what_the_description_lacks(bare: Arm):
    words = " ".join(guided_sentences(bare, limits_of(bare, known=False), missing_motors(bare)))
    assert "no motor inertia for all joints" in words and "does not show what a person feels" in words
    assert "longer range at light joints" in words and "joint4 (" in words
    puma = load_arm("akb1986")
    assert guided_sentences(puma, limits_of(puma, known=True), ()) == ()


def test_an_arm_with_a_light_wrist_comes_to_rest_also_without_motor_inertia(bare: Arm, monkeypatch: pytest.MonkeyPatch):
    """A direct drive: its hold is soft, so that the arm sags by some degrees, but it does not oscillate."""

    def after(seconds: float) -> Drift:
        monkeypatch.setattr("puma560_dynamics.demo.experiments.hand_guide.DRIFT_S", seconds)
        return drift_of(bare, ExperimentOptions(bare), 2)

    early, late = after(2.0), after(4.0)
    assert not late.fault and (late.degrees < 10.0).all()
    assert late.degrees == pytest.approx(early.degrees, abs=0.01), "at rest after 2 s"
    monkeypatch.setattr("puma560_dynamics.control.guiding.hold.FREQUENCY", 1e3)
    wild = after(4.0)
    assert wild.fault and (wild.degrees > 15.0).all(), "without the bound"


def test_an_arm_is_released_outside_of_its_walls(bare: Arm):
    """The walls of a short prismatic joint take more than 10 % of its range on each side."""
    model, gate = load_model("newton_euler", bare), GateSettings.of(bare)
    lower, upper = bare.pose_range
    margin = np.minimum(GuidingSettings.limit_margin, 0.25 * (upper - lower))
    assert (0.1 * (upper - lower) < margin).any()
    walls = LimitWalls(lower.tolist(), upper.tolist(), GuidingSettings.limit_margin, gate.maximum_torque.tolist(),
                       gate.velocity.tolist(), Damping(model, 0.1, gate.velocity).gain.tolist())  # fmt: skip
    for q in free_poses(bare, 100):
        assert not any(walls.torque(q.tolist(), [0.0] * bare.n))


def test_the_smallest_inertia_bounds_every_pose_although_joints_are_coupled(bare: Arm):
    least = hold_inertia(load_model("newton_euler", bare))
    assert (least > 0.0).all()
    for matrix in load_model("newton_euler", bare).kinetic_energy_matrix(bare.poses(64)):
        assert np.linalg.eigvalsh(matrix - np.diag(least)).min() > -1e-6 * np.trace(matrix)
    for name in ("akb1986", "puma560_coupled_wrist"):
        model = load_model("newton_euler", load_arm(name))
        light = hold_inertia(model)
        matrices = model.kinetic_energy_matrix(model.arm.poses(64))
        smallest = np.linalg.eigvalsh(matrices - np.diag(light)).min()
        assert -1e-6 < smallest < 0.01 * light.min(), "no larger inertia is possible in every pose"
