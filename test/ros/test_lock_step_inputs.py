"""Lock-step at the node's inputs: pairs of one stamp, in order, on the clock of that stamp."""

from __future__ import annotations

from types import SimpleNamespace

from rclpy.serialization import serialize_message
from sensor_msgs.msg import JointState
from trajectory_msgs.msg import JointTrajectory

from puma560_dynamics.nodes.wire.lock_step_inputs import LockStepInputs
from puma560_dynamics.nodes.wire.stamps import stamp_of

SECOND = 10**9


class Topics:
    """Keeps what the node would get, with the time at which it does."""

    def __init__(self) -> None:
        self.answering = True
        self.got: list[tuple[str, int]] = []
        self.now = 0
        self.commands = SimpleNamespace(answers=None, repeat=lambda stamp: self.got.append(("repeat", stamp)))

    def set(self, stamp: int) -> None:
        self.now = stamp

    def on_state(self, data: bytes) -> None:
        self.got.append(("state", self.now))

    def on_reference(self, message: JointTrajectory) -> None:
        self.got.append(("reference", self.now))


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
    inputs = LockStepInputs(topics, topics)  # type: ignore[arg-type]
    inputs.state(state_at(SECOND))
    assert topics.got == []
    inputs.reference(reference_at(SECOND))
    inputs.reference(reference_at(2 * SECOND))
    inputs.state(state_at(2 * SECOND))
    pair = [("reference", SECOND), ("state", SECOND)]
    assert topics.got == [*pair, ("reference", 2 * SECOND), ("state", 2 * SECOND)]
    assert topics.commands.answers == 2 * SECOND


def test_a_repeated_state_gets_its_command_again():
    topics = Topics()
    inputs = LockStepInputs(topics, topics)  # type: ignore[arg-type]
    inputs.state(state_at(SECOND))
    inputs.reference(reference_at(SECOND))
    inputs.state(state_at(SECOND))
    assert topics.got[-1] == ("repeat", SECOND)
    assert len(topics.got) == 3


def test_nothing_is_answered_while_the_node_is_inactive():
    topics = Topics()
    topics.answering = False
    inputs = LockStepInputs(topics, topics)  # type: ignore[arg-type]
    inputs.state(state_at(SECOND))
    inputs.reference(reference_at(SECOND))
    topics.answering = True
    inputs.reference(reference_at(SECOND))
    assert topics.got == []


def test_a_message_that_is_no_joint_state_is_left_to_the_check_that_names_it():
    topics = Topics()
    LockStepInputs(topics, topics).state(b"\x00\x01")  # type: ignore[arg-type]
    assert topics.got == [("state", 0)]
