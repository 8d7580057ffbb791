"""Models that add something to any other model: since kinetic energies add, so do A, B, C, g and torque."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import ArrayLike

from ..arm import Arm
from ..arrays import FloatArray
from ..errors import UnsupportedArmError
from .any_shape import put
from .interface import DynamicModel
from .terms import Elements, OperationCount


class Addition(Protocol):
    """Addition of a `ModelSum`: a `DynamicModel`, or anything with these methods; 0.0 adds nothing."""

    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray | float: ...

    def coriolis_coefficients(self, q: ArrayLike) -> FloatArray | float: ...

    def centrifugal_coefficients(self, q: ArrayLike) -> FloatArray | float: ...

    def gravity(self, q: ArrayLike) -> FloatArray | float: ...

    def elements(self, q: ArrayLike) -> Iterable[FloatArray | float]: ...

    def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray | float: ...


class ModelSum(DynamicModel):
    """The sum of a model and an addition, result by result.

    Args:
        base: any model, perhaps a sum itself.
        added: what is added.
        arm: the arm with both; that of `base` by default.
    """

    adds_gravity: ClassVar[bool] = True
    """Whether the addition changes gravity torques; otherwise it is not asked for them."""

    def __init__(self, base: DynamicModel, added: Addition, arm: Arm | None = None) -> None:
        super().__init__(arm or base.arm)
        self.kind = base.kind
        self.base = base
        self.added = added

    def kinetic_energy_matrix(self, q: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return _put(self.base.kinetic_energy_matrix(q) + self.added.kinetic_energy_matrix(q), out)

    def mass_matrix(self, q: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return self.kinetic_energy_matrix(q, out=out)

    def coriolis_coefficients(self, q: ArrayLike) -> FloatArray:
        return self.base.coriolis_coefficients(q) + self.added.coriolis_coefficients(q)

    def centrifugal_coefficients(self, q: ArrayLike) -> FloatArray:
        return self.base.centrifugal_coefficients(q) + self.added.centrifugal_coefficients(q)

    def gravity(self, q: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        own = self.base.gravity(q)
        return _put(own + self.added.gravity(q) if self.adds_gravity else own, out)

    def elements(self, q: ArrayLike) -> Elements:
        """Evaluate `DynamicModel.elements`, in one pass through each of the two."""
        pairs = zip(self.base.elements(q), self.added.elements(q), strict=True)
        return Elements(*(np.asarray(own + more) for own, more in pairs))

    def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, out: FloatArray | None = None) -> FloatArray:
        return _put(self.base.torque(q, qd, qdd) + self.added.torque(q, qd, qdd), out)

    def torque_and_gravity(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> tuple[FloatArray, FloatArray]:
        torque, gravity = self.base.torque_and_gravity(q, qd, qdd)
        return torque + self.added.torque(q, qd, qdd), gravity + self.added.gravity(q) if self.adds_gravity else gravity


def _put(found: FloatArray, out: FloatArray | None) -> FloatArray:
    return found if out is None else put(found, out)


class _ConstantInertia:
    """A kinetic energy matrix that does not change with position: no B, C and g. It adds to a `ModelSum`."""

    def __init__(self, matrix: FloatArray) -> None:
        self._matrix = matrix

    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        return self._matrix

    def gravity(self, q: ArrayLike) -> float:
        return 0.0

    coriolis_coefficients = centrifugal_coefficients = gravity

    def elements(self, q: ArrayLike) -> tuple[FloatArray | float, ...]:
        return self._matrix, 0.0, 0.0, 0.0

    def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray:
        return np.asarray(np.asarray(qdd, dtype=np.float64) @ self._matrix)  # symmetric


class Coupled(ModelSum):
    """A model with motors that turn with several joints, on top of one with motor inertias on the diagonal of A.

    The matrix :math:`C^T J C` of `Arm.armature` does not change with position, so that B, C and g stay as they are.

    Args:
        base: any model of an arm with a transmission, with or without a payload.
    """

    adds_gravity = False

    def __init__(self, base: DynamicModel) -> None:
        super().__init__(base, _ConstantInertia(base.arm.armature - np.diag(base.arm.motor_inertia)))

    def operation_counts(self) -> Mapping[str, OperationCount]:
        """Not available: the counts of the papers do not consider coupling.

        Raises:
            UnsupportedArmError: always.
        """
        raise UnsupportedArmError(
            f"operations of {self.arm.name} are not counted: its transmission is coupled; leave `transmission` out"
        )
