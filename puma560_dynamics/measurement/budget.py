"""Compute tolerances of calculated values by RMS combination, with the contribution of each reading.

Section 5 of the paper: "the tolerance values assigned to calculated parameters were determined by RMS combination
of the tolerance assigned to each direct measurement contributing to the calculation".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import FloatArray, read_only
from ..errors import MeasurementError
from .measured import Measured

NO_EFFECT = 1e-20
"""Fraction of a squared half width that is rounding."""


@dataclass(frozen=True, eq=False)
class Budget:
    """Calculated values with their tolerances.

    Attributes:
        values: (K,) calculated values.
        effects: (K,) change of the values if a reading increases by its half width, by name of the reading.
    """

    values: FloatArray
    effects: Mapping[str, FloatArray]

    @property
    def half_width(self) -> FloatArray:
        """Half widths (K,) of the tolerance bands: root of the sum of the squares of the effects."""
        squares = sum((effect**2 for effect in self.effects.values()), np.zeros_like(self.values))
        return np.asarray(np.sqrt(squares))

    @property
    def covariance(self) -> FloatArray:
        """Covariance (K, K) of the values, with half widths as standard deviations; its diagonal is `half_width`²."""
        start = np.zeros((len(self.values), len(self.values)))
        return np.asarray(sum((np.outer(effect, effect) for effect in self.effects.values()), start))

    def shares(self, index: int = 0) -> dict[str, float]:
        """Return each reading's fraction of the squared half width of one value, the largest first; they sum to 1.

        Readings without effect are omitted.
        """
        total = float(self.half_width[index]) ** 2
        found = {name: float(effect[index]) ** 2 / total for name, effect in self.effects.items() if effect[index]}
        return {name: share for name, share in sorted(found.items(), key=lambda item: -item[1]) if share > NO_EFFECT}


def propagate(function: Callable[[Mapping[str, float]], ArrayLike], readings: Mapping[str, Measured]) -> Budget:
    """Return the values of `function` and the effect of each reading's tolerance.

    Each reading is changed by its half width in both directions while the others are fixed; the larger effect is used,
    with the sign of the slope. So readings with only a second-order effect (a small angle, an offset near 0) are not
    neglected.

    Args:
        function: function of the readings' values, by name, that returns one value or (K,) values.
        readings: independent readings, by name.

    Raises:
        MeasurementError: the readings are so large or so small that a result is not finite.
    """
    try:
        with np.errstate(all="ignore"):  # results that are not finite are reported below
            return _propagated(function, readings)
    except ArithmeticError:
        raise MeasurementError(f"no finite value follows from {_listed(readings)}; look for a wrong unit") from None


def _propagated(function: Callable[[Mapping[str, float]], ArrayLike], readings: Mapping[str, Measured]) -> Budget:
    nominal = {name: reading.value for name, reading in readings.items()}
    values = np.atleast_1d(np.asarray(function(nominal), dtype=np.float64))
    effects = {}
    for name, reading in readings.items():
        if reading.half_width:
            up, down = (
                np.atleast_1d(function({**nominal, name: reading.value + step})) - values
                for step in (reading.half_width, -reading.half_width)
            )
            effects[name] = read_only(np.where(up < down, -1.0, 1.0) * np.maximum(np.abs(up), np.abs(down)))
    if not all(np.isfinite(numbers).all() for numbers in (values, *effects.values())):
        raise OverflowError
    return Budget(read_only(values), effects)


def _listed(readings: Mapping[str, Measured]) -> str:
    return ", ".join(f"{name} = {reading}" for name, reading in readings.items())
