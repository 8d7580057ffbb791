"""Any model plus a load: torque is linear in the inertial parameters, so the two simply add."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import FloatArray
from ..any_shape import put
from ..interface import DynamicModel
from ..terms import Elements, OperationCount
from .load_counts import load_counts
from .load_model import LoadModel
from .payload import Payload
from .placed import attached

IN_ONE_CALL = ("torque", "gravity", "kinetic_energy_matrix")
"""Methods that compiled code does for arm and load together, where the arm's own is compiled."""


class LoadedModel(DynamicModel):
    """`base` with `payload` on its last link, exact for any center of mass and inertia.

    Where both are compiled, torque, gravity and A of both are one call, as of the base alone (`GeneratedModel`).
    """

    def __init__(self, base: DynamicModel, payload: Payload) -> None:
        super().__init__(attached(base.arm, payload))
        self.kind = base.kind
        self.base = base
        self.load = LoadModel(base.arm, payload)
        compiled = {name: vars(base)[name] for name in IN_ONE_CALL if name in vars(base)}
        found = {name: self.load.added(name, own, getattr(self, name)) for name, own in compiled.items()}
        vars(self).update({name: function for name, function in found.items() if function})
        if "kinetic_energy_matrix" in vars(self):
            vars(self)["mass_matrix"] = vars(self)["kinetic_energy_matrix"]

    def kinetic_energy_matrix(self, q: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return _put(self.base.kinetic_energy_matrix(q) + self.load.kinetic_energy_matrix(q), out)

    def mass_matrix(self, q: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return self.kinetic_energy_matrix(q, out=out)

    def coriolis_coefficients(self, q: ArrayLike) -> FloatArray:
        return self.base.coriolis_coefficients(q) + self.load.coriolis_coefficients(q)

    def centrifugal_coefficients(self, q: ArrayLike) -> FloatArray:
        return self.base.centrifugal_coefficients(q) + self.load.centrifugal_coefficients(q)

    def gravity(self, q: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return _put(self.base.gravity(q) + self.load.gravity(q), out)

    def elements(self, q: ArrayLike) -> Elements:
        """As `DynamicModel.elements`, one pass through each of the two."""
        pairs = zip(self.base.elements(q), self.load.elements(q), strict=True)
        return Elements(*(np.asarray(own + load) for own, load in pairs))

    def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return _put(self.base.torque(q, qd, qdd) + self.load.torque(q, qd, qdd), out)

    def torque_and_gravity(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """As `DynamicModel.torque_and_gravity`: two compiled calls, or one pass through each of the two models."""
        if "torque" in vars(self):
            return self.torque(q, qd, qdd), self.gravity(q)
        own, load = self.base.torque_and_gravity(q, qd, qdd), self.load.torque_and_gravity(q, qd, qdd)
        return own[0] + load[0], own[1] + load[1]

    def operation_counts(self) -> Mapping[str, OperationCount]:
        """As `DynamicModel.operation_counts`: the base's own, the load's, and the sum of both.

        Raises:
            UnsupportedArmError: the base cannot be counted.
        """
        extra = load_counts(self.base.arm, self.load.payload, added=True)
        own = self.base.operation_counts()
        return MappingProxyType(
            {name: OperationCount(count[0] + extra[name][0], count[1] + extra[name][1]) for name, count in own.items()}
        )


def _put(found: FloatArray, out: FloatArray | None) -> FloatArray:
    return found if out is None else put(found, out)
