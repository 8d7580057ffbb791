"""How far the explicit model's forward dynamics and other engines agree: at random states, and along a motion.

A free swing of the arm is chaotic: two engines that agree to rounding in every acceleration part all
the same, by a factor each second, until they have nothing to do with each other. So accelerations are
compared state by state, and trajectories over the time in which rounding is still small.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.integrate import solve_ivp

from puma560_dynamics.arm import Arm
from puma560_dynamics.arrays import FloatArray, read_only
from puma560_dynamics.models.load import load_model
from puma560_dynamics.simulation import SMALLEST_TOLERANCE
from puma560_dynamics.simulation.engines import engine
from puma560_dynamics.simulation.simulate import SWUNG
from puma560_dynamics.states import joint_array


def acceleration_disagreement(arm: Arm, peer: str, count: int = 1000, seed: int = 4, kind: str = "generated") -> float:
    """Largest difference between `peer` and an explicit model at random states, each relative to its acceleration.

    Positions are drawn from ±π rad, velocities from ±5 rad/s, torques from the motors' range.

    Args:
        arm: the arm.
        peer: name in `engines.ENGINES`.
        count: states.
        seed: of the random states.
        kind: of the model, for `load_model`.
    """
    rng = np.random.default_rng(seed)
    q, qd = rng.uniform(-np.pi, np.pi, (count, arm.n)), rng.uniform(-5.0, 5.0, (count, arm.n))
    tau = rng.uniform(-1.0, 1.0, (count, arm.n)) * arm.maximum_torque
    ours = load_model(kind, arm).acceleration(q, qd, tau)
    theirs = engine(peer, arm)
    other = np.array([theirs(*state) for state in zip(q, qd, tau, strict=True)])
    return float((np.abs(ours - other).max(axis=1) / np.abs(ours).max(axis=1)).max())


@dataclass(frozen=True, eq=False)
class Parting:
    """How two engines part along one free swing.

    Attributes:
        time: (N,) s.
        difference: (N,) rad, the largest of all joints.
    """

    time: FloatArray
    difference: FloatArray

    def span(self, limit: float) -> float:
        """Seconds over which the trajectories differ by less than `limit` rad; all of them where they always do."""
        beyond = np.flatnonzero(self.difference >= limit)
        return float(self.time[beyond[0] if len(beyond) else -1])

    def growth(self) -> float:
        """Rate (1/s) at which the difference grows on average, between 1e-12 and 1e-2 rad."""
        chosen = (self.difference > 1e-12) & (self.difference < 1e-2)
        if chosen.sum() < 2:
            return 0.0
        return float(np.polyfit(self.time[chosen], np.log(self.difference[chosen]), 1)[0])


def parting(arm: Arm, peer: str, duration: float, pose: ArrayLike = SWUNG, rate: float = 50.0) -> Parting:
    """Free swing from rest at `pose` (n,) rad by the generated model and by `peer`, each at the smallest tolerance."""
    q = joint_array("pose", pose, arm.n)
    times = np.append(np.arange(0.0, duration, 1.0 / rate), duration)
    swings = [_swing(arm, name, q, times) for name in ("generated", peer)]
    return Parting(read_only(times), read_only(np.abs(swings[0] - swings[1]).max(axis=0)))


def _swing(arm: Arm, name: str, q: FloatArray, times: FloatArray) -> FloatArray:
    """(n, N) rad."""
    acceleration, n, free = engine(name, arm), arm.n, np.zeros(arm.n)
    solution = solve_ivp(
        lambda _time, state: np.concatenate([state[n:], acceleration(state[:n], state[n:], free)]),
        (0.0, times[-1]), np.concatenate([q, free]), method="DOP853", t_eval=times,
        rtol=SMALLEST_TOLERANCE, atol=SMALLEST_TOLERANCE,
    )  # fmt: skip
    return np.asarray(solution.y[:n])
