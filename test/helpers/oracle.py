"""What models are compared by: the answers of an engine to random states, and random arms."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from puma560_dynamics import DynamicModel, load_arm
from puma560_dynamics.arm import Arm, Link
from puma560_dynamics.arrays import FloatArray

EXACT = 1e-12
"""Agreement demanded of exact models, relative to the largest entry."""


@dataclass(frozen=True)
class Oracle:
    """What an independent engine says of many states."""

    q: FloatArray
    qd: FloatArray
    qdd: FloatArray
    kinetic_energy_matrix: FloatArray
    coriolis_coefficients: FloatArray
    centrifugal_coefficients: FloatArray
    gravity: FloatArray
    torque: FloatArray

    def disagreement(self, model: DynamicModel) -> dict[str, float]:
        """Largest difference of every part, relative to the largest entry of that part."""
        parts = {
            "kinetic_energy_matrix": model.kinetic_energy_matrix(self.q),
            "coriolis_coefficients": model.coriolis_coefficients(self.q),
            "centrifugal_coefficients": model.centrifugal_coefficients(self.q),
            "gravity": model.gravity(self.q),
            "torque": model.torque(self.q, self.qd, self.qdd),
        }
        return {
            name: float(np.abs(value - getattr(self, name)).max() / np.abs(getattr(self, name)).max())
            for name, value in parts.items()
        }


def random_states(rng: np.random.Generator, count: int, n: int = 6) -> tuple[FloatArray, FloatArray, FloatArray]:
    """`count` joint positions, velocities and accelerations, each (count, n)."""
    return rng.uniform(-np.pi, np.pi, (count, n)), rng.uniform(-5, 5, (count, n)), rng.uniform(-20, 20, (count, n))


def ask(model: DynamicModel, rng: np.random.Generator, count: int) -> Oracle:
    """Put `count` random states to `model`."""
    q, qd, qdd = random_states(rng, count)
    return Oracle(
        q, qd, qdd,
        *model.elements(q),
        model.torque(q, qd, qdd),
    )  # fmt: skip


def random_arm(rng: np.random.Generator, symmetric_wrist: bool = True) -> Arm:
    """The paper's structure (what is zero stays zero) with every other number random.

    Inertias are those of random boxes, so that engines accept them.
    """
    arm = load_arm("akb1986")
    free = {0: (0, 1, 1), 1: (1, 1, 1), 2: (0, 1, 1), 3: (0, 0, 1), 4: (0, 0, 0), 5: (0, 0, 1)}
    links = []
    for index, link in enumerate(arm.links):
        center = rng.uniform(-0.5, 0.5, 3) * free[index]
        xx, yy, zz = rng.uniform(0.1, 1.0, 3)
        moments = np.array([yy + zz, xx + zz, xx + yy])
        if index == 5 or (symmetric_wrist and index >= 3):
            moments[1] = moments[0] = yy + zz
            moments[2] = rng.uniform(0.2, 1.9) * moments[0]
        links.append(Link(link.name, rng.uniform(0.5, 5.0), center, np.diag(moments)))
    return arm.with_(
        name="random",
        gravity=float(rng.uniform(1.0, 20.0)),
        links=tuple(links),
        joints=tuple(
            replace(joint, a=float(rng.uniform(-1, 1)) * (joint.a != 0), d=float(rng.uniform(-1, 1)) * (joint.d != 0))
            for joint in arm.joints
        ),
        motors=tuple(replace(motor, inertia=float(rng.uniform(0.1, 5.0))) for motor in arm.motors),
    )
