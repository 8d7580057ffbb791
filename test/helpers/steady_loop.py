"""A torque loop for tests, and the states that keep it fresh."""

from __future__ import annotations

import math

import numpy as np

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.gate.gate_state import GateOutput, GateState
from puma560_dynamics.control.gate.supervision import NO_GUARD, WATCHING
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.control.torque_loop import LoopOutput, TorqueLoop

Q = np.array([0.3, -1.0, 1.5, 0.2, 0.5, -0.3])
QD = np.array([0.5, -0.4, 0.3, 0.2, -0.1, 0.6])
QDD = np.array([1.0, -2.0, 3.0, 4.0, -5.0, 6.0])
FAST = np.full(6, 1e6)


class Steady:
    """A loop and the states that keep it fresh."""

    def __init__(self, made: TorqueLoop) -> None:
        self.loop, self.now = made, 0.0

    def state(self, now: float, q: np.ndarray = Q, qd: np.ndarray = QD) -> LoopOutput:
        """One state at the steady time `now` (s), stamped so."""
        self.now = now
        return self.loop.state(now, 1000.0 + now, 1000.0 + now, q, qd)

    def sent(self, output: GateOutput | None) -> GateOutput:
        """As the node: it went out."""
        assert output is not None
        self.loop.sent(self.now, self.now, output)
        return output


GUARDED = math.inf
"""Of `loop`: a guard that is alive and watches, and does not say after which silence it takes over."""


def loop(arm: Arm, takes_over: float | None = None, **options: object) -> Steady:
    """Active, without fade and practically without a rate limit; with a guard that takes over after so many s."""
    changes: dict = {
        name: options.pop(name) for name in ("restart_after_fault", "hold_time", "recovery_time") if name in options
    }
    gate = GateSettings.of(arm, torque_rate=FAST, fade_in_time=0.0, jump_tolerance=1.0, **changes)
    guard = NO_GUARD if takes_over is None else "guard"
    settings = LoopSettings(gate=gate, guard=guard, **options)  # type: ignore[arg-type]
    made = Steady(TorqueLoop.from_settings(load_model("full", arm), settings))
    if takes_over is not None:
        made.loop.supervision.note_heartbeat(0.0, WATCHING, takes_over)
    made.loop.activate(0.0)
    made.state(0.001)
    assert made.loop.gate.state is GateState.OPEN
    return made
