"""The topics of the loop in lock-step: pairs of one stamp, in order, on the clock of that stamp."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from rclpy.serialization import serialize_message
from sensor_msgs.msg import JointState
from trajectory_msgs.msg import JointTrajectory

from puma560_dynamics.nodes.wire.lock_step_clock import LockStepClock
from puma560_dynamics.nodes.wire.lock_step_topics import LockStepTopics
from puma560_dynamics.nodes.wire.loop_topics import LoopTopics
from puma560_dynamics.nodes.wire.stamps import stamp_of
from puma560_dynamics.nodes.wire.torque_clock import TorqueClock

SECOND = 10**9


class Received(LoopTopics):
    """Notes what the loop would get, with the time at which it does."""

    def __init__(self, node: object, clock: TorqueClock, *other: object) -> None:
        self.answering = True
        self.got: list[tuple[str, int]] = []
        self._clock = clock

    def on_state(self, data: bytes) -> None:
        self.got.append(("state", round(SECOND * self._clock.stamps())))

    def on_reference(self, message: JointTrajectory) -> None:
        self.got.append(("reference", round(SECOND * self._clock.stamps())))


class Topics(LockStepTopics, Received):
    """Lock-step that hands its pairs to `Received`."""

    def __init__(self) -> None:
        super().__init__(None, LockStepClock(), None, "none", None)  # type: ignore[arg-type]
        self._answers: Any = SimpleNamespace(answers=None, repeat=lambda stamp: self.got.append(("repeat", stamp)))


def state_at(stamp: int) -> bytes:
    message = JointState(name=["a"], position=[0.0], velocity=[0.0])
    message.header.stamp = stamp_of(stamp)
    return serialize_message(message)


def reference_at(stamp: int) -> JointTrajectory:
    message = JointTrajectory()
    message.header.stamp = stamp_of(stamp)
    return message


def test_a_state_is_answered_with_its_reference_whichever_comes_first():
    topics = Topics()
    topics.on_state(state_at(SECOND))
    assert topics.got == []
    topics.on_reference(reference_at(SECOND))
    topics.on_reference(reference_at(2 * SECOND))
    topics.on_state(state_at(2 * SECOND))
    pair = [("reference", SECOND), ("state", SECOND)]
    assert topics.got == [*pair, ("reference", 2 * SECOND), ("state", 2 * SECOND)]
    assert topics._answers.answers == 2 * SECOND


def test_a_repeated_state_gets_its_command_again():
    topics = Topics()
    topics.on_state(state_at(SECOND))
    topics.on_reference(reference_at(SECOND))
    topics.on_state(state_at(SECOND))
    assert topics.got[-1] == ("repeat", SECOND)
    assert len(topics.got) == 3


def test_nothing_is_answered_while_the_node_is_inactive():
    topics = Topics()
    topics.answering = False
    topics.on_state(state_at(SECOND))
    topics.on_reference(reference_at(SECOND))
    topics.answering = True
    topics.on_reference(reference_at(SECOND))
    assert topics.got == []


def test_a_message_that_is_no_joint_state_is_left_to_the_check_that_names_it():
    topics = Topics()
    topics.on_state(b"\x00\x01")
    assert topics.got == [("state", 0)]
