"""The tracker begins by a trigger after the lift, or by the weight itself, and tells it from a contact."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.control.lifted_load import GRIP, samples

from puma560_dynamics import Payload, StateError, load_arm, load_model
from puma560_dynamics.arm import JointFriction
from puma560_dynamics.control.load.load_limits import check_load, largest_mass
from puma560_dynamics.control.load.load_tracker import Carries, LoadTracker
from puma560_dynamics.models.payload.payload import MODEL_FRAME

LOAD_4KG = Payload(4.0, (0.03, -0.02, 0.12), link=MODEL_FRAME)
STICKY = tuple(JointFriction(0.7 * dry, 0.6 * dry, 0.5 * dry) for dry in (6.3, 5.5, 2.6, 1.3, 1.0, 1.2))


@pytest.fixture(scope="module")
def arm():
    return load_arm("akb1986")


@pytest.fixture(scope="module")
def model(arm):
    return load_model("generated", arm)


def test_a_gripped_load_is_weighed_after_the_lift_only(arm, model):
    tracker = LoadTracker(model)
    states = []
    for one in samples(arm, LOAD_4KG, friction=STICKY):
        if one.time >= GRIP and tracker.carries is Carries.NOTHING:
            tracker.grip()
        tracker.update(one.time, one.q, one.qd, one.effort)
        states.append((one.time, tracker.carries))
        if tracker.carries is not Carries.LOAD:
            assert tracker.estimate is None
    begins = next(time for time, state in states if state is Carries.LOAD)
    assert GRIP + 0.2 < begins < GRIP + 1.0
    assert tracker.estimate is not None
    assert abs(tracker.estimate.mass - 4.0) < 2.0 * tracker.estimate.mass_error
    tracker.grip()
    assert tracker.carries is Carries.LOAD  # a second trigger changes nothing
    tracker.release()
    assert (tracker.carries, tracker.estimate) == (Carries.NOTHING, None)


def test_missing_states_and_a_clock_that_is_set_back_leave_the_load(arm, model):
    """Half a second without states while the load is carried, and then the stamps begin again."""
    tracker, before = LoadTracker(model), None
    for one in samples(arm, LOAD_4KG, friction=STICKY):
        if one.time >= GRIP and tracker.carries is Carries.NOTHING:
            tracker.grip()
        if 4.0 < one.time < 4.5:
            before = tracker.estimate
            continue
        if one.time > 5.0 and before is not None:
            tracker.restart()
            before = None
        tracker.update(one.time - (4.0 if one.time > 5.0 else 0.0), one.q, one.qd, one.effort)
        if tracker.carries is Carries.LOAD and one.time > 4.6:
            assert tracker.estimate is not None
            assert abs(tracker.estimate.mass - 4.0) < 2.5 * tracker.estimate.mass_error
    assert tracker.carries is Carries.LOAD


def test_a_weight_is_found_without_a_trigger_and_its_release_too(arm, model):
    tracker = LoadTracker(model, by_weight=True)
    found: dict[Carries, float] = {}
    for one in samples(arm, LOAD_4KG, friction=STICKY, release=5.0, end=6.0):
        tracker.update(one.time, one.q, one.qd, one.effort)
        found.setdefault(tracker.carries, one.time)
        if one.time < 5.0 and tracker.estimate is not None:
            last = tracker.estimate
    assert GRIP < found[Carries.LOAD] < GRIP + 3.0
    assert abs(last.mass - 4.0) < 2.5 * last.mass_error
    assert tracker.carries is Carries.NOTHING
    assert not tracker.contact


def test_without_the_hypothesis_a_weight_starts_nothing(arm, model):
    tracker = LoadTracker(model)
    for one in samples(arm, LOAD_4KG, friction=STICKY):
        tracker.update(one.time, one.q, one.qd, one.effort)
    assert tracker.carries is Carries.NOTHING


@pytest.mark.parametrize("force", [(60.0, 0.0, 0.0), (20.0, -40.0, 30.0), (0.0, 0.0, 50.0)])
def test_a_push_is_no_load(arm, model, force):
    """A horizontal or lifting force at the tip, at every pose of the motion."""
    tracker = LoadTracker(model, by_weight=True)
    contact = False
    for one in samples(arm, Payload(), friction=STICKY, end=6.0):
        pushed = np.array(force) @ model.jacobian(one.q)[:3] if 3.0 < one.time < 5.0 else 0.0
        tracker.update(one.time, one.q, one.qd, one.effort - pushed)
        assert tracker.carries is Carries.NOTHING
        contact = contact or tracker.contact or tracker.tests
    assert contact


def test_an_arm_without_load_and_without_contact_carries_nothing(arm, model):
    tracker = LoadTracker(model, by_weight=True)
    for seed in range(2):
        for one in samples(arm, Payload(), friction=STICKY, seed=seed, gain=1.01):
            tracker.update(one.time + 10.0 * seed, one.q, one.qd, one.effort)
            assert tracker.carries is Carries.NOTHING
            assert not tracker.contact


def test_the_largest_mass_is_held_in_every_pose_and_more_is_refused(arm):
    largest = largest_mass(arm)
    heavy = load_model("newton_euler", arm, Payload(largest, link="")).gravity(arm.poses(400))
    empty = load_model("newton_euler", arm).gravity(arm.poses(400))
    assert np.abs((heavy - empty) / arm.maximum_torque).max() == pytest.approx(1.0, rel=1e-9)
    check_load(Payload(largest, link=MODEL_FRAME), largest)
    with pytest.raises(StateError, match="payload_limit"):
        check_load(Payload(1.01 * largest, link=MODEL_FRAME), largest)
    with pytest.raises(StateError, match="no weight at the tip"):
        check_load(Payload(1.0, (1.2, 0.0, 0.0), link=MODEL_FRAME), largest)
