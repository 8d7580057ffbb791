"""Markers for RViz: torques against their limits, centers of mass, inertia ellipsoids, gravity load."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from geometry_msgs.msg import InertiaStamped
from rclpy.clock import Clock
from rclpy.clock_type import ClockType
from rclpy.node import Node
from rclpy.qos import QoSProfile, ReliabilityPolicy
from rclpy.serialization import deserialize_message
from rclpy.subscription import Subscription
from rclpy.timer import Timer
from sensor_msgs.msg import JointState
from visualization_msgs.msg import Marker, MarkerArray

from ..arm import Arm, Link
from ..arm.transform import inverse_pose
from ..arrays import FloatArray
from ..control.joint_order import JointOrder
from ..control.parameter_spec import ParameterSpec
from ..errors import MessageError, StateError
from ..markers import ellipsoid, gauges
from ..models.payload.payload import Payload
from .wire.arm_source import ArmSource
from .wire.diagnostics import OK, WARN, Diagnostics
from .wire.marker_messages import body_markers, gravity_marker, in_link_frame, torque_markers, track_marker
from .wire.messages import read_payload
from .wire.parameters import ARM_PARAMETERS, declare
from .wire.spin import run_node
from .wire.topics import LATCHED, PAYLOAD, RELIABLE

TOTAL, GRAVITY = "feedforward_node/total", "feedforward_node/gravity"

LISTENER_PERIOD_S = 0.25
"""Time between two checks for subscribers, s."""

STILL_PERIOD_S = 1.0
"""Period of markers that do not move in their frame, s; RViz forgets a namespace that is switched off."""

MAX_SILENCE_S = 0.5
"""Age from which a torque is no longer drawn, s."""

NEWEST = QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT)
"""QoS for torques that are only drawn: late messages are useless, and no publisher may wait for this node."""

PARAMETERS = (
    *ARM_PARAMETERS,
    ParameterSpec("rate", 20.0, "rate of the markers, Hz", minimum=0.5, maximum=100.0),
    ParameterSpec(
        "scale", 1.0, "size of gauges and centers of mass; ellipsoids always have their true size", minimum=0.05
    ),
    ParameterSpec("frame_prefix", "", "prefix of the link frames, as in robot_state_publisher"),
)


class MarkerNode(Node):
    """Publishes the markers of `puma560_dynamics.markers`. Without a subscriber it subscribes to and draws nothing."""

    def __init__(self) -> None:
        super().__init__("marker_node", automatically_declare_parameters_from_overrides=True)
        declare(self, PARAMETERS)
        self._source = ArmSource(self)
        self._source.begin(self._begin)

    def _begin(self, arm: Arm, names: tuple[str, ...]) -> None:
        """Draw an arm from now on."""
        self._arm = arm
        self._scale = float(self.get_parameter("scale").value)
        self._prefix = str(self.get_parameter("frame_prefix").value)
        self._period = 1.0 / float(self.get_parameter("rate").value)
        self._gauges = tuple(
            replace(gauge, frame=self._prefix + gauge.frame) for gauge in gauges(self._arm, self._scale)
        )
        self._payload = Payload()
        frames = [inverse_pose(frame) for frame in arm.link_frames]
        self._model_frames = {self._prefix + link.name: frame for link, frame in zip(arm.links, frames, strict=True)}
        self._sources = {topic: _Source(names) for topic in (TOTAL, GRAVITY)}
        self._clock_of_drawing = Clock(clock_type=ClockType.STEADY_TIME)  # RViz draws while simulated time stands still
        self._running: tuple[Timer, list[Subscription[Any]]] | None = None
        self._listeners = self._drawn = 0
        self._still_due = 0.0
        bodies = {link.name: ellipsoid(link) for link in self._arm.links}
        self._remarks = {
            "without_ellipsoid": ",".join(name for name, body in bodies.items() if body is None),
            "impossible_inertia": ",".join(name for name, body in bodies.items() if body and not body.possible),
        }
        self._publisher = self.create_publisher(MarkerArray, "~/markers", RELIABLE)
        self._diagnostics = Diagnostics(self, "markers", self._figures)
        self._diagnostics.set(OK, "no subscriber; nothing is drawn")
        self.create_timer(LISTENER_PERIOD_S, self._look, clock=self._clock_of_drawing)

    def _look(self) -> None:
        """Start with the first subscriber, stop with the last, and draw everything for a new subscriber."""
        listeners = self._publisher.get_subscription_count()
        if listeners > self._listeners:
            self._still_due = 0.0
        self._listeners = listeners
        if listeners and self._running is None:
            subscriptions = [
                self.create_subscription(JointState, topic, self._keep(topic), NEWEST, raw=True)
                for topic in self._sources
            ]
            subscriptions.append(self.create_subscription(InertiaStamped, PAYLOAD, self._on_payload, LATCHED))
            self._running = self.create_timer(self._period, self._draw, clock=self._clock_of_drawing), subscriptions
        elif not listeners and self._running is not None:
            timer, subscriptions = self._running
            self._running = None
            self.destroy_timer(timer)
            for subscription in subscriptions:
                self.destroy_subscription(subscription)
            self._diagnostics.set(OK, "no subscriber; nothing is drawn")

    def _keep(self, topic: str) -> Callable[[bytes], None]:
        """Return a callback that stores only the newest message, undecoded: most messages are never drawn."""
        source = self._sources[topic]

        def keep(raw: bytes) -> None:
            source.raw, source.arrival = raw, time.monotonic()

        return keep

    def _on_payload(self, message: InertiaStamped) -> None:
        try:
            self._payload = read_payload(message, self._arm)
        except (MessageError, StateError) as error:
            self._diagnostics.reject(f"payload: {error}")
            return
        self._still_due = 0.0

    def _draw(self) -> None:
        now = time.monotonic()
        shares = {topic: self._share(topic, now) for topic in self._sources}
        lifetime = max(MAX_SILENCE_S, 3.0 * self._period)
        markers: list[Marker] = []
        for index, gauge in enumerate(self._gauges):
            total, gravity = (None if share is None else float(share[index]) for share in shares.values())
            made = torque_markers(gauge, index, total, lifetime)
            made.append(gravity_marker(gauge, index, gravity, lifetime))
            markers += self._in_link_frame(made, gauge.frame)
        if now >= self._still_due:
            self._still_due = now + STILL_PERIOD_S
            markers += self._still_markers()
        self._publisher.publish(MarkerArray(markers=markers))
        self._drawn += 1
        silent = [topic for topic, share in shares.items() if share is None]
        if silent:
            self._diagnostics.set(WARN, f"no torque on {', '.join(silent)}; start feedforward_node and activate it")
        else:
            self._diagnostics.set(OK, "markers are drawn")

    def _share(self, topic: str, now: float) -> FloatArray | None:
        """Return the newest torque of a topic, (n,), as a fraction of the limits; None if no torque is recent."""
        source = self._sources[topic]
        if now - source.arrival > max(MAX_SILENCE_S, 3.0 * self._period):
            return None
        if source.raw is not None:
            message, source.raw, source.torque = deserialize_message(source.raw, JointState), None, None
            try:
                (source.torque,) = source.order.fields(message.name, effort=message.effort)
            except MessageError as error:
                self._diagnostics.reject(f"{topic}: {error}")
        return None if source.torque is None else source.torque / self._arm.maximum_torque

    def _still_markers(self) -> list[Marker]:
        lifetime = 3.0 * STILL_PERIOD_S
        markers: list[Marker] = []
        for index, gauge in enumerate(self._gauges):
            markers += self._in_link_frame([track_marker(gauge, index, lifetime)], gauge.frame)
        for index, body in enumerate(self._arm.links):
            frame = self._prefix + body.name
            markers += self._in_link_frame(body_markers(frame, index, body, self._scale, lifetime), frame)
        load = Link("payload", self._payload.mass, self._payload.center_of_mass, self._payload.inertia)
        return markers + body_markers(frame, len(self._arm.links), load, self._scale, lifetime)

    def _in_link_frame(self, markers: list[Marker], frame: str) -> list[Marker]:
        in_link_frame(markers, self._model_frames[frame])
        return markers

    def _figures(self) -> dict[str, object]:
        return {"listeners": self._listeners, "drawn": self._drawn, **self._remarks}


class _Source:
    """Newest message of a topic, and its decoded torque."""

    def __init__(self, names: Sequence[str]) -> None:
        self.order = JointOrder(names)
        self.raw: bytes | None = None
        self.arrival = -np.inf
        self.torque: FloatArray | None = None


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``ros2 run puma560_dynamics marker_node``."""
    return run_node(MarkerNode, args)


if __name__ == "__main__":
    sys.exit(main())
