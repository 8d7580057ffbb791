"""Ends the torque when the node that sent it has died: the forward controller would hold it for ever.

A second torque gate in a process of its own. It listens to the commands; when the last one was not
zero and no other follows, it leads the torque from there to the gravity load of the pose seen last,
holds that, and fades to zero. No joint gets more than the largest torque that was commanded before:
whoever sent little on purpose must not be followed by a guard that sends all. When somebody else
commands again it is silent. Silence counts only while this process is awake: one that was stopped
itself finds the commands of that time still unread.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..model import DynamicModel
from .gate_settings import GateSettings
from .stall import LOOK_AROUND
from .torque_gate import GateState, Passed, TorqueGate

SAY_ZERO = 60.0
"""Seconds after which zero has been said often enough, even if messages were lost."""

OWN_STALL = 0.1
"""Seconds between two calls of `CommandGuard.watch` after which it was this process that stood still."""


LEAST_LIMIT = 1e-9
"""N·m, of a joint that was never commanded anything: a gate needs some limit."""


class CommandGuard:
    """Watches commands and joint states of one arm.

    Args:
        model: gives the gravity load; a new one may be set when the payload changes.
        settings: limits, rate, hold and fade times of the take-over.
        timeout: s without a command after which a torque that is not zero is taken over.
        holds_gravity: false where the hardware compensates gravity itself.
    """

    def __init__(
        self, model: DynamicModel, settings: GateSettings, timeout: float = 0.3, holds_gravity: bool = True
    ) -> None:
        self.model = model
        self._settings = settings.with_(fade_in_time=0.0, restart_after_fault=False)
        self._timeout = timeout
        self._holds_gravity = holds_gravity
        self._gate: TorqueGate | None = None
        self._command: NDArray[np.float64] | None = None
        self._commanded = -np.inf
        self._largest = np.zeros_like(settings.maximum_torque)
        self._position: NDArray[np.float64] | None = None
        self._watched = self._awake = -np.inf

    @property
    def state(self) -> str:
        """``"watching"``, or what the gate of a take-over is doing."""
        return "watching" if self._gate is None else self._gate.state.value

    @property
    def needed(self) -> bool:
        """Whether a torque of somebody else acts, who may yet fall silent."""
        return self._gate is None and self._command is not None and bool(self._command.any())

    def command(self, now: float, torque: NDArray[np.float64]) -> None:
        """Somebody else's command, (n,) N·m, at the steady time `now` (s)."""
        self._command, self._commanded, self._gate = torque, now, None
        # Zero is the end of a torque, and another one may begin with other limits.
        self._largest = np.maximum(self._largest, np.abs(torque)) if torque.any() else np.zeros_like(torque)

    def position(self, position: NDArray[np.float64]) -> None:
        """A joint state's position, (n,) rad."""
        self._position = position

    def watch(self, now: float) -> Passed | None:
        """The torque to command now, or `None` while another node does or nothing acts.

        To be called steadily. After a pause of its own it listens first: whoever commanded
        meanwhile must not be spoken over with a torque of long ago.
        """
        if now - self._watched > OWN_STALL:
            self._awake = now
        self._watched = now
        if self._gate is None:
            if self._command is None or now - max(self._commanded, self._awake) < self._timeout:
                return None
            if not self._command.any() or not np.isfinite(self._command).all():
                return None
            self._gate = self._take_over(now, self._command)
            # The last command itself first: whoever did not hear it gets no larger step for that.
            return Passed(self._gate.torque, self._gate.state)
        if now - self._awake < LOOK_AROUND:
            return None
        if self._gate.state is GateState.CLOSED and not self._gate.torque.any():
            passed = Passed(self._gate.torque, GateState.CLOSED)
            if now - self._commanded > SAY_ZERO:
                self._command, self._gate = None, None
            return passed
        return self._gate.watch(now)

    def end(self, now: float) -> bool:
        """Begin to fade a torque that was taken over; whether there is one, to be led to zero by `watch`."""
        if self._gate is None or (self._gate.done and not self._gate.torque.any()):
            return False
        self._gate.deactivate(now, "the guard stops")
        return True

    def _take_over(self, now: float, start: NDArray[np.float64]) -> TorqueGate:
        limit = np.clip(self._largest, LEAST_LIMIT, self._settings.maximum_torque)
        gate = TorqueGate(self._settings.with_(maximum_torque=limit))
        gate.activate(now, start)
        if self._position is not None:  # however old: better than the torque of a motion
            gravity = self.model.gravity(self._position) if self._holds_gravity else np.zeros_like(start)
            gate.admit(now, self._position, gravity, gravity)
        if self._position is None or gate.state is GateState.HOLDING:
            gate.deactivate(now, "no pose is known whose gravity load could be held")
        return gate
