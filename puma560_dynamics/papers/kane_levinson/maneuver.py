"""Manoeuvre of equation (127), and its control torques (figure 1)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray, read_only
from .model import KaneLevinsonModel
from .parameters import ORDER, SIGNS

DURATION = 10.0
"""Duration T of (127), s."""

START = read_only([0.0, np.pi / 2, 0.0, 0.0, 0.0, 0.0])
"""q1 to q6 at rest before the manoeuvre, from section 2 (q6 is 0): rad, q6 in m."""

GOAL = read_only([np.pi / 3] * 5 + [0.1])
"""q1 to q6 at the end of the manoeuvre: rad, q6 in m. We assume for (127) the goal of the feedback laws."""


@dataclass(frozen=True)
class Maneuver:
    """Joint positions and their derivatives over time, in the paper's order.

    Attributes:
        time: (N,) s.
        q, qd, qdd: (N, 6) positions in rad (q6 in m), velocities per s, and accelerations per s².
    """

    time: FloatArray
    q: FloatArray
    qd: FloatArray
    qdd: FloatArray


def maneuver(time: FloatArray) -> Maneuver:
    """Return the manoeuvre (127) from `START` to `GOAL` at `time` (N,) s."""
    phase = 2.0 * np.pi * time / DURATION
    way = GOAL - START
    columns = (
        (time - DURATION / (2.0 * np.pi) * np.sin(phase)) / DURATION,
        (1.0 - np.cos(phase)) / DURATION,
        2.0 * np.pi / DURATION * np.sin(phase) / DURATION,
    )
    q, qd, qdd = (np.multiply.outer(column, way) for column in columns)
    return Maneuver(read_only(time), read_only(START + q), read_only(qd), read_only(qdd))


def control_torques(model: KaneLevinsonModel, motion: Maneuver) -> FloatArray:
    """Return tau1 to tau5 (N·m) and sigma (N) along `motion`, (N, 6), by (118) to (126), with the paper's signs."""
    return as_printed(model.torque(*(in_chain(part) for part in (motion.q, motion.qd, motion.qdd))))


def manoeuvre_curves(model: KaneLevinsonModel, samples: int = 501) -> tuple[Maneuver, FloatArray]:
    """Return the manoeuvre and its control torques and force, the curves of figure 1."""
    motion = maneuver(np.linspace(0.0, DURATION, samples))
    return motion, control_torques(model, motion)


def in_chain(values: FloatArray) -> FloatArray:
    """Convert q1 to q6 (…, 6) of the paper to the order of the chain, which models use."""
    result = np.empty_like(values)
    result[..., list(ORDER)] = values
    return result


def as_printed(torque: FloatArray) -> FloatArray:
    """Convert joint torques (…, 6) of a model to tau1 to tau5 and sigma of the paper."""
    return np.asarray(torque[..., list(ORDER)] * np.array(SIGNS))
