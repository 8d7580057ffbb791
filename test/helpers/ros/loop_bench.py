"""The bench of `faults.py` without processes: a `TorqueLoop` on a simulated clock, as the node's shell calls it."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from sensor_msgs.msg import JointState

from helpers.ros.driver import NAMES
from helpers.ros.faults import ACCELERATION, ARM, TIMES, Judge
from helpers.ros.on_the_wire import Command, CommandRecord
from puma560_dynamics import GateSettings, LoopSettings, TorqueLoop, load_model
from puma560_dynamics.control.gate.gate_state import GateOutput, GateState
from puma560_dynamics.control.joint_order import JointOrder
from puma560_dynamics.errors import MessageError, StateError
from puma560_dynamics.nodes.wire.messages import read_reference
from puma560_dynamics.nodes.wire.stamps import seconds
from puma560_dynamics.nodes.wire.topics import COMMANDS, JOINT_STATES

TICKS, WATCH, LOOK = 5, 10, 100
"""Milliseconds between two states, two looks of the watchdog, and two looks at who else publishes."""

EPOCH = 1.7e9
"""s, of the stamps' clock when the steady one is at zero."""

TAKEN_AWAY = (GateState.DAMPING, GateState.HOLDING, GateState.FADING_OUT, GateState.YIELDED, GateState.CLOSED)


class LoopBench(Judge):
    """A loop under states and references every 5 ms; `peer.wait` lets its time pass.

    Args:
        restart: `restart_after_fault` of its gate.
    """

    def __init__(self, restart: bool) -> None:
        times = {key: value for key, value in TIMES.items() if key != "reference_timeout"}
        gate = GateSettings.of(ARM, restart_after_fault=restart, **times)
        settings = LoopSettings(gate=gate, reference_timeout=TIMES["reference_timeout"])
        self.loop = TorqueLoop.from_settings(load_model("newton_euler", ARM), settings)
        self._orders = JointOrder(NAMES), JointOrder(NAMES)
        self._milliseconds = 1000
        self.spoil = lambda message: [message]
        self.reference_changes: dict = {}
        self.received, self.reported, self.wire = [], [], CommandRecord()
        self._publishers: dict[str, list[object]] = {JOINT_STATES: [], COMMANDS: []}
        node = SimpleNamespace(create_publisher=self._publisher, destroy_publisher=self._gone)
        self.peer = SimpleNamespace(node=node, wait=self._wait, until=self._until)
        self.states = self._publisher(JointState, JOINT_STATES, 10)
        self.loop.activate(self.now())

    def now(self) -> float:
        """Steady time, s."""
        return 1e-3 * self._milliseconds

    def clock(self) -> float:
        """The clock of the stamps, s."""
        return EPOCH + self.now()

    def reset(self) -> None:
        """As the node's service."""
        if self.loop.gate.done and self.loop.obstacle(self.now()) is None:
            self.loop.activate(self.now())

    def _publisher(self, kind: type, topic: str, depth: int) -> Any:
        publish = self._on_state if topic == JOINT_STATES else lambda message: None
        publisher = SimpleNamespace(publish=publish, get_subscription_count=lambda: 1)
        self._publishers.setdefault(topic, []).append(publisher)
        return publisher

    def _gone(self, publisher: object) -> None:
        for publishers in self._publishers.values():
            if publisher in publishers:
                publishers.remove(publisher)

    def _wait(self, time: float) -> None:
        self._until(lambda: False, time)

    def _until(self, done: Callable[[], object], timeout: float = 15.0) -> bool:
        end = self._milliseconds + round(1000.0 * timeout)
        while not done():
            if self._milliseconds >= end:
                return False
            self._step()
        return True

    def _step(self) -> None:
        """One millisecond."""
        self._milliseconds += 1
        now = self.now()
        if self._milliseconds % LOOK == 0:
            supervision = self.loop.supervision
            supervision.note_input_publishers(now, ["driver"] * len(self._publishers[JOINT_STATES]), ["driver"])
            supervision.note_publishers(now, ["other"] * len(self._publishers[COMMANDS]))
        if self._milliseconds % TICKS == 0:
            changes = {"accelerations": ACCELERATION, "age": 0.0, **self.reference_changes}
            self._on_reference(self.good_reference(**changes))
            for message in self.spoil(self.good_state()):
                self.states.publish(message)
        if self._milliseconds % WATCH == 0:
            output = self.loop.watch(now)
            self._send(output)
            if output is not None or self.loop.gate.state in (GateState.YIELDED, GateState.CLOSED):
                self._report(output)

    def _on_reference(self, message: Any) -> None:
        try:
            reference = read_reference(message, self._orders[1])
            self.loop.reference(self.now(), self.clock(), seconds(message.header.stamp), reference)
        except (MessageError, StateError) as error:
            self._note(2, f"reference: {error}")

    def _on_state(self, message: JointState) -> None:
        now = self.now()
        try:
            if not self._orders[0].concerns(message.name):
                return
            fields = {"position": list(message.position), "velocity": list(message.velocity)}
            q, qd = self._orders[0].fields(message.name, **fields)
        except MessageError as error:
            self.loop.gate.refuse("incomplete")
            self._note(2, f"joint_states: {error}")
            return
        try:
            result = self.loop.state(now, self.clock(), seconds(message.header.stamp), q, qd)
        except (MessageError, StateError) as error:
            self._note(2, f"joint_states: {error}")
            return
        self._send(result.output)
        self._report(result.output)

    def _send(self, output: GateOutput | None) -> None:
        now = self.now()
        if output is not None and self.loop.may_send(now):
            self.received.append((now, output.torque.copy(), "loop"))
            self.wire.commands.append(Command(now, output.torque.copy(), "loop"))
            self.loop.sent(now, now, output)

    def _report(self, output: GateOutput | None) -> None:
        gate = self.loop.gate
        if gate.state in TAKEN_AWAY:
            self._note(2, f"{gate.state.value}: {gate.reason}")
        elif output is not None and output.trips:
            self._note(1, output.trips[0])
        else:
            self._note(0, gate.state.value)

    def _note(self, level: int, words: str) -> None:
        self.reported.append((self.now(), "feedforward_node", level, words))
