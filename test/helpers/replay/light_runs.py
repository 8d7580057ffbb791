"""Recordings of a light arm that is what its description says, as a run makes them: brakes, PD alone, then the model.

The arm has no motor inertia, so that its drives are fast and torque can change within a sample. Feed-forward is
switched on at once, each command acts one sample late and is held for a sample.
"""

from __future__ import annotations

import numpy as np

from helpers.arm.descriptions import LIMIT, light_arm
from puma560_dynamics import Arm, load_arm, load_model
from puma560_dynamics.control.feed_forward.references import Reference
from puma560_dynamics.simulation.drives import Drives
from puma560_dynamics.simulation.plant import Plant
from puma560_dynamics.simulation.servo import Servo

RATE = 250.0
STOP = 3.0
"""s at which the arm is put back to its start, brakes on, as between the parts of a run."""


def light_description(dry: float = 0.0) -> str:
    """URDF of four joints with dry friction `dry` (N·m) and a tenth of it as viscous friction."""
    limit = LIMIT.format(effort="20")
    dynamics = f'<dynamics damping="{0.1 * dry}" friction="{dry}"/>'
    return light_arm(fingers=False).replace(limit, limit + dynamics)


def light_run(description: str, seconds: float = 7.0) -> dict[str, np.ndarray]:
    """Columns ``t`` (N,), ``q``, ``tau`` and ``qdd``, the acceleration that was asked for (N, 4).

    Args:
        description: of the arm that is simulated.
        seconds: of motion, in two parts.
    """
    arm: Arm = load_arm(description)
    model = load_model("newton_euler", arm)
    plant = Plant(arm)
    drives = Drives(plant, Servo(arm))
    size, speed = np.array([0.5, 0.4, 0.5, 0.4]), 2.0 * np.pi * np.array([0.5, 0.4, 0.6, 0.8])
    columns: dict[str, list[np.ndarray]] = {"t": [], "q": [], "tau": [], "qdd": []}
    part, wanted = 0.0, np.zeros(arm.n)
    for k in range(round(seconds * RATE)):
        time = k / RATE
        if time in (0.0, STOP):
            part = time
            drives.restart(np.zeros(arm.n))
        since = max(time - part - 0.2, 0.0)
        q = size * (1.0 - np.cos(speed * since)) / 2.0
        qd, qdd = size * speed * np.sin(speed * since) / 2.0, size * speed**2 * np.cos(speed * since) / 2.0
        moving = np.full(arm.n, since > 0.0)
        reference = Reference(q, qd * moving, qdd * moving)
        for name, values in zip(columns, ([time], plant.position, plant.effort, reference.acceleration), strict=True):
            columns[name].append(np.asarray(values))
        late = wanted
        on = time > STOP + 1.0
        wanted = model.torque(plant.position, plant.velocity, reference.acceleration) if on else np.zeros(arm.n)
        if time - part > 0.1:
            drives.follow(time, reference)
            drives.command(late)
        drives.advance(time + 1.0 / RATE, 1.0 / RATE)
    return {name: np.squeeze(np.stack(values)) for name, values in columns.items()}
