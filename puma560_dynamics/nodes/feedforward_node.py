"""Node for feed-forward torque of the explicit model: joint states and references in, effort commands out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from diagnostic_msgs.msg import KeyValue
from rclpy.clock import Clock
from rclpy.clock_type import ClockType
from rclpy.subscription import Subscription
from std_msgs.msg import Bool, String
from std_srvs.srv import Trigger

from ..arm.received_description import as_refusal
from ..control.effort_unit import effort_per_torque
from ..control.gate.gate_state import GateState
from ..control.gate.guard_setup import setup_digest
from ..control.gate.supervision import LEFT, NO_GUARD
from ..control.gate.timing import WATCHDOG_PERIOD_S, Timing
from ..control.parameter_spec import given_each
from ..control.torque_loop import TorqueLoop
from ..errors import ArmFileError
from ..system.machine import take_priority
from .wire.arm_source import ArmSource
from .wire.command_topic import ignore_local_endpoints
from .wire.diagnostics import WARN, Diagnostics
from .wire.feedforward_parameters import PARAMETERS, guard_setup, loaded_model, loop_settings
from .wire.heartbeat import BrakeRequest, Heartbeat, heartbeat_message
from .wire.intake import Intake
from .wire.loop_changes import LoopChanges
from .wire.loop_lifecycle import Autostart, LoopLifecycle
from .wire.loop_topics import MAX_REPORT_AGE_S, LoopTopics
from .wire.parameters import declare, parameter_values
from .wire.payload_parameters import payload
from .wire.polling_node import Tick
from .wire.reference_source import ReferenceSource
from .wire.spin import run_node
from .wire.stamps import RealClock, TorqueClock
from .wire.surroundings import Surroundings
from .wire.topics import COMMAND, LATCHED, NODE_HEARTBEAT, SETUP
from .wire.torque_report import figures
from .wire.waypoint_services import WaypointServices


class FeedForwardNode(LoopLifecycle):
    """Connects `TorqueLoop` with topics: one command for every usable joint state while the node is active."""

    def __init__(self) -> None:
        super().__init__("feedforward_node", automatically_declare_parameters_from_overrides=True)
        declare(self, PARAMETERS)
        take_priority(int(self.get_parameter("realtime_priority").value), bool(self.get_parameter("lock_memory").value))
        self._loop: TorqueLoop | None = None
        self._inputs: list[Subscription[Any]] = []
        self._leaving: float | None = None
        self._brakes_closed: bool | None = None
        self._guard = str(self.get_parameter("guard").value)
        self._torque_clock = self._make_clock()
        self._diagnostics = Diagnostics(self, "torque", self._figures)
        self._changes = LoopChanges(self, self._torque_clock, self._diagnostics)
        self._intake = Intake(self, self._diagnostics.reject)
        self._intake.stood_still = self._stood_still
        self._references = ReferenceSource(
            str(self.get_parameter("reference_source").value), str(self.get_parameter("reference_topic").value)
        )
        self._topics = self._make_topics()
        self._setup = self.create_publisher(String, SETUP, LATCHED)
        self._heartbeat = self.create_publisher(KeyValue, NODE_HEARTBEAT, COMMAND)
        self._brake = BrakeRequest(self, True)
        if self.get_parameter("brake_feedback").value:
            self._intake.subscribe(Bool, "~/brake_state", self._on_brakes, LATCHED, latched=True)
        self._surroundings = Surroundings(
            self,
            self._topics.commands,
            self._intake,
            self._torque_clock.steady,
            str(self.get_parameter("controller_joints").value),
            str(self.get_parameter("controller_manager").value),
            self._references.topic,
        )
        self._waypoints = WaypointServices(self, lambda: self._topics.pose(MAX_REPORT_AGE_S))
        self._source = ArmSource(self, compare=True)
        self._say_unconfigured()
        self.create_service(Trigger, "~/reset", self._on_reset)
        # A steady clock: the watchdog must continue while simulated time stands still.
        self._steady = Clock(clock_type=ClockType.STEADY_TIME)
        self.create_timer(WATCHDOG_PERIOD_S, Tick(self.watch), clock=self._steady)
        self.create_timer(Timing().heartbeat, Tick(self._beat), clock=self._steady)
        if self.get_parameter("autostart").value:
            if not self._source.received:
                self._configure()
            self._autostart = Autostart(
                self,
                self._steady,
                ready=lambda: self._loop is not None or self._source.ready,
                configured=lambda: bool(self._inputs),
                active=lambda: self._topics.answering,
            )

    def _make_clock(self) -> TorqueClock:
        return RealClock(self)

    def _make_topics(self) -> LoopTopics:
        return LoopTopics(self, self._torque_clock, self._diagnostics, self._guard, self._intake)

    def _configure(self) -> None:
        """Make the torque loop and the guard's setup from the parameters.

        Raises:
            Puma560Error: an invalid value.
        """
        given = parameter_values(self, PARAMETERS)
        self._references.check()
        arm, names = self._source.take()
        try:
            scale = effort_per_torque(arm, given)
            settings = loop_settings(arm, given, names)
            self._agreement = arm, names, payload(given, arm), given_each("description_tolerance", given, arm.n)
            if (difference := self._description_difference()) is not None:
                raise ArmFileError(difference)
            setup = guard_setup(arm, given, settings, scale).text
            self._loop = TorqueLoop.from_settings(loaded_model(arm, given), settings)
        except Exception as error:
            refusal = as_refusal(error)
            self._source.refuse(refusal)
            raise refusal from error
        limits = self._loop.acceleration_limit.tolist()
        shown = ", ".join(f"{name} {limit:.3g}" for name, limit in zip(names, limits, strict=True))
        self.get_logger().info(f"largest acceleration of a reference, rad/s² (m/s² where a joint slides): {shown}")
        if self._brakes_closed is not None:
            self._loop.gate.brakes_report(self._brakes_closed)
        gate = self._loop.gate.settings
        self._intake.pauses.limit, self._intake.pauses.offset_limit = gate.timing.own_stall, gate.clock_offset_limit
        self._intake.pauses.restart()  # loading a model may take seconds
        self._setup.publish(String(data=setup))
        self._loop.supervision.expect(setup_digest(setup))
        self._changes.attach(arm, self._loop, settings)
        self._surroundings.attach(self._loop.supervision, names)
        self._topics.attach(self._loop, names, scale, given["velocity_source"], self._references)
        self._waypoints.attach(arm, self._loop.acceleration_limit, names)

    def destroy_node(self) -> None:
        """Also stop the thread that makes models."""
        if hasattr(self, "_changes"):  # not where the constructor refused a parameter
            self._changes.close()
        super().destroy_node()

    def _on_brakes(self, message: Bool) -> None:
        """Note whether the brakes report that they are closed."""
        self._brakes_closed = message.data
        if self._loop is not None:
            self._loop.gate.brakes_report(message.data)

    def _stood_still(self, now: float) -> None:
        """Note that this process stood still until the steady time `now` (s); earlier messages are still unread."""
        self._topics.stood_still()

    def last_resort(self) -> bool:
        """Bring the last command to zero without the loop, because the loop fails; return whether it is zero."""
        return self._topics.fade_without_gate()

    def _beat(self) -> None:
        """Publish when the last command was sent, for a guard that stood still."""
        if self._loop is not None:
            gate = self._loop.gate
            state = LEFT if gate.done and self._loop.left.torque is not None else gate.state.value
            beat = Heartbeat(state, sent=self._loop.own_sent, instance=self._topics.commands.instance)
            self._heartbeat.publish(heartbeat_message(beat))

    def broken(self, reason: str) -> None:
        """Report an error outside of any callback, such as bytes that are not a valid service request."""
        self._diagnostics.reject(f"rclpy: {reason}; what arrived is not used")

    def watch(self) -> None:
        """End, hold or repeat the torque while no joint state arrives; called every `WATCHDOG_PERIOD_S`."""
        self._intake.note_running()
        self._topics.look_for_listeners()
        self._topics.follow_read_back(self._surroundings.manager)
        self._changes.take_model()
        self._surroundings.look_for_managers()
        loop = self._loop
        if loop is None:
            return
        now = self._torque_clock.steady()
        self._topics.sample_references(now)
        if loop.gate.active:
            self._surroundings.update_supervision(now)
            if loop.supervision.warning is not None:
                # The state as in the gate's report: alternating states would be logged at every sample.
                self._diagnostics.set(WARN, loop.supervision.warning, state=loop.gate.state.value, hold=True)
        output = loop.watch(now) or loop.zero_again(now)
        self._topics.send(output)
        if output is not None or loop.gate.state in (GateState.YIELDED, GateState.CLOSED):
            self._topics.report(output)
        if not self._topics.answering and loop.gate.active and loop.gate.quiet:
            loop.gate.reset()
            self._diagnostics.set(WARN, "configured, not active", state="inactive")
        self._brake.set(loop.gate.brake)

    def _figures(self) -> dict[str, object]:
        guarded = self._guard != NO_GUARD
        guard = (self._surroundings.guard_state or "not found") if guarded else NO_GUARD
        compared = {} if self._source.check is None else {"description": self._source.check.finding}
        return figures(self._loop, guard, self._topics.recent()) | self._changes.figures() | compared


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``ros2 run puma560_dynamics feedforward_node``."""
    ignore_local_endpoints()  # its own commands
    return run_node(FeedForwardNode, args)


if __name__ == "__main__":
    sys.exit(main())
