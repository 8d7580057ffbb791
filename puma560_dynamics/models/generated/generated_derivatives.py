"""Define the derivatives of generated models: one call of a generated program instead of several torques."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar

from numpy.typing import ArrayLike

from ...arrays import FloatArray
from ...emdeg import Functions
from ..derivatives import AccelerationWithDerivatives, Derivatives, TorqueWithDerivatives


class GeneratedDerivatives(Derivatives):
    """Derivatives by generated programs, which are derived and compiled at their first use.

    Attributes:
        has_all_terms: whether the model has all terms of the equations, as further programs of the generator have.
    """

    has_all_terms: ClassVar[bool] = True
    _may_vanish: bool

    if TYPE_CHECKING:

        def evaluate(self, name: str, *states: ArrayLike) -> FloatArray: ...

        def _functions_with(self, name: str) -> Functions: ...

    @cached_property
    def _called(self) -> dict[str, Callable[..., FloatArray]]:
        """Functions with checks of their arguments, by name."""
        return {}

    def call(self, name: str) -> Callable[..., FloatArray]:
        """Return a function of the generator by name, as for `evaluate`, which is fast for checked arguments."""
        if name not in self._called:
            functions, slow = self._functions_with(name), partial(self.evaluate, name)
            self._called[name] = functions.checked(name, slow) if functions.checked else slow
        return self._called[name]

    @property
    def _differentiable(self) -> bool:
        """Whether the programs of derivatives are those of this model, at every state."""
        return self.has_all_terms and not self._may_vanish

    def torque_derivatives(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> TorqueWithDerivatives:
        """Evaluate `DynamicModel.torque_derivatives` by one program."""
        if not self._differentiable:
            return super().torque_derivatives(q, qd, qdd)
        return TorqueWithDerivatives(*_parts(self.call("torque_derivatives")(q, qd, qdd), self.arm.n))

    def gravity_derivative(self, q: ArrayLike) -> FloatArray:
        """Evaluate `DynamicModel.gravity_derivative` by one program."""
        return self.call("gravity_derivative")(q) if self._differentiable else super().gravity_derivative(q)

    def acceleration_derivatives(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> AccelerationWithDerivatives:
        """Evaluate `DynamicModel.acceleration_derivatives` by one program."""
        if not self._differentiable:
            return super().acceleration_derivatives(q, qd, tau)
        return AccelerationWithDerivatives(*_parts(self.call("acceleration_derivatives")(q, qd, tau), self.arm.n))


def _parts(flat: FloatArray, n: int) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return a vector and three matrices of a program's result, as views."""
    first, second, third = n + n * n, n + 2 * n * n, n + 3 * n * n
    if flat.ndim == 1:
        return (
            flat[:n],
            flat[n:first].reshape(n, n),
            flat[first:second].reshape(n, n),
            flat[second:third].reshape(n, n),
        )
    shape = (*flat.shape[:-1], n, n)
    return (
        flat[..., :n],
        flat[..., n:first].reshape(shape),
        flat[..., first:second].reshape(shape),
        flat[..., second:third].reshape(shape),
    )
