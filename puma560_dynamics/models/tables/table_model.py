"""Define the explicit models of the paper, full and abbreviated, which evaluate the modules of `generated/`."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from types import MappingProxyType, ModuleType
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arm import Arm
from ...arrays import FloatArray
from ...emdeg import Functions
from ...errors import UnknownModelError
from ...states import joint_arrays
from ..interface import DynamicModel
from ..terms import Elements, OperationCount
from .abbreviation import trees
from .constants import PRINTED, check_structure, printed_constants, table_constants
from .generated import abbreviated as generated_abbreviated
from .generated import full as generated_full
from .table_counts import PART_TABLES, count_elements, count_torque

_PAIR_COLUMN = {pair: column for column, pair in enumerate((j, k) for j in range(6) for k in range(j + 1, 6))}

_WIDTH = {"a": 36, "b": 90, "c": 36, "g": 6}
_TABLES_OF = {"kinetic_energy": "a", "coriolis": "b", "centrifugal": "c", "gravity": "g", "all_elements": "abcg"}


class TableModel(DynamicModel):
    """Explicit model of the PUMA 560 from the appendix of the paper.

    Args:
        arm: arm with the structure of the tables.
        constants_from: ``"arm"`` to evaluate table A2 for `arm` (exact), or ``"table_a3"`` to use the printed values,
            two of which contradict the paper's own measurements (`puma560 paper constants`).
        changes: values that replace constants of table A2, kg·m² or N·m, e.g. ``{"I3": 1.38}``.

    Raises:
        UnsupportedArmError: the arm does not have the structure of the tables.
        UnknownModelError: `constants_from` is invalid, or `changes` has an unknown constant.
    """

    generated: ClassVar[ModuleType]

    def __init__(self, arm: Arm, constants_from: str = "arm", changes: Mapping[str, float] | None = None) -> None:
        super().__init__(arm)
        check_structure(arm)
        sources: dict[str, Callable[[], Mapping[str, float]]] = {
            "arm": lambda: table_constants(arm),
            "table_a3": printed_constants,
        }
        if constants_from not in sources:
            raise UnknownModelError(
                f"constants_from {constants_from!r} is not known; use one of {', '.join(sorted(sources))}"
            )
        self.constants = MappingProxyType({**sources[constants_from](), **(changes or {})})
        unknown = sorted(set(self.constants) - set(PRINTED))
        if unknown:
            raise UnknownModelError(
                f"constants {', '.join(unknown)} are not known; table A2 has {', '.join(sorted(PRINTED))}"
            )
        self._k = self.generated.coefficients(self.constants)
        self._places = {name: _places(name, getattr(self.generated, name.upper())) for name in _TABLES_OF}

    def kinetic_energy_matrix(self, q: ArrayLike) -> FloatArray:
        return self._elements("kinetic_energy", self._q(q))[0]

    def coriolis_coefficients(self, q: ArrayLike) -> FloatArray:
        return self._elements("coriolis", self._q(q))[0]

    def centrifugal_coefficients(self, q: ArrayLike) -> FloatArray:
        return self._elements("centrifugal", self._q(q))[0]

    def gravity(self, q: ArrayLike) -> FloatArray:
        return self._elements("gravity", self._q(q))[0]

    def elements(self, q: ArrayLike) -> Elements:
        """Evaluate `DynamicModel.elements` by one function."""
        return Elements(*self._elements("all_elements", self._q(q)))

    def operation_counts(self) -> Mapping[str, OperationCount]:
        return _operation_counts(self.kind)

    def _elements(self, function: str, q: FloatArray) -> list[FloatArray]:
        """Evaluate `function` of the generated module; return its tables: A (…, 6, 6), B (…, 6, 15), C (…, 6, 6), g."""
        evaluate = getattr(self.generated, function)
        target, source = self._places[function]
        tables = _TABLES_OF[function]
        width = sum(_WIDTH[table] for table in tables)
        if q.ndim == 1:  # floats and the functions of math are several times as fast for one state
            flat = np.zeros(width)
            flat[target] = np.array(evaluate(self._k, q.tolist(), math.sin, math.cos))[source]
        else:
            values = evaluate(self._k, np.ascontiguousarray(q.T), np.sin, np.cos)
            flat = np.zeros((len(q), width))
            for place, index in zip(target.tolist(), source.tolist(), strict=True):
                flat[:, place] = values[index]
        result, start = [], 0
        for table in tables:
            part = flat[..., start : start + _WIDTH[table]]
            result.append(part if table == "g" else part.reshape(*q.shape[:-1], 6, _WIDTH[table] // 6))
            start += _WIDTH[table]
        return result


class FullModel(TableModel):
    """The full explicit model of tables A2 and A4 to A7, exact for all nonzero parameters of the paper."""

    kind = "full"
    generated: ClassVar = generated_full

    def torque_and_gravity(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Evaluate `DynamicModel.torque_and_gravity` for a control loop.

        For the paper's arm, the compiled functions of the generated model are used, which agree with the tables to
        rounding and are 20 times as fast. The first call checks whether they are available.
        """
        if self._compiled is None:
            return super().torque_and_gravity(q, qd, qdd)
        q, qd, qdd = joint_arrays(self.arm.n, {"q": q, "qd": qd, "qdd": qdd}, True, self.arm.joint_names)
        return self._compiled.torque(q, qd, qdd), self._compiled.gravity(q)

    @cached_property
    def _compiled(self) -> Functions | None:
        from ..generated.generated_model import installed_functions  # imports the generator, which is rarely needed

        if dict(self.constants) != dict(table_constants(self.arm)):
            return None
        return installed_functions(self.arm)


class AbbreviatedModel(TableModel):
    """Model of the paper's ``≈`` expressions (1 % significance), with coefficients of the arm or of table A3."""

    kind = "abbreviated"
    generated: ClassVar = generated_abbreviated


@cache
def _operation_counts(kind: str) -> Mapping[str, OperationCount]:
    """Count the calculations of a model's tables, which are the same for all arms."""
    counts = {part: count_elements(trees(kind, tables)) for part, tables in PART_TABLES.items()}
    counts["torque"] = count_torque(trees(kind))
    return MappingProxyType(counts)


def _places(function: str, entries: Sequence[str]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the indices of the entries in the flat result of a function, and the number of the entry for each index.

    Off-diagonal elements of A have two indices.
    """
    target: list[int] = []
    source: list[int] = []
    starts, total = {}, 0
    for table in _TABLES_OF[function]:
        starts[table] = total
        total += _WIDTH[table]
    for index, entry in enumerate(entries):
        table, joints = entry[0], [int(digit) - 1 for digit in entry[2:]]
        if table == "a":
            places = {joints[0] * 6 + joints[1], joints[1] * 6 + joints[0]}
        elif table == "b":
            places = {joints[0] * 15 + _PAIR_COLUMN[joints[1], joints[2]]}
        elif table == "c":
            places = {joints[0] * 6 + joints[1]}
        else:
            places = {joints[0]}
        target += sorted(starts[table] + place for place in places)
        source += [index] * len(places)
    return np.array(target, dtype=np.intp), np.array(source, dtype=np.intp)
