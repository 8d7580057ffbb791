"""A guard with short times for tests, and calls of it as its node makes them."""

from __future__ import annotations

import numpy as np

from puma560_dynamics import load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.gate.command_guard import CommandGuard
from puma560_dynamics.control.gate.gate_settings import GateSettings

Q = np.array([0.3, -1.0, 1.5, 0.2, 0.5, -0.3])
REST = np.zeros(6)
CLOCK = 1000.0


def short_guard(arm: Arm) -> CommandGuard:
    """A guard that takes over after 0.2 s, holds for 0.5 s and fades in 0.3 s."""
    settings = GateSettings.of(arm, hold_time=0.5, fade_out_time=0.3)
    return CommandGuard(load_model("newton_euler", arm), settings, timeout=0.2)


def state(guard: CommandGuard, now: float, q: np.ndarray = Q, qd: np.ndarray = REST) -> np.ndarray | None:
    """A joint state of `now`; what the guard commands for it."""
    output = guard.handle_state(now, CLOCK + now, CLOCK + now, q, qd)
    return None if output is None else output.torque


def run(guard: CommandGuard, start: float, seconds: float, states: bool = False, period: float = 0.01) -> np.ndarray:
    """What it commands, (k, 6)."""
    out = []
    for now in np.arange(start, start + seconds, period).tolist():
        if states:
            out.append(state(guard, now))
        output = guard.watch(now)
        out.append(None if output is None else output.torque)
    return np.array([torque for torque in out if torque is not None]).reshape(-1, 6)


def quick_enough(guard: CommandGuard, torques: np.ndarray) -> bool:
    """Whether no step is larger than the rates allow in the longest time that counts."""
    settings = guard._settings
    return bool((np.abs(np.diff(torques, axis=0)) <= settings.removal_rate * settings.timing.longest_step + 1e-9).all())
