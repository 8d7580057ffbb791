"""A joint under a slow ramp of its motor's command, with friction that yields before it slides (LuGre)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np

STEP = 2e-4
"""Step of the integration, s."""


@dataclass(frozen=True)
class Joint:
    """A joint with a motor.

    Attributes:
        inertia: kg·m².
        static: break-away torque in positive and negative direction, N·m.
        kinetic: dry friction in motion as a fraction of the break-away torque.
        distance: distance of presliding, rad: break-away torque over stiffness of the contact.
        stribeck: velocity at which dry friction has fallen by 63 %, rad/s.
        viscous: N·m·s/rad.
        stiffness: growth of the load with the position, N·m/rad.
        constant: torque of the motor at the joint for one unit of the command, N·m.
    """

    inertia: float = 6.7
    static: tuple[float, float] = (5.5, 5.5)
    kinetic: float = 0.8
    distance: float = 5e-4
    stribeck: float = 0.02
    viscous: float = 0.0
    stiffness: float = 0.0
    constant: float = 1.0

    def move(self, command: np.ndarray, load: float = 0.0, stop: float = math.inf) -> tuple[np.ndarray, np.ndarray]:
        """Return position (rad) and friction torque (N·m) at every `STEP` of the command; ends at `stop` rad.

        The joint starts at rest, held by its dry friction.
        """
        stiff = max(self.static) / self.distance
        damping = math.sqrt(stiff * self.inertia)
        q, v, z = 0.0, 0.0, (self.constant * float(command[0]) - load) / stiff
        positions, frictions = np.empty(len(command)), np.empty(len(command))
        for k, u in enumerate(command.tolist()):
            fall = math.exp(-((v / self.stribeck) ** 2))
            static = self.static[0] if v >= 0.0 else self.static[1]
            limit = static * (self.kinetic + (1.0 - self.kinetic) * fall) / stiff
            dry = stiff * z + damping * fall * (v - abs(v) * z / limit)
            positions[k], frictions[k] = q, dry
            v += STEP * (self.constant * u - load - self.stiffness * q - dry - self.viscous * v) / self.inertia
            q += STEP * v
            end = math.copysign(limit, v)
            z = end + (z - end) * math.exp(-abs(v) / limit * STEP)
            if abs(q) > stop:
                return positions[: k + 1], frictions[: k + 1]
        return positions, frictions


def recorded(
    position: np.ndarray,
    command: np.ndarray,
    rate: float = 250.0,
    *,
    noise: float = 0.0,
    resolution: float = 0.0,
    seed: int = 0,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return time, position and command at a sampling rate in Hz, with noise and steps of the encoder, rad."""
    every = round(1.0 / (rate * STEP))
    x = position[::every] + np.random.default_rng(seed).normal(0.0, noise, len(position[::every]))
    if resolution:
        x = np.round(x / resolution) * resolution
    return np.arange(len(x)) * every * STEP, x, command[: len(position) : every]


def ramp(rate: float, end: float, start: float = 0.0) -> np.ndarray:
    """Return a command that changes from `start` by `rate` units per s until `end`."""
    return start + math.copysign(rate, end - start) * np.arange(0.0, abs(end - start) / rate, STEP)


def write_ramps(path: Path, load: float, constant: float) -> str:
    """Write a CSV file of two ramps in each direction under a load (N·m) and return its path; the command is in A.

    The break-away torques are 5.6 and 5.2 N·m.
    """
    joint = Joint(inertia=2.0, static=(5.6, 5.2), viscous=8.0, constant=constant)
    parts = []
    for _ in range(2):
        for end in (load + 9.0, load - 9.0):
            parts += [
                np.full(int(1.0 / STEP), load / constant),
                ramp(0.8 / abs(constant), end / constant, load / constant),
            ]
    command = np.concatenate([*parts, np.full(int(2.0 / STEP), load / constant)])
    position, _ = joint.move(command, load)
    columns = recorded(position, command, noise=3e-5, seed=round(load))
    np.savetxt(path, np.column_stack(columns), delimiter=",", header="t,q,current", comments="", fmt="%.7f")
    return str(path)
