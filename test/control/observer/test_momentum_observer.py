"""The momentum observer has its pole where stated, sees nothing where nothing is, and agrees with a second way."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm
from helpers.control.filtered_acceleration import filtered_external_torque
from helpers.replay.driven import multi_sine

from puma560_dynamics import Arm, load_arm, load_model
from puma560_dynamics.arm.joint_friction import MEASURED_SMOOTHING, JointFriction, joint_friction_torque
from puma560_dynamics.control.observer.momentum_observer import DEAD_BAND, MomentumObserver
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.interface import DynamicModel

BANDWIDTH = 30.0


def observed(observer: MomentumObserver, time, q, qd, effort) -> np.ndarray:
    return np.stack([observer.update(float(t), *state) for t, *state in zip(time, q, qd, effort, strict=True)])


@pytest.mark.parametrize("rate", [20.0, 100.0, 1000.0, None])
def test_a_constant_torque_appears_with_exactly_the_stated_pole_at_any_rate(model: DynamicModel, rate: float | None):
    steps = np.full(40, 0.05) if rate is None else np.full(40, 1.0 / rate)
    if rate is None:  # a rate that changes all the time
        steps = np.random.default_rng(0).uniform(0.001, 0.09, 40)
    time = 5.0 + np.r_[0.0, np.cumsum(steps)]
    q, external = np.array([0.3, -1.0, 1.2, 0.4, 0.7, -0.2]), np.array([10.0, -20.0, 5.0, 1.0, -1.0, 0.5])
    held = np.tile(model.gravity(q) - external, (len(time), 1))
    found = observed(MomentumObserver(model, BANDWIDTH), time, np.tile(q, (len(time), 1)), np.zeros_like(held), held)
    expected = (1.0 - np.exp(-BANDWIDTH * (time - time[0])))[:, None] * external
    np.testing.assert_allclose(found, expected, atol=1e-12 * np.abs(held).max())


def test_a_step_in_an_irregular_stream_is_followed_from_the_next_sample(model: DynamicModel):
    """Efforts change from one sample to the next: half of the step belongs to this period, all of it to later ones."""
    steps = np.random.default_rng(1).uniform(0.001, 0.09, 40)
    time, q = np.r_[0.0, np.cumsum(steps)], np.array([0.3, -1.0, 1.2, 0.4, 0.7, -0.2])
    external = np.array([10.0, -20.0, 5.0, 1.0, -1.0, 0.5])
    held = np.where((np.arange(41) >= 20)[:, None], model.gravity(q) - external, model.gravity(q))
    found = observed(MomentumObserver(model, BANDWIDTH), time, np.tile(q, (41, 1)), np.zeros_like(held), held)
    decayed = np.exp(-BANDWIDTH * (time[20:] - time[20]))
    half = 0.5 * (1.0 - np.exp(-BANDWIDTH * (time[20] - time[19])))
    expected = np.concatenate([np.zeros(20), half * decayed + 1.0 - decayed])[:, None] * external
    np.testing.assert_allclose(found, expected, atol=1e-12 * np.abs(held).max())


def test_while_the_arm_moves_the_error_falls_with_the_square_of_the_period(model: DynamicModel):
    external = np.array([10.0, -20.0, 5.0, 1.0, -1.0, 0.5])
    errors = []
    for rate in (125.0, 250.0, 500.0):
        time, q, qd, qdd = multi_sine(2.0, rate)
        found = observed(MomentumObserver(model, BANDWIDTH), time, q, qd, model.torque(q, qd, qdd) - external)
        expected = (1.0 - np.exp(-BANDWIDTH * time))[:, None] * external
        errors.append(np.abs(found - expected).max())
    assert errors[-1] < 1e-3
    np.testing.assert_allclose(np.array(errors[:-1]) / errors[1:], 4.0, rtol=0.1)


@pytest.mark.parametrize("kind", ["newton_euler", "full", "pinocchio"])
def test_with_an_exact_model_there_is_nothing_where_nothing_touches_the_arm(arm: Arm, kind: str):
    true, period = load_model("newton_euler", arm), 0.002
    q, qd = np.array([0.0, -1.4, 1.4, 0.5, 0.2, 0.0]), np.zeros(6)
    observer = MomentumObserver(load_model(kind, arm), BANDWIDTH)
    rng, worst = np.random.default_rng(1), 0.0
    effort = true.gravity(q)
    slope = np.zeros(6)
    for k in range(300):
        worst = max(worst, float(np.abs(observer.update(k * period, q, qd, effort)).max()))
        if k % 50 == 0:
            slope = 20.0 * rng.standard_normal(6) * arm.maximum_torque / arm.maximum_torque.max()

        def rates(t: float, state: np.ndarray, start: np.ndarray = effort, change: np.ndarray = slope) -> np.ndarray:
            return np.r_[state[6:], true.acceleration(state[:6], state[6:], start + t * change)]

        y = np.r_[q, qd]
        k1 = rates(0.0, y)
        k2 = rates(0.5 * period, y + 0.5 * period * k1)
        k3 = rates(0.5 * period, y + 0.5 * period * k2)
        k4 = rates(period, y + period * k3)
        y = y + period / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        q, qd, effort = y[:6], y[6:], effort + period * slope
    assert np.abs(qd).max() > 0.5
    assert worst < 1e-3


def test_it_agrees_with_the_acceleration_filtered_alike(model: DynamicModel):
    time, q, qd, qdd = multi_sine(3.0, 500.0, seed=4)
    push = np.sin(2.0 * np.pi * 1.5 * time)[:, None] * np.array([8.0, 15.0, -6.0, 1.0, 0.5, 0.2])
    effort = model.torque(q, qd, qdd) - push
    found = observed(MomentumObserver(model, BANDWIDTH), time, q, qd, effort)
    expected = filtered_external_torque(model, BANDWIDTH, time, (q, qd, qdd), effort)
    np.testing.assert_allclose(found, expected, atol=2e-3)
    assert np.abs(expected).max() > 10.0


def test_friction_is_no_external_torque(model: DynamicModel):
    friction = [JointFriction(2.0, 1.5, 0.8, load=0.02)] * 6
    time, q, qd, qdd = multi_sine(1.0, 500.0)
    rigid = model.torque(q, qd, qdd)
    effort = rigid + joint_friction_torque(friction, qd, MEASURED_SMOOTHING, DEAD_BAND, load=rigid)
    with_it = observed(MomentumObserver(model, BANDWIDTH, friction), time, q, qd, effort)
    without = observed(MomentumObserver(model, BANDWIDTH), time, q, qd, effort)
    assert np.abs(with_it).max() < 0.15  # the measured torque, with friction, stands for the transmitted one
    assert np.abs(without).max() > 2.0


def test_external_torques_of_another_estimator_only_pass_the_low_pass(model: DynamicModel):
    observer = MomentumObserver(model, BANDWIDTH, external=True)
    external, q = np.array([10.0, -20.0, 5.0, 1.0, -1.0, 0.5]), np.array([0.3, -1.0, 1.2, 0.4, 0.7, -0.2])
    for time in (0.0, 0.01, 0.05):
        found = observer.update(time, q, q, external)
    np.testing.assert_allclose(found, (1.0 - np.exp(-BANDWIDTH * 0.05)) * external, rtol=1e-12)


def test_a_gap_begins_again(model: DynamicModel):
    observer, q = MomentumObserver(model, BANDWIDTH), np.zeros(6)
    for time in (0.0, 0.05, 0.1):
        observer.update(time, q, q, model.gravity(q) - 1.0)
    assert observer.external_torque.min() > 0.9
    assert not observer.update(0.3, q, q, model.gravity(q) - 1.0).any()
    observer.update(0.35, q, q, model.gravity(q) - 1.0)
    assert observer.external_torque.min() > 0.7
    observer.restart()
    assert not observer.external_torque.any()
    observer.update(0.0, q, q, q)  # an earlier time, after `restart`


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"bandwidth": 0.0}, "bandwidth"),
        ({"bandwidth": np.inf}, "bandwidth"),
        ({"bandwidth": 1.0, "longest_step": -1.0}, "longest_step"),
        ({"bandwidth": 1.0, "friction": [JointFriction()]}, r"friction.*\(6\)"),
    ],
)
def test_impossible_settings_are_refused(model: DynamicModel, options: dict, words: str):
    with pytest.raises(StateError, match=words):
        MomentumObserver(model, **options)


@pytest.mark.parametrize("time", [1.0, 0.5, np.nan])
def test_time_has_to_increase(model: DynamicModel, time: float):
    observer, q = MomentumObserver(model, BANDWIDTH), np.zeros(6)
    observer.update(1.0, q, q, q)
    with pytest.raises(StateError, match="time"):
        observer.update(time, q, q, q)
    with pytest.raises(StateError):
        observer.update(2.0, q[:3], q, q)


def test_of_any_arm():
    arm = load_arm(light_arm(fingers=False))
    model = load_model("newton_euler", arm)
    observer, q = MomentumObserver(model, BANDWIDTH), np.zeros(arm.n)
    observer.update(0.0, q, q, model.gravity(q) - 0.1)
    np.testing.assert_allclose(observer.update(0.1, q, q, model.gravity(q) - 0.1), 0.1 * (1.0 - np.exp(-3.0)))


@pytest.mark.parametrize("gap", [0.032, 0.06, 0.09])
def test_missing_samples_of_a_fast_motion_are_no_external_torque(arm: Arm, gap: float):
    """Joint 2 shakes at 12 Hz; what the efforts at the ends of the gap do not show is not taken for a contact."""
    model, w, q0 = load_model("newton_euler", arm), 2.0 * np.pi * 12.0, np.array([0.3, -0.6, 1.2, 0.2, 0.5, -0.3])
    observer, found = MomentumObserver(model, 50.0), []
    for time in np.arange(0.0, 1.5, 0.002):
        if 1.0 < time < 1.0 + gap:
            continue
        shape = np.eye(6)[1] * 0.02
        q, qd, qdd = q0 + shape * np.sin(w * time), shape * w * np.cos(w * time), -shape * w**2 * np.sin(w * time)
        found.append(observer.update(float(time), q, qd, model.torque(q, qd, qdd)))
    assert np.abs(found).max() < 0.01 * arm.maximum_torque[1]
