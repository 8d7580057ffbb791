r"""Compute the mass of a link by weighing: on a beam balance (section 5 of the paper), on a scale, or on two supports.

The paper states that "the mass of each component was determined with a beam balance", not how. If the arms of the beam
are not equal, the link of mass m on the arm a balances counterweights W on the arm b at ``m a = W b``. Weighing twice,
with the pans exchanged (Gauss), needs no lengths of the beam: ``m a = W_1 b`` and ``W_2 a = m b`` give

.. math:: m = \sqrt{W_1 W_2}, \qquad a / b = \sqrt{W_1 / W_2}

On supports at the coordinates x_i, each on a scale that shows the net mass R_i, the mass is the sum of the R_i and the
coordinate of the center of gravity is their mean, weighted by R_i. A support without a scale needs the mass.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from numpy.typing import ArrayLike

from ..errors import MeasurementError
from .budget import Budget, propagate
from .measured import Measured, positive

MASS, SECOND = range(2)
"""Indices in the budget of a `Weighing`: the mass, kg; the ratio of the arms or the coordinate, m, if there is one."""

CALIBRATED = Measured(1.0, "1")
"""Calibration of exact weights and scales."""

UNIT_ARM = Measured(1.0, "m")
NO_TARE = Measured(0.0, "kg")


@dataclass(frozen=True, eq=False)
class Weighing:
    """Result of a weighing.

    Attributes:
        budget: the mass, kg, and at `SECOND` the ratio of the beam's arms (link's pan over weights' pan, double
            weighing) or the coordinate of the center of gravity, m (supports).
        readings: all readings, by name.
    """

    budget: Budget
    readings: Mapping[str, Measured]

    def value(self, index: int, unit: str) -> Measured:
        """Return one value of the budget with its half width."""
        return Measured(float(self.budget.values[index]), unit, float(self.budget.half_width[index]))


@dataclass(frozen=True, slots=True)
class Support:
    """A support with a scale.

    Attributes:
        load: reading of the scale, kg.
        position: coordinate of the support in the link's frame, m.
        tare: reading of the scale without the link, kg.
    """

    load: Measured
    position: Measured
    tare: Measured = NO_TARE


def beam_weighing(
    weights: Sequence[Measured],
    *,
    link_arm: Measured = UNIT_ARM,
    weight_arm: Measured = UNIT_ARM,
    calibration: Measured = CALIBRATED,
) -> Weighing:
    """Return the mass by one weighing on a beam balance.

    Args:
        weights: counterweights that balance the link, kg.
        link_arm: distance of the link's pan from the pivot, m.
        weight_arm: distance of the weights' pan from the pivot, m.
        calibration: true mass over marked mass of the weights.

    Raises:
        MeasurementError: there is no weight, or a reading is not positive.
    """
    readings = _weights("counterweight", weights) | {"link arm": link_arm, "weight arm": weight_arm}
    return _weighed(
        readings | {"calibration": calibration},
        lambda r: [r["calibration"] * _sum("counterweight", r) * r["weight arm"] / r["link arm"]],
    )


def double_weighing(
    weights: Sequence[Measured], swapped: Sequence[Measured], *, calibration: Measured = CALIBRATED
) -> Weighing:
    """Return the mass, and the ratio of the beam's arms, by two weighings with exchanged pans.

    Args:
        weights: counterweights that balance the link, kg.
        swapped: counterweights that balance the link in the other pan, kg.
        calibration: true mass over marked mass of the weights, common to both weighings.

    Raises:
        MeasurementError: there is no weight, or a reading is not positive.
    """
    readings = _weights("counterweight", weights) | _weights("swapped counterweight", swapped)

    def mass_and_ratio(r: Mapping[str, float]) -> list[float]:
        first, second = _sum("counterweight", r), _sum("swapped counterweight", r)
        return [r["calibration"] * math.sqrt(first * second), math.sqrt(first / second)]

    return _weighed(readings | {"calibration": calibration}, mass_and_ratio)


def scale_weighing(load: Measured, tare: Measured, *, calibration: Measured = CALIBRATED) -> Weighing:
    """Return the mass by one reading of a scale.

    Args:
        load: reading with the link, kg.
        tare: reading without the link, kg.
        calibration: true mass over reading.

    Raises:
        MeasurementError: the net mass is not positive.
    """
    positive("net reading of the scale", _net(load, tare))
    return _weighed(
        {"scale": load, "tare": tare, "calibration": calibration},
        lambda r: [r["calibration"] * (r["scale"] - r["tare"])],
    )


def support_weighing(
    supports: Sequence[Support],
    *,
    pivot: Measured | None = None,
    mass: Measured | None = None,
    calibration: Measured = CALIBRATED,
) -> Weighing:
    """Return the mass and one coordinate of the center of gravity by the loads of supports (a reaction board).

    Args:
        supports: supports on scales; two or more, or one or more with a pivot.
        pivot: coordinate of a support without a scale, m; needs `mass`.
        mass: mass of the link, kg; only with a pivot.
        calibration: true mass over reading, common to all scales.

    Raises:
        MeasurementError: there are too few supports, they are at the same place, or the loads are impossible.
    """
    if (pivot is None) != (mass is None):
        raise MeasurementError(
            "the mass is needed with a pivot, and only then: the load of the pivot is not weighed; give both or none"
        )
    places = [support.position.value for support in supports] + ([] if pivot is None else [pivot.value])
    if len(set(places)) < 2:
        raise MeasurementError("all supports are at one place; give two or more with different coordinates")
    readings: dict[str, Measured] = {"calibration": calibration}
    for number, support in enumerate(supports, start=1):
        positive(f"net load of support {number}", _net(support.load, support.tare))
        readings |= {
            f"load {number}": support.load,
            f"tare {number}": support.tare,
            f"position {number}": support.position,
        }
    numbers = range(1, len(supports) + 1)

    def loads(r: Mapping[str, float]) -> list[tuple[float, float]]:
        return [(r["calibration"] * (r[f"load {n}"] - r[f"tare {n}"]), r[f"position {n}"]) for n in numbers]

    if pivot is None or mass is None:

        def by_sum(r: Mapping[str, float]) -> list[float]:
            total = sum(load for load, _ in loads(r))
            return [total, sum(load * place for load, place in loads(r)) / total]

        return _weighed(readings, by_sum)

    positive("mass", mass)
    weighed = sum(support.load.value - support.tare.value for support in supports) * calibration.value
    if not weighed < mass.value:
        raise MeasurementError(
            f"the scales carry {weighed:.5g} kg of the link's {mass}: expected less, or the link lifts off the pivot; "
            "move the pivot to the other side of the center of gravity"
        )

    def about_pivot(r: Mapping[str, float]) -> list[float]:
        moment = sum(load * (place - r["pivot"]) for load, place in loads(r))
        return [r["mass"], r["pivot"] + moment / r["mass"]]

    return _weighed(readings | {"pivot": pivot, "mass": mass}, about_pivot)


def _weighed(readings: Mapping[str, Measured], function: Callable[[Mapping[str, float]], ArrayLike]) -> Weighing:
    for name in ("calibration", "link arm", "weight arm"):
        if name in readings:
            positive(name, readings[name])
    return Weighing(propagate(function, readings), readings)


def _weights(name: str, weights: Sequence[Measured]) -> dict[str, Measured]:
    if not weights:
        raise MeasurementError(f"no {name} is given; expected one or more, kg")
    found = {f"{name} {number}": weight for number, weight in enumerate(weights, start=1)}
    for each, weight in found.items():
        positive(each, weight)
    return found


def _sum(name: str, readings: Mapping[str, float]) -> float:
    return sum(value for each, value in readings.items() if each.rpartition(" ")[0] == name)


def _net(load: Measured, tare: Measured) -> Measured:
    return Measured(load.value - tare.value, "kg", math.hypot(load.half_width, tare.half_width))
