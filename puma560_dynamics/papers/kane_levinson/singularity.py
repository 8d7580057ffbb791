"""How many digits the generalized speeds cost near q2 = 0, where (8) and (10) divide by sin(q2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray, read_only
from ...models.kane_levinson.model import KaneLevinsonModel
from ...models.recursive.newton_euler import NewtonEulerModel

DECADES = read_only(10.0 ** -np.arange(0.0, 7.0))
"""Values of q2, rad, at which the loss is shown."""


@dataclass(frozen=True)
class Loss:
    """Errors against Newton-Euler, which has no singular position, relative to the largest torque there.

    Attributes:
        q2: (N,) rad.
        inverse: (N,) of the torques by (118) to (126).
        forward: (N,) of the accelerations by (8) to (11) and (118) to (123), from Newton-Euler's torques.
    """

    q2: FloatArray
    inverse: FloatArray
    forward: FloatArray


def loss_of_digits(
    model: KaneLevinsonModel, q2: Sequence[float] = tuple(DECADES), states: int = 200, seed: int = 1983
) -> Loss:
    """The error at each `q2` over random states, all other coordinates and all derivatives random."""
    rng = np.random.default_rng(seed)
    q, qd, qdd = rng.uniform(-1.0, 1.0, (3, states, 6))
    engine = NewtonEulerModel(model.arm)
    inverse, forward = [], []
    for angle in q2:
        q[:, 1] = angle
        torque = engine.torque(q, qd, qdd)
        inverse.append(np.abs(model.torque(q, qd, qdd) - torque).max() / np.abs(torque).max())
        forward.append(np.abs(model.acceleration(q, qd, torque) - qdd).max() / np.abs(qdd).max())
    return Loss(read_only(q2), read_only(inverse), read_only(forward))
