"""Apply the paper's significance rule to the terms of derived elements (Armstrong, Khatib and Burdick 1986, section 3).

The rule is "eliminating all terms that are less than 1% as great as the greatest term within the same equation, or less
than 0.1% as great as the largest constant term applicable to the same joint", and "the significance test is applied on
an equation by equation basis". An equation is one element of A, B, C or g. We read it as follows:

* The size of a term is the magnitude of its coefficient, since sines and cosines are at most 1. A position of a
  prismatic joint counts with its largest magnitude in the ranges.
* The largest constant term of a joint is, for A, B and C, the constant part of its diagonal element of A (motor inertia
  included), and for g the largest term of its row. Without a constant part, only the first test applies.
* The joint of an element is its first index, so that an off-diagonal element of A is tested at the joint with the lower
  number, as in the paper's table A4.

Sizes are compared in SI units, so that 1 rad and 1 m count the same if an arm has prismatic joints.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ...errors import AbbreviationError
from .ranges import Ranges
from .terms import ACCELERATION, GRAVITY, ChainEquations, ElementTerm

_PLACE = tuple[str, tuple[int, ...]]


class RelativeSize(NamedTuple):
    """Size of a term relative to the two references of the rule.

    Attributes:
        of_equation: size as a fraction of the greatest term of the same element.
        of_joint: size as a fraction of the joint's largest constant term; None if there is no such term.
    """

    of_equation: Fraction | float
    of_joint: Fraction | float | None


@dataclass(frozen=True)
class SignificanceRule:
    """The paper's rule with its two thresholds, which are 1 % and 0.1 % in print.

    Attributes:
        within_equation: fraction of the greatest term of the same element below which a term is dropped.
        of_joint: fraction of the joint's largest constant term below which a term is dropped.

    Raises:
        AbbreviationError: a threshold is not between 0 and 1.
    """

    within_equation: Fraction = Fraction(1, 100)
    of_joint: Fraction = Fraction(1, 1000)

    def __post_init__(self) -> None:
        if not (0 <= self.within_equation <= 1 and 0 <= self.of_joint <= 1):
            raise AbbreviationError(
                f"the thresholds are {float(self.within_equation):g} and {float(self.of_joint):g}; give two fractions "
                "from 0 to 1, as 0.01 and 0.001 in the paper"
            )

    def keeps(self, size: RelativeSize) -> bool:
        """Return whether a term of the given relative size is significant."""
        return size.of_equation >= self.within_equation and (size.of_joint is None or size.of_joint >= self.of_joint)

    def kept(self, equations: ChainEquations, ranges: Ranges) -> tuple[ElementTerm, ...]:
        """Return the significant terms, in their order.

        Args:
            equations: exact equations of a chain.
            ranges: ranges of the positions of prismatic joints.
        """
        sizes = relative_sizes(equations, ranges)
        return tuple(term for term, size in zip(equations.terms, sizes, strict=True) if self.keeps(size))


PAPER_RULE = SignificanceRule()
"""The rule with the printed thresholds."""


def relative_sizes(equations: ChainEquations, ranges: Ranges) -> tuple[RelativeSize, ...]:
    """Return the size of each term relative to its element and to its joint, in the order of the terms.

    Args:
        equations: exact equations of a chain.
        ranges: ranges of the positions of prismatic joints.
    """
    sizes = [largest_coefficient(term, ranges) for term in equations.terms]
    greatest: dict[_PLACE, Fraction] = {}
    of_row: dict[tuple[bool, int], Fraction] = {}
    for term, size in zip(equations.terms, sizes, strict=True):
        place, row = _places(term)
        greatest[place] = max(size, greatest.get(place, size))
        diagonal = term.kind == ACCELERATION and len(term.rows) == 1 and not term.factors
        if term.kind == GRAVITY or diagonal:
            of_row[row] = max(size, of_row.get(row, size))
    result = []
    for term, size in zip(equations.terms, sizes, strict=True):
        place, row = _places(term)
        joint = of_row.get(row)
        result.append(RelativeSize(_ratio(size, greatest[place]), None if joint is None else _ratio(size, joint)))
    return tuple(result)


def largest_coefficient(term: ElementTerm, ranges: Ranges) -> Fraction:
    """Return a bound of the magnitude of a term of an element over the ranges, with sines and cosines at most 1."""
    size = abs(term.coefficient)
    for name, exponent in term.factors:
        if name.startswith("q"):
            joint = int(name[1:]) - 1
            size *= Fraction(max(abs(ranges.lower[joint]), abs(ranges.upper[joint]))) ** exponent
    return size


def _places(term: ElementTerm) -> tuple[_PLACE, tuple[bool, int]]:
    """Return the element of a term, and the row that its joint's largest constant belongs to."""
    return (term.kind, term.element), (term.kind == GRAVITY, term.element[0])


def _ratio(size: Fraction, reference: Fraction) -> Fraction:
    return size / reference if reference else Fraction(0)
