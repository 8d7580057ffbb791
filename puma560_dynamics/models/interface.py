"""The one interface behind which every dynamic model stands.

.. math:: A(q) \\ddot q + B(q) [\\dot q \\dot q] + C(q) [\\dot q^2] + g(q) = \\Gamma

is equation (1) of Armstrong, Khatib and Burdick (1986). The reflected motor inertia of table 6
sits on the diagonal of A; that of a coupled transmission is a full matrix (`Arm.armature`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache, wraps
from inspect import signature
from itertools import combinations
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arm import Arm
from ..arm.kinematics import jacobian, link_poses
from ..errors import StateError
from ..states import broadcast_joint_arrays, joint_array, joint_arrays


class OperationCount(NamedTuple):
    """Multiplications and additions (subtractions count as additions)."""

    multiplications: int
    additions: int

    @property
    def total(self) -> int:
        """Calculations, as the paper's tables 1 and 3 count them."""
        return self.multiplications + self.additions


class Elements(NamedTuple):
    """The configuration-dependent part of equation (1): all that changes only with q.

    Attributes:
        kinetic_energy: A, ``(…, n, n)`` kg·m².
        coriolis: B, ``(…, n, n(n-1)/2)`` kg·m².
        centrifugal: C, ``(…, n, n)`` kg·m².
        gravity: g, ``(…, n)`` N·m.
    """

    kinetic_energy: NDArray[np.float64]
    coriolis: NDArray[np.float64]
    centrifugal: NDArray[np.float64]
    gravity: NDArray[np.float64]

    def terms(self, qd: NDArray[np.float64], qdd: NDArray[np.float64]) -> Terms:
        """The products with velocities ``(…, n)`` rad/s and accelerations ``(…, n)`` rad/s²."""
        pairs = velocity_pairs(qd.shape[-1])
        return Terms(
            gravity=self.gravity,
            inertia=matrix_times_vector(self.kinetic_energy, qdd),
            coriolis=matrix_times_vector(self.coriolis, qd[..., pairs[:, 0]] * qd[..., pairs[:, 1]]),
            centrifugal=matrix_times_vector(self.centrifugal, qd * qd),
        )


@dataclass(frozen=True)
class Terms:
    """The torque of equation (1), term by term, each ``(…, n)`` N·m."""

    gravity: NDArray[np.float64]
    inertia: NDArray[np.float64]
    coriolis: NDArray[np.float64]
    centrifugal: NDArray[np.float64]

    @property
    def total(self) -> NDArray[np.float64]:
        """Sum of all terms."""
        return self.gravity + self.inertia + self.coriolis + self.centrifugal

    def by_name(self, motors: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
        """The terms by the names that they have on the wire.

        Args:
            motors: ``(…, n)`` N·m, motor inertia times acceleration, which is taken out of ``inertia``.
        """
        return {
            "gravity": self.gravity,
            "inertia": self.inertia - motors,
            "motor_inertia": motors,
            "coriolis": self.coriolis,
            "centrifugal": self.centrifugal,
        }


@lru_cache
def velocity_pairs(n: int) -> NDArray[np.intp]:
    """(n(n-1)/2, 2) joint indices of the columns of B: q1q2, q1q3, …, q(n-1)q(n)."""
    pairs = np.array(list(combinations(range(n), 2)), dtype=np.intp).reshape(-1, 2)
    pairs.setflags(write=False)
    return pairs


STATES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("kinetic_energy_matrix", "coriolis_coefficients", "centrifugal_coefficients", "gravity", "elements"), ("q",)
    ),
    **dict.fromkeys(("terms", "torque"), ("q", "qd", "qdd")),
    "acceleration": ("q", "qd", "tau"),
}
"""Methods of a model that take states, with the names of their arguments."""


def any_shape(method: Callable[..., Any], names: tuple[str, ...]) -> Callable[..., Any]:
    """`method` of arrays of one shape, ``(n,)`` or ``(N, n)``, as one of any shapes that broadcast to ``(…, n)``.

    Args:
        method: of a model; takes arrays, gives an array or several, as a tuple or the fields of a dataclass.
        names: of its arguments; a method that takes ``out`` besides gets it as an array, or None.
    """
    takes_out = "out" in signature(method).parameters

    @wraps(method)
    def wrapped(self: DynamicModel, *states: ArrayLike, **named: Any) -> Any:
        options = {"out": out} if takes_out and (out := named.pop("out", None)) is not None else {}
        if named:
            states = (*states, *(named.pop(name) for name in names[len(states) :] if name in named))
        if named or len(states) != len(names):
            raise TypeError(f"{method.__name__} takes {', '.join(names)}")
        first = states[0]
        if isinstance(first, np.ndarray) and first.ndim in (1, 2) and first.shape[-1] == self.arm.n:
            shape = first.shape
            if all(isinstance(state, np.ndarray) and state.shape == shape for state in states):
                return method(self, *states, **options)
        arrays = broadcast_joint_arrays(self.arm.n, dict(zip(names, states, strict=True)))
        leading = arrays[0].shape[:-1]
        if len(leading) < 2:
            return method(self, *arrays, **options)
        found = _reshaped(method(self, *(array.reshape(-1, self.arm.n) for array in arrays)), leading)
        return put(found, **options) if options else found

    return wrapped


def put(found: NDArray[np.float64], out: NDArray[np.float64]) -> NDArray[np.float64]:
    """A result in the array that its caller gave.

    Raises:
        StateError: it has another shape or type, or cannot be written.
    """
    if (
        not isinstance(out, np.ndarray)
        or out.shape != found.shape
        or out.dtype != np.float64
        or not out.flags.writeable
    ):
        raise StateError(f"out: expected a writable float64 array of shape {found.shape}")
    out[...] = found
    return out


def _reshaped(found: Any, leading: tuple[int, ...]) -> Any:
    """The arrays of a result with other leading lengths."""
    if isinstance(found, np.ndarray):
        return found.reshape(*leading, *found.shape[1:])
    if isinstance(found, tuple):
        parts = [_reshaped(part, leading) for part in found]
        return type(found)(*parts) if hasattr(found, "_fields") else tuple(parts)
    return type(found)(**{item.name: _reshaped(getattr(found, item.name), leading) for item in fields(found)})


Model = TypeVar("Model", bound="DynamicModel")


class DynamicModel(ABC):
    """Answers every question about the dynamics of one arm.

    `q`, `qd`, `qdd`, `tau` have shape ``(…, n)`` in rad, rad/s, rad/s² and N·m, and are broadcast to one shape by
    numpy's rules, so that ``torque(q, 0, 0)`` works; what comes back has the same leading shape. Every method raises
    `StateError` for shapes that do not fit, and for what is no finite real number.

    A subclass may take arrays of one shape, ``(n,)`` or ``(N, n)``, for granted: what else comes is brought there and
    back (`any_shape`).
    """

    kind: str
    """The name by which `load_model` knows this model."""

    _made_with: tuple[tuple[Any, ...], dict[str, Any]]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name, states in STATES.items():
            if name in vars(cls) and not getattr(vars(cls)[name], "__isabstractmethod__", False):
                setattr(cls, name, any_shape(vars(cls)[name], states))

    def __new__(cls: type[Model], *args: Any, **options: Any) -> Model:
        """Keeps what the model is made with: pickle and copy make it anew, since compiled code is in no pickle."""
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

    @abstractmethod
    def kinetic_energy_matrix(self, q: ArrayLike) -> NDArray[np.float64]:
        """A(q), ``(…, n, n)`` kg·m², symmetric, motor inertia included (table A4)."""

    def mass_matrix(self, q: ArrayLike) -> NDArray[np.float64]:
        """`kinetic_energy_matrix` by its usual name today."""
        return self.kinetic_energy_matrix(q)

    @abstractmethod
    def coriolis_coefficients(self, q: ArrayLike) -> NDArray[np.float64]:
        """B(q), ``(…, n, n(n-1)/2)`` kg·m², columns q1q2, q1q3, …, q(n-1)q(n) (table A5)."""

    @abstractmethod
    def centrifugal_coefficients(self, q: ArrayLike) -> NDArray[np.float64]:
        """C(q), ``(…, n, n)`` kg·m² (table A6)."""

    def coriolis_matrix(self, q: ArrayLike, qd: ArrayLike) -> NDArray[np.float64]:
        """The Coriolis matrix C(q, q̇), ``(…, n, n)`` kg·m²/s: C q̇ are the Coriolis and centrifugal torques.

        By Christoffel symbols, ``C_ij = sum_k c_ijk qd_k``, where column jk of `coriolis_coefficients` is ``2 c_ijk``
        and column j of `centrifugal_coefficients` is ``c_ijj``. So Ȧ − 2C is skew-symmetric for an exact model.
        """
        q, qd = broadcast_joint_arrays(self.arm.n, {"q": q, "qd": qd})
        half = 0.5 * self.coriolis_coefficients(q)
        result = self.centrifugal_coefficients(q) * qd[..., None, :]
        for column, (j, k) in enumerate(self._pairs):
            result[..., j] += half[..., column] * qd[..., k, None]
            result[..., k] += half[..., column] * qd[..., j, None]
        return result

    def forward_kinematics(self, q: ArrayLike) -> NDArray[np.float64]:
        """Pose of the last link's frame in the base frame, ``(…, 4, 4)``; see `arm.kinematics` for every link."""
        (q,) = broadcast_joint_arrays(self.arm.n, {"q": q})
        return link_poses(self.arm, q)[..., -1, :, :]

    def jacobian(self, q: ArrayLike) -> NDArray[np.float64]:
        """Geometric Jacobian of the last link's frame, ``(…, 6, n)``: linear velocity, then angular, in the base."""
        (q,) = broadcast_joint_arrays(self.arm.n, {"q": q})
        return jacobian(self.arm, q)

    @abstractmethod
    def gravity(self, q: ArrayLike) -> NDArray[np.float64]:
        """g(q), ``(…, n)`` N·m: the torque that holds the arm still (table A7)."""

    @abstractmethod
    def operation_counts(self) -> Mapping[str, OperationCount]:
        """Calculations of the parts ``torque``, ``gravity``, ``kinetic_energy_matrix``, ``all_elements``.

        Convention: `puma560_dynamics.models.tables.table_counts`.
        """

    def elements(self, q: ArrayLike) -> Elements:
        """Every element of A, B, C and g: the part that section 3 of the paper evaluates less often."""
        q = self._q(q)
        return Elements(
            self.kinetic_energy_matrix(q),
            self.coriolis_coefficients(q),
            self.centrifugal_coefficients(q),
            self.gravity(q),
        )

    def terms(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Terms:
        """The torque of equation (1) split into its four terms, each ``(…, n)`` N·m."""
        q, qd, qdd = joint_arrays(self.arm.n, {"q": q, "qd": qd, "qdd": qdd})
        return self.elements(q).terms(qd, qdd)

    def torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> NDArray[np.float64]:
        """Inverse dynamics, equation (1): ``(…, n)`` N·m."""
        return self.terms(q, qd, qdd).total

    def torque_and_gravity(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """`torque` and the part of it that is `gravity`, each ``(…, n)`` N·m; for loops: arrays of one shape alone."""
        terms = self.terms(q, qd, qdd)
        return terms.total, terms.gravity

    def acceleration(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> NDArray[np.float64]:
        """Forward dynamics (section 4): the acceleration that torque `tau` causes, ``(…, n)`` rad/s²."""
        q, qd, tau = joint_arrays(self.arm.n, {"q": q, "qd": qd, "tau": tau})
        bias = self.torque(q, qd, np.zeros_like(q))
        solution = np.linalg.solve(self.kinetic_energy_matrix(q), (tau - bias)[..., None])
        return np.asarray(solution[..., 0], dtype=np.float64)

    def _q(self, q: ArrayLike) -> NDArray[np.float64]:
        return joint_array("q", q, self.arm.n)


def _model_of(kind: type[DynamicModel], args: tuple[Any, ...], options: dict[str, Any]) -> DynamicModel:
    return kind(*args, **options)


for _name, _states in STATES.items():
    if not getattr(vars(DynamicModel)[_name], "__isabstractmethod__", False):
        setattr(DynamicModel, _name, any_shape(vars(DynamicModel)[_name], _states))


def matrix_times_vector(matrix: NDArray[np.float64], vector: NDArray[np.float64]) -> NDArray[np.float64]:
    """Matrix times vector for one state or many."""
    if matrix.ndim == 2:
        return np.asarray(matrix @ vector)
    # `@` on a stack of small matrices copies each that is a slice of all elements; this does not.
    return np.asarray(np.einsum("...ij,...j->...i", matrix, vector))
