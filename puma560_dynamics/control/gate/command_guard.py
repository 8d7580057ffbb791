"""End the torque when the node that sent it has died; the forward controller would hold this torque indefinitely.

The guard is a second torque gate in a separate process, which receives the commands. If the last command was not zero
and no other follows, the guard moves the torque to the gravity load, with damping while joint states are good, holds
it, and fades it to zero. No joint gets more than the largest torque that was commanded before, because the node may
have limited its torque on purpose. While another node commands, the guard is silent.

Silence counts only while this process runs. If the process stood still for as long as it waits for a command, it does
not know the acting torque: commands of that time are read late or lost. It then takes over only from a command that
was sent after it continued. A take-over that was interrupted by the pause fades to zero, once the node reports that it
has sent nothing since, or is gone.
"""

from __future__ import annotations

import math

import numpy as np

from ...arrays import FloatArray, read_only
from .faults import FAULTS, Fault, FaultError
from .gate_state import GateOutput, GateState
from .guarded_commands import GuardedCommands
from .torque_gate import TorqueGate

MIN_LIMIT_NM = 1e-9
"""Limit, N·m, for a joint that was never commanded: a gate needs some limit."""


class CommandGuard(GuardedCommands):
    """Monitors commands and joint states of one arm.

    Args:
        model: model that gives the gravity load; a new one may be set when the payload changes.
        settings: limits, rate, hold and fade times of the take-over.
        timeout: s without a command after which a nonzero torque is taken over; `Timing.command_timeout` by
            default.
        holds_gravity: false if the hardware compensates gravity itself.

    Raises:
        StateError: a time-out that is shorter than the node's own reaction to a stall.

    Attributes:
        sent_at: system clock at which the guard sent its last command, s; 0 for none.
    """

    def handle_state(self, now: float, clock: float, stamp: float, q: FloatArray, qd: FloatArray) -> GateOutput | None:
        """Process a joint state (arguments of `StateCheck.check_state`); return the command to send now, if any.

        Raises:
            MessageError, StateError: the state is not used; the message gives the reason.
        """
        try:
            self._check.check_state(now, clock, stamp, q, qd)
        except FaultError as error:
            if not FAULTS[error.fault].restarts:
                self._doubted = True  # until this torque has ended: an encoder that slipped stays wrong
            if self._gate is not None:
                self._gate.fault(now, error.fault, str(error))
            raise
        self._good, self._good_time = (q, qd), now - self._check.age
        if self._acting.own:
            self._zero.note_state(now)
        late = now - self._watched > self._timing.own_stall  # commands have to be read first
        if self._gate is None or self._unsure or late or self._stood_still(now):
            return None
        return self._limit(self._gate, now)

    def watch(self, now: float) -> GateOutput | None:
        """Return the torque to command now, or `None` while another node commands or nothing acts.

        Call it periodically, at any period. After a pause of the process, commands are read before the guard sends: an
        old torque must not replace the torque of a node that commanded meanwhile.
        """
        gap = now - self._watched
        self._late = gap if math.isfinite(gap) and gap > self._timing.late else 0.0
        # Read first after a pause, but not at every call if every call comes after a pause.
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
                self._acting.note_other_command(self._node[1], 0.0 * self._largest, False)
                self._brake = True
                return None
            gate = self._take_over(now, torque)
            # Repeat the last command first: a controller that did not receive it then gets no larger step.
            return GateOutput(gate.torque, gate.state)
        if self._gate.quiet:
            self._close(self._gate)
            return None
        if self._unsure or self._stood_still(now):
            return None
        return self._gate.watch(now)

    def _take_over(self, now: float, start: FloatArray) -> TorqueGate:
        limit = np.clip(self._largest, MIN_LIMIT_NM, self._settings.maximum_torque)
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
