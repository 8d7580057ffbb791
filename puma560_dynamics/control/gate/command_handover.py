"""Yield the command topic to other processes, and end a torque that no other process ends.

Two processes that command at once would cause a step of torque. A process that stood still, or that detects another
commander, therefore stops sending. The guard then ends the acting torque. Without a live guard, this process ends the
torque as soon as the topic is silent, provided that the acting torque is known.
"""

from __future__ import annotations

import math

from ...arrays import FloatArray
from .acting_command import ActingCommand
from .faults import Fault
from .gate_state import GateOutput, GateState
from .left_torque import LeftTorque
from .supervision import Supervision
from .torque_gate import TorqueGate
from .torque_limits import acting_torque


class OwnStall:
    """Detects that this process stood still between two of its commands.

    Args:
        limit: time between two commands from which the process counts as stalled, s.
    """

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._sent: float | None = None

    def forget(self) -> None:
        """Stop monitoring until the next command is sent."""
        self._sent = None

    def sent(self, now: float) -> None:
        """Note that a command went out at the steady time `now` (s)."""
        self._sent = now

    def stalled(self, now: float) -> bool:
        """Return whether the last command is older than the limit at the steady time `now` (s)."""
        return self._sent is not None and now - self._sent >= self._limit


class CommandHandover:
    """Tracks which command acts, and yields the command topic to other processes.

    Args:
        gate: gate that closes on a yield.
        supervision: state of the guard and of other publishers of commands.

    Attributes:
        left: torque that the hardware may still hold since its controller ended.
    """

    def __init__(self, gate: TorqueGate, supervision: Supervision) -> None:
        self._gate, self._supervision, self._timing = gate, supervision, gate.settings.timing
        self._own_stall = OwnStall(self._timing.own_stall)
        self._acting = ActingCommand()
        self.left = LeftTorque(gate.settings)
        self._other_time = self._yielded = -math.inf
        self._own_sent = 0.0
        self._motor: list[float] = gate.settings.motor_torque.tolist()
        self._look_until: float | None = None
        self._instance, self._yielded_to_another = "", False
        self._controller_ended = False
        self._began = self.gave_up = False
        self._stalled: float | None = None

    @property
    def last_command(self) -> FloatArray | None:
        """Acting command of any sender, (n,) N·m; `None` before the first command, and if it is unknown."""
        return self._acting.torque

    @property
    def pending(self) -> bool:
        """Return whether this process may still have to end the torque that it yielded."""
        return self._look_until is not None

    @property
    def ended(self) -> bool:
        """Return whether the acting command is a zero that this process sent."""
        return self._acting.own and not self._acting.acts

    @property
    def unknown(self) -> bool:
        """Return whether the acting command is unknown, because another process has commanded."""
        return self._acting.torque is None and self._acting.sent > -math.inf

    def left_to_others(self, now: float) -> bool:
        """Return whether another process commands, or ends the yielded torque, at the steady time `now` (s)."""
        busy = self._supervision.guard_busy and self._supervision.guard_alive(now)
        return self.pending and (busy or now - self._other_time < self._timing.look_around)

    def forget(self) -> None:
        """Forget stalls, yields and the left torque; keep the last command on the topic."""
        self._own_stall.forget()
        self._look_until = None
        self._stalled, self._yielded_to_another = None, False
        self._began = self.gave_up = False
        self.left.forget()

    def nothing_left(self) -> None:
        """Note that the hardware no longer holds the last command: the next torque begins from zero."""
        self._acting.note_own_command(self._acting.sent, 0.0 * self._gate.settings.maximum_torque)
        self.left.forget()

    @property
    def own_sent(self) -> float:
        """System clock at which this process sent its last command, s; 0 for none."""
        return self._own_sent

    def stood_still(self, now: float) -> None:
        """Note that this process stood still until the time `now` (s): earlier commands of others may be replaced."""
        self._acting.note_pause()
        self._check_own_stall(now, self._gate.quiet)
        if not self._began and not self._gate.done and self._gate.torque.any():
            reason = "this process stood still before its first command"
            self._yield(now, Fault.OWN_STALL, reason, self._timing.look_around)

    def received(self, now: float, sent: float, torque: FloatArray, by_guard: bool, fresh: bool = True) -> None:
        """Note that a command of another node arrived.

        Args:
            now: steady time, s.
            sent: system clock when it was sent, s.
            torque: (n,) N·m.
            by_guard: whether the guard sent it.
            fresh: whether it was sent a moment ago; an older command only shows that another process has commanded.
        """
        acting = acting_torque(torque, self._motor)
        if acting is not None:
            self._acting.note_other_command(sent, acting, fresh)
        if not fresh:
            return
        self._other_time = now
        if not by_guard:
            self._supervision.note_foreign_command(now)
        elif not (self._gate.done or self._gate.waiting) and (torque.any() or not self.pending):
            reason = "the guard received no command and ends the torque"
            self._yield(now, Fault.COMMAND_SILENCE, reason, self._timing.command_timeout)

    def sent(self, began: float, done: float, clock: float, output: GateOutput) -> None:
        """Note that `output` was sent between the steady times `began` and `done` (s), at system time `clock` (s)."""
        self._gate.sent(done)
        self._acting.note_own_command(clock, output.torque)
        self._own_sent, self._instance = clock, self._supervision.instance
        self._began = True
        if self._gate.state is GateState.FADING_IN and not output.torque.any():
            self._own_stall.forget()
        else:
            self._own_stall.sent(began)

    def may_send(self, now: float) -> bool:
        """Return whether this process has not stalled since its last command, at the steady time `now` (s)."""
        return not self._own_stall.stalled(now)

    def check_faults(self, now: float) -> None:
        """Check for a stall of this process, and for faults that supervision finds, at the steady time `now` (s)."""
        gate = self._gate
        done = gate.done
        self._check_own_stall(now, gate.quiet)
        ended = self._supervision.controller_ended
        if ended and not self._controller_ended:
            self.left.note_end(self._acting.torque)
        self._controller_ended = ended
        found = None if done else self._supervision.find_fault(now)
        if found is None:
            return
        fault, reason = found
        if fault is Fault.SECOND_COMMANDER:
            # After the first yield, another publisher that sends nothing does not prevent the end of the torque.
            if not self._yielded_to_another or self._supervision.commanded_by_another(now):
                self._yielded_to_another = True
                self._yield(now, fault, reason, self._timing.command_timeout)
        elif fault is Fault.CONTROLLER_LOST and self._supervision.controller_ended:
            self._leave(now, fault, reason)
        else:
            gate.fault(now, fault, reason)

    def end_what_nobody_ends(self, now: float) -> None:
        """End a yielded torque at the steady time `now` (s), if the topic is silent and no guard ends the torque."""
        until = self._look_until
        ended = self._other_time > self._yielded and self._acting.torque is not None and not self._acting.acts
        if until is None or (now < until and not ended):
            return
        if self._acting.acts and now - self._other_time < self._timing.look_around:
            return  # another process commands
        doubt = self._stalled is not None and self._supervision.guarded
        if self._stalled is not None and doubt and not self._ask_guard(self._stalled):
            if not self._supervision.guard_present:
                self.give_up(now)
            return
        if not self._acting.acts:
            self._look_until = None
            self._gate.close(now, "; what acts is not known: look at the arm before a reset" if self.unknown else "")
        elif not self._guard_ends(now):
            self._look_until = None
            assert self._acting.torque is not None
            self._gate.end_from(now, self._acting.torque, not doubt)

    def _ask_guard(self, since: float) -> bool:
        """Read from the guard's heartbeat whether the guard has commanded while this process stood still.

        This process may have missed commands of that time. Without a heartbeat nothing is done: a guard that was
        stopped as well may continue, and a guard that has ended cannot report.

        Args:
            since: steady time at which this process continued, s.

        Returns:
            Whether a heartbeat has arrived since.
        """
        supervision = self._supervision
        if not supervision.beat_since(since):
            return False
        if supervision.instance != self._instance:
            self._acting.note_missed_command()
        elif supervision.guard_sent >= self._own_sent and not supervision.guard_busy:
            zero = 0.0 * self._gate.settings.maximum_torque
            self._acting.note_other_command(max(supervision.guard_sent, self._acting.sent), zero, True)
        elif supervision.guard_sent >= self._own_sent and self._acting.own:
            self._acting.note_missed_command()
        return True

    def give_up(self, now: float) -> None:
        """End a yield although the acting torque is unknown, because the guard is gone. Only zero may follow."""
        if self.pending:
            self._look_until = None
            self._acting.note_own_command(self._acting.sent, 0.0 * self._gate.settings.maximum_torque)
            self._gate.close(now, "; what acts was not known, zero was sent")
            self.gave_up = True

    def _check_own_stall(self, now: float, quiet: bool) -> None:
        if quiet:
            self._own_stall.forget()  # nothing is due any more
        if self._own_stall.stalled(now):
            # Another process may have sent commands meanwhile: read them first. A live guard ends the torque.
            reason = f"this process stood still for {self._timing.own_stall:g} s"
            self._yield(now, Fault.OWN_STALL, reason, self._timing.look_around)
            self._stalled = now

    def _leave(self, now: float, fault: Fault, reason: str) -> None:
        """React to the end of the controller, after which the hardware may keep the last command.

        A command sent now would be a step once the controller is active again, so nothing is sent. If the end is only
        inferred, the torque fades instead.
        """
        may_hold = "" if self.left.torque is None else f"; {self.left.sentence}"
        if self._supervision.takes_nothing:
            self._own_stall.forget()
            self._look_until = None
            self._gate.yield_to_others(now, fault, reason)
            self._gate.close(now, may_hold)
        else:
            self._gate.fault(now, fault, reason + may_hold)

    def _yield(self, now: float, fault: Fault, reason: str, silence: float) -> None:
        """Stop sending; after `silence` s without other commands, end the acting torque if no other process does."""
        self._own_stall.forget()
        self._gate.yield_to_others(now, fault, reason)
        self._yielded, self._look_until = now, now + silence

    def _guard_ends(self, now: float) -> bool:
        """Return whether a live guard ends the torque, or still has time to take over the silent topic."""
        supervision = self._supervision
        if not supervision.guarded:
            return False
        # Heartbeats and commands from before the yield may still be unread: times count from the yield.
        if now - self._yielded > self._timing.guard_timeout and not supervision.guard_alive(now):
            return False
        if supervision.guard_lost:
            return False
        silent = now - max(self._other_time, self._yielded)
        return supervision.guard_busy or silent <= 2.0 * supervision.takes_over + self._timing.guard_timeout
