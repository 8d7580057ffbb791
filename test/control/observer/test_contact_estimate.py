"""The loop's estimate is that of the momentum observer, its thresholds are not below those of the full uncertainty."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.control.touched_arm import Touch, TouchedArm, off_by_tolerances, swinging
from helpers.replay.driven import multi_sine

from puma560_dynamics import Arm, load_arm, load_model
from puma560_dynamics.arm.friction import arm_friction, friction_torque
from puma560_dynamics.arm.joint_friction import JointFriction
from puma560_dynamics.control.observer.contact_bounds import contact_bounds
from puma560_dynamics.control.observer.contact_estimate import FROZEN_S, GRAVITY, MODEL_TORQUE, ContactEstimate
from puma560_dynamics.control.observer.dry_friction_bound import REVERSES
from puma560_dynamics.control.observer.momentum_observer import MomentumObserver
from puma560_dynamics.control.observer.torque_uncertainty import ENOUGH_SAMPLES, TorqueUncertainty
from puma560_dynamics.models.interface import DynamicModel

BANDWIDTH = 50.0

Q = np.array([0.2, -0.9, 1.4, 0.3, 0.6, 0.1])


def estimate_of(arm: Arm, **options) -> ContactEstimate:
    return ContactEstimate(arm, contact_bounds(load_model("newton_euler", arm)), BANDWIDTH, arm.velocity, **options)


def fed(estimate: ContactEstimate, model: DynamicModel, time, q, qd, effort, counts: bool = True):
    """Estimates and thresholds (N, n), and the joint touched after each sample."""
    rows = []
    for step, at, velocity, measured in zip(np.diff(time, prepend=time[0]), q, qd, effort, strict=True):
        assert estimate.usable(float(step), velocity, measured)
        joint = estimate.update(float(step), at, velocity, measured, model.torque_and_gravity, counts)
        rows.append((estimate.torque, estimate.threshold, joint))
    torque, threshold, joints = zip(*rows, strict=True)
    return np.array(torque), np.array(threshold), list(joints)


@pytest.mark.parametrize("without", ["nothing", GRAVITY, MODEL_TORQUE])
def test_the_estimate_approaches_that_of_the_momentum_observer_with_the_square_of_the_period(arm, model, without):
    external = np.array([10.0, -20.0, 5.0, 1.0, -1.0, 0.5])
    errors = []
    for rate in (250.0, 500.0, 1000.0):
        time, q, qd, qdd = multi_sine(1.0, rate)
        effort = model.torque(q, qd, qdd) - external
        observer = MomentumObserver(model, BANDWIDTH, external=without == MODEL_TORQUE)
        given = {GRAVITY: effort - model.gravity(q), MODEL_TORQUE: external * np.cos(time)[:, None]}
        seen = given[MODEL_TORQUE] if without == MODEL_TORQUE else effort
        expected = [observer.update(float(t), *state) for t, *state in zip(time + 1.0, q, qd, seen, strict=True)]
        bounds = replace(
            contact_bounds(load_model("newton_euler", arm)), friction={}
        )  # the sign of a velocity is not smooth
        estimate = ContactEstimate(arm, bounds, BANDWIDTH, arm.velocity, without=without)
        found, _, _ = fed(estimate, model, time, q, qd, given.get(without, effort))
        errors.append(np.abs(found - expected).max() / arm.maximum_torque.max())
    if without == MODEL_TORQUE:
        assert max(errors) < 1e-12
    else:
        assert errors[-1] < 3e-4
        assert errors[0] > 3.0 * errors[1] > 9.0 * errors[2]


def test_a_constant_torque_at_rest_appears_with_exactly_the_stated_pole(arm, model):
    q, external = np.array([0.3, -1.0, 1.2, 0.4, 0.7, -0.2]), np.array([10.0, -20.0, 5.0, 1.0, -1.0, 0.5])
    time = np.r_[0.0, np.cumsum(np.random.default_rng(0).uniform(0.001, 0.09, 40))]
    effort = np.tile(model.gravity(q) - external, (len(time), 1))
    found, _, _ = fed(estimate_of(arm), model, time, np.tile(q, (len(time), 1)), 0.0 * effort, effort)
    expected = (1.0 - np.exp(-BANDWIDTH * time))[:, None] * external
    np.testing.assert_allclose(found, expected, atol=1e-12 * np.abs(effort).max())


def test_dry_friction_that_yields_at_a_reversal_is_no_contact(arm, model):
    """Dahl friction of the largest distance: at a reversal it keeps the other direction for a while."""
    rate, dry = 500.0, 0.1 * arm.maximum_torque
    known = {f"prediction_error.{name}": one for name, one in _predictions(arm, 0.001).items()}
    real = arm.with_(
        friction=tuple(JointFriction(float(one), float(one)) for one in dry), quantities={**arm.quantities, **known}
    )
    time = np.arange(1500) / rate
    omega = np.array([2.0, 3.0, 5.0, 7.0, 9.0, 11.0])
    size, angle = np.array([0.5, 0.3, 0.2, 0.2, 0.1, 0.1]), time[:, None] * omega
    q, qd = Q + size * (1.0 - np.cos(angle)), size * omega * np.sin(angle)
    slip, states = np.zeros(6), np.zeros((len(time), 6))
    for k in range(1, len(time)):
        step = q[k] - q[k - 1]
        kept = np.exp(-np.abs(step) / REVERSES)
        slip = states[k] = kept * slip + np.sign(step) * (1.0 - kept)
    noise = 0.001 * arm.maximum_torque * np.random.default_rng(0).standard_normal((len(time), 6))
    effort = model.torque(q, qd, size * omega**2 * np.cos(angle)) + dry * states + noise
    fast = ContactEstimate(real, contact_bounds(load_model("newton_euler", real)), 150.0, arm.velocity)
    found, threshold, joints = fed(fast, model, time, q, qd, effort)
    assert set(joints) == {None}
    assert (np.abs(found).max(axis=0) > 1.2 * dry).all()  # more than dry friction
    assert (np.median(threshold, axis=0) < 0.6 * dry).all()


def arms() -> list[Arm]:
    puma = load_arm("akb1986")
    known = {f"prediction_error.{name}": quantity for name, quantity in _predictions(puma).items()}
    return [puma, load_arm("stanford1983"), puma.with_(quantities={**puma.quantities, **known})]


def _predictions(arm: Arm, share: float = 0.02):
    one = next(iter(arm.quantities.values()))
    return {
        name: replace(one, value=share * most) for name, most in zip(arm.joint_names, arm.maximum_torque, strict=True)
    }


@pytest.mark.parametrize("arm", arms(), ids=["puma", "stanford", "identified"])
def test_thresholds_are_hardly_below_and_not_far_above_those_of_the_whole_covariance(arm: Arm):
    """Both get the same noisy samples of motions up to 4 rad/s² in six places of the arm's range.

    Dry friction at rest is left out: the loop notices it in every sample, the full uncertainty every 10 ms.
    """
    rng, model = np.random.default_rng(3), load_model("newton_euler", arm)
    ratios, least = [], 0.01 * arm.maximum_torque
    for _ in range(6):
        estimate, whole = estimate_of(arm), TorqueUncertainty(model, BANDWIDTH, arm_friction(arm)[0])
        low, high = arm.pose_range
        middle, phase = rng.uniform(low, high), rng.uniform(0.0, 6.3, arm.n)
        size, omega = 0.4 * arm.motion_scale, rng.uniform(0.5, 3.0, arm.n)
        for k in range(400):
            angle = omega * 0.002 * k + phase
            q, qd = middle + size * np.sin(angle), size * omega * np.cos(angle)
            effort = model.torque(q, qd, -size * omega**2 * np.sin(angle))
            qd = qd + 1e-3 * arm.motion_scale * rng.standard_normal(arm.n)
            effort = effort + 0.003 * arm.maximum_torque * rng.standard_normal(arm.n)
            estimate.update(0.002 if k else 0.0, q, qd, effort, model.torque_and_gravity, True)
            expected = whole.update(1.0 + 0.002 * k, q, qd, effort).threshold
            if k > 150:
                loop, full = estimate.threshold - estimate._held, expected - whole._held
                ratios.append(np.maximum(loop, least) / np.maximum(full, least))
    found = np.array(ratios)
    assert np.percentile(found, 1) > 0.93
    assert np.median(found) < 1.6


def test_a_threshold_is_infinite_before_the_noise_is_known(arm, model):
    time, q, qd, qdd = multi_sine(1.0, 200.0)
    _, threshold, _ = fed(estimate_of(arm), model, time, q, qd, model.torque(q, qd, qdd))
    assert np.isinf(threshold[: ENOUGH_SAMPLES + 3]).all()
    assert np.isfinite(threshold[ENOUGH_SAMPLES + 4 :]).all()


def test_what_held_the_arm_before_it_counts_is_forgotten(arm, model):
    time, q = 0.001 * np.arange(300), np.tile([0.3, -1.0, 1.2, 0.4, 0.7, -0.2], (300, 1))
    estimate, noise = estimate_of(arm), 1e-3 * np.random.default_rng(0).standard_normal(q.shape)
    braked, _, joints = fed(estimate, model, time, q, 0.0 * q, noise, counts=False)  # a brake carries the weight
    assert abs(braked[-1, 1]) > 20.0 and set(joints) == {None} and not estimate.touched
    free, _, joints = fed(estimate, model, time + 0.3, q, 0.0 * q, model.gravity(q) + noise)
    assert np.abs(free).max() < 0.5 and set(joints) == {None}


def test_a_push_on_a_simulated_arm_is_found_at_once_and_nothing_else(arm):
    """A force of 200 N at link 4, in motion, with all masses off by their tolerances."""
    reference = swinging([0.1, -0.8, 1.3, 0.2, 0.4, 0.0], 5)
    touch = Touch(1.0, 1.3, "link4", (0.0, 0.0, -200.0))
    made = TouchedArm(arm, off_by_tolerances(arm, 2)).record(2.0, 1000.0, reference, [touch], (0.001, 0.003))
    found, threshold, joints = fed(estimate_of(arm), load_model("full", arm), made.time, made.q, made.qd, made.effort)
    seen = [time for time, joint in zip(made.time, joints, strict=True) if joint is not None]
    assert seen and 1.0 < seen[0] < 1.02
    assert seen[-1] < 1.36
    over = np.abs(found) > threshold
    first = made.time[np.flatnonzero(over.any(axis=1))[0]]
    assert seen[0] - first <= 0.0011  # two successive samples


def test_efforts_that_cannot_be_measured_are_not_usable(arm):
    estimate, q = estimate_of(arm), np.zeros(6)
    assert not estimate.usable(0.001, q, None)
    for bad in (np.zeros(5), np.array([0.0] * 5 + [np.nan]), np.full(6, np.inf), np.full(6, 2e9)):
        assert not estimate.usable(0.001, q, bad)
    assert estimate.usable(0.001, q, np.zeros(6))


@pytest.mark.parametrize(("speed", "frozen"), [(0.1, True), (0.0, False)])
def test_efforts_that_stay_while_the_arm_moves_are_frozen(arm, model, speed: float, frozen: bool):
    estimate, effort, qd = estimate_of(arm), np.full(6, 1.0), np.array([speed, 0.0, 0.0, 0.0, 0.0, 0.0])
    usable = []
    for k in range(round(FROZEN_S / 0.004) + 5):
        usable.append(estimate.usable(0.004, qd, effort))
        if usable[-1]:
            estimate.update(0.004, 0.004 * k * qd, qd, effort, model.torque_and_gravity, True)
        else:
            estimate.skip(0.004)
    assert usable[-1] is not frozen
    assert all(usable[:120])
    assert estimate.usable(0.004, qd, effort + 1e-9)


def test_a_few_missing_efforts_leave_the_estimate_in_place(arm, model):
    """Every third effort is missing: the estimate still follows a push, over longer steps."""
    q, push = np.array([0.3, -1.0, 1.2, 0.4, 0.7, -0.2]), np.array([0.0, 40.0, 0.0, 0.0, 0.0, 0.0])
    estimate, still = estimate_of(arm), np.zeros(6)
    for k in range(301):
        if k % 3 == 2:
            estimate.skip(0.001)
        else:
            estimate.update(0.001 if k else 0.0, q, still, model.gravity(q) - push, model.torque_and_gravity, True)
    np.testing.assert_allclose(estimate.torque, (1.0 - np.exp(-BANDWIDTH * 0.3)) * push, atol=1e-9)


def _shaken(rate: float, seconds: float) -> tuple[np.ndarray, ...]:
    """Times and states of joint 2 that shakes with 12 Hz: its effort changes sign within 42 ms."""
    time = np.arange(0.0, seconds, 1.0 / rate)
    turn, size = 2.0 * np.pi * 12.0, np.array([0.0, 0.004, 0.0, 0.0, 0.0, 0.0])
    waves = (np.sin(turn * time), turn * np.cos(turn * time), -(turn**2) * np.sin(turn * time))
    q, qd, qdd = (np.outer(wave, size) for wave in waves)
    return time, Q + q, qd, qdd


@pytest.mark.parametrize("lost", [0.01, 0.02, 0.035, 0.06, 0.09])
def test_missing_samples_in_motion_are_no_contact(arm, model, lost: float):
    """Efforts in a gap are not known: without them the mean of its ends is taken for that of the gap."""
    time, q, qd, qdd = _shaken(1000.0, 2.0)
    effort = model.torque(q, qd, qdd) + np.random.default_rng(3).normal(0.0, 0.05, q.shape)
    friction = friction_torque(arm, qd)
    for begin in np.arange(1.0, 1.1, 0.007):
        there = (time <= begin) | (time >= begin + lost)
        estimate = estimate_of(arm)
        _, _, joints = fed(estimate, model, time[there], q[there], qd[there], (effort + friction)[there])
        assert set(joints) == {None}, begin


@pytest.mark.parametrize("lost", [0.01, 0.035, 0.09])
def test_a_push_that_lasts_through_a_gap_is_still_felt(arm, model, lost: float):
    push = np.array([0.0, 40.0, 0.0, 0.0, 0.0, 0.0])
    time = np.arange(0.0, 2.0, 0.001)
    there = (time <= 1.5) | (time >= 1.5 + lost)
    time = time[there]
    q, still = np.tile(Q, (len(time), 1)), np.zeros((len(time), 6))
    effort = model.gravity(Q) - np.where(time >= 1.0, 1.0, 0.0)[:, None] * push
    effort = effort + np.random.default_rng(4).normal(0.0, 0.05, q.shape)
    found, _, joints = fed(estimate_of(arm), model, time, q, still, effort)
    at_gap = int(np.searchsorted(time, 1.5 + lost))
    assert {joints[k] for k in range(at_gap - 100, at_gap)} == {1}
    assert joints[at_gap] is None  # the efforts in the gap are not known
    assert {joints[k] for k in range(at_gap + 2, len(time))} == {1}
    np.testing.assert_array_equal(found[at_gap], found[at_gap - 1])


def test_a_source_of_states_that_becomes_slower_is_followed(arm, model):
    """The mean step follows the new one: a push is felt after a few samples."""
    push = np.array([0.0, 40.0, 0.0, 0.0, 0.0, 0.0])
    time = np.concatenate([np.arange(0.0, 1.0, 0.001), np.arange(1.0, 3.0, 0.01)])
    q, still = np.tile(Q, (len(time), 1)), np.zeros((len(time), 6))
    effort = model.gravity(Q) - np.where(time >= 1.0, 1.0, 0.0)[:, None] * push
    found, _, _ = fed(estimate_of(arm), model, time, q, still, effort)
    assert np.abs(found[time < 1.4] - push).max() > 30.0  # it has changed
    np.testing.assert_allclose(found[time > 1.4], np.tile(push, (int((time > 1.4).sum()), 1)), atol=1.0)
