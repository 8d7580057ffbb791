"""The uncertainty is that of the estimate: each part against the errors that it describes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm
from helpers.replay.driven import multi_sine

from puma560_dynamics import Arm, load_arm, load_model
from puma560_dynamics.arm.friction import TYPICAL_SHARE
from puma560_dynamics.arm.joint_friction import JointFriction
from puma560_dynamics.arm.parts import Quantity
from puma560_dynamics.arm.tolerances import tolerances_of
from puma560_dynamics.control.observer.contact_bounds import contact_bounds
from puma560_dynamics.control.observer.dry_friction_bound import REVERSES
from puma560_dynamics.control.observer.momentum_observer import MomentumObserver
from puma560_dynamics.control.observer.torque_uncertainty import (
    ENOUGH_SAMPLES,
    FRICTION_CHANGES,
    FRICTION_UNKNOWN,
    LEAST,
    RESIDUAL_WIDTHS,
    STICKS,
    EstimateError,
    TorqueUncertainty,
    estimate_noise,
)
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.interface import DynamicModel
from puma560_dynamics.models.recursive.regressor import Regressor
from puma560_dynamics.simulation.plant_errors import PlantErrors, simulated_arm_of

BANDWIDTH = 30.0
QUIET: dict[str, Any] = {"effort_noise": np.zeros(6), "velocity_noise": np.zeros(6)}
Q = np.array([0.3, -1.0, 1.2, 0.4, 0.7, -0.2])


def errors(uncertainty: TorqueUncertainty, time, q, qd, effort) -> list[EstimateError]:
    return [uncertainty.update(float(t), *state) for t, *state in zip(time, q, qd, effort, strict=True)]


def test_the_part_of_the_parameters_is_the_error_of_the_estimate(arm: Arm, model: DynamicModel):
    """Every independent error of the parameters passes the low-pass; the root of the squares' sum is what is stated."""
    time, q, qd, qdd = multi_sine(1.0, 250.0)
    effort = model.torque(q, qd, qdd)
    frictionless = load_model("full", arm.with_(friction=(JointFriction(),) * 6))
    uncertainty = TorqueUncertainty(frictionless, BANDWIDTH, **QUIET)
    stated = np.array([each.model for each in errors(uncertainty, time, q, qd, effort)])
    stated[np.isinf(stated)] = 0.0  # before it is computed first
    effects = Regressor(arm).combined(q, qd, qdd, tolerances_of(arm).factor)
    found, keep = np.zeros_like(effects), np.exp(-BANDWIDTH / 250.0)
    for k in range(1, len(time)):
        found[k] = keep * found[k - 1] + (1.0 - keep) * 0.5 * (effects[k - 1] + effects[k])
    size = np.linalg.norm(found, axis=-1)
    rows = np.flatnonzero(np.any(np.diff(stated, axis=0) != 0.0, axis=1) & (time[1:] > 0.3)) + 1  # where it is computed
    assert len(rows) > 50
    assert np.abs((stated - size)[rows] / size[rows].max(axis=0)).max() < 0.06
    observer = MomentumObserver(model, BANDWIDTH)
    column = effects[..., 7]
    last = [observer.update(float(t), *one) for t, *one in zip(time, q, qd, effort + column, strict=True)][-1]
    np.testing.assert_allclose(-last, found[-1, :, 7], atol=5e-3 * np.abs(column).max())


def test_an_arm_without_tolerances_has_an_assumed_one(arm: Arm):
    bare = load_model("full", arm.with_(quantities={}))
    found = TorqueUncertainty(bare, BANDWIDTH, assumed=0.2, **QUIET)
    assert "20 %" in found.source
    rows = errors(found, 0.02 * np.arange(60), *np.tile(Q, (60, 1))[None], *np.zeros((2, 60, 6)))
    parts = [
        0.2 * load_model("newton_euler", arm.with_(links=_only(arm, link))).gravity(Q) for link in range(len(arm.links))
    ]
    model = load_model("newton_euler", arm)
    for index, link in enumerate(arm.links):  # a center of mass that is off by a fraction of the radius of gyration
        radius = np.sqrt(0.5 * np.trace(link.inertia) / link.mass) if link.mass else 0.0
        for step in 0.2 * radius * np.eye(3):
            off = replace(link, center_of_gravity=link.center_of_gravity + step)
            links = (*arm.links[:index], off, *arm.links[index + 1 :])
            parts.append(load_model("newton_euler", arm.with_(links=links)).gravity(Q) - model.gravity(Q))
    np.testing.assert_allclose(rows[-1].model, np.linalg.norm(parts, axis=0), rtol=1e-9, atol=1e-12)


def _only(arm: Arm, index: int):
    return tuple(
        link if number == index else replace(link, mass=0.0, inertia=np.zeros((3, 3)))
        for number, link in enumerate(arm.links)
    )


def test_an_identified_arm_has_the_error_of_its_predictions(arm: Arm):
    predicted = {f"prediction_error.{name}": Quantity(0.1 * k + 0.1, "N m") for k, name in enumerate(arm.joint_names)}
    found = TorqueUncertainty(load_model("full", arm.with_(quantities=predicted)), BANDWIDTH, **QUIET)
    rows = errors(found, 0.01 * np.arange(5), *np.tile(Q, (5, 1))[None], *np.ones((2, 5, 6)))
    np.testing.assert_allclose(rows[-1].model, 0.1 * np.arange(1, 7))
    assert "predictions" in found.source


def weak(arm: Arm) -> Arm:
    """The arm without break-away torques."""
    return arm.with_(motors=tuple(replace(motor, break_away_torque=0.0) for motor in arm.motors))


def test_friction_at_rest_is_that_which_the_simulated_arm_may_have(arm: Arm):
    """An arm whose description has kinetic friction alone (xArm 7), or a break-away torque below or above it."""
    friction = tuple(JointFriction(one, one) for one in (1.0, 2.0, 3.0, 0.5, 1.1, 1.3))
    for own in (weak(arm).with_(friction=friction), arm.with_(friction=friction)):
        bound = contact_bounds(load_model("full", own)).dry
        for seed in range(20):
            assert (simulated_arm_of(own, PlantErrors(seed=seed)).break_away <= bound).all()
    measured = {f"prediction_error.{name}": Quantity(0.1, "N m") for name in arm.joint_names}
    identified = weak(arm).with_(friction=friction, quantities={**arm.quantities, **measured})
    known = 1.0 + FRICTION_UNKNOWN["known"]
    kinetic = [known * one.dry for one in friction]
    np.testing.assert_allclose(contact_bounds(load_model("full", identified)).dry, kinetic)


def test_dry_friction_is_a_bound_at_rest_and_decays_in_motion(arm: Arm):
    """Without a break-away torque, friction at rest is typically kinetic friction divided by 0.6."""
    friction = (JointFriction(2.0, 1.5, 0.8),) * 6
    model = load_model("full", weak(arm).with_(friction=friction))
    uncertainty = TorqueUncertainty(model, BANDWIDTH, friction, **QUIET)
    time = 0.01 * np.arange(40)
    qd = np.where(time[:, None] >= 0.2, 0.3, 0.0) * np.ones(6)
    rows = errors(uncertainty, time, np.tile(Q, (40, 1)), qd, np.zeros((40, 6)))
    at_rest = 2.0 / TYPICAL_SHARE * (1.0 + FRICTION_UNKNOWN["known"])
    np.testing.assert_allclose(rows[19].held, at_rest)
    # The first sample in motion may have friction of the other direction; after 1 mrad it hardly may.
    bounds = at_rest * 2.0 * np.exp(-0.3 * (time[20:] - time[20]) / REVERSES)
    expected, keep = at_rest, np.exp(-BANDWIDTH * 0.01)
    for bound in bounds:
        expected = keep * expected + (1.0 - keep) * bound
    np.testing.assert_allclose(rows[39].held, expected, rtol=1e-9)
    assert expected < 0.01 * at_rest
    assert (rows[19].threshold >= at_rest).all()
    moving = FRICTION_UNKNOWN["known"] * (2.0 + 0.8 * 0.3)
    assert rows[39].model.min() >= moving * 0.99


def test_presliding_friction_is_inside_the_bound_at_every_reversal(arm: Arm, model: DynamicModel):
    """Dahl friction of the largest distance, from the exact solution between samples, in fast and slow reversals."""
    rate, dry = 500.0, 0.1 * arm.maximum_torque
    friction = tuple(JointFriction(float(one), float(one)) for one in dry)
    known = load_model("full", arm.with_(friction=friction))
    time = np.arange(1500) / rate
    omega = np.array([2.0, 3.0, 5.0, 7.0, 9.0, 11.0])
    size = np.array([0.5, 0.3, 0.2, 0.2, 0.1, 0.1])
    angle = time[:, None] * omega
    q, qd = Q + size * (1.0 - np.cos(angle)), size * omega * np.sin(angle)
    slip, states = np.zeros(6), np.zeros((len(time), 6))
    for k in range(1, len(time)):
        step = q[k] - q[k - 1]
        kept = np.exp(-np.abs(step) / REVERSES)
        slip = states[k] = kept * slip + np.sign(step) * (1.0 - kept)
    effort = known.torque(q, qd, size * omega**2 * np.cos(angle)) + dry * states
    observer = MomentumObserver(known, 150.0, friction)
    uncertainty = TorqueUncertainty(known, 150.0, friction, **QUIET)
    rows = errors(uncertainty, time, q, qd, effort)
    estimate = np.array([observer.update(float(t), *one) for t, *one in zip(time, q, qd, effort, strict=True)])
    held = np.array([row.held for row in rows])
    assert (np.abs(estimate) <= held + 0.02 * dry).all()
    assert (np.abs(estimate).max(axis=0) > 1.2 * dry).all()  # more than friction at rest
    assert (np.median(held, axis=0) < 0.25 * dry).all()


def test_dry_friction_is_new_at_every_sample(arm: Arm):
    friction = (JointFriction(2.0, 2.0),) * 6
    model = load_model("full", arm.with_(friction=friction))
    uncertainty = TorqueUncertainty(model, BANDWIDTH, friction, **QUIET)
    time = 0.001 * np.arange(30)
    rows = errors(uncertainty, time, np.tile(Q, (30, 1)), np.full((30, 6), 0.5), np.zeros((30, 6)))
    turned = [uncertainty.update(0.03 + 0.001 * k, Q, np.full(6, -0.5), np.zeros(6)) for k in range(3)]
    assert not rows[-1].held.any()
    assert (np.diff([row.held for row in turned], axis=0, prepend=0.0) > 0.0).all()
    np.testing.assert_allclose(turned[2].threshold - turned[1].threshold, turned[2].held - turned[1].held)


def test_the_threshold_of_an_identified_arm_covers_errors_that_change(arm: Arm):
    friction = (JointFriction(2.0, 2.0, 5.0),) * 6
    predicted = {f"prediction_error.{name}": Quantity(0.3, "N m") for name in arm.joint_names}
    model = load_model("full", arm.with_(friction=friction, quantities=predicted))
    found = TorqueUncertainty(model, BANDWIDTH, friction, effort_noise=np.full(6, 2.0), velocity_noise=np.zeros(6))
    row = errors(found, 0.01 * np.arange(5), np.tile(Q, (5, 1)), np.full((5, 6), 1.0), np.zeros((5, 6)))[-1]
    changes = FRICTION_CHANGES * (2.0 + 5.0)
    np.testing.assert_allclose(row.model, np.hypot(0.3, changes))
    expected = RESIDUAL_WIDTHS * np.sqrt(0.3**2 + changes**2 + row.noise**2)
    np.testing.assert_allclose(row.threshold, np.maximum(expected, LEAST * arm.maximum_torque))


def test_friction_of_coupled_motors_is_held_where_the_motor_stands():
    arm = load_arm("puma560_coupled_wrist")
    uncertainty = TorqueUncertainty(load_model("newton_euler", arm), BANDWIDTH, **QUIET)
    motors = np.array([2.0, 2.0, 2.0, 2.0, 0.0, 2.0])  # joint 5 turns, motor 5 does not
    qd = np.linalg.solve(arm.transmission, motors)
    assert abs(qd[4]) > 0.01
    rows = errors(uncertainty, 0.01 * np.arange(2), np.tile(Q, (2, 1)), np.tile(qd, (2, 1)), np.zeros((2, 6)))
    dry = max(arm.break_away_torque[4], STICKS * arm.maximum_torque[4])
    np.testing.assert_allclose(rows[-1].held, dry * np.abs(arm.transmission[4]), atol=1e-12)


def test_unknown_friction_costs_what_is_stated(arm: Arm):
    uncertainty = TorqueUncertainty(load_model("full", arm), BANDWIDTH, **QUIET)
    rows = errors(uncertainty, 0.01 * np.arange(3), np.tile(Q, (3, 1)), *np.zeros((2, 3, 6)))
    np.testing.assert_allclose(rows[-1].held, np.maximum(arm.break_away_torque, STICKS * arm.maximum_torque))
    free = weak(arm).with_(friction=(JointFriction(),) * 6)
    uncertainty = TorqueUncertainty(load_model("full", free), BANDWIDTH, free.friction, **QUIET)
    rows = errors(uncertainty, 0.01 * np.arange(3), np.tile(Q, (3, 1)), *np.zeros((2, 3, 6)))
    assert not rows[-1].held.any()
    assert rows[-1].threshold[5] == pytest.approx(LEAST * arm.maximum_torque[5])


def test_the_noise_of_the_estimate_is_as_stated_and_measured(arm: Arm, model: DynamicModel):
    rng, period, count = np.random.default_rng(3), 0.02, 1000
    effort, velocity = np.array([1.0, 2.0, 1.0, 0.2, 0.2, 0.1]), np.full(6, 1e-3)
    for sizes in ((effort, np.zeros(6)), (np.zeros(6), velocity)):
        observer, measured = MomentumObserver(model, BANDWIDTH), TorqueUncertainty(model, BANDWIDTH)
        found = np.empty((count, 6))
        for k in range(count):
            tau = model.gravity(Q) + sizes[0] * rng.standard_normal(6)
            qd = sizes[1] * rng.standard_normal(6)
            found[k] = observer.update(period * k, Q, qd, tau)
            error = measured.update(period * k, Q, qd, tau)
        stated = estimate_noise(model, BANDWIDTH, Q, period, *sizes)
        np.testing.assert_allclose(found[50:].std(axis=0), stated, rtol=0.15)
        np.testing.assert_allclose(error.noise, stated, rtol=0.1, atol=1e-12)


def test_a_motion_is_no_noise(model: DynamicModel):
    time, q, qd, qdd = multi_sine(2.0, 250.0)
    effort = model.torque(q, qd, qdd)
    rows = errors(TorqueUncertainty(model, BANDWIDTH), time, q, qd, effort)
    assert np.isinf(rows[ENOUGH_SAMPLES // 2].threshold).all()
    assert (rows[-1].noise < 2e-3 * model.arm.maximum_torque).all()


def test_band_and_limit():
    found = EstimateError(np.array([3.0]), np.array([4.0]), np.array([1.0]), np.array([20.0]))
    assert found.band == pytest.approx(11.0)
    assert found.detection_limit == pytest.approx(31.0)


def test_after_a_gap_the_joints_are_judged_anew(arm: Arm, model: DynamicModel):
    uncertainty = TorqueUncertainty(model, BANDWIDTH, **QUIET)
    errors(uncertainty, 0.01 * np.arange(30), np.tile(Q, (30, 1)), np.full((30, 6), 0.5), np.zeros((30, 6)))
    assert uncertainty.error.held.max() < 1e-2
    uncertainty.update(2.0, Q, np.zeros(6), np.zeros(6))
    assert uncertainty.update(2.01, Q, np.zeros(6), np.zeros(6)).held.min() > 1.0


@pytest.mark.parametrize(
    "options", [{"effort_noise": [1.0, 2.0]}, {"velocity_noise": [-1.0] * 6}, {"assumed": -0.1}, {"assumed": np.inf}]
)
def test_impossible_settings_are_refused(model: DynamicModel, options: dict):
    with pytest.raises(StateError, match=next(iter(options))):
        TorqueUncertainty(model, BANDWIDTH, **options)


def test_of_any_arm():
    arm = load_arm(light_arm(fingers=False))
    uncertainty = TorqueUncertainty(load_model("newton_euler", arm), BANDWIDTH)
    q = np.zeros(arm.n)
    for k in range(ENOUGH_SAMPLES + 10):
        error = uncertainty.update(0.01 * k, q, q, q)
    assert np.isfinite(error.detection_limit).all()
    assert (error.threshold > 0.0).all()
