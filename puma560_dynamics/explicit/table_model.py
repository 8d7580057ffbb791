"""A model whose elements come out of a module of `generated/`."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType, ModuleType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arm import Arm
from ..errors import UnknownModelError
from ..model import DynamicModel, OperationCount, Terms, _apply
from ..states import joint_arrays
from .constants import PRINTED, check_structure, constants, printed_constants
from .counting import PART_TABLES, count_elements, count_torque
from .expressions import trees

_PAIR_COLUMN = {pair: column for column, pair in enumerate((j, k) for j in range(6) for k in range(j + 1, 6))}


class TableModel(DynamicModel):
    """Explicit model of the PUMA 560 from the appendix of the paper.

    Args:
        arm: six joints with the structure of the tables.
        constants_from: ``"arm"`` evaluates table A2 for `arm` (exact: agrees with Newton-Euler);
            ``"table_a3"`` takes the values that the paper prints, two of which contradict its own
            measurements (`puma560 constants`).
        changes: constants of table A2 to replace, kg·m² or N·m, e.g. ``{"I3": 1.38}``.

    Raises:
        UnsupportedArmError: the arm does not have the structure of the tables.
        UnknownModelError: another `constants_from`, or an unknown constant in `changes`.
    """

    generated: ClassVar[ModuleType]

    def __init__(self, arm: Arm, constants_from: str = "arm", changes: Mapping[str, float] | None = None) -> None:
        super().__init__(arm)
        check_structure(arm)
        sources: dict[str, Callable[[], Mapping[str, float]]] = {
            "arm": lambda: constants(arm),
            "table_a3": printed_constants,
        }
        if constants_from not in sources:
            raise UnknownModelError(f"constants_from {constants_from!r} is not known; use one of {sorted(sources)}")
        self.constants = MappingProxyType({**sources[constants_from](), **(changes or {})})
        unknown = sorted(set(self.constants) - set(PRINTED))
        if unknown:
            raise UnknownModelError(f"constants {unknown} are not known; table A2 has {sorted(PRINTED)}")
        self._k = self.generated.coefficients(self.constants)
        self._places = {
            name: _places(getattr(self.generated, name.upper()))
            for name in ("kinetic_energy", "coriolis", "centrifugal", "gravity", "all_elements")
        }

    def kinetic_energy_matrix(self, q: ArrayLike) -> NDArray[np.float64]:
        return self._elements("kinetic_energy", self._q(q))[0]

    def coriolis_matrix(self, q: ArrayLike) -> NDArray[np.float64]:
        return self._elements("coriolis", self._q(q))[1]

    def centrifugal_matrix(self, q: ArrayLike) -> NDArray[np.float64]:
        return self._elements("centrifugal", self._q(q))[2]

    def gravity(self, q: ArrayLike) -> NDArray[np.float64]:
        return self._elements("gravity", self._q(q))[3]

    def terms(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Terms:
        """As `DynamicModel.terms`, with every element evaluated in one pass."""
        q, qd, qdd = joint_arrays(6, {"q": q, "qd": qd, "qdd": qdd})
        a, b, c, g = self._elements("all_elements", q)
        return Terms(
            gravity=g,
            inertia=_apply(a, qdd),
            coriolis=_apply(b, qd[..., self._pairs[:, 0]] * qd[..., self._pairs[:, 1]]),
            centrifugal=_apply(c, qd * qd),
        )

    def operation_counts(self) -> Mapping[str, OperationCount]:
        counts = {part: count_elements(trees(self.kind, tables)) for part, tables in PART_TABLES.items()}
        counts["torque"] = count_torque(trees(self.kind))
        return MappingProxyType(counts)

    def _elements(self, function: str, q: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
        """A (…, 6, 6), B (…, 6, 15), C (…, 6, 6), g (…, 6); what `function` leaves out stays zero."""
        evaluate = getattr(self.generated, function)
        shape = q.shape[:-1]
        flat = np.zeros((168, *shape))
        target, source = self._places[function]
        if q.ndim == 1:  # floats and math's functions: several times faster for one state
            values = evaluate(self._k, q.tolist(), math.sin, math.cos)
            flat[target] = np.array(values)[source]
        else:
            values = evaluate(self._k, np.moveaxis(q, -1, 0), np.sin, np.cos)
            for place, index in zip(target.tolist(), source.tolist(), strict=True):
                flat[place] = values[index]
            flat = np.ascontiguousarray(np.moveaxis(flat, 0, -1))
        return (
            flat[..., :36].reshape(*shape, 6, 6),
            flat[..., 36:126].reshape(*shape, 6, 15),
            flat[..., 126:162].reshape(*shape, 6, 6),
            flat[..., 162:168],
        )


def _places(entries: Sequence[str]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where each entry goes in A, B, C, g laid out one after another; off-diagonal a twice."""
    target: list[int] = []
    source: list[int] = []
    for index, entry in enumerate(entries):
        table, joints = entry[0], [int(digit) - 1 for digit in entry[2:]]
        if table == "a":
            places = {joints[0] * 6 + joints[1], joints[1] * 6 + joints[0]}
        elif table == "b":
            places = {36 + joints[0] * 15 + _PAIR_COLUMN[joints[1], joints[2]]}
        elif table == "c":
            places = {126 + joints[0] * 6 + joints[1]}
        else:
            places = {162 + joints[0]}
        target += sorted(places)
        source += [index] * len(places)
    return np.array(target, dtype=np.intp), np.array(source, dtype=np.intp)


def element_values(model: TableModel, q: NDArray[np.float64]) -> dict[str, Any]:
    """Elements of `model` by the names of the paper (``a_11`` … ``g_6``) for states `q` (N, 6)."""
    a, b, c, g = model.kinetic_energy_matrix(q), model.coriolis_matrix(q), model.centrifugal_matrix(q), model.gravity(q)
    named: dict[str, Any] = {f"a_{i + 1}{j + 1}": a[:, i, j] for i in range(6) for j in range(i, 6)}
    named |= {f"b_{i + 1}{j + 1}{k + 1}": b[:, i, p] for i in range(6) for (j, k), p in _PAIR_COLUMN.items()}
    named |= {f"c_{i + 1}{j + 1}": c[:, i, j] for i in range(6) for j in range(6)}
    return named | {f"g_{i + 1}": g[:, i] for i in range(6)}
