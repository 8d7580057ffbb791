"""MuJoCo as plant: what touches the arm is found with its torque and time, and nothing where nothing touches it."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("mujoco", reason="needs mujoco (pip install '.[run]')")

from helpers.control.touched_arm import Recorded, Touch, TouchedArm, off_by_tolerances, standing, swinging

from puma560_dynamics import load_model
from puma560_dynamics.arm.consistent import possible_arm
from puma560_dynamics.arm.friction import arm_friction
from puma560_dynamics.control.observer.contact_events import Contact, ContactEvents
from puma560_dynamics.control.observer.external_wrench import external_wrench
from puma560_dynamics.control.observer.momentum_observer import MomentumObserver
from puma560_dynamics.control.observer.torque_uncertainty import EstimateError, TorqueUncertainty
from puma560_dynamics.models.interface import DynamicModel

BANDWIDTH, RATE = 50.0, 250.0
NOISE = 1e-3, 0.003
"""Velocities, rad/s; efforts, as a fraction of the maximum torque."""

Q = (0.2, -0.9, 1.4, 0.3, 0.6, 0.1)
BENT = (0.2, -1.5, 2.9, 0.3, 0.6, 0.1)


class Felt:
    """Estimates, their uncertainty and contacts of a recording."""

    def __init__(self, model: DynamicModel, recorded: Recorded) -> None:
        friction = arm_friction(model.arm)[0]
        observer = MomentumObserver(model, BANDWIDTH, friction)
        uncertainty = TorqueUncertainty(model, BANDWIDTH, friction)
        events = ContactEvents(model.n, BANDWIDTH, 0.02)
        self.estimate = np.zeros_like(recorded.q)
        self.errors: list[EstimateError] = []
        self.contacts: list[Contact] = []
        samples = zip(recorded.time, recorded.q, recorded.qd, recorded.effort, strict=True)
        for k, (time, q, qd, effort) in enumerate(samples):
            self.estimate[k] = observer.update(float(time), q, qd, effort)
            self.errors.append(uncertainty.update(float(time), q, qd, effort))
            ended = events.update(float(time), qd, self.estimate[k], self.errors[k])
            self.contacts += [ended] if ended else []
        self.present = events.present


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("moves", [True, False])
def test_nothing_is_found_without_contact_with_parameters_off_by_their_tolerances(arm, model, seed: int, moves: bool):
    plant = TouchedArm(arm, off_by_tolerances(arm, seed), friction=(0.7, 1.0)[seed])
    recorded = plant.record(4.0, RATE, swinging(Q, seed) if moves else standing(Q), noise=NOISE, seed=seed)
    assert (np.abs(recorded.qd).max(axis=0) > 0.3).sum() >= 3 * moves
    felt = Felt(model, recorded)
    assert not felt.contacts
    assert felt.present is None
    band = np.array([error.band for error in felt.errors])
    assert (np.abs(felt.estimate) < band)[100:].mean() > 0.95


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("moves", [True, False])
def test_a_known_force_is_found_with_its_torque_and_time(arm, model, seed: int, moves: bool):
    touch = Touch(2.0, 2.0 + (0.15, 0.6)[seed], "link4", tuple(np.roll((70.0, 50.0, -90.0), seed)))
    plant = TouchedArm(arm, off_by_tolerances(arm, seed))
    reference = swinging(Q, seed) if moves else standing(Q)
    recorded = plant.record(4.0, RATE, reference, [touch], NOISE, seed)
    inside = (recorded.time >= touch.start) & (recorded.time < touch.end)
    size = np.abs(recorded.external[inside])
    weight = size >= 0.85 * size.max(axis=0)
    true = (recorded.external[inside] * weight).sum(axis=0) / weight.sum(axis=0)
    felt = Felt(model, recorded)
    limit = felt.errors[int(1.9 * RATE)].detection_limit
    (found,) = felt.contacts
    assert set(np.flatnonzero(np.abs(true) > limit)) <= set(found.joints)
    assert len(found.joints) >= 1
    for joint in found.joints:
        assert abs(found.torque[joint] - true[joint]) < found.band[joint]
    # A joint at rest holds a part of the push by dry friction until it breaks away.
    assert found.start == pytest.approx(touch.start, abs=0.02)
    assert found.end == pytest.approx(touch.end, abs=0.06)
    assert found.confidence > 0.99


def test_the_estimate_is_the_filtered_force_when_model_and_plant_agree(arm, model):
    """Without noise and friction, what is left is the integration of MuJoCo and the trapezoid rule."""
    plant = TouchedArm(arm, arm, friction=0.0)
    touch = Touch(1.0, 1.5, "link5", (20.0, -30.0, 25.0))
    recorded = plant.record(2.0, 500.0, swinging(Q, 5), [touch])
    same = load_model("pinocchio", possible_arm(arm).arm)
    observer = MomentumObserver(same, BANDWIDTH)
    samples = zip(recorded.time, recorded.q, recorded.qd, recorded.effort, strict=True)
    estimate = np.array([observer.update(float(t), *state) for t, *state in samples])
    expected, keep = np.zeros_like(estimate), np.exp(-BANDWIDTH / 500.0)
    for k in range(1, len(estimate)):
        expected[k] = keep * expected[k - 1] + (1.0 - keep) * recorded.external[k - 1]
    error = np.abs(estimate - expected).max(axis=0) / np.abs(recorded.external).max(axis=0).max()
    assert error.max() < 0.03


def test_a_wall_is_felt_as_a_force_at_the_tip(arm, model):
    tip = model.forward_kinematics(BENT)[:3, 3]
    plant = TouchedArm(arm, arm, wall=float(tip[0]) + 0.05)
    path = [np.array(BENT)]
    for _ in range(60):
        path.append(path[-1] + np.linalg.pinv(model.jacobian(path[-1])[:3]) @ [0.003, 0.0, 0.0])

    def reference(time: float):
        x = float(np.clip((time - 1.5) / 0.8, 0.0, 1.0))
        along, speed = 60.0 * x**3 * (10.0 - 15.0 * x + 6.0 * x**2), 60.0 * 30.0 * (x * (1.0 - x)) ** 2 / 0.8
        step = min(int(along), 59)
        leg = path[step + 1] - path[step]
        return path[step] + (along - step) * leg, speed * leg, np.zeros(6)

    recorded = plant.record(3.0, RATE, reference, noise=NOISE)
    touched = np.flatnonzero(np.abs(recorded.external).max(axis=1) > 0.0)
    assert len(touched) > 100
    felt = Felt(model, recorded)
    (*ended, last) = [*felt.contacts, *([felt.present] if felt.present else [])]
    assert not ended
    assert last.start == pytest.approx(recorded.time[touched[0]], abs=0.06)
    k = len(recorded.time) - 1
    band = felt.errors[k].band
    assert (np.abs(felt.estimate[k] - recorded.external[k]) < band).all()
    jacobian = model.jacobian(recorded.q[k])
    true = external_wrench(jacobian, recorded.external[k], band)
    assert abs(true.wrench[0] / np.linalg.norm(true.wrench[:3])) > 0.8  # friction of the wall
    found = external_wrench(jacobian, felt.estimate[k], band)
    assert (np.abs(found.wrench - true.wrench) < found.band).all()
