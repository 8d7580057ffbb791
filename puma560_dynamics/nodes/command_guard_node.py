"""The guard as a node: ends the torque when commands stop, because a node that was killed cannot do that itself."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from diagnostic_msgs.msg import KeyValue
from geometry_msgs.msg import InertiaStamped
from rclpy.clock import Clock
from rclpy.clock_type import ClockType
from sensor_msgs.msg import JointState
from std_msgs.msg import String

from ..arrays import FloatArray
from ..control.gate.command_guard import CommandGuard
from ..control.gate.faults import Fault
from ..control.gate.gate_state import GateOutput, GateState
from ..control.gate.guard_setup import GuardSetup, setup_digest
from ..control.gate.supervision import LEFT, LOST, TWO_NODES, WAITING, WATCHING
from ..control.gate.timing import Timing
from ..control.joint_state_reader import JointStateReader
from ..control.parameter_spec import ParameterSpec
from ..errors import MessageError, StateError
from ..system.machine import steady_time
from .wire.cdr import JointStateDecoder
from .wire.command_topic import CommandTopic
from .wire.diagnostics import ERROR, OK, WARN, Diagnostics
from .wire.feedforward_parameters import PARAMETERS as OF_THE_NODE
from .wire.heartbeat import BrakeRequest, Heartbeat, heartbeat_message, read_heartbeat
from .wire.intake import Intake
from .wire.model_worker import gravity_model
from .wire.parameters import declare
from .wire.polling_node import PollingNode, Tick
from .wire.spin import run_node
from .wire.topics import COMMAND, HEARTBEAT, JOINT_STATES, LATCHED, NEWEST, NODE_HEARTBEAT, PAYLOAD, SETUP, publishers
from .wire.torque_report import BusyMachine

PARAMETERS: tuple[ParameterSpec, ...] = ()
"""The node has no parameters: it uses the settings that the guarded node publishes."""

MAX_END_S = 10.0
"""Seconds after the guard's last command for which a guard that is asked to stop waits for the end of a torque."""

ENDED = (GateState.INACTIVE.value, GateState.CLOSED.value)
"""States of the node's gate in which its last command was zero."""

MISSED = (
    "this process stood still while a torque acted, and no command has come since: what acts is not known, and is not "
    "ended from here; look at the arm"
)

MAX_WRITE_S = 1.5
"""Longest time for which the middleware may block a write, s: Fast DDS waits for 1 s if a killed process held a lock of
its shared memory. A longer time counts as a pause."""

MAX_SETUP_BYTES = 1_000_000
"""Largest size of a setup in bytes; the setup of six joints has 4000 bytes."""


class CommandGuardNode(PollingNode):
    """Connects `CommandGuard` with topics, and publishes a heartbeat that contains its state.

    It has no parameters: the guarded node publishes arm, joint order, unit, limits and times (`GuardSetup`). They do
    not change while a torque acts.
    """

    def __init__(self) -> None:
        super().__init__("command_guard_node", automatically_declare_parameters_from_overrides=True)
        declare(self, PARAMETERS, [item.name for item in OF_THE_NODE])
        self._leaving: float | None = None
        self._ending = False
        self._guard: CommandGuard | None = None
        self._setup: GuardSetup | None = None
        self._digest = ""
        self._offered: str | None = None
        self._payload: InertiaStamped | None = None
        self._decoder = JointStateDecoder()
        self._received = self._late = 0
        self._latest = self._last_sent = 0.0
        self._busy = BusyMachine()
        self._diagnostics = Diagnostics(self, "commands", self._figures)
        self._intake = Intake(self, self._diagnostics.reject)
        self._intake.stood_still = self._stood_still
        self._commands = CommandTopic(self, self._intake, self._on_command)
        self._heartbeat = self.create_publisher(KeyValue, HEARTBEAT, COMMAND)
        self._brake = BrakeRequest(self, False)
        self._diagnostics.set(WARN, self._waits, state=WAITING)
        self._states = self._intake.polled(self, JointState, JOINT_STATES, NEWEST)
        self._intake.subscribe(InertiaStamped, PAYLOAD, self._on_payload, LATCHED, latched=True)
        self._intake.subscribe(KeyValue, NODE_HEARTBEAT, self._on_node, COMMAND)
        self._intake.subscribe(String, SETUP, self._on_setup, LATCHED, latched=True, largest=MAX_SETUP_BYTES)
        # A steady clock: simulated time may stand still.
        clock = Clock(clock_type=ClockType.STEADY_TIME)
        self.create_timer(Timing().period, Tick(self.watch), clock=clock)
        self.create_timer(Timing().heartbeat, self._beat, clock=clock)

    @property
    def _waits(self) -> str:
        return f"no setup on {self.resolve_topic_name(SETUP)} yet; configure feedforward_node"

    def _on_setup(self, message: String) -> None:
        self._offered = message.data
        self._take_setup()

    def _take_setup(self) -> None:
        """Use the newest setup as soon as no torque acts."""
        offered, guard = self._offered, self._guard
        if offered is None or (guard is not None and (guard.needed or guard.state != WATCHING)):
            return
        self._offered = None
        if setup_digest(offered) == self._digest:
            return
        try:
            setup = GuardSetup.parse(offered)
            self._guard = setup.guard(gravity_model(setup, self._payload))
        except Exception as error:  # numbers of any kind, in arrays of any shape
            self._diagnostics.reject(f"{SETUP}: {' '.join(str(error).split())[:300]}")
            return
        self._setup, self._digest = setup, setup_digest(offered)
        gate = setup.settings
        self._reader = JointStateReader(gate.joint_names, gate.continuous, setup.velocity_source)
        self._intake.pauses.limit, self._intake.pauses.offset_limit = self._guard.timeout, gate.clock_offset_limit
        self._diagnostics.set(OK, "watching", state=WATCHING)

    def _stood_still(self, now: float) -> None:
        if self._guard is not None:
            self._guard.stood_still(now)

    def broken(self, reason: str) -> None:
        """Report an error outside of any callback, such as bytes that are not a valid service request."""
        self._diagnostics.reject(f"rclpy: {reason}; what arrived is not used")

    def _on_command(self, effort: FloatArray, sender: str, sent: float, fresh: bool) -> None:
        if self._guard is None or self._setup is None or effort.shape != self._setup.effort_per_torque.shape:
            return
        self._guard.handle_command(steady_time(), effort / self._setup.effort_per_torque, sent, fresh)
        self._received += fresh

    def _on_commands(self, efforts: FloatArray, sender: str, sent: float) -> None:
        """Process several nonzero commands (k, n) of one node, of which the last one acts."""
        if self._guard is None or self._setup is None or efforts.shape[1:] != self._setup.effort_per_torque.shape:
            return
        torques = efforts / self._setup.effort_per_torque
        self._guard.handle_command(steady_time(), torques[-1], sent, True, np.abs(torques).max(axis=0))
        self._received += len(efforts)

    def _read(self) -> None:
        """Read new messages: a watching guard needs only the newest joint state, and a series of commands at once."""
        guard = self._guard
        watching = guard is not None and guard.state == WATCHING
        self._commands.read(self._on_commands if watching else None)
        for data, _, fresh in reversed(self._states()):
            if fresh and self._on_state(data):
                return

    def _on_state(self, data: bytes) -> bool:
        """Process a joint state; return whether it concerns this arm (also true without a guard)."""
        if self._guard is None:
            return True
        began = steady_time()
        clock = 1e-9 * self.get_clock().now().nanoseconds
        try:
            message = self._decoder.decode(data)
            if not self._reader.concerns(message.names):
                return False
            stamp = message.sec + 1e-9 * message.nanosec
            q, qd = self._reader.read(stamp, message.names, message.position, message.velocity, needed=False)
            output = self._guard.handle_state(began, clock, stamp, q, qd)
        except (MessageError, StateError) as error:
            self._diagnostics.reject(f"joint_states: {error}")
            return True
        self._send(output, began)
        return True

    def _on_node(self, message: KeyValue) -> None:
        try:
            beat = read_heartbeat(message)
        except MessageError as error:
            self._diagnostics.reject(f"{NODE_HEARTBEAT}: {error}")
            return
        if self._guard is not None and beat.state == LEFT:
            self._guard.node_left(beat.sent)
        elif self._guard is not None:
            self._guard.node_sent(steady_time(), beat.sent, beat.state in ENDED)

    def _on_payload(self, message: InertiaStamped) -> None:
        try:
            if self._guard is not None and self._setup is not None:
                self._guard.model = gravity_model(self._setup, message)
            self._payload = message
        except Exception as error:
            self._diagnostics.reject(f"payload: {' '.join(str(error).split())[:300]}")

    def watch(self) -> None:
        """Take over a torque whose commands have stopped, and bring it to zero; called every 0.01 s."""
        began = self._intake.note_running()
        self._take_setup()
        self._read()
        guard = self._guard
        if guard is None:
            return
        if guard.unsure and not self._commands.received:
            guard.node_gone(began)
        self._send(guard.watch(began), began)
        self._brake.set(guard.brake)
        if guard.late:
            self._late, self._latest = self._late + 1, max(self._latest, guard.late)
            self._diagnostics.set(WARN, "this process was late; the machine is busy", hold=True)
        elif guard.lost:
            self._diagnostics.set(ERROR, MISSED, state="lost")
        elif guard.state == WATCHING:
            self._busy.words(None)
            self._diagnostics.set(OK, "watching", state=WATCHING)

    def _send(self, output: GateOutput | None, began: float) -> None:
        """Publish a torque, unless this process stood still since `began` (steady s)."""
        guard, setup = self._guard, self._setup
        if output is None or guard is None or setup is None:
            return
        late = setup.settings.timing.late
        effort = (output.torque * setup.effort_per_torque).tolist()
        with self._write(guard):
            sent = self._commands.send(effort, lambda now: now - began <= late)
        if sent is None:
            return
        self._last_sent = steady_time()
        guard.sent(self._last_sent, sent.clock)
        reason = f"commands have stopped, the torque is ended: {guard.state}, {guard.reason}"
        reason += self._busy.words(Fault.COMMAND_SILENCE)
        self._diagnostics.set(ERROR, reason, state="taken over")

    def _beat(self) -> None:
        """Publish state and setup; publish nothing while this process runs too irregularly to take over."""
        guard = self._guard
        if guard is None:
            self._heartbeat.publish(heartbeat_message(Heartbeat(WAITING)))
            return
        if not guard.able(self._intake.note_running()):
            return
        state = guard.state
        if state in (WATCHING, LOST) and publishers(self, SETUP) > 1:
            state = TWO_NODES
        elif state == WATCHING and not self._commands.received:
            state = WAITING
        beat = Heartbeat(state, guard.timeout, guard.sent_at, self._commands.instance, self._digest)
        with self._write(guard):
            self._heartbeat.publish(heartbeat_message(beat))

    @contextmanager
    def _write(self, guard: CommandGuard) -> Iterator[None]:
        """Do not count a blocked write as a pause of this process."""
        began = steady_time()
        yield
        now = steady_time()
        if self._intake.pauses.limit <= now - began < MAX_WRITE_S:
            self._intake.pauses.restart()
            guard.blocked(now)

    def _figures(self) -> dict[str, object]:
        guard, pauses = self._guard, self._intake.pauses
        return {
            "state": WAITING if guard is None else guard.state,
            "commands_received": self._received,
            "late": self._late,
            "late_longest_s": round(self._latest, 3),
            "stood_still": pauses.count,
            "stood_still_longest_s": round(pauses.longest, 3),
            "brake": guard is not None and guard.brake,
            "setup": self._digest,
        }

    def leave(self) -> None:
        """Prepare to stop, after the torque of another node has ended or was taken over."""
        if self._leaving is None:
            self._leaving = steady_time()

    def may_leave(self) -> bool:
        """Return whether no torque is left for this node to end."""
        guard = self._guard
        if self._leaving is None or guard is None:
            return True
        now = steady_time()
        if guard.needed:
            return guard.may_leave(now - self._leaving)
        if not self._ending:
            self._ending = True
            guard.end(now)
        return guard.state in (WATCHING, LOST) or now - max(self._leaving, self._last_sent) > MAX_END_S


def main(args: Sequence[str] | None = None) -> int:
    """Entry point of ``ros2 run puma560_dynamics command_guard_node``."""
    return run_node(CommandGuardNode, args)


if __name__ == "__main__":
    sys.exit(main())
