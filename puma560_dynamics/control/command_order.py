"""Joints of a controller's commands, and their order: the commands are numbers without names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..errors import LaunchError, StateError

EFFORT = "effort"
"""The interface that torque goes to."""


ASKED_PARAMETERS = ("joints", "interface_name")
"""Parameters that a controller is asked for."""


class Answer(NamedTuple):
    """Parameters that a controller reports.

    Attributes:
        joints: its parameter ``joints``; `None` where it has none, or cannot be asked.
        interface: its parameter ``interface_name``, `None` likewise.
    """

    joints: list[str] | None = None
    interface: str | None = None

    @classmethod
    def from_values(cls, values: Sequence[object]) -> Answer:
        """From the values of `ASKED_PARAMETERS`, `None` for one that is not set."""
        joints, interface = [*values, None, None][:2]
        names = [*joints] if isinstance(joints, (list, tuple)) else []
        return cls(
            [str(name) for name in names] if names and all(isinstance(name, str) for name in names) else None,
            interface if isinstance(interface, str) else None,
        )


def check_command_order(
    controller: str, expected: Sequence[str], found: Sequence[str], interface: str | None = None
) -> None:
    """Accept a controller for torques of the joints `expected`.

    Args:
        controller: its name.
        expected: joints in the order in which torques are sent.
        found: its parameter ``joints``.
        interface: its parameter ``interface_name``; `None` where it has none.

    Raises:
        StateError: another order, other joints, or an interface that is not effort.
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
        f"{controller} {what}: it takes {', '.join(found) or 'none'}; torques are of {', '.join(expected)}; commands "
        "carry no names, so list them there in that order, from the base outwards"
    )


class CommandOrder:
    """Keeps what a node learns about the controller that receives the torques.

    Args:
        controller: its name.
        expected: joints in the order in which torques are sent.
        optional: torque may go out where the controller cannot be asked, or has no such parameter.
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
        """Note that the controller has gone: the next one of that name may have another order."""
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
        """Return whether the answer rules out torque, which ends a torque that acts."""
        return self._wrong


def attached_joints(
    controller: str, answer: Answer, *, given: Sequence[str] = (), own: Sequence[str] = (), prefix: str = ""
) -> list[str]:
    """Return the joints that a torque is added to, from the base outwards.

    Args:
        controller: its name, for messages.
        answer: the parameters that it reported.
        given: by the person who attaches; empty for none.
        own: of the arm that is named, without the prefix; empty where the arm is the robot's own description, which has
            the joints of the controller then.
        prefix: that all of them begin with.

    Raises:
        LaunchError: they are not known, or the controller does not take torque for them in that order.
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
