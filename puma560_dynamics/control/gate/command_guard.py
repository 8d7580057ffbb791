"""Ends the torque when the node that sent it has died: the forward controller would hold it indefinitely.

A second torque gate in a separate process. It receives the commands; when the last one was not zero and no
other follows, it leads the torque from there to the gravity load, with damping while joint states are good,
holds that, and fades to zero. No joint gets more than the largest torque that was commanded before: after a
node that sent little on purpose the guard must not send more. While another node commands it is silent.

Silence counts only while this process runs. After it stood still for as long as it waits for a command, it does not
know what acts: the commands of that time are read late or lost. It then takes over only from a command that was sent
after it went on. A torque that it was ending itself it fades to zero, once the node shows that it has sent nothing
since, or is gone.
"""

from __future__ import annotations

import math

import numpy as np

from ...arrays import FloatArray, read_only
from ...errors import StateError
from ...models.interface import DynamicModel
from .acting_command import ActingCommand
from .damping import Damping
from .faults import FAULTS, Fault, FaultError
from .gate_settings import GateSettings
from .gate_state import GateOutput, GateState
from .state_check import StateCheck
from .supervision import LOST, WATCHING
from .torque_gate import TorqueGate
from .torque_limits import acting_torque
from .zero_again import ZeroAgain

LEAST_LIMIT = 1e-9
"""N·m, of a joint that was never commanded anything: a gate needs some limit."""

LONGEST_STAY = 4.0
"""Seconds for which a guard that is asked to stop waits for the end of another node's torque; launch repeats its signal
after 5 s and kills after 10. It takes over after less: a node may be killed in the moment in which both are asked."""

RETURNED = 3
"""Commands of another node in a row after which the guard leaves the arm to it again. A process that was stopped
between its last check and its write may still send one; the next command of the guard takes that one back."""


class CommandGuard:
    """Watches commands and joint states of one arm.

    Args:
        model: gives the gravity load; a new one may be set when the payload changes.
        settings: limits, rate, hold and fade times of the take-over.
        timeout: s without a command after which a torque that is not zero is taken over; that of
            `Timing.command_timeout` by default.
        holds_gravity: false where the hardware compensates gravity itself.

    Raises:
        StateError: a time-out that is shorter than the node's own reaction to a stall.

    Attributes:
        sent_at: system clock at which it sent its last command, s; 0 for none.
    """

    def __init__(
        self,
        model: DynamicModel,
        settings: GateSettings,
        timeout: float | None = None,
        holds_gravity: bool = True,
    ) -> None:
        self.model = model
        self._settings = settings.with_(fade_in_time=0.0, restart_after_fault=False)
        self._timing = settings.timing
        self._timeout = take_over_time(settings, timeout)
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
        """`WATCHING`, `LOST`, or what the gate of a take-over is doing."""
        if self._gate is not None:
            return self._gate.state.value
        return LOST if self._lost else WATCHING

    @property
    def timeout(self) -> float:
        """Seconds of silence after which it takes over."""
        return self._timeout

    @property
    def reason(self) -> str:
        """Why the torque is being ended, a sentence; empty while watching."""
        return "" if self._gate is None else self._gate.reason

    @property
    def brake(self) -> bool:
        """Whether a brake should be engaged.

        It should from a take-over on, or while it is not known what acts, until another node commands a torque again.
        """
        return self._brake if self._gate is None else self._gate.brake

    @property
    def lost(self) -> bool:
        """Whether a torque acted when this process stood still, and no command has come since: it may act on."""
        return self._lost

    @property
    def late(self) -> float:
        """Seconds between the last two calls of `watch`, if that was too long; else 0."""
        return self._late

    @property
    def needed(self) -> bool:
        """Whether a torque of another node acts, which may yet fall silent."""
        return self._gate is None and self._acting.acts

    def able(self, now: float) -> bool:
        """Whether it could take over at the steady time `now` (s).

        One that stood still a moment ago could not, nor one that gets old commands alone: clocks of two computers
        differ, or the middleware is late.
        """
        old = self._old >= RETURNED and now - self._old_time < self._timing.guard_timeout
        return not old and min(now - self._awake, now - self._paused) >= self._timing.look_around

    def may_leave(self, waited: float) -> bool:
        """Whether it may go, asked to `waited` seconds ago: no torque acts, or another node goes on to command one.

        Commands that have just fallen silent are waited for up to the take-over.
        """
        if not self.needed:
            return True
        return waited > LONGEST_STAY and self._silence <= self._timing.late

    def command(
        self,
        now: float,
        torque: FloatArray,
        sent: float | None = None,
        fresh: bool = True,
        largest: FloatArray | None = None,
    ) -> None:
        """A command of another node arrived.

        Args:
            now: steady time, s.
            torque: (n,) N·m; one with NaN is none.
            sent: system clock when it was sent, s; `now` by default.
            fresh: whether it was sent a moment ago; an older one only shows that another node has commanded.
            largest: (n,) N·m, the largest magnitude of each joint in commands that came just before, and were not
                zero; none by default.
        """
        acting = acting_torque(torque, self._motor)
        if acting is None:
            return
        torque = acting
        last = self._acting.by_another(now if sent is None else sent, torque, fresh)
        if not fresh:
            self._old, self._old_time = self._old + 1, now
            if last and self._gate is not None:
                self._lose()
            elif not last and torque.any() and not self._stood_still(now) and now - self._paused > self._timing.late:
                self._undo(now)
            return
        self._silence, self._lost, self._old = 0.0, False, 0
        self._zero.stop()
        # Zero is the end of a torque, and another one may begin with other limits.
        if largest is not None:
            self._largest = np.maximum(self._largest, largest)
        self._largest = np.maximum(self._largest, np.abs(torque)) if torque.any() else np.zeros_like(torque)
        self._doubted = self._doubted and bool(torque.any())
        self._brake = self._brake and not torque.any()
        if self._gate is None:
            return
        in_a_row = now - self._foreign <= self._timing.look_around
        self._foreign, self._returned = now, self._returned + 1 if in_a_row else 1
        if self._returned >= RETURNED or self._gate.quiet:
            self._gate, self._unsure = None, False

    def position(
        self,
        now: float,
        clock: float,
        stamp: float,
        q: FloatArray,
        qd: FloatArray,
    ) -> GateOutput | None:
        """A joint state, arguments as of `StateCheck.check`; what to command now, if anything.

        Raises:
            MessageError, StateError: the state is not used, and why.
        """
        try:
            self._check.check(now, clock, stamp, q, qd)
        except FaultError as error:
            if not FAULTS[error.fault].restarts:
                self._doubted = True  # until this torque has ended: an encoder that slipped stays wrong
            if self._gate is not None:
                self._gate.fault(now, error.fault, str(error))
            raise
        self._good, self._good_time = (q, qd), now - self._check.age
        if self._acting.own:
            self._zero.state(now)
        late = now - self._watched > self._timing.own_stall  # it has to read first
        if self._gate is None or self._unsure or late or self._stood_still(now):
            return None
        return self._limit(self._gate, now)

    def watch(self, now: float) -> GateOutput | None:
        """The torque to command now, or `None` while another node does or nothing acts.

        To be called steadily, at any period. After a pause of its process it reads first: it must not command a
        torque of long ago over that of a node which commanded meanwhile.
        """
        gap = now - self._watched
        self._late = gap if math.isfinite(gap) and gap > self._timing.late else 0.0
        # After a pause it reads first; but not indefinitely, where every call comes after a pause.
        if math.isfinite(gap) and gap >= self._timeout:
            self.stood_still(now)
        elif gap > 0.0:  # else `stood_still` was called a moment ago
            self._reads = gap > self._timing.own_stall and not self._reads
            if self._reads:
                self._awake = now
        self._watched = now
        if self._gate is None:
            self._silence += min(gap, self._timing.late)
            torque = self._acting.torque
            if self._zero.due(now) and self._ended:
                return GateOutput(read_only(np.zeros_like(self._largest)), GateState.CLOSED)
            if torque is None or self._silence < self._timeout or not torque.any():
                return None
            if self._node_went_on(now):
                self._acting.by_another(self._node[1], 0.0 * self._largest, False)
                self._brake = True
                return None
            gate = self._take_over(now, torque)
            # The last command itself first: a controller that did not receive it gets no larger step for that.
            return GateOutput(gate.torque, gate.state)
        if self._gate.quiet:
            self._close(self._gate)
            return None
        if self._unsure or self._stood_still(now):
            return None
        return self._gate.watch(now)

    @property
    def unsure(self) -> bool:
        """Whether it stood still while it ended a torque: it sends nothing until `node_sent` or `node_gone`."""
        return self._unsure

    def node_left(self, sent: float) -> None:
        """The guarded node reports that its controller ended: the hardware may hold a torque, and nothing is sent.

        A command would be a step once the controller is active again. The node ends the torque at its reset.

        Args:
            sent: system clock at which that node sent its last command, s.
        """
        # The middleware dates a command a moment after the node does. Later ones are of after a reset.
        if self._acting.own or self._acting.sent - sent <= self._timing.late:
            self._gate, self._unsure, self._brake = None, False, True
            self._acting.lose()

    def node_sent(self, now: float, sent: float, ended: bool = False) -> None:
        """The guarded node is alive.

        A guard that stood still leaves the torque to a node that has commanded since; else it goes on to zero.

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
            self._acting.by_another(sent, 0.0 * self._largest, False)
            self._gate, self._unsure, self._brake = None, False, True
        else:
            self.node_gone(now)

    def node_gone(self, now: float) -> None:
        """No node is there at the steady time `now` (s) that could have commanded since: go on to zero."""
        if self._unsure and self._gate is not None:
            self._unsure = False
            self._gate.deactivate(now, "this process stood still while it ended the torque")

    def stood_still(self, now: float) -> None:
        """This process stood still for `timeout` or longer, until the steady time `now` (s): what it knows is old.

        `watch` notices it, too; a caller that reads messages before reports it here.
        """
        if self._gate is None:
            self._lost = self._lost or self._acting.acts
            self._brake = self._brake or self._lost
            self._zero.stop()
        elif self._gate.state is GateState.CLOSED:
            self._close(self._gate)
        else:
            self._unsure = True
        self._acting.stood_still()
        self._good = None
        self._reads = not self._reads  # every second time, where every call comes after a pause
        if self._reads:
            self._awake = now
        self._watched = self._paused = now

    def blocked(self, now: float) -> None:
        """The middleware has kept this process in a write until the steady time `now` (s): that was no pause.

        It reads what came meanwhile before it goes on.
        """
        self._watched = self._awake = now

    def sent(self, now: float, clock: float | None = None) -> None:
        """A command of this guard is on its way since the steady time `now` (s), system clock `clock` (s)."""
        self.sent_at = now if clock is None else clock
        if self._gate is None:  # zero, repeated
            self._acting.by_this_process(self.sent_at, np.zeros_like(self._largest))
        else:
            self._gate.sent(now)
            self._acting.by_this_process(self.sent_at, self._gate.torque)

    def end(self, now: float) -> bool:
        """Begin to fade a torque that was taken over; whether there is one, to be led to zero by `watch`."""
        if self._gate is None or self._gate.quiet:
            return False
        self._gate.deactivate(now, "the guard stops")
        return True

    def _node_went_on(self, now: float) -> bool:
        """Whether the node lives, and has sent a command after the last one that was received here."""
        seen, sent = self._node
        return now - seen <= self._timing.guard_timeout and sent > self._acting.sent

    def _close(self, gate: TorqueGate) -> None:
        """A take-over has ended, with zero as the last command."""
        self._acting.by_this_process(self._acting.sent, gate.torque)
        self._gate = None

    def _undo(self, now: float) -> None:
        """A command was sent before the last one and arrives after it: its sender was stopped while it wrote.

        It acts at the hardware now. Where the torque had ended, zero is repeated, as after an end; a take-over goes on
        with its next command, and so does another node that commands.
        """
        if self._gate is None:
            self._zero.repeat(now)

    @property
    def _ended(self) -> bool:
        """Whether it is known that the last command was zero."""
        return self._acting.torque is not None and not self._acting.acts

    def _lose(self) -> None:
        """Another node has commanded over this guard while it stood still: leave the arm to that one."""
        self._gate, self._unsure, self._brake, self._lost = None, False, True, True

    def _stood_still(self, now: float) -> bool:
        return now - self._awake < self._timing.look_around

    def _take_over(self, now: float, start: FloatArray) -> TorqueGate:
        limit = np.clip(self._largest, LEAST_LIMIT, self._settings.maximum_torque)
        gate = TorqueGate(self._settings.with_(maximum_torque=limit), takes_over=True)
        gate.activate(now, start)
        # The pose may be as old as the silence: joint states often end together with the commands.
        if not self._doubted and now - self._good_time <= self._timeout + self._settings.state_timeout:
            self._limit(gate, now)
        gate.fault(now, Fault.COMMAND_SILENCE, f"no command for {self._timeout:g} s")
        self._gate, self._brake = gate, True
        return gate

    def _limit(self, gate: TorqueGate, now: float) -> GateOutput | None:
        if self._good is None:
            return None
        q, qd = self._good
        gravity = self.model.gravity(q) if self._holds_gravity else np.zeros_like(q)
        return gate.limit(now, q, gravity, gravity, self._damping.torque(qd.tolist()), max(now - self._good_time, 0.0))


def take_over_time(settings: GateSettings, timeout: float | None = None) -> float:
    """Seconds of silence after which a guard takes over.

    Args:
        settings: of the torque gate.
        timeout: as it was asked for; three times the own stall by default.

    Raises:
        StateError: shorter than the node's own reaction to a stall, or longer than a guard that is asked to stop stays.
    """
    timing = settings.timing
    least = timing.shortest_command_timeout
    found = timing.command_timeout if timeout is None else timeout
    if not least <= found < LONGEST_STAY:
        raise StateError(
            f"command_timeout: expected {least:g} (twice state_timeout) to less than {LONGEST_STAY:g} s, got "
            f"{found:g}{' (three times state_timeout)' if timeout is None else ''}; a shorter one would take over from "
            "a node that is only late, a longer one after a guard that is asked to stop has left "
            f"({LONGEST_STAY:g} s): change it, or lower state_timeout"
        )
    return found
