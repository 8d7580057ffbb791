"""Monitor whether a controller is active, from the activity topic of its controller manager."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from lifecycle_msgs.msg import State
from rclpy.node import Node

from ...control.parameter_spec import ParameterSpec
from ...system.machine import steady_time
from .diagnostics import ERROR, WARN
from .intake import Intake
from .topics import ACTIVITY, LATCHED

ACTIVITY_TYPE = "controller_manager_msgs/msg/ControllerManagerActivity"

NOT_WATCHED = "none"
"""Value of the parameter ``controller_manager`` if no controller manager runs the controller."""

MANAGER = ParameterSpec(
    "controller_manager",
    "",
    "name of the controller manager, which reports the end of the controller; empty: found in the graph; none: there "
    "is no controller manager",
)

GRAPH_PERIOD_S = 0.1
"""Period of checks whether a controller manager has ended, s."""

SEARCH_PERIOD_S = 1.0
"""Period of searches for controller managers in the graph, s, while none reports the controller as active."""

MAX_SEARCH_S = 5.0
"""Time within which an existing controller manager is found, s."""


def activity_type() -> Any | None:
    """Return `controller_manager_msgs.msg.ControllerManagerActivity`, or None if it is not installed."""
    try:
        from controller_manager_msgs.msg import ControllerManagerActivity
    except ImportError:
        return None
    return ControllerManagerActivity


class ControllerWatch:
    """Subscribes to every controller manager in the namespace of a controller, independent of the managers' names.

    Args:
        node: node that reads the graph.
        intake: creates the subscriptions.
        controller: full name of the controller, ``/left/effort_controller``; empty for none.
        manager: value of the parameter `MANAGER`.
        report: receives at every change whether the controller is active, and whether its end is only inferred from
            the end of the manager.
        steady: returns the steady time, s.
    """

    def __init__(
        self,
        node: Node,
        intake: Intake,
        controller: str,
        manager: str,
        report: Callable[[bool, bool], None],
        steady: Callable[[], float] = steady_time,
    ) -> None:
        self._node, self._intake, self._report, self._steady = node, intake, report, steady
        self._space, _, self._name = controller.rpartition("/")
        self._kind = activity_type()
        self._needed = manager != NOT_WATCHED and bool(self._name)
        self._searches = self._needed and not manager
        self._states: dict[str, bool | None] = {}
        self._manager = ""
        self._began = steady()
        self._looked = self._searched = -math.inf
        if self._needed and self._kind is not None:
            self._subscribe(node.resolve_topic_name(f"{manager}/activity" if manager else ACTIVITY))

    @property
    def manager(self) -> str:
        """Full name of the controller manager that has reported this controller; empty until then."""
        return self._manager

    @property
    def problem(self) -> str | None:
        """Return why an end of the controller would not be detected, a sentence; `None` if it would, or need not be."""
        if not self._needed or any(state is not None for state in self._states.values()):
            return None
        if self._kind is None:
            why = "controller_manager_msgs is not installed"
        elif self._steady() - self._began < MAX_SEARCH_S:
            return None
        else:
            why = f"no controller manager publishes on {' or '.join(sorted(self._states))}"
        return (
            f"nothing notices the end of the controller {self._name}: {why}; name the controller manager by the "
            f"parameter {MANAGER.name}, or set it to {NOT_WATCHED} where there is none"
        )

    def search_graph(self) -> None:
        """Search the graph for new managers and for managers that have ended. Call this periodically, at any period."""
        now = self._steady()
        if not self._needed or self._kind is None or now - self._looked < GRAPH_PERIOD_S:
            return
        self._looked = now
        for topic, state in self._states.items():
            if state and not self._node.count_publishers(topic):  # the manager has ended, and its controllers with it
                self._states[topic] = False
                self._tell(True)
        if self._searches and now - self._searched >= SEARCH_PERIOD_S and not any(self._states.values()):
            self._searched = now
            for topic, kinds in self._node.get_topic_names_and_types():
                if ACTIVITY_TYPE in kinds and topic not in self._states and topic.rsplit("/", 2)[0] == self._space:
                    self._subscribe(topic)

    def _subscribe(self, topic: str) -> None:
        self._states[topic] = None

        def on_activity(message: Any) -> None:
            states = {controller.name: controller.state.id for controller in message.controllers}
            if self._name in states:
                self._manager = topic.rpartition("/")[0]
            self._states[topic] = states.get(self._name) == State.PRIMARY_STATE_ACTIVE
            self._tell(False)

        self._intake.subscribe(self._kind, topic, on_activity, LATCHED, latched=True)  # type: ignore[arg-type]

    def _tell(self, gone: bool) -> None:
        active = any(self._states.values())
        self._report(active, gone and not active)


SHUTDOWN_S = 0.5
"""Delay before the controller's end is reported, s: Ctrl-C on a launch ends controllers just before this node."""


class Activity:
    """The warning about a controller that is not active."""

    def __init__(self) -> None:
        self._was_active = False
        self._since: float | None = None

    def report(self, active: bool, now: float) -> None:
        """Note whether the controller is active at the steady time `now` (s)."""
        self._was_active = self._was_active or active
        self._since = None if active else now if self._since is None else self._since

    def trouble(self, now: float) -> tuple[int, str] | None:
        """Return level and message while the controller is not active; `None` while it is.

        It is an error if the controller was active: it has failed or was deactivated, and nothing holds the arm.
        """
        if self._since is None or now - self._since < SHUTDOWN_S:
            return None
        if self._was_active:
            return ERROR, "the controller is no longer active: nothing moves or holds the arm; see its log"
        return WARN, "the controller is not active; activate it"
