"""Size of the gyroscopic torques at the arm's full speed, compared with the motors' largest torque (table 7)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from scipy.optimize import minimize

from ...arrays import FloatArray, read_only
from ...models.gyroscopic import GyroscopicModel
from ...models.interface import DynamicModel
from ...models.terms import velocity_pairs


@dataclass(frozen=True, eq=False)
class GyroscopicSize:
    """The largest torque of the velocity terms, a row a joint.

    Attributes:
        torque: (n,) N·m, the largest magnitude found.
        share: (n,) of the joint's maximum torque.
        q: (n, n) rad, where each is found.
        qd: (n, n) rad/s, at which velocities.
        acceleration_torque: (n,) N·m, the largest inertial cross term at the random positions, while every other
            joint accelerates as its own maximum torque would accelerate it alone.
    """

    torque: FloatArray
    share: FloatArray
    q: FloatArray
    qd: FloatArray
    acceleration_torque: FloatArray


def gyroscopic_size(base: DynamicModel, count: int = 300, seed: int = 7) -> GyroscopicSize:
    """Search all positions and velocities inside the limits of the joints.

    Every joint's torque is quadratic in the velocities, so at random positions each is put at its limits and
    at rest; from the best of these a local search goes on.

    Args:
        base: any model of an arm with `rotors`. The arm's velocity limits are the full speed; A says how fast
            a joint can accelerate.
        count: random positions.
        seed: of the random positions.

    Raises:
        UnsupportedArmError: the arm does not define how its rotors lie.
    """
    arm, n = base.arm, base.arm.n
    model = GyroscopicModel(arm)
    q = np.random.default_rng(seed).uniform(*arm.pose_range, (count, n))
    patterns = np.array(list(product((-1.0, 0.0, 1.0), repeat=n)))
    patterns = patterns[len(patterns) // 2 :] * arm.velocity  # all reversed give the same torque
    elements = model.elements(q)
    j, k = velocity_pairs(n).T
    torque = elements.coriolis @ (patterns[:, j] * patterns[:, k]).T + elements.centrifugal @ (patterns**2).T
    found = [_polished(model, q, patterns, torque[:, joint], joint) for joint in range(n)]
    largest = read_only([value for value, _, _ in found])
    alone = arm.maximum_torque / np.diagonal(base.kinetic_energy_matrix(q), axis1=1, axis2=2)
    return GyroscopicSize(
        torque=largest,
        share=read_only(largest / arm.maximum_torque),
        q=read_only([place for _, place, _ in found]),
        qd=read_only([speed for _, _, speed in found]),
        acceleration_torque=read_only((np.abs(elements.kinetic_energy) @ alone[..., None]).max(axis=(0, 2))),
    )


def _polished(
    model: GyroscopicModel, q: FloatArray, qd: FloatArray, torque: FloatArray, joint: int
) -> tuple[float, FloatArray, FloatArray]:
    """Largest magnitude (count, patterns) of one joint, followed uphill; with its position and velocity."""
    place, pattern = np.unravel_index(int(np.abs(torque).argmax()), torque.shape)
    sign = float(np.sign(torque[place, pattern]))
    if not sign:
        return 0.0, q[0], np.zeros_like(q[0])
    arm = model.arm
    scale = np.concatenate([np.ones(arm.n), arm.velocity])

    def less(x: FloatArray) -> float:
        state = x * scale
        return -sign * float(model.torque(state[: arm.n], state[arm.n :], np.zeros(arm.n))[joint])

    bounds = [*zip(*arm.pose_range, strict=True), *[(-1.0, 1.0)] * arm.n]
    start = np.concatenate([q[place], qd[pattern] / arm.velocity])
    best = minimize(less, start, method="L-BFGS-B", bounds=bounds)
    state = best.x * scale
    return float(-best.fun), state[: arm.n], state[arm.n :]
