"""Commands in lock-step: each names the joint state that it answers, and can be sent again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from rclpy.serialization import serialize_message
from std_msgs.msg import Float64MultiArray

from .command_topic import CommandTopic, SentAt
from .messages import command, label_of


def answered_by(message: Float64MultiArray) -> int | None:
    """Return the stamp (ns) of the joint state that a command answers; `None` if the command names no stamp."""
    stamp = label_of(message).split("/")[2:]
    return int(stamp[0]) if stamp and stamp[0].isdecimal() else None


class LockStepCommands(CommandTopic):
    """A command topic whose commands have the stamp of the answered joint state as the third part of their label.

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
            Time at which it was published; `None` if nothing was published.
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
