"""reference_node plays the references of a bag once, from where the arm is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers.ros.driver import NAMES
from sensor_msgs.msg import JointState
from std_srvs.srv import Trigger
from trajectory_msgs.msg import JointTrajectory

pytest.importorskip("mcap")
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.home_pose import HOME
from puma560_dynamics.bags.joint_messages import TRAJECTORY, JointMessages
from puma560_dynamics.bags.writer import BagWriter
from puma560_dynamics.control.trajectory.trajectory import APPROACH_SHARE, Trajectory

FIRST, LAST = np.array([0.3, -1.0, 1.5, 0.2, 0.5, -0.3]), np.array([0.4, -1.1, 1.6, 0.1, 0.6, -0.2])
MOTION = Trajectory(np.array([FIRST, LAST]), np.array([0.6]))


@pytest.fixture
def bag(tmp_path: Path) -> Path:
    """Two poses at rest and the motion between them, at 100 Hz."""
    messages = JointMessages(NAMES)
    with BagWriter(tmp_path / "bag") as writer:
        writer.topic("/reference", TRAJECTORY)
        for k in range(71):
            point, stamp = MOTION.at(0.01 * k - 0.05), 10**9 + 10_000_000 * k
            values = point.position, point.velocity, point.acceleration
            writer.write("/reference", stamp, messages.reference(stamp, *values))
    return tmp_path / "bag"


def test_a_bag_is_played_once_from_its_first_pose(start, peer, bag: Path):
    start("reference_node", reference_bag=str(bag), rate=200.0)
    references = peer.listen(JointTrajectory, "reference")
    states = peer.node.create_publisher(JointState, "joint_states", 10)
    client = peer.node.create_client(Trigger, "reference_node/start")
    assert peer.until(client.service_is_ready)

    def ask() -> Trigger.Response:
        future = client.call_async(Trigger.Request())
        assert peer.until(future.done)
        return future.result()

    def say(position: np.ndarray) -> None:
        states.publish(JointState(name=NAMES, position=position.tolist()))
        peer.wait(0.05)

    assert "no joint_states for 0.5 s" in ask().message
    assert peer.until(states.get_subscription_count)
    say(LAST)
    answer = ask()
    assert not answer.success
    assert "joint2 is at -1.1000 rad, the recording begins at -1.0000 rad" in answer.message
    peer.wait(0.2)
    assert not references  # nothing moves an arm that is elsewhere
    say(FIRST)
    assert ask().success
    assert "is being played" in ask().message
    assert peer.until(lambda: references and references[-1].points[0].positions.tolist() == LAST.tolist(), 10.0)
    stamps = np.array([message.header.stamp.sec + 1e-9 * message.header.stamp.nanosec for message in references])
    played = np.array([message.points[0].accelerations for message in references])
    assert (np.diff(stamps) > 0.0).all()
    moving = np.abs(played).max(axis=1) > 0.0
    assert stamps[moving][-1] - stamps[moving][0] == pytest.approx(0.6, abs=0.2)
    times = [message.points[0].time_from_start for message in references]
    for row, time in zip(played, times, strict=True):
        expected = MOTION.at(time.sec + 1e-9 * time.nanosec - 0.05).acceleration
        np.testing.assert_allclose(row, expected, atol=0.05)
    before = len(references)
    peer.wait(0.2)
    assert len(references) > before  # the last pose is held
    assert references[-1].points[0].velocities.tolist() == [0.0] * 6


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"autostart": True}, "reference_bag is played once, by ~/start"),
        ({"reference_bag_topic": "/goal"}, "has no messages on /goal; it has /reference"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(start, peer, bag: Path, parameters: dict, words: str):
    child = start("reference_node", reference_bag=str(bag), **parameters)
    assert peer.until(lambda: child.poll() is not None, 15.0)
    said = start.output("reference_node")
    assert child.returncode != 0
    assert words in said
    assert "Traceback" not in said


@pytest.mark.parametrize("known", [True, False])
def test_the_demonstration_begins_where_the_arm_is(start, peer, arm: Arm, known: bool):
    """Drives would follow a step to the home pose as fast as they can. Without joint states it begins there."""
    pose = np.array(HOME) + 0.4
    start("reference_node", autostart=True, rate=100.0)
    references = peer.listen(JointTrajectory, "reference")
    states = peer.node.create_publisher(JointState, "joint_states", 10)
    assert peer.until(states.get_subscription_count)

    def follows() -> bool:
        if known:
            states.publish(JointState(name=NAMES, position=pose.tolist()))
        return len(references) > 150

    assert peer.until(follows)
    q, qd = (np.array([list(getattr(m.points[0], name)) for m in references]) for name in ("positions", "velocities"))
    np.testing.assert_allclose(q[0], pose if known else HOME, atol=0.02)
    assert np.abs(np.diff(q, axis=0)).max() < 0.2  # rad; no step, also if messages were lost
    if known:
        led = np.abs(q - HOME).max(axis=1).argmin()
        np.testing.assert_allclose(q[led], HOME, atol=0.02)
        assert (np.abs(qd[:led]) <= APPROACH_SHARE * arm.velocity).all()
