"""Topics of a torque loop in lock-step.

Each joint state is answered together with its reference. A command contains the stamp of the joint state that it
answers, and is sent again if that state is repeated.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np
from rclpy.node import Node
from rclpy.serialization import serialize_message
from std_msgs.msg import Float64MultiArray
from trajectory_msgs.msg import JointTrajectory

from ...control.lock_step import Pairs, SimulatedClock
from ...errors import MessageError
from .cdr import JointStateDecoder
from .command_topic import CommandTopic, SentAt
from .diagnostics import Diagnostics
from .intake import Intake
from .loop_topics import LoopTopics
from .messages import command, label_of
from .stamps import nanoseconds


def answered_by(message: Float64MultiArray) -> int | None:
    """Return the stamp (ns) of the joint state that a command answers; `None` if the command contains no stamp."""
    stamp = label_of(message).split("/")[2:]
    return int(stamp[0]) if stamp and stamp[0].isdecimal() else None


class LockStepCommands(CommandTopic):
    """A command topic whose command labels have the stamp of the answered joint state as their third part.

    Attributes:
        answers: stamp (ns) of the joint state that is being answered; `None` before the first.
    """

    answers: int | None = None
    _encoded = b""
    _last: tuple[int | None, bytes] | None = None

    def send(self, effort: Sequence[float], allowed: Callable[[float], bool]) -> SentAt | None:
        """Publish n efforts as `CommandTopic` does, and keep the message for `repeat`.

        Args:
            effort: (n,) N·m or A.
            allowed: whether the command may be sent at a steady time, s.

        Returns:
            Times directly before publishing; `None` if nothing was published.
        """
        sent = super().send(effort, allowed)
        if sent is not None:
            self._last = self.answers, self._encoded
        return sent

    def repeat(self, stamp: int) -> None:
        """Publish the last command again if it answers the joint state of time `stamp` (ns)."""
        if self._last is not None and self._last[0] == stamp:
            self._publisher.publish(self._last[1])

    def _encode(self, effort: Sequence[float]) -> bytes:
        if self.answers is None:
            self._encoded = super()._encode(effort)
        else:
            self._encoded = serialize_message(command(np.array(effort), f"{self._label}/{self.answers}"))
        return self._encoded


class LockStepClock:
    """A `TorqueClock` whose time-outs and stamps count simulated time."""

    def __init__(self) -> None:
        self._clock = SimulatedClock()

    def set(self, stamp: int) -> None:
        """Set the simulated time to `stamp` (ns), the time of the joint state that is being answered."""
        self._clock.set(1e-9 * stamp)

    def steady(self) -> float:
        """Return simulated time, s."""
        return self._clock.at(time.monotonic())

    def stamps(self) -> float:
        """Return simulated time, s."""
        return self._clock.at(time.monotonic())

    def renew(self) -> None:
        """Do nothing: simulated time comes from the joint states."""

    def run_on(self) -> None:
        """Let simulated time pass with real time from now on, so that the torque ends without joint states."""
        self._clock.run_on(time.monotonic())


class LockStepTopics(LoopTopics):
    """`LoopTopics` that waits for reference and state of one stamp, and sets the clock to that stamp.

    Args:
        node: node for the publishers and the subscription of commands.
        clock: clock that is set to the stamp of the state that is being answered.
        diagnostics: diagnostics for the state of the gate and for rejected messages.
        guard: name of the guard node.
        intake: creates the subscriptions.
    """

    TERMS_PERIOD = 0.0
    """The terms of every result are published."""

    def __init__(self, node: Node, clock: LockStepClock, diagnostics: Diagnostics, guard: str, intake: Intake) -> None:
        self._simulated = clock
        self._pairs: Pairs[bytes, JointTrajectory] = Pairs()
        self._stamps = JointStateDecoder()
        super().__init__(node, clock, diagnostics, guard, intake)

    def _command_topic(self, node: Node, intake: Intake) -> CommandTopic:
        self._answers = LockStepCommands(node, intake, self._on_command, self._simulated.steady)
        return self._answers

    def on_state(self, data: bytes) -> None:
        """Answer a serialised joint state once its reference has arrived; repeat the command for a repeated state."""
        if not self.answering:
            return
        try:
            message = self._stamps.decode(data)
        except MessageError:
            super().on_state(data)  # reports the error
            return
        stamp = 10**9 * message.sec + message.nanosec
        if self._pairs.done(stamp):
            self._answers.repeat(stamp)
        else:
            self._answer(stamp, self._pairs.state(stamp, data))

    def on_reference(self, message: JointTrajectory) -> None:
        """Store a reference, and answer the joint state with the same stamp if it has arrived."""
        if self.answering:
            stamp = nanoseconds(message.header.stamp)
            self._answer(stamp, self._pairs.reference(stamp, message))

    def _answer(self, stamp: int, pair: tuple[bytes, JointTrajectory] | None) -> None:
        if pair is None:
            return
        state, reference = pair
        self._simulated.set(stamp)
        self._answers.answers = stamp
        super().on_reference(reference)
        super().on_state(state)
