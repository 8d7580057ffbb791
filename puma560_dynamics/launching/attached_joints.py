"""Which joints the torque of an attachment is for, in the order of the controller's commands; nothing is guessed."""

from __future__ import annotations

from collections.abc import Sequence

from ..control.command_order import Answer, check_command_order
from ..errors import LaunchError, StateError


def attached_joints(
    controller: str, answer: Answer, *, given: Sequence[str] = (), own: Sequence[str] = (), prefix: str = ""
) -> list[str]:
    """The joints, from the base outwards.

    Args:
        controller: its name, for messages.
        answer: what it says of itself.
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
