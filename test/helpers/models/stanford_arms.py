"""Stanford Arms of the paper's structure with other numbers, and states to compare them in."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from puma560_dynamics import load_arm
from puma560_dynamics.arm import Arm, Link
from puma560_dynamics.arrays import FloatArray


def random_stanford(seed: int) -> Arm:
    """Every length, mass, moment and gravity random; inertias are those of boxes, so that engines take them."""
    rng = np.random.default_rng(seed)
    arm = load_arm("stanford1983")
    lengths = {0: rng.uniform(-1, 1), 1: rng.uniform(-1, 1), 3: rng.uniform(-1, 1)}
    centers = {0: (0, 0, 1), 3: (0, 0, 1), 4: (0, 1, 0), 5: (0, 0, 1)}
    links = []
    for index, link in enumerate(arm.links):
        x, y, z = rng.uniform(0.1, 1.0, 3)
        center = rng.uniform(-0.5, 0.5, 3) * centers.get(index, (0, 0, 0))
        links.append(Link(link.name, rng.uniform(0.5, 9.0), center, np.diag([y + z, x + z, x + y])))
    joints = [replace(joint, d=float(lengths.get(i, 0.0))) for i, joint in enumerate(arm.joints)]
    return arm.with_(name="random", gravity=float(rng.uniform(1.0, 20.0)), links=tuple(links), joints=tuple(joints))


def states(seed: int, count: int) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Positions, velocities, accelerations, each (count, 6), in the order of the chain; |sin q2| is 0.3 at least."""
    rng = np.random.default_rng(seed)
    q = rng.uniform(-np.pi, np.pi, (count, 6))
    away = np.arcsin(0.3)
    q[:, 1] = rng.uniform(away, np.pi - away, count) * rng.choice([-1.0, 1.0], count)
    q[:, 2] = rng.uniform(-1.0, 1.0, count)
    return q, rng.uniform(-5, 5, (count, 6)), rng.uniform(-20, 20, (count, 6))
