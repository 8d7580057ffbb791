"""A hand of the description that the robot does not have: exact from the description, found in replay."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.arm.descriptions import body, joint, light_arm

from puma560_dynamics import Arm, Payload, ReplaySettings, compare_recording, load_arm, load_model
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.models.recursive.regressor import arm_parameters
from puma560_dynamics.replay.causes.cause import ComparedModel
from puma560_dynamics.replay.causes.wrong_payload import MissingBody, removable_bodies, without_body
from puma560_dynamics.replay.result import Analysis

GRIPPER = (
    joint("flange", "hand", "plate", "1 0 0", "0.05 0 0", "fixed")
    + joint("mount", "plate", "gripper", "1 0 0", "0 0 0.02", "fixed")
    + joint("jaw", "gripper", "jaw", "1 0 0", "0.06 0 0", "fixed")
    + f'<link name="plate"/><link name="gripper">{body(0.12, 0.05)}</link><link name="jaw">{body(0.03, 0.02)}</link>'
)
"""Behind the last joint: a plate without mass, a gripper, and a jaw on it."""

ROBOT = light_arm(fingers=False, more=GRIPPER)


def motion(arm: Arm, seconds: float = 30.0, seed: int = 0) -> dict[str, FloatArray]:
    """A multi-sine with the effort that it takes, friction and noise."""
    rng = np.random.default_rng(seed)
    time = np.arange(round(seconds * 200.0)) / 200.0
    omega, phase = 2 * np.pi * rng.uniform(0.08, 0.6, (arm.n, 5)), rng.uniform(0, 2 * np.pi, (arm.n, 5))
    size, angle = rng.uniform(0.1, 0.4, (arm.n, 5)), omega * time[:, None, None] + phase
    q, qd = (size * np.sin(angle)).sum(-1), (size * omega * np.cos(angle)).sum(-1)
    qdd = -(size * omega**2 * np.sin(angle)).sum(-1)
    tau = load_model("pinocchio", arm).torque(q, qd, qdd) + 0.05 * np.tanh(qd / 0.01) + 0.02 * qd
    return {"t": time, "q": q, "qd": qd, "tau": tau + 0.003 * rng.standard_normal(q.shape)}


def replayed(arm: Arm, friction: str, description: str = ROBOT) -> Analysis:
    settings = ReplaySettings(arm=description, friction=friction, model="newton_euler", models=())
    return compare_recording(motion(arm), settings)


def test_bodies_are_those_that_are_left_out_of_the_description():
    """The plate has no mass of its own, and is not named apart from the gripper."""
    arm = load_arm(ROBOT)
    found = removable_bodies(arm)
    assert {link: pytest.approx(float(one[0])) for link, one in found.items()} == {"gripper": 0.15, "jaw": 0.03}
    for link, one in found.items():
        rest = arm_parameters(arm).copy()
        rest[10 * (arm.n - 1) : 10 * arm.n] -= one
        np.testing.assert_allclose(rest, arm_parameters(without_body(arm, link)), atol=1e-15)


def test_an_arm_without_a_description_has_none(arm: Arm):
    assert removable_bodies(arm) == {}
    assert MissingBody(ComparedModel(arm, Payload(), ())).example() is None


@pytest.mark.parametrize(("link", "friction"), [("gripper", "none"), ("gripper", "fit"), ("jaw", "fit")])
def test_the_body_that_is_missing_is_named(link: str, friction: str):
    found = replayed(without_body(load_arm(ROBOT), link), friction)
    assert found.causes[0].kind == "missing_body"
    assert f"without {link} of the description" in found.causes[0].message
    assert "A body of the description is not on the robot" in found.verdict.headline
    assert found.verdict.level != "good"


def test_the_whole_robot_misses_nothing():
    found = replayed(load_arm(ROBOT), "fit")
    assert found.verdict.level == "good", found.verdict.sentence
    assert "missing_body" not in {one.kind for one in found.causes}


def test_a_lighter_hand_is_a_negative_load_and_no_missing_body():
    """A third of the gripper's mass is left out: not the whole body, and no impossible payload."""
    arm = load_arm(ROBOT)
    last = replace(arm.links[-1], mass=arm.links[-1].mass - 0.05)
    found = replayed(arm.with_(links=(*arm.links[:-1], last)), "fit")
    (cause,) = [one for one in found.causes if one.kind == "payload"]
    assert cause.values["mass_kg"] == pytest.approx(-0.05, abs=4 * cause.values["mass_error_kg"])
    assert "an arm without 0.0" in cause.message
    assert "missing_body" not in {one.kind for one in found.causes}
