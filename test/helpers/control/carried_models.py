"""Models of Python that compute what the core computes, with a payload and under another gravity."""

from __future__ import annotations

import random
from ctypes import Array, byref, c_double

import numpy as np
from numpy.typing import ArrayLike

from puma560_dynamics.arm import Arm
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.models.following import FollowingModel
from puma560_dynamics.models.payload.payload import MODEL_FRAME, Payload, attached
from puma560_dynamics.models.recursive.newton_euler import NewtonEulerModel
from puma560_dynamics.models.terms import Elements

from .core_library import CoreLibrary, LibraryModel, Settings, load_of

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


NO_LOAD: LoadNumbers = (0.0, [0.0] * 3, [0.0] * 6)


class CarriedModel(LibraryModel):
    """The functions that the core calls, and what it adds to them: what differs is then not the model.

    It forms torques, and no terms one by one.

    Args:
        arm: under its gravity, which may be another than the library's.
        library: the core.
        load: the payload.
    """

    def __init__(self, arm: Arm, library: CoreLibrary, load: LoadNumbers = NO_LOAD) -> None:
        super().__init__(arm, library)
        self._given = Settings()
        self._given.gravity_vector = (c_double * 3)(*arm.gravity_vector.tolist())
        self._given.payload = load_of(*load)
        self._library = library
        self._model, self._add, self._inertia = (
            library.model,
            *(getattr(library.loaded, f"carried_{name}") for name in ("add_torque", "inertia")),
        )
        self._add.restype, self._inertia.restype = None, c_double
        self.carries = bool(load[0]) or list(library.model.gravity_vector) != arm.gravity_vector.tolist()

    def carrying(self, load: LoadNumbers) -> CarriedModel:
        """The same with another payload."""
        return CarriedModel(self.arm, self._library, load)

    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        """Its diagonal alone holds the load."""
        found, at = super().kinetic_energy_matrix(q), self._numbers(q)
        for joint in range(self.arm.n):
            found[joint, joint] += self._inertia(byref(self._model), byref(self._given), at, joint)
        return found

    def elements(self, q: ArrayLike) -> Elements:
        if self.carries:
            raise NotImplementedError("terms of what is carried are compared in test_carried.py")
        return super().elements(q)

    def gravity(self, q: ArrayLike) -> FloatArray:
        still = np.zeros(self.arm.n)
        return self._added(super().gravity(q), q, still, still)

    def torque(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, wrench: ArrayLike | None = None, link: str | None = None
    ) -> FloatArray:
        return self._added(super().torque(q, qd, qdd), q, qd, qdd)

    def torque_and_gravity(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> tuple[FloatArray, FloatArray]:
        torque, gravity = super().torque_and_gravity(q, qd, qdd)
        still = np.zeros(self.arm.n)
        return self._added(torque, q, qd, qdd), self._added(gravity, q, still, still)

    def _added(self, torque: FloatArray, *state: ArrayLike) -> FloatArray:
        if not self.carries:
            return torque
        sum_ = self._numbers(torque)
        self._add(byref(self._model), byref(self._given), *map(self._numbers, state), sum_)
        return np.array(sum_)

    def _numbers(self, values: ArrayLike) -> Array[c_double]:
        return (c_double * self.arm.n)(*np.asarray(values).tolist())


class LinkModel(NewtonEulerModel):
    """The recursive equations, for a core without functions of the arm.

    Args:
        arm: under its gravity.
        load: the payload.
    """

    carries = False

    def __init__(self, arm: Arm, load: LoadNumbers = NO_LOAD) -> None:
        super().__init__(attached(arm, Payload.of(*load, link=MODEL_FRAME)) if load[0] else arm)
        self.arm = arm  # the settings are those of the arm alone

    def carrying(self, load: LoadNumbers) -> LinkModel:
        """The same with another payload."""
        return LinkModel(self.arm, load)


class FollowerModel(FollowingModel):
    """The recursive equations of an arm some joints of which follow others.

    Args:
        arm: under its gravity.
        load: the payload.
    """

    carries = False

    def __init__(self, arm: Arm, load: LoadNumbers = NO_LOAD) -> None:
        super().__init__(LinkModel(arm.chain, load), arm)
        self.arm = arm  # the settings are those of the arm alone

    def carrying(self, load: LoadNumbers) -> FollowerModel:
        """The same with another payload."""
        return FollowerModel(self.arm, load)


LoopModel = CarriedModel | LinkModel | FollowerModel


def model_of(library: CoreLibrary, arm: Arm) -> LoopModel:
    """The model of Python that computes what this core computes."""
    if arm.followers:
        return FollowerModel(arm)
    return LinkModel(arm) if library.recursive else CarriedModel(arm, library)
