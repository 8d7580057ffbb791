"""Models of Python for what the core carries in addition: a payload, another gravity."""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import ArrayLike, NDArray

from puma560_dynamics.arm import Arm
from puma560_dynamics.models.interface import DynamicModel, Elements
from puma560_dynamics.models.payload.loaded_model import LoadedModel
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.models.recursive.newton_euler import NewtonEulerModel

from .core_library import CoreLibrary, LibraryModel


def carrying(model: DynamicModel, payload: Payload) -> DynamicModel:
    """As `load_model` puts a load on a generated model."""
    return LoadedModel(model, payload) if payload.mass else model


class OtherGravity(LibraryModel):
    """The functions that the core calls, under another gravity: what differs is each link's weight, by Newton-Euler.

    Args:
        arm: under the other gravity.
        base: of the same arm under its own.
        library: the core.
    """

    def __init__(self, arm: Arm, base: DynamicModel, library: CoreLibrary) -> None:
        super().__init__(arm, library)
        more = arm.gravity_vector - base.arm.gravity_vector
        size = float(np.linalg.norm(more))
        self._more = NewtonEulerModel(arm.with_(base=np.eye(4), gravity=size, gravity_direction=more / size))

    def gravity(self, q: ArrayLike) -> NDArray[np.float64]:
        return super().gravity(q) + self._more.gravity(q)

    def elements(self, q: ArrayLike) -> Elements:
        return super().elements(q)._replace(gravity=self.gravity(q))

    def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> NDArray[np.float64]:
        return super().torque(q, qd, qdd) + self._more.gravity(q)

    def torque_and_gravity(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        torque, gravity = super().torque_and_gravity(q, qd, qdd)
        more = self._more.gravity(q)
        return torque + more, gravity + more


LoadNumbers = tuple[float, list[float], list[float]]
"""Mass, center of mass and the six numbers of the inertia of a payload."""


def random_load(rng: random.Random) -> LoadNumbers:
    """A box, a rod, a plate or a point, turned somehow; often none."""
    if rng.random() < 0.3:
        return 0.0, [0.0] * 3, [0.0] * 6
    mass = rng.choice((0.1, 1.0, 5.0))
    x, y, z = (mass / 12.0 * rng.choice((0.0, rng.uniform(0.01, 0.3))) ** 2 for _ in range(3))
    turn, _ = np.linalg.qr([[rng.gauss(0.0, 1.0) for _ in range(3)] for _ in range(3)])
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = (turn @ np.diag((y + z, z + x, x + y)) @ turn.T).tolist()
    return mass, [rng.uniform(-0.2, 0.2) for _ in range(3)], [xx, yy, zz, xy, xz, yz]
