"""Table 2 of Armstrong, Khatib and Burdick (1986): rates attainable with 100,000 operations per second.

The table prints 78 Hz if the whole model is evaluated each time, and 50 Hz (elements) and 200 Hz (torque) if the
elements are evaluated once in four torques. With the 1165 calculations of table 1, the first rate would be 86 Hz. The
printed rates determine the calculations of both parts (`implied`), and their sum is not 1165. `table_2_readings`
tests other ways of counting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from ...arrays import FloatArray
from ...models.interface import DynamicModel
from ...models.tables.abbreviation import trees
from ...models.tables.table import angle, factors_of, is_trigonometric, names_in
from ...models.terms import Elements, OperationCount

SPEED = 100_000.0
"""Operations per second, "the approximate speed of a PDP-11"."""

DIVIDER = 4
"""Number of torques per evaluation of the elements in the table's second line."""

PAPER_WHOLE = 1165
"""Calculations of the full model in table 1, without sines and cosines."""

PAPER_RECURSIVE = 1560
"""Calculations of the recursive Newton-Euler method in table 1."""

STATES = 64
"""Number of random configurations used to find elements that are always zero."""


@dataclass(frozen=True)
class Parts:
    """Calculations of the two parts of a model in section 3 of the paper, without sines and cosines.

    Attributes:
        name: name of the model.
        configuration: calculations of the elements of A, B, C and g, which depend only on the configuration.
        motion: calculations of the products with velocities and accelerations and of the sums of equation (1).
        whole: calculations of the torque without a split: the sum of both parts, or less if the model can compute the
            torque without the elements.
    """

    name: str
    configuration: float
    motion: float
    whole: float

    def per_torque(self, divider: int) -> float:
        """Return the calculations per torque if the elements are evaluated for every `divider`-th torque."""
        return self.configuration / divider + self.motion


def parts_of(model: DynamicModel) -> Parts:
    """Return the parts of an explicit or generated model; elements that are always zero cost no product."""
    counts = model.operation_counts()
    motion = products(model.elements(_configurations(model)))
    return Parts(model.kind, counts["all_elements"].total, motion.total, counts["torque"].total)


def products(elements: Elements) -> OperationCount:
    """Return the calculations of equation (1) from its elements.

    Each velocity product that any row needs is computed once. Each element that is not zero costs a multiplication, and
    each addend of a row after the first costs an addition.

    Args:
        elements: elements at many states; an element that is zero at all of them is not counted.
    """
    a, b, c, g = (np.any(part != 0.0, axis=0) for part in elements)
    formed = int(b.any(axis=0).sum() + c.any(axis=0).sum())
    addends = np.column_stack([a, b, c, g]).sum(axis=1)
    multiplications = formed + int(a.sum() + b.sum() + c.sum())
    return OperationCount(multiplications, int(np.maximum(addends - 1, 0).sum()))


def acceleration_products(model: DynamicModel) -> int:
    """Return the calculations of the products of A with accelerations, which forward dynamics does not form."""
    elements = model.elements(_configurations(model))
    without = elements._replace(kinetic_energy=np.zeros_like(elements.kinetic_energy))
    return products(elements).total - products(without).total


def _configurations(model: DynamicModel) -> FloatArray:
    """Return random configurations (STATES, n) rad over the joint ranges, the same at every call."""
    rng = np.random.default_rng(1986)
    return rng.uniform(model.arm.lower, model.arm.upper, (STATES, model.arm.n))


@dataclass(frozen=True)
class Rates:
    """A line of table 2.

    Attributes:
        configuration: evaluations of the elements per second, Hz.
        torque: torques per second, Hz.
    """

    configuration: float
    torque: float

    def printed(self, divider: int) -> Rates:
        """Return the rates rounded as in print: whole hertz for the elements, `divider` times that for the torque."""
        return Rates(float(round(self.configuration)), float(divider * round(self.configuration)))


PRINTED = {1: Rates(78.0, 78.0), DIVIDER: Rates(50.0, 200.0)}
"""Printed table 2, by the number of torques per evaluation of the elements."""


def rates(parts: Parts, divider: int, speed: float = SPEED) -> Rates:
    """Return the rates of a model that is evaluated in parts.

    Args:
        parts: calculations of the model.
        divider: number of torques per evaluation of the elements; 1 evaluates the whole model each time.
        speed: operations per second.
    """
    cost = parts.whole if divider == 1 else parts.per_torque(divider)
    return Rates(speed / (divider * cost), speed / cost)


@dataclass(frozen=True)
class Table2Reading:
    """Table 2 for one way of counting.

    Attributes:
        name: description of the way of counting.
        parts: calculations of both parts.
        rates: table 2, by divider, Hz.
        ratio: ratio of the rates with and without the divider, for elements and torque; in the paper, "by one third"
            less and "two and one half" times.
    """

    name: str
    parts: Parts
    rates: dict[int, Rates]
    ratio: Rates

    @property
    def agrees(self) -> bool:
        """Return whether both lines, rounded as printed, equal those of the paper."""
        return all(self.rates[divider].printed(divider) == printed for divider, printed in PRINTED.items())


def reading(name: str, parts: Parts) -> Table2Reading:
    """Return table 2 for the calculations `parts`."""
    whole, split_up = rates(parts, 1), rates(parts, DIVIDER)
    ratio = Rates(split_up.configuration / whole.configuration, split_up.torque / whole.torque)
    return Table2Reading(name, parts, {1: whole, DIVIDER: split_up}, ratio)


@dataclass(frozen=True)
class Implied:
    """Calculations implied by the printed rates, each as (least, most), because rates are rounded to whole hertz."""

    whole: tuple[float, float]
    configuration: tuple[float, float]
    motion: tuple[float, float]


def implied(speed: float = SPEED) -> Implied:
    """Return the calculations of both parts that table 2 implies.

    With C calculations of the elements and V of the products, C + V follows from 78 Hz and C + 4V from 50 Hz, where
    50 Hz means 49.5 to 50.5 Hz.
    """
    whole = _period(PRINTED[1].configuration, speed)
    four = _period(PRINTED[DIVIDER].configuration, speed)
    motion = ((four[0] - whole[1]) / (DIVIDER - 1), (four[1] - whole[0]) / (DIVIDER - 1))
    # C = (4 (C + V) - (C + 4V)) / 3
    least, most = (DIVIDER * whole[end] - four[1 - end] for end in (0, 1))
    return Implied(whole, (least / (DIVIDER - 1), most / (DIVIDER - 1)), motion)


def _period(rate: float, speed: float) -> tuple[float, float]:
    """Return least and most operations per evaluation at a rate (Hz) that was rounded to whole hertz."""
    return speed / (rate + 0.5), speed / (rate - 0.5)


@lru_cache
def sines_and_cosines(model: str = "full") -> tuple[str, ...]:
    """Return the different sines and cosines in the tables' elements (S2, C2, S23 …)."""
    names = {name for tree in trees(model).values() for name in names_in(tree) if is_trigonometric(name)}
    return tuple(sorted({factor for name in names for factor in factors_of(name)}))


def table_2_readings(full: DynamicModel) -> list[Table2Reading]:
    """Return table 2 for several ways of counting the full model.

    The 1165 calculations of the paper do not include sines and cosines. If these are added, with a cost that gives
    78 Hz, and the sums with gravity are computed with the elements, both lines agree with the print.

    Args:
        full: the full explicit model.
    """
    return _readings(full, fitted_cost())


def fitted_cost() -> float:
    """Return the calculations of a sine or cosine with which 1165 calculations become those of 78 Hz."""
    return (sum(implied().whole) / 2 - PAPER_WHOLE) / len(sines_and_cosines())


def at_the_edge(full: DynamicModel) -> str:
    """Return a phrase with the second line of table 2 for the fitted cost of a sine, rounded to one decimal."""
    cost = round(fitted_cost(), 1)
    rate = _readings(full, cost)[-1].rates[DIVIDER].configuration
    return f"with {cost:.1f} for each sine and cosine it is {rate:.2f} Hz, that is {rate:.0f}"


def _readings(full: DynamicModel, each: float) -> list[Table2Reading]:
    ours = parts_of(full)
    known = replace(ours, configuration=PAPER_WHOLE - ours.motion, whole=PAPER_WHOLE)
    names = sines_and_cosines()
    named = f"{len(names)} sines and cosines of {', '.join(_angles(names))} at {each:.2f} each, fitted"
    with_sines = _more(known, each * len(names))
    sums = sum(bool(value) for value in full.elements(full.arm.upper / 3).gravity)
    once = replace(with_sines, configuration=with_sines.configuration + sums, motion=with_sines.motion - sums)
    return [
        reading("our count", ours),
        reading("table 1 (1165), products as we count them", known),
        reading(f"the same and {named}", with_sines),
        reading(f"the same, the {sums} sums with gravity once in four", once),
    ]


def _angles(names: Sequence[str]) -> list[str]:
    """Return the angles of sines and cosines as text: ``"2 q2 + q3"`` for S223 and C223."""
    sums = sorted({angle(name) for name in names}, key=lambda joints: (len(joints), joints))
    return [
        " + ".join(f"{count} q{joint}" if count > 1 else f"q{joint}" for joint, count in Counter(joints).items())
        for joints in sums
    ]


def _more(parts: Parts, calculations: float) -> Parts:
    """Return `parts` with additional calculations that depend on the configuration, and so are also in the whole."""
    return replace(parts, configuration=parts.configuration + calculations, whole=parts.whole + calculations)


@dataclass(frozen=True)
class Split:
    """Rates of a model with and without decomposition.

    Attributes:
        parts: calculations of both parts.
        rates: rates by divider for `SPEED` operations per second, Hz.
    """

    parts: Parts
    rates: dict[int, Rates]


def splits(models: Sequence[DynamicModel], dividers: Sequence[int] = (1, DIVIDER)) -> list[Split]:
    """Return table 2 for other models than the paper's full model."""
    every = [parts_of(model) for model in models]
    return [Split(parts, {divider: rates(parts, divider) for divider in dividers}) for parts in every]


def recursive_rates(general: int, customised: int, speed: float = SPEED) -> dict[str, float]:
    """Return the torque rate of recursions, Hz, which have no part that depends only on the configuration.

    Args:
        general: calculations of our recursion for any arm.
        customised: calculations of our recursion without operations on this arm's zeros.
        speed: operations per second.
    """
    counts = {
        f"Newton-Euler, table 1 ({PAPER_RECURSIVE})": PAPER_RECURSIVE,
        f"Newton-Euler, ours for any arm ({general})": general,
        f"Newton-Euler, ours for this arm ({customised})": customised,
    }
    return {name: speed / count for name, count in counts.items()}
