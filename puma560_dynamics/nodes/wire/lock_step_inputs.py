"""Lock-step at the feed-forward node: joint states are answered with their reference, and once more when repeated."""

from __future__ import annotations

from trajectory_msgs.msg import JointTrajectory

from ...control.lock_step import Pairs
from ...errors import MessageError
from .cdr import JointStateDecoder
from .loop_topics import LoopTopics
from .stamps import nanoseconds
from .torque_clock import LockStepClock


class LockStepInputs:
    """Stands between the subscriptions and the callbacks of a node, and sets its clock.

    Args:
        clock: set to the stamp of the state that is being answered.
        topics: get reference and state of each pair, one after the other; every command names that stamp.
    """

    def __init__(self, clock: LockStepClock, topics: LoopTopics) -> None:
        self._clock, self._topics = clock, topics
        self._decoder = JointStateDecoder()
        self._pairs: Pairs[bytes, JointTrajectory] = Pairs()

    def state(self, data: bytes) -> None:
        """A serialised joint state; one that is repeated gets the same command again."""
        if not self._topics.answering:
            return
        try:
            message = self._decoder.decode(data)
        except MessageError:
            self._topics.on_state(data)  # reports what is wrong with it
            return
        stamp = 10**9 * message.sec + message.nanosec
        if self._pairs.done(stamp):
            self._topics.commands.repeat(stamp)
        else:
            self._answer(stamp, self._pairs.state(stamp, data))

    def reference(self, message: JointTrajectory) -> None:
        """A reference."""
        if self._topics.answering:
            stamp = nanoseconds(message.header.stamp)
            self._answer(stamp, self._pairs.reference(stamp, message))

    def _answer(self, stamp: int, pair: tuple[bytes, JointTrajectory] | None) -> None:
        if pair is None:
            return
        state, reference = pair
        self._clock.set(stamp)
        self._topics.commands.answers = stamp
        self._topics.on_reference(reference)
        self._topics.on_state(state)
