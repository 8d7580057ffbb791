"""Add terms to any model: kinetic energies are additive, and so are A, B, C, g and torque."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import ArrayLike

from ..arm import Arm
from ..arrays import FloatArray
from ..errors import UnsupportedArmError
from .any_shape import put
from .derivatives import TorqueDerivatives
from .interface import DynamicModel
from .link_kinematics import KinematicsOfBase
from .terms import Elements, OperationCount


class Addition(Protocol):
    """Second summand of a `ModelSum`: a `DynamicModel`, or an object with these methods, which may return 0.0."""

    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray | float: ...

    def coriolis_coefficients(self, q: ArrayLike) -> FloatArray | float: ...

    def centrifugal_coefficients(self, q: ArrayLike) -> FloatArray | float: ...

    def gravity(self, q: ArrayLike) -> FloatArray | float: ...

    def elements(self, q: ArrayLike) -> Iterable[FloatArray | float]: ...

    def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray | float: ...

    def torque_derivatives(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Iterable[FloatArray | float]: ...

    def gravity_derivative(self, q: ArrayLike) -> FloatArray | float: ...

    def coriolis_matrix(self, q: ArrayLike, qd: ArrayLike) -> FloatArray | float: ...

    def coriolis_torque(self, q: ArrayLike, qd: ArrayLike) -> FloatArray | float: ...

    def transposed_coriolis_torque(self, q: ArrayLike, qd: ArrayLike) -> FloatArray | float: ...

    def momentum(self, q: ArrayLike, qd: ArrayLike) -> FloatArray | float: ...


class ModelSum(KinematicsOfBase, DynamicModel):
    """A model whose results are the sums of the results of a model and an addition.

    Args:
        base: any model, including a `ModelSum`.
        added: the addition.
        arm: arm of the sum; by default the arm of `base`.
    """

    base: DynamicModel

    adds_gravity: ClassVar[bool] = True
    """Whether the addition has gravity torques; if not, its `gravity` is not called."""

    def __init__(self, base: DynamicModel, added: Addition, arm: Arm | None = None) -> None:
        super().__init__(arm or base.arm)
        self.kind = base.kind
        self.base = base
        self.added = added

    def prepare(self, *names: str) -> None:
        self.base.prepare(*names)

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
        """Evaluate `DynamicModel.elements` with one evaluation of each summand."""
        pairs = zip(self.base.elements(q), self.added.elements(q), strict=True)
        return Elements(*(np.asarray(own + more) for own, more in pairs))

    def torque(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        out: FloatArray | None = None,
        wrench: ArrayLike | None = None,
        link: str | None = None,
    ) -> FloatArray:
        return _put(self.base.torque(q, qd, qdd) + self.added.torque(q, qd, qdd), out)

    def torque_and_gravity(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> tuple[FloatArray, FloatArray]:
        torque, gravity = self.base.torque_and_gravity(q, qd, qdd)
        return torque + self.added.torque(q, qd, qdd), gravity + self.added.gravity(q) if self.adds_gravity else gravity

    def coriolis_matrix(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        return self.base.coriolis_matrix(q, qd) + self.added.coriolis_matrix(q, qd)

    def coriolis_torque(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        return self.base.coriolis_torque(q, qd) + self.added.coriolis_torque(q, qd)

    def transposed_coriolis_torque(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        return self.base.transposed_coriolis_torque(q, qd) + self.added.transposed_coriolis_torque(q, qd)

    def momentum(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        return self.base.momentum(q, qd) + self.added.momentum(q, qd)

    def torque_derivatives(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> TorqueDerivatives:
        """Evaluate `DynamicModel.torque_derivatives` with one evaluation of each summand."""
        pairs = zip(self.base.torque_derivatives(q, qd, qdd), self.added.torque_derivatives(q, qd, qdd), strict=True)
        return TorqueDerivatives(*(np.asarray(own + more) for own, more in pairs))

    def gravity_derivative(self, q: ArrayLike) -> FloatArray:
        own = self.base.gravity_derivative(q)
        return own + self.added.gravity_derivative(q) if self.adds_gravity else own

    def regressor(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray:
        return self.base.regressor(q, qd, qdd)

    def base_regressor(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray:
        return self.base.base_regressor(q, qd, qdd)


def _put(found: FloatArray, out: FloatArray | None) -> FloatArray:
    return found if out is None else put(found, out)


class _ConstantInertia:
    """Addition of a constant kinetic energy matrix, for which B, C and g are zero."""

    def __init__(self, matrix: FloatArray) -> None:
        self._matrix = matrix

    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        return self._matrix

    def gravity(self, q: ArrayLike) -> float:
        return 0.0

    coriolis_coefficients = centrifugal_coefficients = gravity_derivative = gravity

    def coriolis_matrix(self, q: ArrayLike, qd: ArrayLike) -> float:
        return 0.0

    coriolis_torque = transposed_coriolis_torque = coriolis_matrix

    def momentum(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        return np.asarray(np.asarray(qd, dtype=np.float64) @ self._matrix)  # symmetric

    def elements(self, q: ArrayLike) -> tuple[FloatArray | float, ...]:
        return self._matrix, 0.0, 0.0, 0.0

    def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> FloatArray:
        return self.momentum(q, qdd)

    def torque_derivatives(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> tuple[FloatArray | float, ...]:
        return self.torque(q, qd, qdd), 0.0, 0.0, self._matrix


class Coupled(ModelSum):
    """The model `base` with the motor inertia of a coupled transmission instead of a diagonal one.

    The matrix :math:`C^T J C` of `Arm.armature` is constant, so B, C and g do not change.

    Args:
        base: model of an arm with a coupled transmission, with or without a payload, whose matrix A has the motor
            inertias on its diagonal.
    """

    adds_gravity = False

    def __init__(self, base: DynamicModel) -> None:
        super().__init__(base, _ConstantInertia(base.arm.armature - np.diag(base.arm.motor_inertia)))

    def operation_counts(self) -> Mapping[str, OperationCount]:
        """Raise, because the counts do not consider coupling.

        Raises:
            UnsupportedArmError: always.
        """
        raise UnsupportedArmError(
            f"operations of {self.arm.name} are not counted: its transmission is coupled; leave `transmission` out"
        )
