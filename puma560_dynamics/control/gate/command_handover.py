"""When this process hands the command topic to others, and when it must end a torque that no other process ends.

Two writers at once would be a step of torque. So a process that stood still, or finds another commander, sends
nothing more. The guard then ends what acts; where none lives it is done here, once the topic is silent.
"""

from __future__ import annotations

import math

from ...arrays import FloatArray
from .faults import Fault
from .gate_state import GateOutput, GateState
from .own_stall import OwnStall
from .supervision import Supervision
from .torque_gate import TorqueGate
from .torque_limits import acting_torque


class CommandHandover:
    """Follows the command topic, and yields it.

    Args:
        gate: closes on a yield.
        supervision: knows guard and other publishers of commands.
    """

    def __init__(self, gate: TorqueGate, supervision: Supervision) -> None:
        self._gate, self._supervision, self._timing = gate, supervision, gate.settings.timing
        self._own_stall = OwnStall(self._timing.own_stall)
        self._motor: list[float] = gate.settings.motor_torque.tolist()
        self._topic: FloatArray | None = None
        self._topic_time = self._yielded = -math.inf
        self._look_until: float | None = None

    @property
    def last_command(self) -> FloatArray | None:
        """(n,) N·m, the last command on the topic, of any sender; `None` before the first."""
        return self._topic

    @property
    def pending(self) -> bool:
        """Whether a torque that was yielded may still have to be ended here."""
        return self._look_until is not None

    def forget(self) -> None:
        """No command is due, and nothing was yielded; the last command on the topic is kept."""
        self._own_stall.forget()
        self._look_until = None

    def received(self, now: float, torque: FloatArray, by_guard: bool) -> None:
        """A command (n,) N·m of another node arrived at the steady time `now` (s)."""
        acting = acting_torque(torque, self._motor)
        self._topic, self._topic_time = self._topic if acting is None else acting, now
        if not by_guard:
            self._supervision.foreign_command(now)
        elif not self._gate.done:
            reason = "the guard received no command and ends the torque"
            self._yield(now, Fault.COMMAND_SILENCE, reason, self._timing.command_timeout)

    def sent(self, began: float, done: float, output: GateOutput) -> None:
        """`output` went out between the steady times `began` and `done` (s)."""
        self._gate.sent(done)
        self._topic, self._topic_time = output.torque, began
        if self._gate.state is GateState.FADING_IN and not output.torque.any():
            self._own_stall.forget()
        else:
            self._own_stall.sent(began)

    def may_send(self, now: float) -> bool:
        """Whether this process did not stand still since its last command, at the steady time `now` (s)."""
        return not self._own_stall.stalled(now)

    def check_faults(self, now: float) -> None:
        """Check for an own stall and for faults of supervision at the steady time `now` (s)."""
        gate = self._gate
        if gate.quiet:
            self._own_stall.forget()  # nothing is due any more
        if self._own_stall.stalled(now):
            # Another process may have written meanwhile: read first. Where a guard lives, it ends the torque.
            reason = f"this process stood still for {self._timing.own_stall:g} s"
            self._yield(now, Fault.OWN_STALL, reason, self._timing.look_around)
        found = None if gate.done else self._supervision.fault(now)
        if found is None:
            return
        fault, reason = found
        if fault is Fault.SECOND_COMMANDER:
            # Once yielded, a rival that sends nothing does not keep the torque from being ended.
            if gate.latched is not fault or self._supervision.stray(now):
                self._yield(now, fault, reason, self._timing.command_timeout)
        else:
            gate.fault(now, fault, reason)

    def end_what_nobody_ends(self, now: float) -> None:
        """After a yield: the guard ends what acts; where none lives it is done here, once the topic is silent."""
        until = self._look_until
        if until is None or now < until or now - self._topic_time < self._timing.look_around:
            return
        if self._topic is None or not self._topic.any():
            self._look_until = None
        elif not self._guard_ends(now):
            self._look_until = None
            self._gate.end_from(now, self._topic)

    def _yield(self, now: float, fault: Fault, reason: str, silence: float) -> None:
        """Send nothing more; `silence` s without other commands later, end what acts if no other process does."""
        self._own_stall.forget()
        self._gate.yield_to_others(now, fault, reason)
        self._yielded, self._look_until = now, now + silence

    def _guard_ends(self, now: float) -> bool:
        """Whether a guard lives, and has not failed to take over a topic that was silent for long enough."""
        supervision = self._supervision
        if not supervision.guarded:
            return False
        # Heartbeats and commands of the time before the yield may still be unread: it counts from there.
        if now - self._yielded > self._timing.guard_timeout and not supervision.guard_alive(now):
            return False
        silent = now - max(self._topic_time, self._yielded)
        return supervision.guard_busy or silent <= 2.0 * supervision.takes_over + self._timing.guard_timeout
