"""Publish the torque term by term; without subscribers no terms are computed."""

from __future__ import annotations

import time

import numpy as np
from builtin_interfaces.msg import Time
from rclpy.node import Node
from sensor_msgs.msg import JointState
from trajectory_msgs.msg import JointTrajectory

from ...arrays import FloatArray
from ...control.torque_loop import LoopOutput
from .messages import joint_state, terms_message
from .topics import RELIABLE

PARTS = {
    "gravity": ("gravity",),
    "inertia": ("inertia", "motor_inertia"),
    "velocity": ("coriolis", "centrifugal"),
    "friction": ("friction",),
    "guiding": ("guiding",),
}
"""Topics and the terms that they sum; ``~/total`` is the output of the gate."""

LISTENER_PERIOD_S = 0.1
"""Period of checks for subscribers, s: a check costs as much as a term."""

MAX_SAVED_S = 0.1
"""Largest delay of results for which none of them is skipped, s."""


class TorqueTopics:
    """``~/terms`` for the validator, and ``~/gravity``, ``~/inertia``, … ``~/total`` as `JointState` efforts.

    Args:
        node: node of the publishers.
        period: average time between two published results, s; 0 to publish every result.
    """

    def __init__(self, node: Node, period: float = 0.0) -> None:
        self._period, self._saved, self._asked = period, MAX_SAVED_S, -np.inf
        self._terms = node.create_publisher(JointTrajectory, "~/terms", RELIABLE)
        self._parts = {name: node.create_publisher(JointState, f"~/{name}", RELIABLE) for name in (*PARTS, "total")}
        self._heard: set[str] = set()
        self._looked = -np.inf

    def look_for_listeners(self) -> None:
        """Find out which topics have subscribers; call this periodically."""
        now = time.monotonic()
        if now - self._looked < LISTENER_PERIOD_S:
            return
        self._looked = now
        publishers = {"terms": self._terms, **self._parts}
        self._heard = {name for name, publisher in publishers.items() if publisher.get_subscription_count()}

    def due(self, now: float) -> bool:
        """Return whether to publish the result at the steady time `now` (s).

        Computing its terms costs more than computing the torque.
        """
        if not self._heard:
            return False
        self._saved, self._asked = min(MAX_SAVED_S, self._saved + (now - self._asked)), now
        if self._saved < self._period:
            return False
        self._saved -= self._period
        return True

    def publish(
        self,
        stamp: Time,
        names: tuple[str, ...],
        state: tuple[FloatArray, FloatArray],
        result: LoopOutput,
    ) -> float:
        """Publish one result with the stamp of its joint state `state` (q, qd); a term that is switched off is zero.

        Returns:
            Largest difference of a joint between the sum of the terms and the torque before the gate, N·m; 0 if no
            terms were computed. The torque comes from one compiled call where possible: the terms that the validator
            compares with Pinocchio must agree with the torque that was sent.
        """
        terms: dict[str, FloatArray] = {}
        if self._heard - {"total"}:  # slow to compute
            terms = {name: torque for name, torque in result.command.terms.items() if name in result.command.active}
        if "terms" in self._heard:
            self._terms.publish(terms_message(stamp, names, (*state, result.command.acceleration), terms))
        for name, parts in PARTS.items():
            if name in self._heard:
                torque = sum((terms[part] for part in parts if part in terms), np.zeros(len(names)))
                self._parts[name].publish(joint_state(stamp, names, effort=torque))
        if "total" in self._heard and result.output is not None:
            self._parts["total"].publish(joint_state(stamp, names, effort=result.output.torque))
        if not terms:
            return 0.0
        return float(np.abs(sum(terms.values(), np.zeros(len(names))) - result.command.torque).max())
