"""Find the position of a gripper's joint in the bytes of joint states."""

from __future__ import annotations

from ...control.load.gripper_watch import GripperWatch
from ...errors import MessageError
from .cdr import JointStateDecoder


class GripperState:
    """Reads whether a gripper holds something.

    Args:
        joint: name of the gripper's joint; it may be in messages without the joints of the arm.
        watch: range of positions in which something is held.
    """

    def __init__(self, joint: str, watch: GripperWatch) -> None:
        self._joint, self._watch, self._decoder = joint, watch, JointStateDecoder()

    def update(self, data: bytes) -> bool | None:
        """Return True or False when something was gripped or released; `None` otherwise.

        Args:
            data: bytes of a `sensor_msgs/JointState`.
        """
        try:
            fields = self._decoder.decode(data)
        except MessageError:
            return None
        if self._joint not in fields.names:
            return None
        place = fields.names.index(self._joint)
        if place >= len(fields.position):
            return None
        return self._watch.update(fields.sec + 1e-9 * fields.nanosec, float(fields.position[place]))
