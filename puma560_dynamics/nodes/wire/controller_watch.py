"""Whether a controller is active, as ros2_control's controller manager publishes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lifecycle_msgs.msg import State

from .diagnostics import ERROR, WARN
from .intake import Intake
from .topics import ACTIVITY, LATCHED


def activity_type() -> Any | None:
    """`controller_manager_msgs.msg.ControllerManagerActivity`, or None where it is not installed."""
    try:
        from controller_manager_msgs.msg import ControllerManagerActivity
    except ImportError:
        return None
    return ControllerManagerActivity


def watch_controller(intake: Intake, name: str, report: Callable[[bool], None]) -> bool:
    """Report whether controller `name` is active, at every change that the controller manager publishes.

    Args:
        intake: makes the subscription.
        name: of the controller, empty for none.
        report: called with whether it is active; not called while nothing publishes.

    Returns:
        Whether it can be watched: it has a name, and controller_manager_msgs is installed.
    """
    kind = activity_type()
    if kind is None or not name:
        return False

    def on_activity(message: Any) -> None:
        states = {controller.name: controller.state.id for controller in message.controllers}
        report(states.get(name) == State.PRIMARY_STATE_ACTIVE)

    intake.subscribe(kind, ACTIVITY, on_activity, LATCHED, latched=True)
    return True


SHUTDOWN = 0.5
"""Seconds for which nothing is reported: Ctrl-C on a launch ends the controllers just before this node."""


class Activity:
    """The warning about a controller that moves the arm without feed-forward."""

    def __init__(self) -> None:
        self._was_active = False
        self._since: float | None = None

    def report(self, active: bool, now: float) -> None:
        """It was reported as active or not at the steady time `now`, s."""
        self._was_active = self._was_active or active
        self._since = None if active else now if self._since is None else self._since

    def trouble(self, now: float) -> tuple[int, str] | None:
        """Level and words while it is not active.

        Worse if it was: it has failed or was deactivated, and the arm is free.
        """
        if self._since is None or now - self._since < SHUTDOWN:
            return None
        if self._was_active:
            return ERROR, "the controller is no longer active: nothing moves or holds the arm; see its log"
        return WARN, "the controller is not active; activate it"
