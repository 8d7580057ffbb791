"""Integrate forward dynamics in time (section 4 of the paper), with an energy balance.

The integrator is SciPy's DOP853, the eighth-order Runge-Kutta method of Dormand and Prince with error control and a
seventh-order interpolant (Hairer, Nørsett and Wanner, *Solving Ordinary Differential Equations I*). The motion of an
arm is smooth and not stiff, and its energy must be accurate to ten digits. A high order then needs few evaluations of
the acceleration, about 400 per second of a free swing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.integrate import solve_ivp

from ..arm import Arm, kinematics
from ..arrays import FloatArray, read_only
from ..errors import SimulationError, StateError
from ..models.interface import DynamicModel
from ..states import joint_array, joint_arrays
from . import LARGEST_TOLERANCE, SMALLEST_TOLERANCE, TOLERANCE
from .gains import critically_damped


def kinetic_energy(model: DynamicModel, q: ArrayLike, qd: ArrayLike) -> FloatArray:
    """Return the kinetic energy ½ q̇ᵀ A(q) q̇ at states ``(…, n)``, rad and rad/s: ``(…)`` J, motors included.

    Raises:
        StateError: as `states.joint_arrays`.
    """
    q, qd = joint_arrays(model.arm.n, {"q": q, "qd": qd}, joints=model.arm.joint_names)
    return np.asarray(0.5 * np.einsum("...i,...ij,...j->...", qd, model.kinetic_energy_matrix(q), qd))


def potential_energy(arm: Arm, q: ArrayLike) -> FloatArray:
    """Return the potential energy at positions ``(…, n)``, rad (m): ``(…)`` J, 0 in the base's origin.

    It is computed without a model, so that it can be used to check a model's gravity torque, which is its gradient.

    Raises:
        StateError: as `states.joint_array`.
    """
    return kinematics.potential_energy(arm, joint_array("q", q, arm.n, arm.joint_names))


Law = Callable[[float, FloatArray, FloatArray], FloatArray]
"""Function of time (s), positions (n,) rad and velocities (n,) rad/s that returns torques (n,) N·m."""


Motion = Callable[[float], tuple[FloatArray, FloatArray]]
"""Function of time (s) that returns positions (n,) rad and velocities (n,) rad/s."""


def constant(torque: ArrayLike, n: int) -> Law:
    """Return a law with constant torque (n,) N·m.

    Raises:
        StateError: `torque` has a wrong shape or is not finite.
    """
    fixed = _vector("torque", torque, n)
    return lambda _time, _q, _qd: fixed


def toward(model: DynamicModel, target: ArrayLike, motion: Motion | None = None) -> Law:
    """Return a law that moves the arm to `target` by gravity compensation and critically damped PD control.

    Args:
        model: dynamic model of the arm.
        target: (n,) rad (m).
        motion: motion that ends at `target`; by default the reference is `target` from the start.

    Raises:
        StateError: `target` has a wrong shape or is not finite.
    """
    goal = _vector("target", target, model.arm.n)
    proportional, derivative = critically_damped(model, pose=goal)
    still = np.zeros(model.arm.n)

    def law(time: float, q: FloatArray, qd: FloatArray) -> FloatArray:
        position, velocity = (goal, still) if motion is None else motion(time)
        return model.gravity(q) + proportional * (position - q) + derivative * (velocity - qd)

    return law


def _vector(name: str, values: ArrayLike, n: int) -> FloatArray:
    array = joint_array(name, values, n)
    if array.ndim != 1:
        raise StateError(f"{name}: expected shape ({n},), got {array.shape}; give one number per joint")
    return np.array(array)


SWUNG = (0.4, -0.6, 0.9, 0.3, 0.5, -0.2)
"""Initial pose of the paper's arm for a free swing, rad: bent, with no axis vertical or horizontal."""


@dataclass(frozen=True, eq=False, repr=False)
class Simulated:
    """A simulated motion of N samples; all arrays are read-only.

    Attributes:
        time: (N,) times, s.
        q: (N, n) positions, rad.
        qd: (N, n) velocities, rad/s.
        torque: (N, n) torques of the law, N·m.
        work: (N,) work of the torque since the start, integrated with the motion, J.
        kinetic: (N,) kinetic energy, J.
        potential: (N,) potential energy, J.
        evaluations: number of evaluations of the acceleration.
    """

    time: FloatArray
    q: FloatArray
    qd: FloatArray
    torque: FloatArray
    work: FloatArray
    kinetic: FloatArray
    potential: FloatArray
    evaluations: int

    def __repr__(self) -> str:
        return f"Simulated({len(self.time)} samples of {self.q.shape[1]} joints, {self.time[-1]:g} s)"

    @property
    def imbalance(self) -> FloatArray:
        """(N,) energy minus initial energy minus work of the torque, J; zero for an exact motion."""
        energy = self.kinetic + self.potential
        return energy - float(energy[0]) - self.work

    @property
    def drift(self) -> float:
        """Largest imbalance as a fraction of the largest kinetic energy or change of potential energy.

        The total energy is not used as a scale, because the zero of potential energy is arbitrary.
        """
        moved = max(float(self.kinetic.max()), float(np.abs(self.potential - self.potential[0]).max()))
        return float(np.abs(self.imbalance).max()) / moved if moved else 0.0


def simulate(
    model: DynamicModel,
    q: ArrayLike,
    duration: float,
    *,
    qd: ArrayLike | None = None,
    law: Law | None = None,
    rate: float = 100.0,
    tolerance: float = TOLERANCE,
    progress: Callable[[float], None] | None = None,
) -> Simulated:
    """Simulate an arm from an initial state under gravity and the torque of a law, without friction and limits.

    Args:
        model: model whose forward dynamics are integrated, and which gives the energies.
        q: (n,) initial positions, rad.
        duration: duration of the motion, s.
        qd: (n,) initial velocities, rad/s; 0 by default.
        law: torque law; no torque (a free swing) by default.
        rate: rate of the returned samples, Hz; the integrator chooses its own steps.
        tolerance: absolute and relative error tolerance of an integration step.
        progress: function that is called with the completed fraction of the duration.

    Returns:
        Samples of motion, torque and energy.

    Raises:
        StateError: a state has a wrong shape or is not finite.
        SimulationError: duration, rate or tolerance are out of range, or the motion diverges.
        TypeError: `model` is not a model.
    """
    if not isinstance(model, DynamicModel):
        raise TypeError(f"expected a model, got {model!r:.80}; `load_model(arm=...)` makes one")
    n = model.arm.n
    start = joint_arrays(n, {"q": q, "qd": np.zeros(n) if qd is None else qd}, joints=model.arm.joint_names)
    if start[0].ndim != 1:
        raise StateError(f"q: expected shape ({n},), got {start[0].shape}; one motion starts in one state")
    if not (0.0 < duration < np.inf and 0.0 < rate < np.inf):
        raise SimulationError(f"duration {duration:g} s, rate {rate:g} Hz: expected two numbers above 0")
    if not SMALLEST_TOLERANCE <= tolerance <= LARGEST_TOLERANCE:
        raise SimulationError(
            f"tolerance {tolerance:g}: expected {SMALLEST_TOLERANCE:g} to {LARGEST_TOLERANCE:g}; take {TOLERANCE:g}"
        )
    times = np.append(np.arange(0.0, duration, 1.0 / rate), duration)
    slope = _right_side(acceleration_of(model), n, law)
    if progress is not None:
        slope = _watched(slope, duration, progress)
    with np.errstate(all="ignore"):  # a motion that diverges is reported below
        solution = solve_ivp(
            slope, (0.0, duration), np.concatenate([*start, [0.0]]),
            method="DOP853", t_eval=times, rtol=tolerance, atol=tolerance,
        )  # fmt: skip
    if solution.status != 0 or not np.isfinite(solution.y).all():
        reached = float(solution.t[-1]) if len(solution.t) else 0.0
        raise SimulationError(
            f"the motion cannot be followed beyond {reached:.3g} s: velocities or torques grow without bound, or the "
            "mass matrix is singular; check for a torque law that makes the arm diverge, or a wrong inertia"
        )
    positions, velocities = (np.ascontiguousarray(part.T) for part in (solution.y[:n], solution.y[n : 2 * n]))
    torque = np.zeros_like(positions)
    if law is not None:
        for row, (time, position, velocity) in enumerate(zip(times.tolist(), positions, velocities, strict=True)):
            torque[row] = law(time, position, velocity)
    return Simulated(
        time=read_only(times),
        q=read_only(positions),
        qd=read_only(velocities),
        torque=read_only(torque),
        work=read_only(solution.y[2 * n]),
        kinetic=read_only(kinetic_energy(model, positions, velocities)),
        potential=read_only(potential_energy(model.arm, positions)),
        evaluations=int(solution.nfev),
    )


def _watched(
    slope: Callable[[float, FloatArray], FloatArray], duration: float, progress: Callable[[float], None]
) -> Callable[[float, FloatArray], FloatArray]:
    """Return `slope` with progress reports."""

    def watched(time: float, state: FloatArray) -> FloatArray:
        progress(time / duration)
        return slope(time, state)

    return watched


def acceleration_of(model: DynamicModel) -> Callable[[FloatArray, FloatArray, FloatArray], FloatArray]:
    """Return the model's forward dynamics for one state, as a compiled function if the model has one."""
    functions = getattr(model, "functions", None)
    return model.acceleration if functions is None else functions.acceleration


def _right_side(
    acceleration: Callable[[FloatArray, FloatArray, FloatArray], FloatArray], n: int, law: Law | None
) -> Callable[[float, FloatArray], FloatArray]:
    """Return a function of time and state that returns the derivatives of position, velocity and work."""
    free = np.zeros(n)

    def slope(time: float, state: FloatArray) -> FloatArray:
        position, velocity = state[:n], state[n : 2 * n]
        torque = free if law is None else law(time, position, velocity)
        result = np.empty(2 * n + 1)
        result[:n] = velocity
        result[n : 2 * n] = acceleration(position, velocity, torque)
        result[2 * n] = 0.0 if law is None else torque @ velocity
        return result

    return slope
