"""Topics of a torque loop. In: joint states, references, commands of other nodes. Out: commands and terms."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

from builtin_interfaces.msg import Time
from rclpy.node import Node

from ...arrays import FloatArray
from ...control.gate.gate_state import GateOutput
from ...control.gate.left_torque import Reports
from ...control.joint_order import JointOrder
from ...control.joint_state_reader import JointStateReader
from ...control.torque_loop import LoopOutput, TorqueLoop
from ...control.trajectory.joint_path import Present
from ...errors import MessageError, StateError, TrajectoryError
from ...system.machine import steady_time
from .cdr import JointStateDecoder
from .command_read_back import CommandReadBack
from .command_topic import CommandTopic
from .diagnostics import Diagnostics
from .intake import Intake
from .messages import read_points
from .reference_source import ReferenceSource
from .stamps import TorqueClock, seconds
from .torque_report import BusyMachine, report, uses_reference
from .torque_topics import TorqueTopics
from .trajectory_input import TrajectoryInput

WITHOUT_VELOCITY = frozenset(("gravity",))
"""Terms that need no velocity if no other term is active."""

LAST_RESORT_S = 0.5
"""Time in which the last command is brought to zero if the loop itself fails, s."""

MAX_REPORT_AGE_S = 0.5
"""Largest age of a hardware report that decides from which torque to begin, s."""

MAX_TERMS_DIFFERENCE_NM = 1e-8
"""Largest difference between the compiled torque and the sum of its terms, N·m; rounding is a thousandth of this."""


class LoopTopics:
    """Passes messages to a torque loop, and publishes its output.

    Args:
        node: node for the publishers and the subscription of commands.
        clock: clock of the torque path.
        diagnostics: diagnostics for the state of the gate and for rejected messages.
        guard: name of the guard node.
        intake: creates the subscriptions.

    Attributes:
        commands: the command topic.
        answering: whether the node is active, so that joint states are answered.
        last_sent: steady time of the last command, s.
    """

    TERMS_PERIOD = 0.0035
    """Average period of published terms, s: the terms of all results up to 285 Hz are published."""

    def __init__(self, node: Node, clock: TorqueClock, diagnostics: Diagnostics, guard: str, intake: Intake) -> None:
        self._clock, self._diagnostics, self._guard = clock, diagnostics, guard
        self.answering, self.last_sent = False, -math.inf
        self._loop: TorqueLoop | None = None
        self._scale: FloatArray | None = None
        self._last_command: tuple[FloatArray, float] | None = None
        self._last_effort: FloatArray | None = None
        self._failed: float | None = None
        self._evaluations: list[float] = []
        self._newest: tuple[bytes, float] | None = None
        self._read_back = CommandReadBack(node, intake)
        self._busy = BusyMachine()
        self.commands = self._command_topic(node, intake)
        self._terms = TorqueTopics(node, self.TERMS_PERIOD)
        self._trajectory: TrajectoryInput | None = None

    def _command_topic(self, node: Node, intake: Intake) -> CommandTopic:
        return CommandTopic(node, intake, self._on_command, self._clock.steady)

    def attach(
        self,
        loop: TorqueLoop,
        names: tuple[str, ...],
        scale: FloatArray,
        velocity_source: str,
        references: ReferenceSource,
    ) -> None:
        """Pass messages to `loop` from now on.

        Args:
            loop: the torque loop; it also receives the last command on the topic.
            names: names of n joints, as in messages.
            scale: (n,) factor from a torque to the effort that is sent.
            velocity_source: source of the velocity of a state, one of `VELOCITY_SOURCES`.
            references: source of the references.
        """
        self._loop, self._names, self._scale = loop, names, scale
        self._reader = JointStateReader(names, loop.gate.settings.continuous, velocity_source)
        self._references, self._reference_order = references, JointOrder(names)
        self._effort_order = JointOrder(names)
        self._trajectory = TrajectoryInput(loop) if references.whole else None
        self._decoder = JointStateDecoder()
        if self._last_command is not None:
            effort, sent = self._last_command
            self._on_command(effort, self._guard, sent, True)

    def detach(self) -> None:
        """Pass messages to no loop until another one is attached."""
        self._loop = None

    def recent(self) -> list[float]:
        """Return the computing time, s, of each joint state since the last call."""
        recent, self._evaluations = self._evaluations, []
        return recent

    def look_for_listeners(self) -> None:
        """Find out which of the terms have subscribers."""
        self._terms.look_for_listeners()

    def overload(self) -> str | None:
        """Return the reason why the torque cannot hold the arm in its present pose; `None` if no reason is known."""
        q = self.pose()
        return None if q is None or self._loop is None else self._loop.overload(q)

    def pose(self, max_age: float = math.inf) -> FloatArray | None:
        """Return the newest joint positions, (n,) rad, if they arrived within `max_age` s; `None` otherwise."""
        if self._loop is None or self._newest is None or self._clock.steady() - self._newest[1] > max_age:
            return None
        try:
            message = self._decoder.decode(self._newest[0])
            names, position, zero = message.names, message.position, [0.0] * len(message.position)
            q, _ = JointStateReader(self._names, self._loop.gate.settings.continuous).read(
                1.0, names, position, zero, needed=False
            )
        except MessageError:
            return None
        return q

    def follow_read_back(self, manager: str) -> None:
        """Read the command interfaces of a controller manager back, while a torque may be left at the hardware.

        Args:
            manager: full name of the manager; empty if unknown.
        """
        left = self._loop is not None and self._loop.left.torque is not None
        self._read_back.follow(manager if left else "")

    def left_in_doubt(self) -> str | None:
        """Return the reason why the torque that an ended controller left is unknown; `None` if it is known."""
        loop, scale = self._loop, self._scale
        if loop is None or scale is None or loop.left.torque is None:
            return None
        command = self._read_back.effort(self._names, MAX_REPORT_AGE_S)
        return loop.left_in_doubt(Reports(None if command is None else command / scale, self._measured_effort()))

    def _measured_effort(self) -> FloatArray | None:
        if self._newest is None or self._clock.steady() - self._newest[1] > MAX_REPORT_AGE_S:
            return None
        try:
            fields, effort = self._decoder.with_efforts(self._newest[0])
            (measured,) = JointOrder(self._names).fields(fields.names, effort=effort)
        except MessageError:
            return None
        return measured

    def _torque_of(self, names: Sequence[str], efforts: Sequence[float]) -> FloatArray | None:
        """Return measured efforts, in the unit of the commands, as torques; `None` if they are unusable."""
        if not len(efforts) or self._scale is None:
            return None
        try:
            (measured,) = self._effort_order.fields(names, effort=efforts)
        except MessageError:
            return None
        return measured / self._scale

    def note_effort(self) -> None:
        """Pass the efforts of the newest joint state to the loop, which needs them to begin with some settings."""
        loop = self._loop
        if loop is None or self._newest is None or loop.contacts.estimate is None:
            return
        try:
            message, efforts = self._decoder.with_efforts(self._newest[0])
        except MessageError:
            return
        loop.contacts.note_effort(self._torque_of(message.names, efforts))

    def stood_still(self) -> None:
        """Note that this process stood still: earlier commands may have been replaced."""
        self._last_command = self._newest = None
        if self._trajectory is not None:
            self._trajectory.forget()
        if self._loop is not None:
            self._loop.stood_still(self._clock.steady())

    def _on_command(self, effort: FloatArray, sender: str, sent: float, fresh: bool) -> None:
        self._last_command = (effort, sent) if fresh else None
        if self._loop is not None and self._scale is not None and effort.shape == self._scale.shape:
            torque = effort / self._scale
            self._loop.commanded(self._clock.steady(), torque, sender == self._guard, sent, fresh)

    def on_reference(self, message: Any) -> None:
        """Pass a reference or a trajectory to the loop; diagnostics report the reason if it is rejected."""
        if self._loop is None:
            return
        try:
            stamp = seconds(message.header.stamp)
            if self._trajectory is not None:
                self._trajectory.receive(self._clock.stamps(), stamp, message.joint_names, read_points(message))
                return
            reference = self._references.read(message, self._reference_order)
            self._loop.reference(self._clock.steady(), self._clock.stamps(), stamp, reference)
        except (MessageError, StateError, TrajectoryError) as error:
            self._diagnostics.reject(f"reference: {error}")

    def sample_references(self, now: float) -> None:
        """Sample the running trajectory without a joint state, so that late states do not lose the reference.

        Args:
            now: steady time, s.
        """
        if self._trajectory is not None:
            self._sample(lambda trajectory, clock: trajectory.sample_if_late(now, clock))

    def _sample(self, sample: Callable[[TrajectoryInput, float], None]) -> None:
        if self._trajectory is None:
            return
        try:
            sample(self._trajectory, self._clock.stamps())
        except (MessageError, StateError) as error:
            self._diagnostics.reject(f"reference: {error}")

    def on_state(self, data: bytes) -> None:
        """Answer a serialised joint state with a command; diagnostics report the reason if the state is rejected."""
        loop, now = self._loop, self._clock.steady()
        self._newest = data, now
        if loop is None or not self.answering:
            return
        began = time.perf_counter()
        loop.arrived(now)
        try:
            message, efforts = (
                self._decoder.with_efforts(data) if loop.contacts.estimate else (self._decoder.decode(data), ())
            )
            if not self._reader.concerns(message.names):
                return
            needed = not loop.active_terms <= WITHOUT_VELOCITY
            taken = message.sec + 1e-9 * message.nanosec
            q, qd = self._reader.read(taken, message.names, message.position, message.velocity, needed)
        except MessageError as error:
            loop.gate.refuse("incomplete")
            self._diagnostics.reject(f"joint_states: {error}")
            return
        self._sample(lambda trajectory, clock: trajectory.sample(now, clock, taken, Present(q, qd)))
        try:
            result = loop.state(now, self._clock.stamps(), taken, q, qd, self._torque_of(message.names, efforts))
        except (MessageError, StateError) as error:
            self._diagnostics.reject(f"joint_states: {error}")
            return
        self._evaluations.append(time.perf_counter() - began)
        self.send(result.output)
        if self._terms.due(now):
            stamp = Time(sec=message.sec, nanosec=message.nanosec)
            apart = self._terms.publish(stamp, self._names, (q, qd), result)
            if apart > MAX_TERMS_DIFFERENCE_NM:
                state = {"q": q, "qd": qd, "qdd": result.command.acceleration}
                place = ", ".join(f"{name} {' '.join(f'{x:.9g}' for x in value)}" for name, value in state.items())
                self._diagnostics.reject(
                    f"the torque differs from the sum of its terms by {apart:.2g} N·m at {place}; rebuild the package"
                )
                return
        self.report(result.output, result)

    def send(self, output: GateOutput | None) -> None:
        """Publish a torque, unless this process stood still since it was computed."""
        if output is None or self._loop is None or self._scale is None:
            return
        sent = self.commands.send((output.torque * self._scale).tolist(), self._loop.may_send)
        if sent is not None:
            self.last_sent, self._last_command = sent.steady, None
            self._last_effort = output.torque * self._scale
            self._loop.sent(sent.steady, self._clock.steady(), output, sent.clock)

    def fade_without_gate(self) -> bool:
        """Bring the last command to zero if the loop itself fails; return whether it is zero."""
        effort = self._last_effort
        if effort is None or not effort.any() or (self._loop is not None and self._loop.left.torque is not None):
            return True
        now = steady_time()
        self._failed = now if self._failed is None else self._failed
        left = max(0.0, 1.0 - (now - self._failed) / LAST_RESORT_S)
        self.commands.send((left * effort).tolist(), lambda now: True)
        return left == 0.0

    def report(self, output: GateOutput | None, result: LoopOutput | None = None) -> None:
        """Report the state of the gate in diagnostics; the arguments are those of `torque_report.report`."""
        if self._loop is not None:
            uses = uses_reference(self._loop)
            report(
                self._diagnostics,
                self._loop.gate,
                self.answering,
                output,
                result,
                self._busy,
                self._loop.mode,
                uses,
                self._loop.contacts.touch,
            )
