"""Track the robot description that a robot publishes: which text is in use, and whether it has changed.

A model never changes while it is in use. A new text is reported, but is used only when the arm is requested again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from ..emdeg import Selection
from ..errors import ArmFileError, Puma560Error
from ..robot_xml import is_xml, robot_root
from .arm import Arm
from .chosen_joints import arm_of_joints
from .described_arm import described_arm


class Condition(Enum):
    """Status of the received description."""

    MISSING = "missing"
    RECEIVED = "received"
    UNUSABLE = "unusable"
    IN_USE = "in use"
    CHANGED = "changed"


class ReceivedState(NamedTuple):
    """Status of the received description, with a sentence for diagnostics."""

    condition: Condition
    sentence: str


class ReceivedDescription:
    """Store of the newest robot description and of the description in use.

    Args:
        topic: full name of the description's topic, for messages.
        part: selection of the arm in the description; its `source` is ignored.
        joints: names of the arm's joints from the base outwards, for `arm_of_joints`; empty if the description has
            only one arm.
    """

    def __init__(self, topic: str, part: Selection = Selection(""), joints: Sequence[str] = ()) -> None:  # noqa: B008, it is frozen
        self._topic, self._part = topic, part
        self._joints = tuple(filter(None, joints))
        self._text: str | None = None
        self._used: str | None = None
        self._arm: Arm | None = None
        self._refusal: Puma560Error | None = None
        self._received = 0
        self._since = self._changed = -math.inf

    def receive(self, now: float, text: str) -> bool:
        """Store a description that arrived at the steady time `now` (s).

        Returns:
            Whether `take` should be called: see `untried`.
        """
        self._received += 1
        if text != self._text:
            self._text, self._since, self._refusal = text, now, None
            if self._used is not None and text != self._used:
                self._changed = now
        return self.untried

    @property
    def untried(self) -> bool:
        """Whether no text is in use and the newest text has not been refused."""
        return self._text is not None and self._used is None and self._refusal is None

    @property
    def text(self) -> str:
        """Description in use; empty if no description is in use."""
        return self._used or ""

    @property
    def changed(self) -> bool:
        """Whether the newest description differs from the description in use."""
        return self._used is not None and self._text != self._used

    def take(self) -> Arm:
        """Return the arm of the newest text, and mark this text as in use.

        Raises:
            ArmFileError, UnphysicalArmError: no text has arrived, or the text does not describe a usable arm.
        """
        if self._text is None:
            raise ArmFileError(self._missing)
        if self._refusal is None and (self._arm is None or self._used != self._text):
            try:
                self._arm = self._read(self._text)
            except Exception as error:  # the text is untrusted and must not end the process
                self.refuse(as_refusal(error))
        if self._refusal is not None:
            raise self._refusal
        assert self._arm is not None
        self._used = self._text
        return self._arm

    def refuse(self, reason: Puma560Error) -> None:
        """Reject the newest text: no text is in use afterwards, and this text is not tried again."""
        if self._refusal is None:
            self._refusal = type(reason)(f"{self._topic}: {reason}")
        self._used = None

    def release(self) -> None:
        """Stop using the current text; the next `take` returns the arm of the newest text."""
        self._used = None

    @property
    def finding(self) -> ReceivedState:
        """Status of the description, with a sentence."""
        if self._text is None:
            return ReceivedState(Condition.MISSING, self._missing)
        if self.changed:
            return ReceivedState(
                Condition.CHANGED,
                f"{self._topic} has another robot description; the model still uses the previous one: "
                "configure the node again, or restart it",
            )
        if self._refusal is not None:
            return ReceivedState(Condition.UNUSABLE, str(self._refusal))
        if self._used is None:
            return ReceivedState(Condition.RECEIVED, f"{self._topic} has a robot description, which is not in use")
        assert self._arm is not None
        return ReceivedState(
            Condition.IN_USE, f"arm {self._arm.name} of {self._topic}: joints {', '.join(self._arm.joint_names)}"
        )

    def figures(self, now: float) -> dict[str, object]:
        """Return counts, times and remarks for diagnostics at the steady time `now` (s)."""
        figures: dict[str, object] = {"received": self._received}
        if self._text is not None:
            figures["age_s"] = round(now - self._since, 1)
        if self.changed:
            figures["changed_s"] = round(now - self._changed, 1)
        if self._used is not None and self._arm is not None:
            figures |= {f"remark.{number}": words for number, words in enumerate(self._arm.remarks, 1)}
        return figures

    @property
    def _missing(self) -> str:
        return (
            f"no robot description on {self._topic} yet; start robot_state_publisher of this robot, remap the topic, "
            "or give the parameter arm"
        )

    def _read(self, text: str) -> Arm:
        if not is_xml(text):
            raise ArmFileError("the text is not XML; expected a URDF")
        robot_root(text)  # only URDF: other formats may refer to files of this machine
        part = replace(self._part, source=text)
        return arm_of_joints(part, self._joints) if self._joints else described_arm(part)


def as_refusal(error: Exception) -> Puma560Error:
    """Convert an error caused by a description to an `ArmFileError`; errors of this package are returned unchanged."""
    if isinstance(error, Puma560Error):
        return error
    reason = " ".join(f"{type(error).__name__}: {error}".split())[:200]
    return ArmFileError(f"the robot description cannot be used ({reason}); check its numbers")
