"""Comparison of each identified value with its prior, and whether data or the prior determined the value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ..arm.friction_terms import FRICTION_TERMS
from ..arrays import FloatArray
from ..errors import UnsupportedArmError
from .akb_constants import constant_map
from .bodies import seen_from
from .identify import Identified

BY_DATA, BY_PRIOR = 0.9, 0.1
"""Fraction of the information above which data determine a value, and below which the prior determines it."""


@dataclass(frozen=True)
class Compared:
    """Comparison of an identified value with its prior.

    Attributes:
        name: name of the value.
        unit: SI unit.
        before: value of the prior.
        tolerance: standard deviation of the prior.
        identified: identified value.
        error: standard error of the identified value.
    """

    name: str
    unit: str
    before: float
    tolerance: float
    identified: float
    error: float

    @property
    def moved(self) -> float:
        """Return the change of the value, in tolerances of the prior."""
        return (self.identified - self.before) / self.tolerance if self.tolerance else 0.0

    @property
    def data(self) -> float:
        """Return the fraction of the information (inverse variance) that comes from data, 0 to 1."""
        return max(0.0, 1.0 - (self.error / self.tolerance) ** 2) if self.tolerance else 0.0

    @property
    def texts(self) -> tuple[str, str]:
        """Return value and standard error before and after identification, such as ``5.003 ± 0.008``."""
        return with_error(self.before, self.tolerance), with_error(self.identified, self.error)

    @property
    def determined_by(self) -> str:
        """Return what determines the value: ``"data"``, ``"both"`` or ``"prior"``."""
        return "data" if self.data >= BY_DATA else "both" if self.data >= BY_PRIOR else "prior"


def base_parameters(found: Identified) -> list[Compared]:
    """Return the comparison of the base parameters of links and motors."""
    sliding = {joint.name for joint in found.unknowns.arm.joints if joint.slides}
    units = ["kg" if name.partition(".")[0] in sliding else _unit(name) for name in found.base.base_names]
    return _compared(found, found.base.base_names, units, _with_zeros(found, found.base.map))


def compared_constants(found: Identified) -> list[Compared]:
    """Return the comparison of the constants of table A2; empty for an arm without the paper's structure."""
    try:
        maps = constant_map(found.unknowns.arm, found.base)
    except UnsupportedArmError:
        return []
    units = ["N·m" if name.startswith("g") else "kg·m²" for name in maps.names]
    return _compared(found, maps.names, units, _with_zeros(found, maps.of_base @ found.base.map))


def friction(found: Identified) -> list[Compared]:
    """Return the comparison of the identified friction parameters that have a label.

    Dry friction includes the offset, ``coulomb_positive + offset`` and ``coulomb_negative - offset``, because motion
    only shows these sums.
    """
    unknowns, rows, names, units = found.unknowns, [], [], []
    unit, offset = np.eye(unknowns.size), unknowns.place_of("offset")
    terms = [FRICTION_TERMS[key] for key in unknowns.sought if FRICTION_TERMS[key].label]
    for index, joint in enumerate(unknowns.arm.joints):
        for term in terms:
            rows.append(unit[unknowns.place_of(term.name)[index]] + term.offset_sign * unit[offset[index]])
            names.append(f"{joint.name} {term.label}")
            units.append(term.shown_unit(joint.kind))
    return _compared(found, names, units, np.array(rows))


def load(found: Identified) -> list[Compared]:
    """Return the comparison of the ten parameters of an unknown payload in the frame of the tip; empty without one."""
    if not found.unknowns.load:
        return []
    place = found.unknowns.bodies[-1]
    names = found.unknowns.names[place]
    rows = seen_from(found.unknowns.arm.frames[-1]) @ np.eye(found.unknowns.size)[place]
    return _compared(found, names, [_unit(name) for name in names], rows)


def with_error(value: float, error: float) -> str:
    """Format a value and its error: two digits of the error, and the value with the same number of decimals."""
    if not error or not np.isfinite(error):
        return f"{value:.4g}"
    digits = 1 - int(np.floor(np.log10(error)))
    if digits > 5 and value:  # a small value, in scientific notation
        places = max(0, int(np.floor(np.log10(abs(value)))) + digits)
        return f"{value:.{places}e} ± {error:.1e}"
    return f"{round(value, digits) + 0.0:.{max(digits, 0)}f} ± {error:.{max(digits, 0)}f}"


def _with_zeros(found: Identified, rows: FloatArray) -> FloatArray:
    """Extend rows (k, p) of coefficients of the inertial parameters by zeros for all other unknowns."""
    return np.pad(rows, ((0, 0), (0, found.unknowns.size - rows.shape[1])))


def _compared(found: Identified, names: Iterable[str], units: Iterable[str], rows: FloatArray) -> list[Compared]:
    before, after = rows @ found.before.mean, rows @ found.estimate.x
    tolerance = np.sqrt(np.einsum("ij,jk,ik->i", rows, found.before.covariance, rows))
    error = np.sqrt(np.einsum("ij,jk,ik->i", rows, found.estimate.covariance, rows))
    numbers = zip(before.tolist(), tolerance.tolist(), after.tolist(), error.tolist(), strict=True)
    return [Compared(name, unit, *four) for name, unit, four in zip(names, units, numbers, strict=True)]


def _unit(name: str) -> str:
    number = name.removesuffix(" +").rpartition(".")[2]
    return "kg" if number == "m" else "kg·m" if number.startswith("mc") else "kg·m²"
