"""Compares the arm that a node was given with the description that the robot publishes."""

from __future__ import annotations

from rclpy.node import Node
from std_msgs.msg import String

from ...arm import Arm, Selection
from ...arm.chosen_joints import arm_of_joints
from ...arm.received_description import as_refusal
from ...arrays import FloatArray
from ...models.description_agreement import description_difference, pinned
from ...models.payload.payload import Payload
from .topics import LATCHED, ROBOT_DESCRIPTION


class DescriptionCheck:
    """Keeps the newest description, and compares it when it is asked; a description that never comes is no obstacle.

    Args:
        node: that receives the description.
    """

    def __init__(self, node: Node) -> None:
        self._topic = node.resolve_topic_name(ROBOT_DESCRIPTION)
        self._text: str | None = None
        self._judged: tuple[str, str | None] | None = None
        self.finding = "no robot description was compared"
        node.create_subscription(String, ROBOT_DESCRIPTION, self._on_description, LATCHED)

    def _on_description(self, message: String) -> None:
        self._text = message.data

    @property
    def untried(self) -> bool:
        """Whether the newest description was not compared yet, which takes a while."""
        return self._text is not None and (self._judged is None or self._judged[0] != self._text)

    def difference(
        self, arm: Arm, names: tuple[str, ...], payload: Payload, tolerance: FloatArray | None
    ) -> str | None:
        """Return why the robot is not the one of the model, a sentence; `None` if it is, as far as it is known.

        Args:
            arm: of the model.
            names: of its joints on the wire.
            payload: that the model carries when the node starts.
            tolerance: (n,) N·m; the usual one by default.
        """
        if self._text is None:
            return None
        if self._judged is None or self._judged[0] != self._text:
            self._judged = self._text, self._judge(self._text, arm, names, payload, tolerance)
        return self._judged[1]

    def _judge(
        self, text: str, arm: Arm, names: tuple[str, ...], payload: Payload, tolerance: FloatArray | None
    ) -> str | None:
        try:
            words = description_difference(arm, arm_of_joints(Selection(text), names), payload, tolerance)
        except Exception as error:  # any program may publish the text
            self.finding = "the robot description cannot be compared"
            return f"{self._topic} cannot be compared with the arm: {as_refusal(error)}"
        what = "geometry of the joints' axes" if pinned(arm) else "axes and torques"
        self.finding = f"{what} compared with the robot description"
        if words is None:
            return None
        return f"{self._topic} is not of this arm: {words}; give the robot's own arm file, or description_tolerance"
