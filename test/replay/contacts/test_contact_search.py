"""Contacts are found where an arm is pushed, and nowhere else; each other cause is distinguished."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from helpers.replay.driven import multi_sine

from puma560_dynamics import Arm, load_arm, load_model
from puma560_dynamics.arm.joint_friction import MEASURED_SMOOTHING, JointFriction, joint_friction_torque
from puma560_dynamics.control.observer.torque_uncertainty import LEAST
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.replay.contacts.contact_samples import ContactSamples
from puma560_dynamics.replay.contacts.contact_search import ContactSearch, FoundContacts

RATE, SECONDS = 250.0, 30.0
POSE = np.array([0.2, -1.1, 1.3, 0.4, 0.6, -0.3])
FRICTION = (JointFriction(1.0, 1.0, 0.5),) * 6
NOISE = 0.002

Residual = Callable[[np.ndarray], np.ndarray]
"""Addition (N,) to the effort of one joint, from time, as a fraction of its maximum torque."""


@pytest.fixture(scope="module")
def arm() -> Arm:
    return load_arm("akb1986")


def trapezoid(time: np.ndarray, start: float, length: float, size: float) -> np.ndarray:
    return size * np.clip(np.minimum(time - start, start + length - time) / 0.12, 0.0, 1.0)


def searched(
    arm: Arm,
    states: tuple[np.ndarray, ...],
    added: np.ndarray,
    *,
    friction: tuple[JointFriction, ...] = FRICTION,
    payload: float = 0.0,
    late: int = 0,
    seed: int = 5,
) -> FoundContacts:
    """Search in a recording of an arm with friction, a payload and a late effort that the model does not have."""
    time, q, qd, qdd = states
    rigid = load_model("full", arm).torque(q, qd, qdd)
    true = load_model("full", arm, Payload.of(payload, (0.0, 0.0, 0.1))).torque(q, qd, qdd)
    effort = true + joint_friction_torque(FRICTION, qd, MEASURED_SMOOTHING)
    effort = np.concatenate([effort[:1].repeat(late, axis=0), effort[: len(effort) - late]]) + added
    effort += NOISE * arm.maximum_torque * np.random.default_rng(seed).standard_normal(effort.shape)
    samples = ContactSamples(arm.n)
    for start in range(0, len(time), 3000):
        part = slice(start, start + 3000)
        samples.add(time[part], q[part], qd[part], rigid[part], effort[part] - rigid[part])
    return ContactSearch(arm, samples, friction).result()


def standing() -> tuple[np.ndarray, ...]:
    time = np.arange(round(SECONDS * RATE)) / RATE
    q = np.tile(POSE, (len(time), 1)) + 2e-5 * np.random.default_rng(0).standard_normal((len(time), 6))
    return time, q, np.zeros_like(q), np.zeros_like(q)


def back_and_forth(seed: int = 1) -> tuple[np.ndarray, ...]:
    """Slow sines: every joint moves in one direction for some seconds."""
    time = np.arange(round(SECONDS * RATE)) / RATE
    rng = np.random.default_rng(seed)
    omega, phase = 2.0 * np.pi * rng.uniform(0.08, 0.12, 6), rng.uniform(0.0, 2.0 * np.pi, 6)
    angle = omega * time[:, None] + phase
    return time, POSE + 0.8 * np.sin(angle), 0.8 * omega * np.cos(angle), -0.8 * omega**2 * np.sin(angle)


@pytest.mark.parametrize("seed", range(3))
def test_pushes_of_a_standing_arm_have_their_times_joints_and_sizes(arm: Arm, seed: int):
    rng = np.random.default_rng(seed)
    states, pushed = standing(), np.array([1.0, -0.5, 0.3, 0.0, 0.0, 0.0])
    starts = [4.0, 11.0, 20.0]
    lengths, sizes = rng.uniform(0.3, 3.0, 3), rng.uniform(0.06, 0.2, 3)
    every = [trapezoid(states[0], *each) for each in zip(starts, lengths, sizes, strict=True)]
    pushes = np.sum(every, axis=0)
    external = pushes[:, None] * pushed * arm.maximum_torque
    found, limits = searched(arm, states, -external, seed=seed)
    assert len(found) == 3
    for one, start, length, size in zip(found, starts, lengths, sizes, strict=True):
        assert one.start == pytest.approx(start, abs=0.1)
        assert one.end == pytest.approx(start + length, abs=0.1)
        assert sorted(one.joints) == [0, 1, 2]
        true = (size * pushed * arm.maximum_torque)[:3]
        assert (np.abs(one.torque[:3] - true) < one.band[:3]).all()
        assert np.isnan(one.torque[3:]).all()
        assert one.standing
    # Dry friction may hold as much in either direction.
    np.testing.assert_allclose(limits.standing, 2.0 * 1.0 + LEAST * arm.maximum_torque, rtol=0.5)


@pytest.mark.parametrize("joint", [0, 2, 4])
def test_a_push_of_a_moving_joint_is_found(arm: Arm, joint: int):
    states = back_and_forth()
    time, _, qd, _ = states
    nothing, limits = searched(arm, states, np.zeros_like(qd))
    assert not nothing
    fast = np.abs(qd[:, joint]) > 0.5 * np.abs(qd[:, joint]).max()
    start = next(t for t in time[(time > 6.0)] if fast[(time > t - 0.5) & (time < t + 1.5)].all())
    added = np.zeros_like(qd)
    size = 2.5 * limits.moving[joint]
    added[:, joint] = -trapezoid(time, start, 0.6, size)
    (one,), _ = searched(arm, states, added)
    assert one.joints == (joint,)
    assert not one.standing
    assert (one.start, one.end) == (pytest.approx(start, abs=0.1), pytest.approx(start + 0.6, abs=0.1))
    assert abs(one.torque[joint] - size) < one.band[joint]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"payload": 3.0},
        {"late": 5},
        {"friction": (JointFriction(),) * 6},
        {"friction": (JointFriction(3.0, 2.0, 2.0),) * 6},
        {"payload": 2.0, "late": 3, "friction": (JointFriction(),) * 6},
    ],
)
@pytest.mark.parametrize("states", [standing, back_and_forth, lambda: multi_sine(SECONDS, RATE, seed=3)])
def test_load_friction_and_delay_are_no_contact(arm: Arm, options: dict, states: Callable):
    made = states()
    assert not searched(arm, made, np.zeros_like(made[1]), **options).contacts


@pytest.mark.parametrize(
    "residual",
    [
        lambda time: np.where(time > 12.0, 0.1, 0.0),  # a load is gripped
        lambda time: np.full_like(time, 0.2),  # a push that lasts, or an offset
        lambda time: 0.1 * np.sin(2.0 * np.pi * time / 15.0),  # drift
        lambda time: 0.08 * (time % 2.5 < 0.4),  # a controller that oscillates at rest
        lambda time: 0.1 * np.exp(-time / 3.0),  # friction that relaxes after a stop
    ],
)
def test_of_a_standing_arm_other_changes_are_no_contact(arm: Arm, residual: Residual):
    states = standing()
    added = np.zeros_like(states[1])
    added[:, 1] = residual(states[0]) * arm.maximum_torque[1]
    assert not searched(arm, states, added).contacts


def test_pushes_that_a_person_repeats_are_no_oscillation(arm: Arm):
    states, rng = standing(), np.random.default_rng(4)
    starts = np.arange(2.0, 28.0, 3.5) + rng.uniform(-0.4, 0.4, 8)
    lengths, sizes = rng.uniform(0.7, 1.3, 8), rng.uniform(0.09, 0.13, 8)
    external = np.zeros_like(states[1])
    for each in zip(starts, lengths, sizes, strict=True):
        external[:, 1] += trapezoid(states[0], *each) * arm.maximum_torque[1]
    found, _ = searched(arm, states, -external)
    np.testing.assert_allclose([one.start for one in found], starts, atol=0.1)


def test_what_is_not_searched_is_listed(arm: Arm):
    time, q, qd, qdd = (np.array(each) for each in back_and_forth())
    for each, value in ((q, POSE[1:]), (qd, 0.0), (qdd, 0.0)):
        each[:, 1:] = value
    _, limits = searched(arm, (time, q, qd, qdd), np.zeros_like(q))
    turns = time[1:][np.diff(np.sign(qd[:, 0])) != 0.0]
    assert 0.6 < limits.searched[0] < 0.9
    assert (limits.searched[1:] == 0.0).all()
    starts, ends = limits.unsearched.T
    assert all(((starts < turn) & (turn < ends)).any() for turn in turns)
    assert (ends - starts).sum() == pytest.approx((1.0 - limits.searched[0]) * SECONDS, abs=0.2)
    states = standing()
    _, limits = searched(arm, states, np.zeros_like(states[1]))
    assert (limits.searched == 1.0).all()
    assert limits.unsearched.shape == (0, 2)


def test_a_coarse_converter_is_no_contact(arm: Arm):
    states = standing()
    step, level = 0.02 * arm.maximum_torque, np.zeros_like(states[1])
    level += (states[0] % 7.0 < 0.5)[:, None] * step  # a value between two steps
    samples, gravity = ContactSamples(6), np.tile(load_model("full", arm).gravity(POSE), (len(level), 1))
    samples.add(states[0], states[1], states[2], gravity, level - gravity)
    assert not ContactSearch(arm, samples, FRICTION).result().contacts


def test_a_drive_that_is_switched_off_for_a_while_is_no_contact(arm: Arm):
    states = standing()
    gravity = load_model("full", arm).gravity(POSE)
    off = trapezoid(states[0], 8.0, 3.0, 1.0)[:, None]
    assert not searched(arm, states, -off * gravity).contacts
    assert searched(arm, states, -0.5 * off * gravity).contacts  # where effort remains, something holds the arm


def test_a_small_motion_is_no_contact(arm: Arm):
    time, q, qd, qdd = standing()
    away = 0.03 * np.clip((time - 10.0) / 0.3, 0.0, 1.0)
    q = q.copy()
    q[:, 1] += away
    friction = np.zeros_like(q)
    friction[:, 1] = -trapezoid(time, 9.9, 0.6, 0.1) * arm.maximum_torque[1]
    assert not searched(arm, (time, q, qd, qdd), friction).contacts
    assert searched(arm, standing(), friction).contacts


def test_a_joint_at_rest_is_not_judged_while_others_move(arm: Arm):
    time, q, qd, qdd = back_and_forth()
    for each, value in ((q, POSE[5]), (qd, 0.0), (qdd, 0.0)):
        each[:, 5] = value
    added = np.zeros_like(q)
    added[:, 5] = trapezoid(time, 10.0, 1.0, 0.1) * arm.maximum_torque[5]  # what dry friction takes
    found, limits = searched(arm, (time, q, qd, qdd), added)
    assert not found
    assert np.isnan(limits.moving[5])
    assert np.isnan(limits.standing).all()


def test_nothing_known_is_no_contact(arm: Arm):
    states = standing()
    found, limits = searched(arm, states, np.full_like(states[1], np.nan))
    assert not found
    assert np.isnan(limits.standing).all()
    empty, limits = ContactSearch(arm, ContactSamples(6), FRICTION).result()
    assert not empty
    assert np.isnan(limits.moving).all()
    assert not limits.searched.any()
    assert not len(limits.unsearched)
