"""The live page as a node: shows the messages of the other nodes, by default forty times per second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence

import numpy as np
from diagnostic_msgs.msg import DiagnosticArray
from rclpy.clock import Clock
from rclpy.clock_type import ClockType
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.qos import QoSProfile
from sensor_msgs.msg import JointState
from std_msgs.msg import String
from trajectory_msgs.msg import JointTrajectory

from ..arrays import FloatArray
from ..control.joint_order import JointOrder
from ..control.parameter_spec import ParameterSpec
from ..errors import MessageError, UrdfError
from ..extras import require
from ..system.machine import step_back
from ..view.address import HOST, PORT
from ..view.drawn_robot import DrawnRobot
from ..view.robot_reading import NewestRobot
from ..view.snapshot import Snapshot, Status
from ..view.view_page import Page
from .wire.diagnostics import OK, WARN, Diagnostics
from .wire.messages import read_terms
from .wire.parameters import declare
from .wire.polling_node import Latest
from .wire.spin import run_node
from .wire.topics import DIAGNOSTICS, JOINT_STATES, LATCHED, ROBOT_DESCRIPTION

TOTAL, TERMS, RESIDUAL = "feedforward_node/total", "feedforward_node/terms", "validator_node/residual"

FORGET = 1.0
"""Age from which a value is no longer shown, s."""

FORGET_STATUS = 5.0
"""Age from which a diagnostic status is no longer shown, s; nodes publish them once per second."""

EVENTS = QoSProfile(depth=50)
"""Queue for the diagnostics of several nodes, which may arrive at once and must not displace each other."""

PARAMETERS = (
    ParameterSpec("host", HOST, "address to serve the page at; 0.0.0.0 makes it reachable from the whole network"),
    ParameterSpec(
        "port", PORT, "TCP port of the page; the next free one if it is taken, 0 for any", minimum=0, maximum=65535
    ),
    ParameterSpec(
        "allowed_hosts",
        [""],
        "additional hosts under which the page may be opened, as name or name:port: for a proxy, a forwarded port, or "
        "a host name with host 0.0.0.0",
    ),
    ParameterSpec("rate", 40.0, "update rate of the page, Hz", minimum=1.0, maximum=60.0),
)


class Loop:
    """Subscriptions to the topics of the loop that the page shows: joint states, torque, residual and terms."""

    def __init__(self, node: Node) -> None:
        self.states = Latest(node, JointState, JOINT_STATES)
        self.total = Latest(node, JointState, TOTAL)
        self.residual = Latest(node, JointState, RESIDUAL)
        self.terms = Latest(node, JointTrajectory, TERMS)

    def close(self) -> None:
        """End the subscriptions."""
        for topic in (self.states, self.total, self.residual, self.terms):
            topic.close()


class ViewNode(Node):
    """Connects `Page` with topics. It publishes only its own diagnostics."""

    def __init__(self) -> None:
        super().__init__("view_node", automatically_declare_parameters_from_overrides=True)
        declare(self, PARAMETERS)
        require("the live page", "viser", "yourdfpy")
        wanted = int(self.get_parameter("port").value)
        self._page = Page(str(self.get_parameter("host").value), wanted, self.get_parameter("allowed_hosts").value)
        self._robots = NewestRobot()
        self._robot: DrawnRobot | None = None
        self._order = JointOrder(())
        self._kept: dict[str, tuple[float, FloatArray]] = {}
        self._terms: tuple[float, dict[str, FloatArray]] = (-np.inf, {})
        self._statuses: dict[str, tuple[float, Status]] = {}
        self._gate: tuple[float, str, str, dict[str, int]] = (-np.inf, "", "", {})
        self._frames, self._counted_at, self._rate = 0, time.monotonic(), 0.0
        self._loop: Loop | None = None
        self._diagnostics = Diagnostics(self, "page", self._figures)
        self.create_subscription(String, ROBOT_DESCRIPTION, self._on_description, LATCHED)
        self.create_subscription(DiagnosticArray, DIAGNOSTICS, self._on_diagnostics, EVENTS)
        # A steady clock: the page continues while simulated time stands still.
        steady = Clock(clock_type=ClockType.STEADY_TIME)
        self.create_timer(1.0 / self.get_parameter("rate").value, self._tick, clock=steady)
        taken = f" (port {wanted} is in use)" if wanted not in (0, self._page.port) else ""
        print(f"the page is at {self._page.url}{taken}", flush=True)

    def close(self) -> None:
        """Stop serving."""
        self._robots.close()
        self._page.close()

    def _on_description(self, message: String) -> None:
        self._robots.offer(message.data)

    def _take_robot(self) -> None:
        """Draw the robot if a new description has been read."""
        try:
            robot = self._robots.take()
        except UrdfError as error:
            self._diagnostics.reject(f"robot_description: {error}")
            return
        if robot is None:
            return
        self._robot = None
        try:
            self._page.load(robot)
        except Exception as error:  # the drawing library has no error class
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            self._diagnostics.reject(f"robot_description: the page cannot show this robot: {reason}; check the URDF")
            return
        self._robot, self._order = robot, JointOrder(robot.joint_names)
        self._kept.clear()
        self._terms = (-np.inf, {})

    def _on_diagnostics(self, message: DiagnosticArray) -> None:
        now = time.monotonic()
        for status in message.status:
            level = int.from_bytes(status.level, "little")
            self._statuses[status.name] = (now, Status(status.name, level, status.message))
            values = {item.key: item.value for item in status.values}
            if "gate" in values:
                trips = {
                    key.removeprefix("trips."): int(value)
                    for key, value in values.items()
                    if key.startswith("trips.") and value.isdecimal()
                }
                self._gate = (now, values["gate"], values.get("gate_reason", ""), trips)

    def _tick(self) -> None:
        """Read every topic and update the page, if a browser is connected."""
        self._take_robot()
        if self._robot is None:
            reading = "robot_description is being read" if self._robots.busy else "no robot_description yet"
            self._diagnostics.set(WARN, f"{reading}; nothing is drawn")
            return
        if self._page.visitors == 0:
            if self._loop is not None:
                self._loop.close()
                self._loop = None
            self._diagnostics.set(OK, "no browser is connected; no control topic is subscribed")
            return
        if self._loop is None:
            self._loop = Loop(self)
        now = time.monotonic()
        self._take(self._loop, now)
        self._page.show(self._snapshot(self._robot, now))
        self._frames += 1
        if JOINT_STATES in self._kept:
            self._diagnostics.set(OK, "the page is live")
        else:
            self._diagnostics.set(WARN, "no joint_states yet; the arm is drawn at rest")

    def _take(self, loop: Loop, now: float) -> None:
        """Store the newest message of each topic."""
        if (state := loop.states.take()) is not None and self._order.concerns(state.name):
            self._read(JOINT_STATES, lambda: self._keep_state(now, state))
        if (total := loop.total.take()) is not None:
            self._read(TOTAL, lambda: self._keep(now, TOTAL, total, "effort"))
        if (residual := loop.residual.take()) is not None:
            self._read(RESIDUAL, lambda: self._keep(now, RESIDUAL, residual, "effort"))
        if (terms := loop.terms.take()) is not None:
            self._read(TERMS, lambda: self._keep_terms(now, terms))

    def _read(self, topic: str, keep: Callable[[], None]) -> None:
        try:
            keep()
        except MessageError as error:
            self._diagnostics.reject(f"{topic}: {error}")

    def _keep_state(self, now: float, message: JointState) -> None:
        self._keep(now, JOINT_STATES, message, "position")
        if len(message.effort) and np.isfinite(message.effort).all():  # hardware may not measure it
            self._keep(now, "effort", message, "effort")

    def _keep(self, now: float, key: str, message: JointState, field: str) -> None:
        self._kept[key] = (now, self._order.fields(message.name, **{field: getattr(message, field)})[0])

    def _keep_terms(self, now: float, message: JointTrajectory) -> None:
        self._terms = (now, read_terms(message, self._order)[1])

    def _fresh(self, key: str, now: float) -> FloatArray | None:
        """Return the stored values of `key`, or None if they are too old."""
        since, values = self._kept.get(key, (-np.inf, np.zeros(0)))
        return values if now - since < FORGET else None

    def _snapshot(self, robot: DrawnRobot, now: float) -> Snapshot:
        torque, source = self._fresh(TOTAL, now), "sent by feedforward_node"
        if torque is None:
            torque, source = self._fresh("effort", now), "reported in joint_states"
        since, position = self._kept.get(JOINT_STATES, (None, None))
        reported, gate, reason, trips = self._gate
        if now - reported > FORGET_STATUS:
            gate, reason, trips = "", "", {}
        recent = {name: status for name, (when, status) in self._statuses.items() if now - when < FORGET_STATUS}
        return Snapshot(
            joint_names=robot.joint_names,
            limits=robot.limits,
            position=position,
            torque=torque,
            torque_source=source if torque is not None else "",
            terms=self._terms[1] if now - self._terms[0] < FORGET else {},
            residual=self._fresh(RESIDUAL, now),
            gate=gate,
            gate_reason=reason,
            trips=trips,
            statuses=tuple(recent[name] for name in sorted(recent)),
            silent=None if since is None else now - since,
        )

    def _figures(self) -> dict[str, object]:
        now = time.monotonic()
        if (counted := now - self._counted_at) > 0.5:
            self._rate, self._frames, self._counted_at = self._frames / counted, 0, now
        return {"url": self._page.url, "visitors": self._page.visitors, "rate_Hz": round(self._rate, 1)}


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``ros2 run puma560_dynamics view_node``."""
    step_back()
    return run_node(ViewNode, args, SingleThreadedExecutor)


if __name__ == "__main__":
    sys.exit(main())
