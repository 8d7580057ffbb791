"""A torque loop whose arm something holds or moves as given, with efforts that a test chooses."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.friction import friction_torque
from puma560_dynamics.control.gate.gate_settings import HARDWARE, GateSettings
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.control.loop_settings import LoopSettings
from puma560_dynamics.control.observer.contact_estimate import ContactEstimate
from puma560_dynamics.control.torque_loop import TorqueLoop
from puma560_dynamics.errors import StateError
from puma560_dynamics.models.interface import DynamicModel

Q = np.array([0.3, -0.6, 1.2, 0.2, 0.5, -0.3])
STEP = 0.002
PUSH = np.array([0.0, 60.0, 0.0, 0.0, 0.0, 0.0])
"""External torque, N·m: 1.7 times the threshold of joint 2 and more."""

GATE = ("brakes", "late_step", "restart_after_fault")
"""Settings of the gate that a test may choose."""

Effort = Callable[["Held"], np.ndarray | None]


class Held:
    """A loop whose arm something holds at `q`, `Q` at first: another controller, or brakes, so that efforts are not the
    commands. With a velocity `qd` the arm moves.

    Args:
        arm: the arm.
        options: of `LoopSettings`, and those of `GateSettings` in `GATE`.
    """

    def __init__(self, arm: Arm, **options) -> None:
        settings = GateSettings.of(
            arm, **{"brakes": HARDWARE, **{name: options.pop(name) for name in GATE if name in options}}
        )
        self.model: DynamicModel = load_model("full", arm)
        self.loop = TorqueLoop.from_settings(
            self.model, LoopSettings(gate=settings, **{"contact_policy": "stop", **options})
        )
        self.now, self.push, self.q, self.qd = 0.0, np.zeros(6), Q, np.zeros(6)
        self.torques, self._sent = [np.zeros(6)], 0.0
        self.effort: Effort = Held.measured
        self._noise = np.random.default_rng(1)
        self.loop.activate(0.0)

    @property
    def contact(self) -> ContactEstimate:
        """The estimate, which the loop has with a policy."""
        assert self.loop.contacts.estimate is not None
        return self.loop.contacts.estimate

    def measured(self) -> np.ndarray:
        """What holds the arm against gravity, friction and the push, with noise."""
        noise = 1e-3 * self.model.arm.maximum_torque * self._noise.standard_normal(6)
        return self.model.gravity(self.q) + friction_torque(self.model.arm, self.qd) - self.push + noise

    def go_on(self, seconds: float) -> GateState:
        """Joint states for a while; within the rates of the gate, the torque makes no step."""
        for _ in range(round(seconds / STEP)):
            self.now += STEP
            self.q = self.q + STEP * self.qd
            effort, clock = self.effort(self), 1000.0 + self.now
            try:
                output = self.loop.state(self.now, clock, clock, self.q, self.qd, effort).output
            except StateError:
                output = None
            if output is None:
                output = self.loop.watch(self.now)
            if output is not None:
                self.loop.sent(self.now, self.now, output)
                most = self.loop.gate.settings.removal_rate * min(self.now - self._sent, 0.02) * 1.001
                assert (np.abs(output.torque - self.torques[-1]) <= most).all()
                self.torques.append(output.torque)
                self._sent = self.now
        return self.loop.gate.state
