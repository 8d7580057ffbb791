"""Trajectories over the wire, the test in the controller's place: efforts are exact, what is refused never arrives."""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np
import pytest
from diagnostic_msgs.msg import DiagnosticArray
from helpers.ros.trajectories import END, MIDDLE, NAMES, START, Sender, columns, point, three
from rclpy.serialization import serialize_message
from trajectory_msgs.msg import JointTrajectory

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm


@pytest.fixture
def sender(start, peer) -> Sender:
    """A running node that knows where the arm is."""
    start("trajectory_feedforward_node", state_timeout=5.0)
    return Sender(peer)


def test_efforts_are_inverse_dynamics_at_every_point(sender: Sender, arm: Arm):
    message = sender.send(three())
    assert message.joint_names == NAMES
    times, q, qd, qdd, effort = columns(message)
    expected = load_model("newton_euler", arm).torque(q, qd, qdd)
    assert np.abs(effort - expected).max() <= 1e-12 * np.abs(expected).max()
    assert (np.diff(times) > 0.0).all()
    assert np.diff(times).max() <= 0.0201
    for wanted, seconds in ((START, 0.0), (MIDDLE, 0.8), (END, 1.7)):
        assert q[np.argmin(np.abs(times - seconds))].tolist() == wanted
    np.testing.assert_array_equal(qd[-1], 0.0)
    np.testing.assert_allclose(effort[-1], load_model("full", arm).gravity(END), atol=1e-12)
    assert sender.peer.until(lambda: sender.status()[2].get("last.points") == str(len(times)))
    assert sender.peer.until(lambda: sender.status()[:2] == (0, "trajectory passed on with effort"))
    assert 0.0 < float(sender.status()[2]["last.largest_torque_share"]) <= 1.0


def test_another_order_of_joints_is_the_same_trajectory(sender: Sender):
    order = [4, 2, 0, 5, 1, 3]
    shuffled = [point(s, [row[i] for i in order]) for s, row in ((0.0, START), (0.8, MIDDLE), (1.7, END))]
    expected = sender.send(three())
    sender.settle()
    found = sender.send(shuffled, [NAMES[i] for i in order])
    for one, other in zip(columns(expected), columns(found), strict=True):
        np.testing.assert_array_equal(one, other)


def test_the_first_effort_is_what_acts(start, peer):
    """Zero, which the controller holds after its activation, or what joint_states have."""
    start("trajectory_feedforward_node", state_timeout=5.0)
    sender = Sender(peer)
    np.testing.assert_array_equal(columns(sender.passed[0])[-1][0], 0.0)


@pytest.mark.parametrize(("measured", "expected"), [([3.0, -20.0, -5.0, 0.1, 0.2, 0.3], None), ([math.nan] * 6, 0.0)])
def test_the_first_effort_is_what_is_measured(start, peer, measured: list[float], expected: float | None):
    start("trajectory_feedforward_node", state_timeout=5.0)
    sender = Sender(peer, tells=False)
    sender.effort = measured
    peer.node.create_timer(0.02, sender.publish_state)
    sender.connect()
    effort = columns(sender.passed[0])[-1]
    np.testing.assert_array_equal(effort[0], measured if expected is None else expected)


@pytest.mark.parametrize("points", [[point(1.5, END)], []], ids=["another trajectory", "a stop"])
def test_a_trajectory_during_a_motion_continues_from_the_commanded_state(start, peer, points: list):
    """The arm may be far behind what is commanded: on a busy machine its states arrive late."""
    start("trajectory_feedforward_node", state_timeout=5.0, start_tolerance=0.3)
    sender = Sender(peer)
    sender.settle()
    began = time.monotonic()
    first = sender.send(three())
    sent = time.monotonic()
    sender.follow(first)
    sender.peer.wait(0.5)
    before = time.monotonic() - sent
    times, q, qd, _, effort = columns(first)
    second = columns(sender.send(points))
    after = time.monotonic() - began
    fine = np.linspace(0.0, 1.7, 17001)

    def at(rows: np.ndarray) -> np.ndarray:
        return np.stack([np.interp(fine, times, column) for column in rows.T], axis=1)

    # There is one moment of the first at which position, velocity and effort are where the second begins.
    k = int(np.abs(at(q) - second[1][0]).max(axis=1).argmin())
    assert before - 0.05 < fine[k] < after + 0.05
    np.testing.assert_allclose(at(q)[k], second[1][0], atol=1e-3)
    np.testing.assert_allclose(at(qd)[k], second[2][0], atol=1e-2)
    np.testing.assert_allclose(at(effort)[k], second[4][0], atol=0.05)
    assert np.abs(second[2][0]).max() > 0.3


def test_an_arm_that_does_not_follow_is_taken_where_it_is(sender: Sender):
    """It stands still while the controller should have moved it: it was stopped, and holds with zero effort."""
    sender.settle()
    sender.send(three())
    sender.peer.wait(0.6)
    _, q, qd, _, effort = columns(sender.send([point(1.5, END)]))
    assert q[0].tolist() == START
    assert qd[0].tolist() == [0.0] * 6
    np.testing.assert_array_equal(effort[0], 0.0)


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "joint missing": ({"names": NAMES[:5], "points": [point(1.0, START[:5])]}, "joints joint6 are missing"),
    "another's joint": (
        {"names": [*NAMES, "finger"], "points": [point(1.0, [*START, 0.0])]},
        "joints finger are not of this arm",
    ),
    "not finite": ({"points": [point(1.0, [math.nan, *START[1:]])]}, "positions of joint1 at point 0 are not finite"),
    "times fall": ({"points": [point(1.0, MIDDLE), point(0.5, END)]}, "not after point 0"),
    "too fast": ({"points": [point(0.0, START), point(0.1, END)]}, "times as long"),
    "out of range": ({"points": [point(2.0, [9.0, *START[1:]])]}, "joint1 comes to"),
    "from elsewhere": ({"points": [point(0.0, END), point(1.0, MIDDLE)]}, "farther than the start tolerance"),
    "over already": ({"points": three(), "stamp": -60.0}, "ended 58."),
    "effort given": ({"points": [point(1.0, START, effort=[1.0] * 6)]}, "already carries effort"),
    "huge": ({"points": [point(1.0, START, velocities=[1e308] * 6), point(2.0, START)]}, ""),
}


def test_what_is_refused_never_reaches_the_controller_and_shows(sender: Sender):
    for case, (wish, words) in BAD.items():
        said = sender.refused(**wish)
        assert words in said, case
        assert said.startswith("refused: "), case
    # And the node is as good as before, and says so.
    assert len(sender.send(three()).points) > 80
    assert sender.peer.until(lambda: sender.status()[0] == 0)


def test_a_stamp_ahead_starts_now_from_where_the_arm_is(sender: Sender):
    message = sender.send(three(), stamp=1.0)
    stamp = message.header.stamp.sec + 1e-9 * message.header.stamp.nanosec
    assert abs(stamp - time.time()) < 10.0
    times, q, *_ = columns(message)
    assert times[0] == 0.0
    assert q[0].tolist() == START
    # The end comes when the message wanted it: 1 s, less the way of the message, and 1.7 s.
    assert 1.7 < times[-1] <= 2.7
    assert sender.send(three()).header.stamp.sec == 0


def test_an_empty_trajectory_stops_and_holds(sender: Sender, arm: Arm):
    times, q, qd, _, effort = columns(sender.send([]))
    assert times[-1] == pytest.approx(0.3)
    np.testing.assert_allclose(q, np.tile(START, (len(q), 1)), atol=1e-12)
    np.testing.assert_allclose(effort, load_model("newton_euler", arm).gravity(q), atol=1e-9)
    assert not qd[-1].any()


@pytest.mark.parametrize("speed", [[], [math.nan] * 6])
def test_hardware_without_velocities(start, peer, speed: list[float]):
    start("trajectory_feedforward_node", state_timeout=5.0)
    sender = Sender(peer, tells=False)
    sender.speed = speed
    peer.node.create_timer(0.02, sender.publish_state)
    sender.connect()
    _, q, qd, *_ = columns(sender.passed[-1])
    assert q[0].tolist() == START
    assert qd[0].tolist() == [0.0] * 6


def test_without_joint_states_nothing_is_guessed(start, peer):
    start("trajectory_feedforward_node", state_timeout=0.05)
    sender = Sender(peer, tells=False)
    assert "is not known" in sender.refused(three())
    assert "is not known" in sender.refused([point(1.0, END)])
    assert "cannot stop" in sender.refused([])


def test_parameters_reach_what_they_name(start, peer, arm: Arm):
    start(
        "trajectory_feedforward_node",
        controller="other_controller",
        model="newton_euler",
        sampling=0.1,
        torque_limit_scale=0.9,
        allow_partial_joints_goal=True,
        hardware_compensates_gravity=True,
        state_timeout=5.0,
    )
    sender = Sender(peer, "other_controller")
    times, q, qd, qdd, effort = columns(sender.send([point(1.0, [0.5])], ["joint6"]))
    assert len(times) == 11
    np.testing.assert_allclose(q[:, :5], np.tile(START[:5], (11, 1)), atol=1e-12)
    model = load_model("newton_euler", arm)
    np.testing.assert_allclose(effort, model.torque(q, qd, qdd) - model.gravity(q), atol=1e-12)


def test_a_controller_that_does_not_listen_shows(start, peer):
    start("trajectory_feedforward_node", start_tolerance=0.0)
    wishes = peer.node.create_publisher(JointTrajectory, "trajectory_feedforward_node/joint_trajectory", 10)
    diagnostics = peer.listen(DiagnosticArray, "/diagnostics")
    assert peer.until(lambda: wishes.get_subscription_count() and diagnostics)
    wishes.publish(JointTrajectory(joint_names=NAMES, points=three()))
    words = "no controller subscribes to joint_trajectory_controller/joint_trajectory"
    assert peer.until(lambda: words in diagnostics[-1].status[0].message and diagnostics[-1].status[0].level == b"\x01")


def test_a_trajectory_that_may_be_lost_shows(sender: Sender):
    """The controller's topic is best effort; the size that is reported is that of the message."""
    before = len(sender.passed)
    for _ in range(20):  # each may be lost
        sender.wish([point(50.0, MIDDLE)])
        if sender.peer.until(lambda: len(sender.passed) > before, 5.0):
            break
    assert sender.peer.until(lambda: "may be lost" in sender.status()[1])
    level, words, _ = sender.status()
    told = 1000.0 * float(words.split(" points, ")[1].split(" kB")[0])
    assert level == 1
    assert told == pytest.approx(len(serialize_message(sender.passed[-1])), rel=0.1)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"joints": "[a,b,c]"}, "joints: expected 6 different names"),
        ({"model": "magic"}, "model: 'magic' is not known"),
        ({"sampling": 0.0}, "sampling"),
        ({"torque_limit_scale": 1.5}, "torque_limit_scale"),
    ],
)
def test_bad_parameters_are_one_sentence(start, parameters: dict, words: str):
    assert start("trajectory_feedforward_node", **parameters).wait(20) == 2
    assert words in start.output("trajectory_feedforward_node")
    assert "Traceback" not in start.output("trajectory_feedforward_node")
