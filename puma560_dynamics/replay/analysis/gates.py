"""Gates: limits for the results of a replay, such as ``rms=2.0`` or ``joint2.lag=0.005``, for automatic checks."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray
from ...check import Check
from ...errors import Puma560Error
from ...report.formatting import number
from ..result import Agreement, Analysis
from .measures import agreement, exact_difference, residual_shares, samples_outside


@dataclass(frozen=True)
class Measure:
    """A quantity that a gate can limit.

    Attributes:
        unit: unit of value and limit of a revolute joint; empty for a fraction.
        description: name of the quantity in messages.
        of: function that returns the values (n,) of an analysis, or (1,) for a value that belongs to no joint; NaN if
            unknown.
    """

    unit: str
    description: str
    of: Callable[[Analysis], FloatArray]


def _of_total(pick: Callable[[Agreement], FloatArray]) -> Callable[[Analysis], FloatArray]:
    def of(analysis: Analysis) -> FloatArray:
        found = agreement(analysis)
        return np.full(analysis.arm.n, np.nan) if found is None else np.abs(pick(found))

    return of


MEASURES = {
    "rms": Measure("N·m", "RMS residual", _of_total(lambda found: found.rms)),
    "mae": Measure("N·m", "mean absolute residual", _of_total(lambda found: found.mae)),
    "largest": Measure("N·m", "largest residual", _of_total(lambda found: found.largest)),
    "nrms": Measure("", "RMS residual as a fraction of the signal's deviation", _of_total(lambda found: found.nrms)),
    "bias": Measure("N·m", "mean residual, either sign", _of_total(lambda found: found.bias)),
    "lag": Measure("s", "lag, either sign", _of_total(lambda found: found.lag)),
    "outside": Measure("", "fraction of samples outside the expected band", samples_outside),
    "residual_share": Measure("", "RMS residual as a fraction of maximum torque", residual_shares),
    "pinocchio": Measure(
        "",
        "largest difference of exact models from Pinocchio, fraction of maximum torque",
        lambda found: np.array([exact_difference(found)]),
    ),
}
"""Quantities that a gate can limit, by name. They refer to the measured effort or, without effort, to the command."""


@dataclass(frozen=True)
class Gate:
    """A limit for one quantity.

    Attributes:
        joint: index of the joint that the limit applies to; `None` for every joint.
        measure: name in `MEASURES`.
        limit: largest permitted value, in the measure's unit.
    """

    joint: int | None
    measure: str
    limit: float

    def check(self, analysis: Analysis) -> Check:
        """Compare `analysis` with the limit. The check fails if the quantity could not be measured."""
        measure, names = MEASURES[self.measure], analysis.arm.joint_names
        name = self.measure if self.joint is None else f"{names[self.joint]}.{self.measure}"
        chosen = analysis.arm.joints if self.joint is None else [analysis.arm.joints[self.joint]]
        units = [joint.effort_text if measure.unit == "N·m" else measure.unit for joint in chosen]
        title = f"{name} ≤ {self.limit:g}{measure.unit and ' '}{' or '.join(dict.fromkeys(units))}"
        values = measure.of(analysis)
        values = values if self.joint is None else values[[self.joint]]
        if not np.isfinite(values).all():
            missing = [str(names[i]) for i in np.flatnonzero(~np.isfinite(values))] if values.size == len(names) else []
            where = f" for {', '.join(missing)}" if 0 < len(missing) < len(names) else ""
            return Check(title, False, f"{measure.description}: the recording gives none{where}")
        worst = int(np.argmax(values))
        at = "" if values.size == 1 else f" at {names[worst]}"
        value = float(values[worst])
        return Check(title, value <= self.limit, f"{measure.description} {number(value, units[worst])}{at}")


def parse_gate(text: str, joints: Sequence[str]) -> Gate:
    """Parse ``MEASURE=LIMIT`` or ``JOINT.MEASURE=LIMIT``.

    Raises:
        Puma560Error: the text has another form, measure or joint are unknown, or the limit is not a number ≥ 0.
    """
    left, equals, right = text.partition("=")
    joint, _, measure = left.strip().rpartition(".")
    if not equals:
        raise Puma560Error(f"limit {text!r}: expected MEASURE=LIMIT or JOINT.MEASURE=LIMIT, for example rms=2.0")
    if measure not in MEASURES:
        raise Puma560Error(f"limit {text!r}: measure {measure!r} is not known; use one of {', '.join(MEASURES)}")
    if joint and (joint not in joints or measure == "pinocchio"):
        known = ", ".join(joints)
        why = "pinocchio is not of a single joint" if measure == "pinocchio" else f"the arm's joints are {known}"
        raise Puma560Error(f"limit {text!r}: joint {joint!r} cannot be limited; {why}")
    try:
        limit = float(right)
    except ValueError:
        limit = math.nan
    if not 0.0 <= limit < math.inf:
        unit = MEASURES[measure].unit
        raise Puma560Error(f"limit {text!r}: expected a limit of 0 or more{unit and ' '}{unit}, got {right!r}")
    return Gate(joints.index(joint) if joint else None, measure, limit)
