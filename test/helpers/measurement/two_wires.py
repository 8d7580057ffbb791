"""A rigid body on two inextensible wires, free in all six directions: the experiment on paper.

Shares nothing with the package: Newton's and Euler's equations in the frame of the base, wires as constraints
``|p_i - a_i|^2 = l_i^2`` with multipliers, drift damped away (Baumgarte), DOP853.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

GRAVITY = np.array([0.0, 0.0, -9.81])
DRIFT = 20.0


@dataclass(frozen=True)
class Suspension:
    """The body and its wires.

    Attributes:
        mass: kg.
        inertia: (3,) principal moments, kg·m², along the body's axes.
        points: (2, 3) where the wires hold the body, from its center of gravity, m.
        ceiling: (2, 3) where they hang, m.
        start: orientation at rest in equilibrium.
    """

    mass: float
    inertia: np.ndarray
    points: np.ndarray
    ceiling: np.ndarray
    start: Rotation


def suspension(
    mass: float,
    inertia: tuple[float, float, float],
    radius: float,
    length: float,
    *,
    above: float = 0.05,
    offset: float = 0.0,
    sideways: float = 0.0,
    wider: float = 0.0,
    unequal: float = 0.0,
) -> Suspension:
    """A body whose axis z is upright, on wires at x = ±radius.

    Args:
        mass, inertia: of the body, kg and kg·m².
        radius, length: r and l, m.
        above: height of the wires' lower ends over the center of gravity, m.
        offset: of the center of gravity towards a wire, m.
        sideways: of the center of gravity out of the plane of the wires, m.
        wider: the share by which the upper ends are further apart than the lower.
        unequal: the share by which one wire is longer and the other shorter, hung so that the body is level.
    """
    points = np.array([[radius - offset, -sideways, above], [-radius - offset, -sideways, above]])
    start = Rotation.from_euler("x", np.arctan2(sideways, above))  # hangs with its center below the wires
    held = start.apply(points)
    spread = np.array([[radius * wider, 0, 0], [-radius * wider, 0, 0]])
    lengths = length * np.array([1 + unequal, 1 - unequal])
    drop = np.sqrt(lengths**2 - (radius * wider) ** 2)
    return Suspension(mass, np.array(inertia), points, held + spread + np.outer(drop, [0, 0, 1]), start)


def swing(body: Suspension, push: float, swings: int = 1) -> tuple[float, float]:
    """Period (s, mean of `swings`) and amplitude (rad) of the swing after a push of `push` rad/s about the vertical."""
    lengths = np.linalg.norm(body.start.apply(body.points) - body.ceiling, axis=1)
    state = np.concatenate([np.zeros(3), body.start.as_quat(), np.zeros(5), [push]])

    def middle(_: float, y: np.ndarray) -> float:
        return float(np.tan(_heading(y, body)))

    def turning(_: float, y: np.ndarray) -> float:
        return float(y[12])

    middle.direction = 1.0  # type: ignore[attr-defined]
    middle.terminal = swings + 1  # type: ignore[attr-defined]  # the first is the start
    solution = solve_ivp(
        lambda _, y: _rate(y, body, lengths), (-1e-6, 600.0), _before(state, body, lengths), method="DOP853",
        rtol=1e-10, atol=1e-13, events=[middle, turning],
    )  # fmt: skip
    crossed = solution.t_events[0]
    amplitude = max(abs(_heading(y, body)) for y in solution.y_events[1])
    return float((crossed[swings] - crossed[0]) / swings), amplitude


def _before(state: np.ndarray, body: Suspension, lengths: np.ndarray) -> np.ndarray:
    """A microsecond before the middle, so that the first crossing is seen."""
    return np.asarray(state - 1e-6 * _rate(state, body, lengths))


def _heading(y: np.ndarray, body: Suspension) -> float:
    line = Rotation.from_quat(y[3:7]).apply(body.points[0] - body.points[1])
    return float(np.arctan2(line[1], line[0]))


def _rate(y: np.ndarray, body: Suspension, lengths: np.ndarray) -> np.ndarray:
    position, quaternion, velocity, spin = y[:3], y[3:7], y[7:10], y[10:]
    turn = Rotation.from_quat(quaternion).as_matrix()
    inertia = turn @ (body.inertia[:, None] * turn.T)
    arms = body.points @ turn.T
    wires = position + arms - body.ceiling
    point_velocity = velocity + np.cross(spin, arms)
    jacobian = np.hstack([wires, np.cross(arms, wires)])
    value = 0.5 * (np.einsum("ij,ij->i", wires, wires) - lengths**2)
    rate = np.einsum("ij,ij->i", wires, point_velocity)
    quadratic = np.einsum("ij,ij->i", point_velocity, point_velocity)
    quadratic += np.einsum("ij,ij->i", wires, np.cross(spin, np.cross(spin, arms)))
    force = np.concatenate([body.mass * GRAVITY, -np.cross(spin, inertia @ spin)])
    mass = np.zeros((6, 6))
    mass[:3, :3] = body.mass * np.eye(3)
    mass[3:, 3:] = inertia
    free = np.linalg.solve(mass, np.column_stack([force, jacobian.T]))
    wanted = -quadratic - 2.0 * DRIFT * rate - DRIFT**2 * value
    tension = np.linalg.solve(jacobian @ free[:, 1:], wanted - jacobian @ free[:, 0])
    acceleration = free[:, 0] + free[:, 1:] @ tension
    w, v = quaternion[3], quaternion[:3]
    turning = 0.5 * np.concatenate([w * spin + np.cross(spin, v), [-spin @ v]])
    return np.concatenate([velocity, turning, acceleration])
