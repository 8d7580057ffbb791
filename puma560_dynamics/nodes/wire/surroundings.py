"""Find out from graph and topics which other processes act on the arm, as input of `Supervision`."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

from diagnostic_msgs.msg import KeyValue
from rclpy.node import Node

from ...control.command_order import CommandOrder
from ...control.gate.supervision import UNKNOWN_NODE, Supervision
from ...errors import MessageError
from ...system.machine import steady_time
from .command_topic import CommandTopic
from .controller_joints import CHECKED, UNCHECKED, ControllerJoints
from .controller_watch import ControllerWatch
from .heartbeat import Heartbeat, read_heartbeat
from .intake import Intake
from .topics import COMMAND, COMMANDS, HEARTBEAT, JOINT_STATES, REFERENCE, publishers

GRAPH_PERIOD_S = 0.1
"""Period of counting publishers in the graph, s."""

MAX_WAIT_S = 4.0
"""Longest time for which an activation waits for guard and controller, s: the middleware has to find them, and the
guard makes a gravity model (0.1 s)."""

HEARTBEAT_POLL_S = 0.005
"""Period of polling for a heartbeat, s."""

NAMES_PERIOD_S = 1.0
"""Period of reading the publishers' names, s, while their counts are constant and all names are known: names cost much
more time than counts."""


class Surroundings:
    """Receives the guard's heartbeat and the controller's state, and monitors other publishers.

    Args:
        node: the node.
        commands: command topic of the node.
        intake: creates the subscriptions.
        steady: returns the steady time, s.
        joints: whether to query the controller's joints, one of `controller_joints.JOINT_CHECKS`.
        manager: controller manager that runs the controller, see `ControllerWatch`.
        reference: topic of the references.
    """

    def __init__(
        self,
        node: Node,
        commands: CommandTopic,
        intake: Intake,
        steady: Callable[[], float] = steady_time,
        joints: str = CHECKED,
        manager: str = "",
        reference: str = REFERENCE,
    ) -> None:
        self._node, self._commands, self._steady, self._reference = node, commands, steady, reference
        self._supervision: Supervision | None = None
        self._heartbeat = (-math.inf, Heartbeat(""))
        self._reject = intake.reject
        self._controller: bool | None = None
        self._manager_gone = False
        self._looked = self._named = -math.inf
        self._counts: tuple[int, ...] = ()
        self._beats = intake.subscribe(KeyValue, HEARTBEAT, self._on_heartbeat, COMMAND)
        self._watch = ControllerWatch(node, intake, commands.controller_node, manager, self._on_controller, steady)
        self._optional = joints == CHECKED
        self._joints: ControllerJoints | None = None
        if joints != UNCHECKED:
            self._joints = ControllerJoints(node, commands.controller_node, self._on_order)

    @property
    def guard_state(self) -> str:
        """State that the guard reported last; empty if it has reported none."""
        return self._heartbeat[1].state

    @property
    def manager(self) -> str:
        """Full name of the controller manager that runs the controller; empty if unknown."""
        return self._watch.manager

    def attach(self, supervision: Supervision, names: Sequence[str]) -> None:
        """Update `supervision` from now on; the joints `names` are commanded, in this order."""
        self._supervision = supervision
        if self._joints is not None:
            self._joints.order = CommandOrder(self._commands.controller, names, self._optional)
            self._joints.ask_if_due()
            self._on_order()
        supervision.note_heartbeat(self._heartbeat[0], *self._heartbeat[1])
        supervision.note_controller(self._controller, self._manager_gone)

    @property
    def awaited(self) -> bool:
        """Return whether an answer of the guard (about its setup) or the controller (about its joints) is due."""
        supervision, order = self._supervision, None if self._joints is None else self._joints.order
        guard = supervision is not None and supervision.guard_expected(self._steady())
        return guard or (order is not None and order.awaited)

    def wait(self) -> None:
        """Wait up to `MAX_WAIT_S` s for the answers of guard and controller; only while no torque acts.

        A lifecycle manager configures and activates without a pause in which they could arrive.
        """
        until = self._steady() + MAX_WAIT_S
        while self.awaited and self._steady() < until:
            if self._joints is not None:
                self._joints.ask_if_due()
                self._joints.read()
            taken: Any = self._beats.handle.take_message(KeyValue, True)
            if taken is None:
                time.sleep(HEARTBEAT_POLL_S)
            else:
                self._beats.callback(*taken)

    def look_for_managers(self) -> None:
        """Look for the controller manager; call this periodically, also while no torque acts."""
        self._watch.search_graph()

    def update_supervision(self, now: float, *, at_once: bool = False) -> None:
        """Update `Supervision` from the graph.

        Without `at_once`, this happens at most every `GRAPH_PERIOD_S` s; `now` is the steady time (s).
        """
        supervision = self._supervision
        if supervision is None or (now - self._looked < GRAPH_PERIOD_S and not at_once):
            return
        self._looked = now
        counts = tuple(publishers(self._node, topic) for topic in (COMMANDS, JOINT_STATES, self._reference))
        if at_once or counts != self._counts or now - self._named >= NAMES_PERIOD_S:
            self._look_for_names(now, supervision)
            self._counts = counts
        supervision.note_unwatched(self._watch.problem)

    def _look_for_names(self, now: float, supervision: Supervision) -> None:
        states, references = (
            [info.node_name for info in self._node.get_publishers_info_by_topic(topic)]
            for topic in (JOINT_STATES, self._reference)
        )
        others = self._commands.other_publishers()
        supervision.note_publishers(now, others)
        supervision.note_input_publishers(now, states, references)
        self._named = now if UNKNOWN_NODE not in (*others, *states, *references) else -math.inf

    def _on_heartbeat(self, message: KeyValue) -> None:
        try:
            self._heartbeat = self._steady(), read_heartbeat(message)
        except MessageError as error:
            self._reject(f"heartbeat: {error}")
            return
        if self._supervision is not None:
            self._supervision.note_heartbeat(self._heartbeat[0], *self._heartbeat[1])

    def _on_order(self) -> None:
        order = None if self._joints is None else self._joints.order
        if self._supervision is not None and order is not None:
            self._supervision.note_command_order(order.problem, order.wrong)

    def _on_controller(self, active: bool, gone: bool) -> None:
        self._controller, self._manager_gone = active, gone
        if self._supervision is not None:
            self._supervision.note_controller(active, gone)
