"""Lock-step at the feed-forward node: joint states are answered with their reference, and once more when repeated."""

from __future__ import annotations

import os
from collections.abc import Callable

from rclpy.node import Node
from trajectory_msgs.msg import JointTrajectory

from ...control.lock_step import Pairs, refusal
from ...errors import MessageError
from .cdr import JointStateDecoder
from .command_topic import CommandTopic
from .endpoints import publishers
from .messages import ACTIVITY, COMMANDS, JOINT_STATES, nanoseconds
from .torque_clock import LockStepClock


class LockStepInputs:
    """Stands between the subscriptions and the callbacks of a node, and sets its clock.

    Args:
        clock: set to the stamp of the state that is being answered.
        commands: which names that stamp in every command.
        on_reference, on_state: the callbacks, called one after the other for each pair.
        active: whether the node answers.
    """

    def __init__(
        self,
        clock: LockStepClock,
        commands: CommandTopic,
        on_reference: Callable[[JointTrajectory], None],
        on_state: Callable[[bytes], None],
        active: Callable[[], bool],
    ) -> None:
        self._clock, self._commands, self._active = clock, commands, active
        self._on_reference, self._on_state = on_reference, on_state
        self._decoder = JointStateDecoder()
        self._pairs: Pairs[bytes, JointTrajectory] = Pairs()

    def state(self, data: bytes) -> None:
        """A serialised joint state; one that is repeated gets the same command again."""
        if not self._active():
            return
        try:
            message = self._decoder.decode(data)
        except MessageError:
            self._on_state(data)  # says what is wrong with it
            return
        stamp = 10**9 * message.sec + message.nanosec
        if self._pairs.done(stamp):
            self._commands.repeat(stamp)
        else:
            self._answer(stamp, self._pairs.state(stamp, data))

    def reference(self, message: JointTrajectory) -> None:
        """A reference."""
        if self._active():
            stamp = nanoseconds(message.header.stamp)
            self._answer(stamp, self._pairs.reference(stamp, message))

    def _answer(self, stamp: int, pair: tuple[bytes, JointTrajectory] | None) -> None:
        if pair is None:
            return
        state, reference = pair
        self._clock.set(stamp)
        self._commands.answers = stamp
        self._on_reference(reference)
        self._on_state(state)


def lock_step_refusal(node: Node, guard: str, controller: str, *, starting: bool) -> str | None:
    """What speaks against lock-step at `node` now, a sentence (`refusal`).

    Args:
        node: the feed-forward node.
        guard: its parameter.
        controller: name of the controller that the command topic belongs to.
        starting: whether nothing acts yet, and the plant need not be there.
    """
    takers = [info.node_name for info in node.get_subscriptions_info_by_topic(COMMANDS)]
    return refusal(
        simulated_time=bool(node.get_parameter("use_sim_time").value),
        guard=guard,
        discovery=os.environ.get("ROS_AUTOMATIC_DISCOVERY_RANGE", ""),
        controller=publishers(node, ACTIVITY) > 0 or controller in takers,
        states_from=None if starting else [i.node_name for i in node.get_publishers_info_by_topic(JOINT_STATES)],
    )
