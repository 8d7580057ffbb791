"""State of a guard: the acting command, whether the guarded node is alive, and commands missed during a pause."""

from __future__ import annotations

import math

import numpy as np

from ...arrays import FloatArray
from ...models.interface import DynamicModel
from .acting_command import ActingCommand, ZeroAgain
from .damping import Damping
from .gate_settings import GateSettings
from .gate_state import GateState
from .state_check import StateCheck
from .supervision import LOST, WATCHING
from .timing import MAX_STAY_S, take_over_time
from .torque_gate import TorqueGate
from .torque_limits import acting_torque

RETURNED_COMMANDS = 3
"""Number of consecutive commands of another node after which the guard yields the arm to that node. A process that was
stopped between its last check and its write may still send one command, which the guard's next command corrects."""


class GuardedCommands:
    """Tracks the commands of the guarded node and the pauses of this process.

    Args:
        model: model that gives the gravity load.
        settings: limits and times of the take-over.
        timeout: s without a command after which the guard takes a torque over.
        holds_gravity: false if the hardware compensates gravity itself.

    Attributes:
        sent_at: system clock at which the guard sent its last command, s; 0 for none.
    """

    def __init__(
        self, model: DynamicModel, settings: GateSettings, timeout: float | None = None, holds_gravity: bool = True
    ) -> None:
        self.model = model
        self._settings = settings.with_(fade_in_time=0.0, restart_after_fault=False)
        self._timing = settings.timing
        self._timeout = take_over_time(settings.timing, timeout)
        self._holds_gravity = holds_gravity
        self._check = StateCheck(self._settings)
        self._damping = Damping(model, settings.damping_time, settings.velocity)
        self._motor: list[float] = settings.motor_torque.tolist()
        self._gate: TorqueGate | None = None
        self._acting = ActingCommand()
        self._silence = self._late = 0.0
        self._returned, self._foreign = 0, -math.inf
        self._largest = np.zeros_like(settings.maximum_torque)
        self._good: tuple[FloatArray, FloatArray] | None = None
        self._doubted = self._brake = self._lost = self._unsure = False
        self._good_time = self._watched = -math.inf
        self._awake = self._paused = -math.inf
        self._reads = False
        self._zero = ZeroAgain(settings.timing)
        self._old, self._old_time = 0, -math.inf
        self._node = -math.inf, 0.0
        self.sent_at = 0.0

    @property
    def state(self) -> str:
        """`WATCHING`, `LOST`, or the state of the gate of a take-over."""
        if self._gate is not None:
            return self._gate.state.value
        return LOST if self._lost else WATCHING

    @property
    def timeout(self) -> float:
        """Seconds of silence after which the guard takes over."""
        return self._timeout

    @property
    def reason(self) -> str:
        """Reason why the guard ends the torque, a sentence; empty while watching."""
        return "" if self._gate is None else self._gate.reason

    @property
    def brake(self) -> bool:
        """Return whether a brake should be engaged.

        It is requested after a take-over, or while the acting torque is unknown, until another node commands again.
        """
        return self._brake if self._gate is None else self._gate.brake

    @property
    def lost(self) -> bool:
        """Return whether a torque acted when this process stood still; it may still act, as no command has arrived."""
        return self._lost

    @property
    def late(self) -> float:
        """Seconds between the last two calls of `watch`, if that was too long; else 0."""
        return self._late

    @property
    def needed(self) -> bool:
        """Return whether a torque of another node acts, which the guard may have to end."""
        return self._gate is None and self._acting.acts

    def able(self, now: float) -> bool:
        """Return whether the guard could take over at the steady time `now` (s).

        A guard that stood still a moment ago could not. A guard that receives only old commands could not either: the
        clocks of two computers differ, or the middleware is late.
        """
        old = self._old >= RETURNED_COMMANDS and now - self._old_time < self._timing.guard_timeout
        return not old and min(now - self._awake, now - self._paused) >= self._timing.look_around

    def may_leave(self, waited: float) -> bool:
        """Return whether the guard may stop `waited` seconds after the request: no torque acts, or a node commands.

        If commands have just stopped, the guard waits until it takes over.
        """
        if not self.needed:
            return True
        return waited > MAX_STAY_S and self._silence <= self._timing.late

    def handle_command(
        self,
        now: float,
        torque: FloatArray,
        sent: float | None = None,
        fresh: bool = True,
        largest: FloatArray | None = None,
    ) -> None:
        """Note that a command of another node arrived.

        Args:
            now: steady time, s.
            torque: (n,) N·m; a command with NaN is ignored.
            sent: system clock when it was sent, s; `now` by default.
            fresh: whether it was sent a moment ago; an older command only shows that another node has commanded.
            largest: (n,) N·m, largest magnitude of each joint in the nonzero commands just before this one; none by
                default.
        """
        acting = acting_torque(torque, self._motor)
        if acting is None:
            return
        torque = acting
        last = self._acting.note_other_command(now if sent is None else sent, torque, fresh)
        if not fresh:
            self._old, self._old_time = self._old + 1, now
            if last and self._gate is not None:
                self._lose()
            elif not last and torque.any() and not self._stood_still(now) and now - self._paused > self._timing.late:
                self._undo(now)
            return
        self._silence, self._lost, self._old = 0.0, False, 0
        self._zero.stop()
        # Zero ends a torque; the next torque may have other limits.
        if largest is not None:
            self._largest = np.maximum(self._largest, largest)
        self._largest = np.maximum(self._largest, np.abs(torque)) if torque.any() else np.zeros_like(torque)
        self._doubted = self._doubted and bool(torque.any())
        self._brake = self._brake and not torque.any()
        if self._gate is None:
            return
        in_a_row = now - self._foreign <= self._timing.look_around
        self._foreign, self._returned = now, self._returned + 1 if in_a_row else 1
        if self._returned >= RETURNED_COMMANDS or self._gate.quiet:
            self._gate, self._unsure = None, False

    @property
    def unsure(self) -> bool:
        """Return whether the guard stood still in a take-over; it sends nothing before `node_sent` or `node_gone`."""
        return self._unsure

    def node_left(self, sent: float) -> None:
        """Note that the controller of the guarded node ended: the hardware may hold a torque, and nothing is sent.

        A command would be a step once the controller is active again. The node ends the torque at its reset.

        Args:
            sent: system clock at which that node sent its last command, s.
        """
        # The middleware stamps a command slightly later than the node. Commands with later stamps follow a reset.
        if self._acting.own or self._acting.sent - sent <= self._timing.late:
            self._gate, self._unsure, self._brake = None, False, True
            self._acting.note_missed_command()

    def node_sent(self, now: float, sent: float, ended: bool = False) -> None:
        """Note that the guarded node is alive.

        A guard that stood still leaves the torque to a node that has commanded since; else the guard continues to zero.

        Args:
            now: steady time, s.
            sent: system clock at which that node sent its last command, s.
            ended: whether that was the zero of a torque that has ended.
        """
        self._node = now, sent
        if self._lost and ended and sent > self._acting.sent:
            self._lost = False
        if not self._unsure:
            return
        if sent > self._acting.sent:
            self._acting.note_other_command(sent, 0.0 * self._largest, False)
            self._gate, self._unsure, self._brake = None, False, True
        else:
            self.node_gone(now)

    def node_gone(self, now: float) -> None:
        """Continue the take-over to zero at the steady time `now` (s): no node could have commanded since."""
        if self._unsure and self._gate is not None:
            self._unsure = False
            self._gate.deactivate(now, "this process stood still while it ended the torque")

    def stood_still(self, now: float) -> None:
        """Note that this process stood still for `timeout` or longer until the time `now` (s): its data are old.

        `watch` also detects such a pause; a caller that reads messages before `watch` reports the pause here.
        """
        if self._gate is None:
            self._lost = self._lost or self._acting.acts
            self._brake = self._brake or self._lost
            self._zero.stop()
        elif self._gate.state is GateState.CLOSED:
            self._close(self._gate)
        else:
            self._unsure = True
        self._acting.note_pause()
        self._good = None
        self._reads = not self._reads  # every second time, where every call comes after a pause
        if self._reads:
            self._awake = now
        self._watched = self._paused = now

    def blocked(self, now: float) -> None:
        """Note that a write to the middleware blocked until the steady time `now` (s), which does not count as a pause.

        The process reads the messages that arrived meanwhile before it continues.
        """
        self._watched = self._awake = now

    def sent(self, now: float, clock: float | None = None) -> None:
        """Note that the guard sent a command at the steady time `now` (s), system clock `clock` (s)."""
        self.sent_at = now if clock is None else clock
        if self._gate is None:  # zero, repeated
            self._acting.note_own_command(self.sent_at, np.zeros_like(self._largest))
        else:
            self._gate.sent(now)
            self._acting.note_own_command(self.sent_at, self._gate.torque)

    def end(self, now: float) -> bool:
        """Begin to fade a torque that was taken over (`watch` brings it to zero); return whether there is one."""
        if self._gate is None or self._gate.quiet:
            return False
        self._gate.deactivate(now, "the guard stops")
        return True

    def _node_went_on(self, now: float) -> bool:
        """Return whether the guarded node is alive and has sent a command after the last one received here."""
        seen, sent = self._node
        return now - seen <= self._timing.guard_timeout and sent > self._acting.sent

    def _close(self, gate: TorqueGate) -> None:
        """Finish a take-over after its last command, zero."""
        self._acting.note_own_command(self._acting.sent, gate.torque)
        self._gate = None

    def _undo(self, now: float) -> None:
        """Correct an old command that arrived after a newer one, because its sender was stopped while it wrote.

        The old command acts at the hardware now. If the torque had ended, zero is repeated. During a take-over, or
        while another node commands, the next command corrects it.
        """
        if self._gate is None:
            self._zero.repeat(now)

    @property
    def _ended(self) -> bool:
        """Return whether the last command is known to be zero."""
        return self._acting.torque is not None and not self._acting.acts

    def _lose(self) -> None:
        """Leave the arm to another node, which has commanded while this guard stood still."""
        self._gate, self._unsure, self._brake, self._lost = None, False, True, True

    def _stood_still(self, now: float) -> bool:
        return now - self._awake < self._timing.look_around
