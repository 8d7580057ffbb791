r"""Define the interface of all dynamic models.

.. math:: A(q) \ddot q + B(q) [\dot q \dot q] + C(q) [\dot q^2] + g(q) = \Gamma

is equation (1) of Armstrong, Khatib and Burdick (1986). A includes the reflected motor inertia of table 6 on its
diagonal; with a coupled transmission, motor inertia contributes a full matrix (`Arm.armature`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from ..arm import Arm
from ..arrays import FloatArray
from ..states import joint_array, joint_arrays
from .any_shape import STATES, any_shape
from .derivatives import DerivativeMethods
from .external_wrench import with_wrench
from .forward_derivatives import ForwardDerivatives
from .link_kinematics import LinkKinematics
from .operational_space import OperationalSpace
from .regressors import RegressorMethods
from .terms import Elements, OperationCount, Terms, velocity_pairs
from .vanishing_inertia import may_vanish, refuse_vanishing_inertia
from .velocity_methods import VelocityMethods

Model = TypeVar("Model", bound="DynamicModel")


class DynamicModel(
    LinkKinematics, VelocityMethods, DerivativeMethods, RegressorMethods, ForwardDerivatives, OperationalSpace
):
    """Dynamics and kinematics of an arm.

    `q`, `qd`, `qdd`, `tau` have shape ``(…, n)`` in rad, rad/s, rad/s² and N·m. They are broadcast to a common shape by
    numpy's rules, so that ``torque(q, 0, 0)`` is valid: a number applies to all joints, and the last axis of an array
    has length n. The result has the same leading shape. Columns of a data frame are sorted by joint name; a data frame
    with other names is refused.

    The methods of a subclass receive arrays of equal shape, ``(n,)`` or ``(N, n)``; `any_shape` converts other
    arguments and the results.

    Args:
        arm: the arm.

    Attributes:
        arm: the arm.

    Raises:
        StateError: (from all methods) shapes do not match, or values are not finite.
    """

    kind: str
    """Name of the kind of model for `load_model`."""

    _made_with: tuple[tuple[Any, ...], dict[str, Any]]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name, states in STATES.items():
            own = vars(cls).get(name)
            if own is not None and not getattr(own, "__isabstractmethod__", getattr(own, "takes_any_shape", False)):
                setattr(cls, name, _wrapped(vars(cls)[name], name, states))

    def __new__(cls: type[Model], *args: Any, **options: Any) -> Model:
        """Store the arguments, from which pickle and copy create the model again (compiled code cannot be pickled)."""
        made = super().__new__(cls)
        made._made_with = args, options
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _model_of, (type(self), *self._made_with)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(kind={self.kind!r}, arm={self.arm!r})"

    def __init__(self, arm: Arm) -> None:
        self.arm = arm
        self._pairs = velocity_pairs(arm.n)

    @property
    def n(self) -> int:
        """Number of joints of the arm."""
        return self.arm.n

    def prepare(self, *names: str) -> None:
        """Derive and compile functions now, all in one unit, so that no later call takes seconds.

        The results are kept in the user's cache. `generated` models use them in their methods, also with a payload, a
        coupled transmission or mimic joints (`CompiledMethods`). Other kinds of models need no preparation: they do
        nothing.

        Args:
            names: names of functions of the generator: those of methods, such as ``"torque_derivatives"``, or for
                methods of a link ``"pose:tool0"``, ``"jacobian:tool0:link"`` or ``"jacobian"`` (of the tip, in the axes
                of the base); and all others that `GeneratedModel.evaluate` takes.

        Raises:
            DerivationError: a function is unknown, or the arm does not have it or its link.
        """

    @abstractmethod
    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        """Return the kinetic energy matrix A(q), motor inertia included (table A4).

        Args:
            q: (…, n) rad.

        Returns:
            ``(…, n, n)`` kg·m², symmetric.
        """

    def mass_matrix(self, q: ArrayLike) -> FloatArray:
        """Return the kinetic energy matrix A(q); same as `kinetic_energy_matrix`, with the common name.

        Args:
            q: (…, n) rad.

        Returns:
            ``(…, n, n)`` kg·m², symmetric.
        """
        return self.kinetic_energy_matrix(q)

    @abstractmethod
    def coriolis_coefficients(self, q: ArrayLike) -> FloatArray:
        """Return the Coriolis coefficients B(q) (table A5).

        Args:
            q: (…, n) rad.

        Returns:
            ``(…, n, n(n-1)/2)`` kg·m², columns for q̇1q̇2, q̇1q̇3, …, q̇(n-1)q̇(n).
        """

    @abstractmethod
    def centrifugal_coefficients(self, q: ArrayLike) -> FloatArray:
        """Return the centrifugal coefficients C(q) (table A6).

        Args:
            q: (…, n) rad.

        Returns:
            ``(…, n, n)`` kg·m², columns for q̇1², …, q̇(n)².
        """

    def coriolis_matrix(self, q: ArrayLike, qd: ArrayLike) -> FloatArray:
        """Return the Coriolis matrix C(q, q̇), for which C q̇ is the Coriolis and centrifugal torque.

        It is computed from Christoffel symbols, ``C_ij = sum_k c_ijk qd_k``: column jk of `coriolis_coefficients` is
        ``2 c_ijk``, and column j of `centrifugal_coefficients` is ``c_ijj``. So Ȧ − 2C is skew-symmetric for an exact
        model.

        Args:
            q: (…, n) rad.
            qd: (…, n) rad/s, broadcast against `q`.

        Returns:
            ``(…, n, n)`` kg·m²/s.
        """
        q, qd = joint_arrays(self.arm.n, {"q": q, "qd": qd})
        half = 0.5 * self.coriolis_coefficients(q)
        result = self.centrifugal_coefficients(q) * qd[..., None, :]
        for column, (j, k) in enumerate(self._pairs):
            result[..., j] += half[..., column] * qd[..., k, None]
            result[..., k] += half[..., column] * qd[..., j, None]
        return result

    @abstractmethod
    def gravity(self, q: ArrayLike) -> FloatArray:
        """Return the gravity torque g(q), which holds the arm at rest (table A7).

        Args:
            q: (…, n) rad.

        Returns:
            ``(…, n)`` N·m.
        """

    @abstractmethod
    def operation_counts(self) -> Mapping[str, OperationCount]:
        """Return the numbers of calculations of the model's functions.

        Convention: `puma560_dynamics.models.tables.table_counts`.

        Returns:
            Counts by part: ``torque``, ``gravity``, ``kinetic_energy_matrix``, ``all_elements``.
        """

    def elements(self, q: ArrayLike) -> Elements:
        """Return all elements of A, B, C and g, which section 3 of the paper evaluates at a lower rate.

        Args:
            q: (…, n) rad.

        Returns:
            The four arrays, in kg·m² and N·m.
        """
        q = self._q(q)
        return Elements(
            self.kinetic_energy_matrix(q),
            self.coriolis_coefficients(q),
            self.centrifugal_coefficients(q),
            self.gravity(q),
        )

    def terms(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Terms:
        """Return the four terms of the torque of equation (1).

        Args:
            q: (…, n) rad.
            qd: (…, n) rad/s, broadcast against `q`.
            qdd: (…, n) rad/s², broadcast against `q`.

        Returns:
            The terms, each ``(…, n)`` N·m.
        """
        q, qd, qdd = joint_arrays(self.arm.n, {"q": q, "qd": qd, "qdd": qdd})
        return self.elements(q).terms(qd, qdd)

    def torque(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, wrench: ArrayLike | None = None, link: str | None = None
    ) -> FloatArray:
        """Return the torque of a motion (inverse dynamics, equation 1).

        Args:
            q: (…, n) rad.
            qd: (…, n) rad/s, broadcast against `q`.
            qdd: (…, n) rad/s², broadcast against `q`.
            wrench: (…, 6) force (N) and moment (N·m) that act on the arm at the origin of a link's frame, in the axes
                of the base. They are subtracted as `jacobian` transposed times `wrench`: the result is the torque that
                the motors must supply.
            link: link on which the wrench acts; by default ``arm.tip``.

        Returns:
            ``(…, n)`` N·m.
        """
        return self.terms(q, qd, qdd).total

    def torque_and_gravity(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Return the results of `torque` and `gravity` together, for control loops.

        Args:
            q: ``(n,)`` or ``(N, n)`` rad, not broadcast.
            qd: array of the same shape, rad/s.
            qdd: array of the same shape, rad/s².

        Returns:
            Torque and gravity torque, both of the same shape, N·m.
        """
        terms = self.terms(q, qd, qdd)
        return terms.total, terms.gravity

    def acceleration(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> FloatArray:
        """Return the acceleration that a torque causes (forward dynamics, section 4).

        Args:
            q: (…, n) rad.
            qd: (…, n) rad/s, broadcast against `q`.
            tau: (…, n) N·m, broadcast against `q`.

        Returns:
            ``(…, n)`` rad/s².

        Raises:
            StateError: a joint has no inertia at these positions, or as stated for the class.
        """
        q, qd, tau = joint_arrays(self.arm.n, {"q": q, "qd": qd, "tau": tau})
        bias, a = self.torque(q, qd, np.zeros_like(q)), self.kinetic_energy_matrix(q)
        if may_vanish(self.arm):
            refuse_vanishing_inertia(self.arm, a, q)
        solution = np.linalg.solve(a, (tau - bias)[..., None])
        return np.asarray(solution[..., 0], dtype=np.float64)

    def _q(self, q: ArrayLike) -> FloatArray:
        return joint_array("q", q, self.arm.n)


def _wrapped(method: Callable[..., Any], name: str, states: tuple[str, ...]) -> Callable[..., Any]:
    """Return a method for states of any shape; the torque also takes a wrench."""
    return with_wrench(any_shape(method, states)) if name == "torque" else any_shape(method, states)


def _model_of(kind: type[DynamicModel], args: tuple[Any, ...], options: dict[str, Any]) -> DynamicModel:
    return kind(*args, **options)


for _name, _states in STATES.items():
    if not getattr(getattr(DynamicModel, _name), "__isabstractmethod__", False):
        setattr(DynamicModel, _name, _wrapped(getattr(DynamicModel, _name), _name, _states))
