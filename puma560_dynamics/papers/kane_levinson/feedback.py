"""Feedback laws (128) to (133) and the motion that they cause (figure 3).

As in the paper, the generalized coordinates and speeds are integrated together by (8) to (11) and (118) to (123).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from ...arrays import FloatArray, read_only
from ...errors import StateError
from ...models.interface import DynamicModel
from .maneuver import DURATION, GOAL, START, Maneuver, as_printed, in_chain
from .model import KaneLevinsonModel, trigonometry

GAINS = read_only([3.0, 5.0, 1.0, 3.0, 0.30, 0.60, 0.30, 0.60, 0.25, 0.25, 30.0, 41.0])
"""Gains k1 to k12: pairs in N·m and N·m·s, and k11 in N/m and k12 in N·s/m."""

TOLERANCE = 1e-12
"""Relative and absolute tolerance of the integration."""

MOST = 10_000
"""Largest number of evaluations of the equations of motion; the paper's motion needs 2,400, wrong ones up to 40,000."""

INSTANTS = 501
"""Instants at which a simulated motion is kept."""

FeedbackLaw = Callable[[Sequence[float], Sequence[float]], list[float]]
"""Function that computes tau1 to tau5 and sigma from q1 to q6 and their derivatives."""


@dataclass(frozen=True)
class Controlled:
    """A simulated motion.

    Attributes:
        motion: motion of the arm.
        torque: (N, 6) tau1 to tau5, N·m, and sigma, N.
        momentum: (N,) angular momentum W31, kg·m²/s.
    """

    motion: Maneuver
    torque: FloatArray
    momentum: FloatArray


def law(symbols: Mapping[str, float], goal: Sequence[float], gains: Sequence[float] = tuple(GAINS)) -> FeedbackLaw:
    """Return the feedback law of equations (128) to (133).

    Args:
        symbols: parameters of the arm from `stanford_parameters`.
        goal: goal q1* to q6*, rad and m.
        gains: gains k1 to k12.
    """

    def torque(q: Sequence[float], qd: Sequence[float]) -> list[float]:
        feedback = [
            gains[2 * i] * (q[i] - goal[i]) + gains[2 * i + 1] * qd[i] if i else
            gains[0] * (goal[0] - q[0]) - gains[1] * qd[0]
            for i in range(6)
        ]  # fmt: skip
        return [f + weight for f, weight in zip(feedback, gravity_terms(symbols, q), strict=True)]

    return torque


def gravity_terms(symbols: Mapping[str, float], q: Sequence[Any]) -> list[Any]:
    """Return the terms of (128) to (133) that compensate gravity, at q1 to q6 (floats or arrays)."""
    g, length2, length3, length5, length6 = (symbols[name] for name in ("g", "L2", "L3", "L5", "L6"))
    mc, md, me, mf = (symbols[name] for name in ("mC", "mD", "mE", "mF"))
    _, q2, q3, q4, _, q6 = q
    angles = np.array([q2, q3, q4])
    sines, cosines = np.sin(angles), np.cos(angles)
    if angles.ndim == 1:  # floats for one state
        sines, cosines = sines.tolist(), cosines.tolist()
    (s2, s3, s4), (c2, c3, c4) = sines, cosines
    wrist = me * length6 + mf * length3
    return [
        0.0,
        g * (((mc + md) * q6 + md * length5) * s2 + wrist * (c4 * s2 + c3 * s4 * c2) + (me + mf) * (q6 + length2) * s2),
        -g * wrist * s2 * s3 * s4,
        g * wrist * (c2 * s4 + s2 * c3 * c4),
        0.0,
        -g * (mc + md + me + mf) * c2,
    ]


def simulate_feedback(
    model: KaneLevinsonModel, control: FeedbackLaw, *, start: Sequence[float] = tuple(START),
    duration: float = DURATION, samples: int = INSTANTS,
) -> Controlled:  # fmt: skip
    """Simulate the motion from rest at `start` (q1 to q6) under `control`.

    The integrator is LSODA, because the last joints settle within milliseconds, which would limit the steps of an
    explicit method.

    Raises:
        StateError: the integration stops before its end, as at the singular q2 = 0, or needs more than `MOST`
            evaluations.
    """
    evaluations = count(1)
    symbols = tuple(model.symbols.values())
    what = f"the motion from q = ({', '.join(f'{angle:g}' for angle in start)})"

    def derivative(_: float, state: FloatArray) -> list[float]:
        if next(evaluations) > MOST:
            raise StateError(f"{what} takes more than {MOST} evaluations of its equations")
        q, u = state[:6], state[6:].tolist()
        t = trigonometry(in_chain(q))
        rates = [*model.code.position_rates(symbols, t, *u), *u[3:]]
        return [*rates, *model.speed_derivatives(t, u, control(q.tolist(), rates))]

    grid = np.linspace(0.0, duration, samples)
    with np.errstate(divide="raise", invalid="raise", over="raise"):
        try:
            found = solve_ivp(
                derivative, (0.0, duration), [*start, *[0.0] * 6], "LSODA", grid, rtol=TOLERANCE, atol=TOLERANCE
            )
        except (ZeroDivisionError, FloatingPointError, np.linalg.LinAlgError):
            raise StateError(f"{what} meets q2 = 0, where generalized speeds fail") from None
    if not found.success:
        raise StateError(f"{what} cannot be integrated: {found.message}")
    q, u = found.y[:6].T, found.y[6:].T
    t = trigonometry(in_chain(q))
    rates = np.column_stack([*model.code.position_rates(symbols, t, *u.T), *u.T[3:]])
    torque = np.array([control(*row) for row in zip(q.tolist(), rates.tolist(), strict=True)])
    acceleration = model.speed_derivatives(t, list(u.T), list(torque.T))
    second = np.column_stack([*model.code.position_derivatives(symbols, t, *u.T, *acceleration[:3]), *acceleration[3:]])
    motion = Maneuver(*(read_only(part) for part in (grid, q, rates, second)))
    return Controlled(motion, read_only(torque), read_only(model.angular_momentum(in_chain(q), in_chain(rates))))


def simulate_figure3(model: KaneLevinsonModel, samples: int = INSTANTS) -> Controlled:
    """Simulate the paper's motion from rest at `START` towards `GOAL` in 10 s, with its gains."""
    return simulate_feedback(model, law(model.symbols, GOAL.tolist()), samples=samples)


def without_first_torque(model: KaneLevinsonModel, samples: int = INSTANTS) -> Controlled:
    """Simulate the motion of figure 3 with tau1 = 0, so that the vertical angular momentum must stay zero."""
    full = law(model.symbols, GOAL.tolist())
    return simulate_feedback(model, lambda q, qd: [0.0, *full(q, qd)[1:]], samples=samples)


def returned(model: DynamicModel, controlled: Controlled) -> FloatArray:
    """Return the largest difference (6,) between inverse dynamics along a motion and its feedback law, N·m and N.

    Args:
        model: model of the arm for inverse dynamics; preferably not the one that simulated the motion.
        controlled: the simulated motion.
    """
    motion = controlled.motion
    torque = as_printed(model.torque(*(in_chain(part) for part in (motion.q, motion.qd, motion.qdd))))
    return read_only(np.abs(torque - controlled.torque).max(axis=0))


def remaining(controlled: Controlled) -> FloatArray:
    """Return the distances (6,) of q1 to q6 from the goal at the end, rad and m."""
    return read_only(np.abs(controlled.motion.q[-1] - GOAL))


def momentum_drift(controlled: Controlled) -> float:
    """Return the largest difference of W31 from its first value, kg·m²/s."""
    return float(np.abs(controlled.momentum - controlled.momentum[0]).max())
