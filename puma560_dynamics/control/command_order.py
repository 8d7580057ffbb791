"""Check the joints of a controller's commands and their order, because commands are numbers without names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..errors import LaunchError, StateError

EFFORT = "effort"
"""Name of the command interface for torque."""


ASKED_PARAMETERS = ("joints", "interface_name")
"""Parameters that are read from a controller."""


class Answer(NamedTuple):
    """Parameters that a controller reports.

    Attributes:
        joints: parameter ``joints``; `None` if the controller does not have it or cannot be queried.
        interface: parameter ``interface_name``; `None` in the same cases.
    """

    joints: list[str] | None = None
    interface: str | None = None

    @classmethod
    def from_values(cls, values: Sequence[object]) -> Answer:
        """Make an answer from the values of `ASKED_PARAMETERS`; `None` is a parameter that is not set."""
        joints, interface = [*values, None, None][:2]
        names = [*joints] if isinstance(joints, (list, tuple)) else []
        return cls(
            [str(name) for name in names] if names and all(isinstance(name, str) for name in names) else None,
            interface if isinstance(interface, str) else None,
        )


def check_command_order(
    controller: str, expected: Sequence[str], found: Sequence[str], interface: str | None = None
) -> None:
    """Check that a controller accepts torques for the joints `expected`, in that order.

    Args:
        controller: name of the controller.
        expected: joint names in the order in which torques are sent.
        found: parameter ``joints`` of the controller.
        interface: parameter ``interface_name`` of the controller; `None` if it has none.

    Raises:
        StateError: a different order, different joints, or an interface that is not effort.
    """
    if interface is not None and interface != EFFORT:
        raise StateError(
            f"{controller} commands interface {interface!r}; expected {EFFORT!r}: a torque would be taken for a "
            f"{interface}"
        )
    if list(found) == list(expected):
        return
    if sorted(found) == sorted(expected):
        what = "has its joints in another order"
    else:
        missing = [name for name in expected if name not in found]
        more = [name for name in found if name not in expected]
        lacks = f"lacks joints {', '.join(missing)}" if missing else ""
        others = f"has other joints {', '.join(more)}" if more else ""
        what = " and ".join(filter(None, (lacks, others))) or "names joints twice"
    raise StateError(
        f"{controller} {what}: its joints are {', '.join(found) or 'none'}; the torques are for {', '.join(expected)}. "
        "Commands contain no joint names, so give the controller these joints in this order, from the base outwards"
    )


class CommandOrder:
    """Records whether the controller that receives the torques has the expected joints, order and interface.

    Args:
        controller: name of the controller.
        expected: joint names in the order in which torques are sent.
        optional: whether torque may be sent if the controller cannot be queried, or has no parameter ``joints``.
    """

    def __init__(self, controller: str, expected: Sequence[str], optional: bool = False) -> None:
        self._controller, self._expected, self._optional = controller, tuple(expected), optional
        self._problem: str | None
        self.note_gone()

    def note_waiting(self) -> None:
        """Note that the controller exists and has not answered yet: no torque begins before its answer."""
        if not self._known:
            self._awaited, self._problem = True, f"{self._controller} has not answered yet which joints it has"

    def note_answer(self, answer: Answer) -> None:
        """Note the parameters that the controller reported."""
        found = self._expected if answer.joints is None and self._optional else answer.joints
        try:
            if found is None:
                raise StateError(
                    f"{self._controller} has no parameter joints, so the order of its commands is not known; give "
                    "joints, from the base outwards, as it takes them"
                )
            check_command_order(self._controller, self._expected, found, answer.interface)
            self._problem = None
        except StateError as error:
            self._problem = str(error)
        self._known, self._wrong, self._awaited = True, self._problem is not None, False

    def note_gone(self) -> None:
        """Note that the controller is gone: a new controller with this name may have another order."""
        self._problem = None if self._optional else f"no controller {self._controller}: no node of that name answers"
        self._known = self._wrong = self._awaited = False

    @property
    def problem(self) -> str | None:
        """Reason not to send torque to the controller, a sentence; `None` if torque may be sent."""
        return self._problem

    @property
    def known(self) -> bool:
        """Return whether the controller has answered."""
        return self._known

    @property
    def awaited(self) -> bool:
        """Return whether the controller has been asked and has not answered yet."""
        return self._awaited

    @property
    def wrong(self) -> bool:
        """Return whether the controller's answer forbids torque; an acting torque must then end."""
        return self._wrong


def attached_joints(
    controller: str, answer: Answer, *, given: Sequence[str] = (), own: Sequence[str] = (), prefix: str = ""
) -> list[str]:
    """Return the names of the joints to which torque is added, from the base outwards.

    Args:
        controller: name of the controller, for messages.
        answer: parameters that the controller reported.
        given: joint names that the user gave; empty for none.
        own: joint names of the selected arm, without the prefix; empty if the arm is read from the robot's
            description, which contains the joints of the controller.
        prefix: prefix of all joint names.

    Raises:
        LaunchError: the joints are not known, or the controller does not accept torque for them in this order.
    """
    joints = list(given) or [prefix + name for name in own] or list(answer.joints or ())
    if not joints or (answer.joints is None and not given):
        raise LaunchError(
            f"the order of {controller}'s commands is not known: it has no parameter joints; give joints:= from the "
            "base outwards, as it takes them"
        )
    strange = [name for name in joints if not name.startswith(prefix)]
    if strange:
        raise LaunchError(
            f"joints {', '.join(strange)} of {controller} do not begin with prefix {prefix!r}; is it another arm's?"
        )
    try:
        check_command_order(controller, joints, joints if answer.joints is None else answer.joints, answer.interface)
    except StateError as error:
        raise LaunchError(str(error)) from None
    return joints
