"""A small arm's gate for tests, and a driver that calls it as a node does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.control.gate.gate_state import GateState
from puma560_dynamics.control.gate.timing import Timing
from puma560_dynamics.control.gate.torque_gate import TorqueGate

LIMITS = np.array([10.0, 5.0])
RATE = np.array([100.0, 50.0])
REMOVAL = 2.0 * RATE
MIDDLE = np.zeros(2)
LONGEST_STEP = Timing().longest_step
GRAVITY = [1.0, -1.0]
"""N·m, gravity load that `opened` and `Drive.states` take."""


def settings(**changes: Any) -> GateSettings:
    """Two joints within ±1 rad."""
    plain: dict = {
        "maximum_torque": LIMITS,
        "motor_torque": LIMITS,
        "torque_rate": RATE,
        "removal_rate": REMOVAL,
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
        self.out: list[tuple[float, FloatArray]] = []

    def states(
        self,
        seconds: float,
        torque: Callable[[float], ArrayLike] | ArrayLike = (0.0, 0.0),
        position: Callable[[float], ArrayLike] | ArrayLike = MIDDLE,
        gravity: ArrayLike = (1.0, -1.0),
    ) -> Drive:
        """States for a while, the watchdog next to them."""
        end = self.now + seconds
        while self.now < end - 1e-9:
            self.now += self.period
            wanted = torque(self.now) if callable(torque) else torque
            at = position(self.now) if callable(position) else position
            output = self.gate.limit(self.now, np.array(at, dtype=float), wanted, np.array(gravity, dtype=float))
            if output is not None:
                self.out.append((self.now, output.torque))
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
        output = self.gate.watch(self.now)
        if output is not None:
            self.out.append((self.now, output.torque))

    @property
    def torque(self) -> list[float]:
        """What came out last."""
        return self.out[-1][1].tolist()

    def within_limits(self) -> bool:
        """Whether every torque was finite, within the limit, and within the rates of growth and removal."""
        times = np.array([time for time, _ in self.out])
        torques = np.array([torque for _, torque in self.out])
        if not (np.isfinite(torques).all() and (np.abs(torques) <= LIMITS).all()):
            return False
        before, last = np.zeros(2), times[0] - LONGEST_STEP
        for time, torque in zip(times, torques, strict=True):
            if not within_rates(before, torque, min(time - last, LONGEST_STEP)):
                return False
            before, last = torque, time
        return True


def within_rates(before: FloatArray, after: FloatArray, dt: float) -> bool:
    """Whether magnitudes fell by at most `REMOVAL` * `dt` and grew by at most `RATE` * `dt`, N.m."""
    sign = np.where(before < 0.0, -1.0, 1.0)
    end = sign * after
    grown = end <= np.abs(before) + RATE * dt + 1e-9
    fallen = np.where(end >= 0.0, end >= np.abs(before) - REMOVAL * dt - 1e-9, -end <= RATE * dt + 1e-9)
    return bool((grown & fallen).all())


def opened(**changes: Any) -> Drive:
    """A gate through which torque passes."""
    gate = TorqueGate(settings(**changes))
    gate.activate(100.0)
    drive = Drive(gate).states(0.3 + gate.settings.fade_in_time, GRAVITY)
    assert gate.state is GateState.OPEN
    return drive
