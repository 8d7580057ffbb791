"""Compute operational-space quantities by compiled functions, which are checked for singular poses afterwards."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import FloatArray
from ..operational_space import OperationalSpace
from .compiled_kinematics import CompiledKinematics

USUAL = 1e6
"""Size of elements up to which a result is not that of a pose close to a singularity."""


class CompiledOperationalSpace(CompiledKinematics, OperationalSpace):
    """Operational space of a generated model.

    The methods use compiled code for the links that were named in `prepare`, as the methods of kinematics do.
    """

    derives_further: ClassVar[bool] = True
    """Whether the methods use functions of the generator, which are exact; otherwise those of `DynamicModel`."""

    def operational_inertia(self, q: ArrayLike, link: str | None = None) -> FloatArray:
        found = self._of_link("operational_inertia", q, link)
        return super().operational_inertia(q, link) if found is None else found

    def consistent_inverse(self, q: ArrayLike, link: str | None = None) -> FloatArray:
        found = self._of_link("consistent_inverse", q, link)
        return super().consistent_inverse(q, link) if found is None else found

    def inverse_jacobian(self, q: ArrayLike) -> FloatArray:
        found = self._of_link("inverse_jacobian", q, None)
        return super().inverse_jacobian(q) if found is None else found

    def _of_link(self, function: str, q: ArrayLike, link: str | None) -> FloatArray | None:
        """Return the result of a compiled function; None without one, and where a pose may be singular."""
        call = self._links.get((function, link, "base")) if self.derives_further else None
        found = None if call is None else call(q)
        return found if found is not None and _usual(found) else None


def _usual(found: FloatArray) -> bool:
    return bool(np.abs(found).max(initial=0.0) < USUAL)  # False if an element is not a number
