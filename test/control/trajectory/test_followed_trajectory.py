"""Whole trajectories as references: replaced, joined, held or ended; nothing refused changes what is followed."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puma560_dynamics import TorqueLoop, load_model
from puma560_dynamics.control.feed_forward.references import Reference, ReferenceCheck, largest_acceleration
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.trajectory.followed_trajectory import MAX_AHEAD_S, FollowedTrajectory
from puma560_dynamics.control.trajectory.joint_path import Present
from puma560_dynamics.control.trajectory.waypoints import Waypoint
from puma560_dynamics.errors import Puma560Error, StateError, TrajectoryError
from puma560_dynamics.models.interface import DynamicModel

Q = np.array([0.3, -1.0, 1.5, 0.2, 0.5, -0.3])
ZERO = np.zeros(6)
SIXTH = np.eye(6)[5]
CLOCK = 1000.0
TIMEOUT = 0.2
AHEAD = Q + 0.1
"""Another pose near the first."""


@pytest.fixture(scope="module")
def model() -> DynamicModel:
    """The PUMA."""
    return load_model("full")


@pytest.fixture
def loop(model: DynamicModel) -> TorqueLoop:
    """With the checks of the node."""
    return TorqueLoop.from_settings(model)


@pytest.fixture
def followed(loop: TorqueLoop) -> FollowedTrajectory:
    """With an arm at rest in Q."""
    made = FollowedTrajectory(loop.references, loop.gate.settings, TIMEOUT)
    made.measured(Present(Q, ZERO))
    return made


@pytest.fixture
def names(loop: TorqueLoop) -> list[str]:
    """Joint names of the arm."""
    return list(loop.gate.settings.joint_names)


def point(
    time: float, position: np.ndarray = AHEAD, velocity: float = 0.0, acceleration: float | None = 0.0
) -> Waypoint:
    """A point in which all joints move alike."""
    accelerations = () if acceleration is None else ZERO + acceleration
    return Waypoint(time, position, ZERO + velocity, accelerations)


def at(followed: FollowedTrajectory, seconds: float) -> Reference:
    """The reference that there must be."""
    reference = followed.reference_at(CLOCK + seconds)
    assert reference is not None
    return reference


def test_the_way_to_a_point_ahead_begins_where_the_arm_is(followed: FollowedTrajectory, names: list[str]):
    followed.receive(CLOCK, 0.0, names, [point(1.0)])
    np.testing.assert_allclose(at(followed, 0.0).position, Q)
    middle = at(followed, 0.5)
    np.testing.assert_allclose(middle.position, Q + 0.05)
    np.testing.assert_allclose(middle.velocity, 0.1 * 15.0 / 8.0)  # least jerk from rest to rest
    np.testing.assert_allclose(at(followed, 1.0).position, AHEAD)


def test_a_last_point_at_rest_is_held(followed: FollowedTrajectory, names: list[str]):
    followed.receive(CLOCK, 0.0, names, [point(1.0)])
    for seconds in (1.0, 5.0, 500.0):
        reference = at(followed, seconds)
        np.testing.assert_array_equal(reference.position, AHEAD)
        assert not reference.velocity.any()
        assert not reference.acceleration.any()


def test_a_last_point_in_motion_is_given_once(followed: FollowedTrajectory, names: list[str]):
    followed.receive(CLOCK, 0.0, names, [point(0.5, velocity=0.2)])
    assert at(followed, 0.3).velocity.all()
    last = at(followed, 0.55)
    np.testing.assert_array_equal(last.velocity, ZERO + 0.2)
    assert followed.given == CLOCK + 0.5
    assert followed.reference_at(CLOCK + 0.56) is None


def test_a_time_is_given_once_and_in_order(followed: FollowedTrajectory, names: list[str]):
    followed.receive(CLOCK, 0.0, names, [point(1.0)])
    at(followed, 0.5)
    assert followed.reference_at(CLOCK + 0.5) is None
    assert followed.reference_at(CLOCK + 0.4) is None
    at(followed, 0.501)


def test_without_accelerations_it_is_the_cubic(followed: FollowedTrajectory, names: list[str]):
    followed.receive(CLOCK, 0.0, names, [point(1.0, acceleration=None)])
    np.testing.assert_allclose(at(followed, 0.25).acceleration, 0.1 * (6.0 - 12.0 * 0.25))


def test_a_new_trajectory_continues_the_running_one(followed: FollowedTrajectory, names: list[str]):
    """Not the measured state, which lags behind."""
    followed.receive(CLOCK, 0.0, names, [point(1.0)])
    before = at(followed, 0.5)
    followed.measured(Present(Q, ZERO))
    followed.receive(CLOCK + 0.5, 0.0, names, [point(1.0, Q)])
    after = at(followed, 0.5 + 1e-6)
    np.testing.assert_allclose(after.position, before.position, atol=1e-5)
    np.testing.assert_allclose(after.velocity, before.velocity, atol=1e-5)
    np.testing.assert_allclose(after.acceleration, before.acceleration, atol=1e-3)
    np.testing.assert_allclose(at(followed, 1.5).position, Q)


def test_a_stream_of_single_points_is_one_motion(followed: FollowedTrajectory, names: list[str]):
    """Each point is a period ahead; messages come up to half a period late."""
    rng = np.random.default_rng(4)
    period, rate, size = 0.02, 2.0, 0.1
    for k in range(100):
        clock = CLOCK + k * period + rng.uniform(0.0, 0.5 * period)
        s = (k + 1) * period * rate
        wanted = Waypoint(
            period,
            Q + size * (1.0 - math.cos(s)),
            ZERO + size * rate * math.sin(s),
            ZERO + size * rate**2 * math.cos(s),
        )
        followed.receive(clock, CLOCK + k * period, names, [wanted])
        end = CLOCK + (k + 1) * period
        for time in np.arange(clock, end, 0.004):
            reference = followed.reference_at(time)
            if reference is None or k < 3:  # it begins with a step of acceleration
                continue
            s = rate * (time - CLOCK)
            np.testing.assert_allclose(reference.position, Q + size * (1.0 - math.cos(s)), atol=1e-5)
            np.testing.assert_allclose(reference.velocity, size * rate * math.sin(s), atol=1e-3)
            np.testing.assert_allclose(reference.acceleration, size * rate**2 * math.cos(s), atol=0.1)


def test_a_trajectory_that_has_begun_is_joined_where_it_is(followed: FollowedTrajectory, names: list[str]):
    """As the windows of MoveIt Servo, whose first point is in the past."""
    points = [point(0.0, Q, 0.1, None), point(0.5, Q + 0.05, 0.1, None), point(1.0, AHEAD, 0.1, None)]
    followed.measured(Present(Q + 0.03, ZERO + 0.1))
    followed.receive(CLOCK, CLOCK - 0.3, names, points)
    np.testing.assert_allclose(at(followed, 0.0).position, Q + 0.03)


def test_a_start_elsewhere_is_refused(followed: FollowedTrajectory, names: list[str]):
    followed.measured(Present(Q - 0.2, ZERO))
    with pytest.raises(TrajectoryError, match=r"farther than 0\.05 rad; plan from where the arm is"):
        followed.receive(CLOCK, 0.0, names, [point(0.0, Q), point(1.0)])
    followed.receive(CLOCK, 0.0, names, [point(1.0, Q), point(2.0)])


def test_no_trajectory_without_a_state_or_after_it_is_forgotten(followed: FollowedTrajectory, names: list[str]):
    followed.receive(CLOCK, 0.0, names, [point(1.0)])
    followed.forget()
    assert followed.reference_at(CLOCK + 0.1) is None
    with pytest.raises(TrajectoryError, match="position of the arm is not known"):
        followed.receive(CLOCK, 0.0, names, [point(1.0)])


BAD = {
    "no points": ("", [], "has no points"),
    "no positions": ("", [Waypoint(1.0, ())], "positions of point 0 have 0 entries"),
    "no velocities": ("", [Waypoint(1.0, AHEAD)], "has no velocities"),
    "too few velocities": ("", [Waypoint(1.0, AHEAD, ZERO[:5])], "velocities of point 0 have 5 entries"),
    "not finite": ("", [Waypoint(1.0, AHEAD, ZERO + math.nan)], "velocities of joint1 at point 0 are not finite"),
    "effort": ("", [Waypoint(1.0, AHEAD, ZERO, ZERO, ZERO + 1.0)], "already carries effort"),
    "out of order": ("", [point(1.0), point(0.5)], "not after point 0"),
    "too fast": ("", [point(0.01)], "velocity of joint"),
    "too quick": ("", [point(0.1, Q, acceleration=500.0)], "acceleration of joint"),
    "outside": ("", [point(5.0, Q + 9.0 * SIXTH)], "position of joint6"),
    "another joint": ("elbow", [point(1.0)], "joints elbow are not of this arm"),
    "a joint twice": ("joint2", [point(1.0)], "joint2 are named twice"),
}


@pytest.mark.parametrize("case", BAD)
@pytest.mark.parametrize("running", [False, True])
def test_what_is_refused_changes_nothing(followed: FollowedTrajectory, names: list[str], case: str, running: bool):
    first, points, words = BAD[case]
    if running:
        followed.receive(CLOCK, 0.0, names, [point(1.0)])
    at_half = followed.present_at(CLOCK + 0.5)
    with pytest.raises(Puma560Error, match=words):
        followed.receive(CLOCK + 0.4, 0.0, [first or names[0], *names[1:]], points)
    for name in ("position", "velocity", "acceleration") if running else ():
        np.testing.assert_array_equal(getattr(followed.present_at(CLOCK + 0.5), name), getattr(at_half, name))
    if not running:
        assert followed.reference_at(CLOCK + 0.5) is None


def test_joints_that_are_missing_are_refused(followed: FollowedTrajectory, names: list[str]):
    with pytest.raises(TrajectoryError, match="joints joint6 are missing"):
        followed.receive(CLOCK, 0.0, names[:5], [Waypoint(1.0, AHEAD[:5], ZERO[:5])])


@pytest.mark.parametrize(
    ("stamp", "words"),
    [
        (-1.5, "ended 0.500 s ago"),
        (MAX_AHEAD_S, "is 61 s ahead; expected at most 60 s"),
        (-1e6, "ended 999999.000 s ago"),
    ],
)
def test_stamps_of_another_time_are_refused(followed: FollowedTrajectory, names: list[str], stamp: float, words: str):
    with pytest.raises(TrajectoryError, match=words):
        followed.receive(CLOCK, CLOCK + stamp, names, [point(1.0)])


def test_an_earlier_trajectory_of_a_stream_is_out_of_order(followed: FollowedTrajectory, names: list[str]):
    window = [point(0.0, Q), point(2.0)]
    followed.receive(CLOCK, CLOCK - 0.01, names, window)
    with pytest.raises(TrajectoryError, match="before that of the running trajectory"):
        followed.receive(CLOCK, CLOCK - 0.02, names, window)
    followed.receive(CLOCK, CLOCK - 0.01, names, window)  # a duplicate changes nothing
    followed.receive(CLOCK, CLOCK + 5.0, names, window)
    followed.receive(CLOCK, CLOCK + 1.0, names, window)  # a plan may be replaced by an earlier one


def test_a_jump_from_the_running_trajectory_is_refused(followed: FollowedTrajectory, names: list[str]):
    followed.receive(CLOCK, 0.0, names, [point(1.0)])
    with pytest.raises(StateError, match="jumps by"):
        followed.receive(CLOCK + 1.0, 0.0, names, [point(0.0, AHEAD + 0.02), point(1.0)])
    with pytest.raises(StateError, match="velocity of the reference of joint4 jumps"):
        followed.receive(CLOCK + 1.0, 0.0, names, [point(0.0, AHEAD, 0.3), point(1.0, AHEAD + 0.15)])


def test_whole_turns_of_a_continuous_joint_do_not_matter(model: DynamicModel, names: list[str]):
    arm = model.arm
    joints = [
        replace(joint, lower=-math.inf, upper=math.inf) if joint.name == "joint6" else joint for joint in arm.joints
    ]
    arm = arm.with_(joints=tuple(joints))
    check = ReferenceCheck(arm, ZERO + 50.0)
    followed = FollowedTrajectory(check, GateSettings.of(arm), TIMEOUT)
    followed.measured(Present(Q, ZERO))
    turned = AHEAD + 2.0 * math.pi * SIXTH
    followed.receive(CLOCK, 0.0, names, [point(1.0, turned)])
    np.testing.assert_allclose(at(followed, 1.0).position, AHEAD, atol=1e-12)


EVENTS = st.lists(
    st.tuples(
        st.floats(0.001, 0.4),  # time that passes
        st.sampled_from(["zero", "past", "ahead", "same"]),
        st.lists(st.tuples(st.floats(0.001, 0.6), st.floats(-0.3, 0.3), st.floats(-0.4, 0.4)), min_size=1, max_size=4),
        st.booleans(),
    ),
    min_size=1,
    max_size=8,
)


@settings(deadline=None)
@given(events=EVENTS)
def test_no_sequence_of_trajectories_makes_references_that_are_refused(events: list):
    """Late, repeated, replaced or wild: what is accepted passes the check of references, sample by sample."""
    arm = MODEL.arm
    limit = largest_acceleration(MODEL)
    followed = FollowedTrajectory(ReferenceCheck(arm, limit), GateSettings.of(arm), TIMEOUT)
    # The whole motion is checked at some times, between which it may exceed a limit by a little.
    wider = arm.with_(joints=tuple(replace(joint, velocity=1.03 * joint.velocity) for joint in arm.joints))
    check = ReferenceCheck(wider, 1.03 * limit)
    followed.measured(Present(Q, ZERO))
    clock, accepted = CLOCK, 0
    for passes, stamp, steps, accelerated in events:
        times = np.cumsum([step for step, _, _ in steps])
        points = [
            point(float(time), Q + offset, velocity, 0.0 if accelerated else None)
            for time, (_, offset, velocity) in zip(times, steps, strict=True)
        ]
        stamps = {"zero": 0.0, "past": clock - 0.1, "ahead": clock + 0.3, "same": CLOCK}
        try:
            followed.receive(clock, stamps[stamp], arm.joint_names, points)
            accepted += 1
        except (TrajectoryError, StateError):
            pass
        for time in np.arange(clock + 0.001, clock + passes, 0.01):
            reference = followed.reference_at(float(time))
            if reference is not None:
                check.check_reference(float(time), float(time), followed.given, reference)
                followed.measured(Present(reference.position, reference.velocity))
        clock += passes


MODEL = load_model("full")
