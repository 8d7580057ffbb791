"""A load is found with its interval; what the motion does not show is said; errors of the model cancel."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from helpers.control.lifted_load import GRIP, POSES, samples

from puma560_dynamics import Payload, load_arm, load_model
from puma560_dynamics.arm import JointFriction
from puma560_dynamics.control.load.load_estimate import LoadEstimate
from puma560_dynamics.control.load.load_filter import LoadFilter
from puma560_dynamics.control.load.load_rows import HIDDEN_TOOL, LOAD, LoadRows, model_errors
from puma560_dynamics.control.load.load_tracker import SETTLED
from puma560_dynamics.models.payload.payload import MODEL_FRAME, attached

LOAD_3KG = Payload.of(3.0, (0.03, -0.02, 0.12), (0.01, 0.012, 0.008, 0.0, 0.001, 0.0), MODEL_FRAME)
STICKY = tuple(JointFriction(0.7 * dry, 0.6 * dry, 0.5 * dry) for dry in (6.3, 5.5, 2.6, 1.3, 1.0, 1.2))


@pytest.fixture(scope="module")
def arm():
    return load_arm("akb1986")


@pytest.fixture(scope="module")
def model(arm):
    return load_model("generated", arm)


def estimated(model, recorded) -> LoadEstimate:
    """The estimate after a grip at `GRIP`."""
    return filtered(model, recorded).estimate


def filtered(model, recorded, largest: float = 20.0) -> LoadFilter:
    """The filter after a grip at `GRIP`."""
    rows = LoadRows(model)
    found, gripped = LoadFilter(rows, largest), False
    for one in recorded:
        if one.time >= GRIP and not gripped:
            found.grip()
            gripped = True
        row = rows.update(one.time, one.q, one.qd, one.effort)
        if row is not None and not GRIP <= one.time < GRIP + SETTLED:
            found.use(row)
    return found


def standard(load: Payload) -> np.ndarray:
    """Parameters of a load in the order of the regressor's columns."""
    c = load.center_of_mass
    tensor = load.inertia + load.mass * (c @ c * np.eye(3) - np.outer(c, c))
    return np.array(
        [load.mass, *(load.mass * c), *(tensor[i] for i in ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)))]
    )


def test_equations_are_those_of_the_load(arm, model):
    """Without friction, noise and errors, the torque beyond the model is the regressor times the load's parameters."""
    frictionless = tuple(JointFriction() for _ in arm.joints)
    rows = LoadRows(model, frictionless, effort_noise=[1e-6] * 6, velocity_noise=[1e-9] * 6)
    worst, largest, count = 0.0, 0.0, 0
    for one in samples(arm, LOAD_3KG, noise=0.0, shaky=0.0, rate=1000.0):
        row = rows.update(one.time, one.q, one.qd, one.effort)
        if row is not None and one.time > GRIP + 0.5:
            count += 1
            difference = row.torque - row.load @ standard(LOAD_3KG)
            worst, largest = max(worst, float(np.abs(difference).max())), max(largest, float(np.abs(row.torque).max()))
    assert count > 30
    assert worst < 0.01 * largest


@pytest.mark.parametrize("column", [0, 7, 20, 30, -1])
def test_errors_of_the_model_have_their_effect(arm, model, column: int):
    """An arm whose parameters are off by one column of the factor, and one with a tool that the model lacks."""
    frictionless = tuple(JointFriction() for _ in arm.joints)
    rows = LoadRows(model, frictionless, effort_noise=[1e-6] * 6, velocity_noise=[1e-9] * 6)
    own = model_errors(arm, 0.1)
    place = own.shape[1] if column == -1 else column
    scale = 0.0 if column == -1 else 1.0
    tool = HIDDEN_TOOL * sum(link.mass for link in arm.links) if column == -1 else 0.0
    true = attached(arm, Payload(tool, link=MODEL_FRAME))
    worst = largest = 0.0
    for one in samples(true, Payload(), noise=0.0, shaky=0.0, rate=1000.0, end=2.0):
        x = one.time / 2.0
        step = np.array(POSES[1]) - np.array(POSES[0])
        qdd = step * 60.0 * x * (1.0 - x) * (1.0 - 2.0 * x) / 4.0
        off = model.regressor(one.q, one.qd, qdd) @ own[:60] + qdd[:, None] * own[60:]
        row = rows.update(one.time, one.q, one.qd, one.effort + scale * off[:, column])
        if row is not None and one.time > 0.5:
            worst = max(worst, float(np.abs(row.torque - row.errors[:, place]).max()))
            largest = max(largest, float(np.abs(row.torque).max()))
    assert largest > 0.0
    assert worst < 0.02 * largest + 1e-6


def test_friction_that_holds_a_part_of_the_load_at_rest_is_within_the_interval(arm, model):
    """After the grip the arm rests, and every joint's friction takes over nearly its break-away torque."""
    pose = np.array(POSES[1])
    for sign in (1.0, -1.0):
        held = sign * 0.8 * arm.break_away_torque * np.array([1, -1, 1, 1, -1, 1])
        recorded = samples(arm, LOAD_3KG, poses=(POSES[0], pose, pose, pose), friction=STICKY, held=held)
        found = filtered(model, recorded)
        difference = found._mean[:LOAD] - standard(LOAD_3KG)
        weighted = difference @ np.linalg.solve(found._covariance[:LOAD, :LOAD], difference)
        assert weighted < 29.6, weighted  # 99.9 % of chi-squared for ten parameters
        effect = model.regressor(pose, np.zeros(6), np.zeros(6))[:, -LOAD:]
        known = np.sqrt(np.diag(effect @ found._covariance[:LOAD, :LOAD] @ effect.T))
        share = known[1:3] / arm.break_away_torque[1:3]  # joints that carry the load
        assert (share > 0.5).all(), share
        assert (share < 3.0).all(), share


def test_mass_and_center_are_within_their_intervals_with_friction_and_errors_of_the_arm(arm, model):
    """Half of the break-away torque counts as friction, and the arm's tool and masses are not those of the model."""
    links = [replace(link, mass=1.03 * link.mass) for link in arm.links]
    true = attached(arm.with_(links=tuple(links)), Payload(0.1, (0.0, 0.05, 0.1), link=MODEL_FRAME))
    found = estimated(model, samples(true, LOAD_3KG, friction=STICKY))
    assert found.shown
    assert abs(found.mass - 3.0) < 2.0 * found.mass_error
    assert found.mass_error < 0.15
    assert (np.abs(found.center_of_mass - LOAD_3KG.center_of_mass) < 2.5 * found.center_error).all()
    assert (found.center_error < 0.02).all()
    assert found.payload().link == MODEL_FRAME


def test_a_constant_error_of_the_tool_cancels(arm, model):
    """A tool of 0.15 kg that the model lacks is there before and after the grip."""
    tool = Payload(0.15, (0.0, 0.0, 0.1), link=MODEL_FRAME)
    with_tool, without = (
        estimated(model, samples(attached(arm, each), LOAD_3KG, friction=STICKY)) for each in (tool, Payload())
    )
    assert abs(with_tool.mass - without.mass) < 0.06


def test_nothing_gripped_is_no_load(arm, model):
    found = estimated(model, samples(arm, Payload(), friction=STICKY))
    assert abs(found.mass) < 2.0 * found.mass_error
    assert "mass" in found.hidden


def test_what_one_pose_does_not_show_is_named(arm, model):
    """With its tip down, a rest does not show the height of the center."""
    pose = np.array(POSES[1])
    found = estimated(model, samples(arm, LOAD_3KG, poses=(POSES[0], pose, pose, pose), friction=STICKY))
    assert not found.shown
    assert any(name.startswith("center of mass") or name == "mass" for name in found.hidden)
    assert found.inertia is None


def test_more_samples_at_rest_add_no_knowledge(arm, model):
    """Dry friction and what the model lacks are the same in every sample."""
    pose = np.array(POSES[1])
    short, long = (
        estimated(model, samples(arm, LOAD_3KG, poses=(POSES[0], pose, pose, pose), friction=STICKY, end=end))
        for end in (3.5, 12.0)
    )
    assert long.mass_error > 0.7 * short.mass_error


def test_an_effort_off_by_its_scale_is_within_the_interval_of_that_scale(arm, model):
    rows = LoadRows(model)
    wide = LoadFilter(rows, 20.0, effort_tolerance=0.05)
    narrow = LoadFilter(rows, 20.0, effort_tolerance=0.0)
    wide.grip()
    narrow.grip()
    for one in samples(arm, LOAD_3KG, gain=1.05, friction=STICKY):
        row = rows.update(one.time, one.q, one.qd, one.effort)
        if row is not None and one.time > GRIP:
            wide.use(row)
            narrow.use(row)
    assert abs(wide.estimate.mass - 3.0) < 2.0 * wide.estimate.mass_error
    assert wide.estimate.mass_error > narrow.estimate.mass_error


def test_a_release_ends_the_load_and_keeps_what_is_known_of_the_arm(arm, model):
    rows = LoadRows(model)
    found = LoadFilter(rows, 20.0)
    for one in samples(arm, LOAD_3KG, friction=STICKY):
        row = rows.update(one.time, one.q, one.qd, one.effort)
        if row is not None and one.time < GRIP:
            found.use(row)
    first = found.copy()
    first.grip()
    found.grip()
    found.release()
    found.grip()
    np.testing.assert_array_equal(found.estimate.covariance, first.estimate.covariance)
    assert not found._mean[:LOAD].any()


def test_a_load_without_mass_is_refused_as_payload():
    empty = LoadEstimate.of(np.zeros(10), 0.01 * np.eye(10))
    with pytest.raises(Exception, match="nothing was gripped"):
        empty.payload()
    assert empty.hidden == ("mass",)
