"""The manoeuvre of equation (127) and the torques that it takes: figure 1."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray, read_only
from .model import KaneLevinsonModel
from .parameters import ORDER, SIGNS

DURATION = 10.0
"""T of (127), s."""

START = read_only([0.0, np.pi / 2, 0.0, 0.0, 0.0, 0.0])
"""q1 to q6 at rest before the manoeuvre: rad, q6 in m. Section 2 gives them; q6 was at 0."""

GOAL = read_only([np.pi / 3] * 5 + [0.1])
"""q1 to q6 at its end: rad, q6 in m. Our assumption for (127): the paper's final values of the feedback laws."""


@dataclass(frozen=True)
class Maneuver:
    """Joint positions and their derivatives over time, in the paper's order.

    Attributes:
        time: (N,) s.
        q, qd, qdd: (N, 6) rad and, for q6, m; per s; per s².
    """

    time: FloatArray
    q: FloatArray
    qd: FloatArray
    qdd: FloatArray


def maneuver(time: FloatArray) -> Maneuver:
    """Equation (127) at `time` (N,), s, from `START` to `GOAL`."""
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
    """tau1 to tau5 (N·m) and sigma (N) along `motion` by (118) to (126), (N, 6), with the paper's signs."""
    return as_printed(model.torque(*(in_chain(part) for part in (motion.q, motion.qd, motion.qdd))))


def manoeuvre_curves(model: KaneLevinsonModel, samples: int = 501) -> tuple[Maneuver, FloatArray]:
    """The manoeuvre and its control torques and force: the curves of figure 1."""
    motion = maneuver(np.linspace(0.0, DURATION, samples))
    return motion, control_torques(model, motion)


def in_chain(values: FloatArray) -> FloatArray:
    """q1 to q6 (…, 6) in the order of the chain, as every model takes them."""
    result = np.empty_like(values)
    result[..., list(ORDER)] = values
    return result


def as_printed(torque: FloatArray) -> FloatArray:
    """Joint torques (…, 6) of a model as tau1 to tau5 and sigma."""
    return np.asarray(torque[..., list(ORDER)] * np.array(SIGNS))
