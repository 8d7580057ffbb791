"""Load the arm of a node from its parameter ``arm`` or from the robot description, and compare both if both exist."""

from __future__ import annotations

import time
from collections.abc import Callable

from rclpy.clock import Clock
from rclpy.clock_type import ClockType
from rclpy.node import Node
from std_msgs.msg import String

from ...arm import Arm, Selection, is_description, load_arm
from ...arm.chosen_joints import arm_of_joints
from ...arm.link_place import BASE_LINK
from ...arm.received_description import Condition, ReceivedDescription, as_refusal
from ...arrays import FloatArray
from ...errors import Puma560Error
from ...models.description_agreement import description_difference, pinned
from ...models.payload.payload import Payload
from .diagnostics import ERROR, OK, WARN, Diagnostics
from .parameters import ARM_PARAMETERS, joint_names, parameter_values
from .polling_node import Tick
from .topics import LATCHED, ROBOT_DESCRIPTION


class DescriptionCheck:
    """Stores the newest robot description, and compares it with an arm on request. A missing description is no error.

    Args:
        node: node that receives the description.
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
        """Return whether the newest description has not been compared yet; a comparison takes a while."""
        return self._text is not None and (self._judged is None or self._judged[0] != self._text)

    def difference(
        self, arm: Arm, names: tuple[str, ...], payload: Payload, tolerance: FloatArray | None
    ) -> str | None:
        """Return a sentence on the difference between robot and model; `None` if no difference is known.

        Args:
            arm: arm of the model.
            names: joint names of the messages.
            payload: payload of the model when the node starts.
            tolerance: (n,) N·m, allowed difference of torques; the usual one by default.
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


LEVELS = {
    Condition.MISSING: WARN,
    Condition.RECEIVED: OK,
    Condition.UNUSABLE: ERROR,
    Condition.IN_USE: OK,
    Condition.CHANGED: ERROR,
}
"""Levels of the diagnostic status ``arm``, which a node has only if its arm comes from the topic."""

REPORT_PERIOD_S = 1.0
"""Seconds between two statuses while nothing arrives."""

Begin = Callable[[Arm, tuple[str, ...]], None]


class ArmSource:
    """Loads the arm that the parameters of `node` name, or receives the robot description.

    Args:
        node: node that has declared `ARM_PARAMETERS`.
        compare: whether to compare a named arm with the robot description.
    """

    def __init__(self, node: Node, compare: bool = False) -> None:
        given = parameter_values(node, ARM_PARAMETERS)
        self._given = given
        self._part = Selection.of(given["arm"], base=given["base"], tip=given["tip"], hold=given["hold"])
        self._begin: Begin | None = None
        self._received: ReceivedDescription | None = None
        self.check: DescriptionCheck | None = None
        """Comparison of a named arm with the description; `None` for an arm that comes from the description."""
        if given["arm"]:
            self.check = DescriptionCheck(node) if compare else None
            return
        self._received = ReceivedDescription(node.resolve_topic_name(ROBOT_DESCRIPTION), self._part, given["joints"])
        self._diagnostics = Diagnostics(node, "arm", lambda: self._of(time.monotonic()))
        self._report()
        node.create_subscription(String, ROBOT_DESCRIPTION, self._on_description, LATCHED)
        node.create_timer(REPORT_PERIOD_S, Tick(self._report), clock=Clock(clock_type=ClockType.STEADY_TIME))

    def begin(self, begin: Begin) -> None:
        """Call `begin` once, with the arm and the joint names of the messages; other nodes call `take` instead.

        The call is made at once if the parameter ``arm`` names the arm, else with the first usable description.

        Raises:
            Puma560Error: the parameters name an arm that cannot be used, or `begin` refuses it.
        """
        if self._received is None:
            begin(*self.take())
        else:
            self._begin = begin

    @property
    def received(self) -> bool:
        """Return whether the arm comes from the topic."""
        return self._received is not None

    @property
    def ready(self) -> bool:
        """Return whether an arm is available that was not refused before."""
        return self._received is None or self._received.untried

    @property
    def changed(self) -> str | None:
        """Sentence that reports a changed robot description; `None` if the description in use is still the newest."""
        if self._received is None or not self._received.changed:
            return None
        return self._received.finding.sentence

    @property
    def waiting(self) -> str | None:
        """Sentence on the missing robot description; `None` if it has arrived or is not needed."""
        if self._received is None:
            return None
        condition, sentence = self._received.finding
        return sentence if condition is Condition.MISSING else None

    @property
    def base_link(self) -> str | None:
        """Name of the link in whose frame gravity is given; `None` for the root of the description."""
        described = self.received or is_description(self._part.source)
        return self._part.base if described else BASE_LINK

    @property
    def text(self) -> str:
        """Robot description from which the arm was made; empty if the parameter ``arm`` names the arm."""
        return "" if self._received is None else self._received.text

    def take(self) -> tuple[Arm, tuple[str, ...]]:
        """Return the arm, and the joint names of the messages.

        Raises:
            Puma560Error: no arm is available yet, or it cannot be used.
        """
        given = self._given
        if self._received is not None:
            try:
                arm = self._received.take()
            finally:
                self._report()
            return arm, arm.joint_names
        arm = load_arm(given["arm"], base=self._part.base, tip=self._part.tip, hold=self._part.hold)
        return arm, joint_names(given["joints"], arm)

    def refuse(self, reason: Puma560Error) -> None:
        """Note that the arm cannot be used, so that the same description is not tried again."""
        if self._received is not None:
            self._received.refuse(reason)
            self._report()

    def release(self) -> None:
        """Note that the arm is no longer in use: `take` then uses the newest description."""
        if self._received is not None:
            self._received.release()
            self._report()

    def _on_description(self, message: String) -> None:
        assert self._received is not None
        usable = self._received.receive(time.monotonic(), message.data)
        if usable and self._begin is not None:
            try:
                self._begin(*self.take())
            except Exception as error:  # the node may fail although the arm is usable
                self.refuse(as_refusal(error))
        self._report()

    def _report(self) -> None:
        assert self._received is not None
        condition, sentence = self._received.finding
        self._diagnostics.set(LEVELS[condition], sentence, state=condition.value)

    def _of(self, now: float) -> dict[str, object]:
        return {} if self._received is None else self._received.figures(now)
