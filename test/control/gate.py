"""A small arm's gate for tests, and a driver that calls it as a node does."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from puma560_dynamics.control.gate_settings import GateSettings
from puma560_dynamics.control.torque_gate import LONGEST_STEP, TorqueGate

LIMITS = np.array([10.0, 5.0])
RATE = np.array([100.0, 50.0])
MIDDLE = np.zeros(2)


def settings(**changes: object) -> GateSettings:
    """Two joints within ±1 rad."""
    plain: dict = {
        "maximum_torque": LIMITS,
        "torque_rate": RATE,
        "lower": -np.ones(2),
        "upper": np.ones(2),
        "velocity": np.array([2.0, 2.0]),
        "joint_names": ("shoulder", "elbow"),
        "fade_in_time": 0.0,
    }
    return GateSettings(**(plain | changes))


class Drive:
    """Feeds a gate at a steady rate and keeps what came out: (time, torque)."""

    def __init__(self, gate: TorqueGate, period: float = 0.004) -> None:
        self.gate, self.period, self.now = gate, period, 100.0
        self.out: list[tuple[float, NDArray[np.float64]]] = []

    def states(
        self,
        seconds: float,
        torque: Callable[[float], object] | object = (0.0, 0.0),
        position: Callable[[float], object] | object = MIDDLE,
        gravity: object = (1.0, -1.0),
    ) -> Drive:
        """States for a while, the watchdog beside them."""
        end = self.now + seconds
        while self.now < end - 1e-9:
            self.now += self.period
            wanted = torque(self.now) if callable(torque) else torque
            at = position(self.now) if callable(position) else position
            passed = self.gate.admit(self.now, np.array(at, dtype=float), wanted, np.array(gravity, dtype=float))
            self.out.append((self.now, passed.torque))
            self._watch()
        return self

    def silence(self, seconds: float, period: float = 0.01) -> Drive:
        """The watchdog alone."""
        end = self.now + seconds
        while self.now < end - 1e-9:
            self.now += period
            self._watch()
        return self

    def _watch(self) -> None:
        passed = self.gate.watch(self.now)
        if passed is not None:
            self.out.append((self.now, passed.torque))

    @property
    def torque(self) -> list[float]:
        """What came out last."""
        return self.out[-1][1].tolist()

    def within_limits(self) -> bool:
        """Whether every torque was finite and within limit and rate."""
        times = np.array([time for time, _ in self.out])
        torques = np.array([torque for _, torque in self.out])
        steps = np.abs(np.diff(torques, axis=0, prepend=np.zeros((1, 2))))
        allowed = np.minimum(np.diff(times, prepend=times[0] - LONGEST_STEP), LONGEST_STEP)[:, None] * RATE
        finite = np.isfinite(torques).all()
        return bool(finite and (np.abs(torques) <= LIMITS).all() and (steps <= allowed + 1e-9).all())
