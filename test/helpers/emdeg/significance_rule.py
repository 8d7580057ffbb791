"""The paper's rule of significance (AKB, section 3) for derived elements.

"Eliminating all terms that are less than 1% as great as the greatest term within the same equation,
or less than 0.1% as great as the largest constant term applicable to the same joint." A term's
greatness is its coefficient. The largest constant term of a joint is the constant part of its diagonal
element of A (armature included) for A, B and C, and the largest coefficient of its row for g.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from puma560_dynamics.emdeg.abbreviation.terms import ACCELERATION, GRAVITY, ElementTerm

WITHIN_EQUATION = Fraction(1, 100)
OF_JOINT = Fraction(1, 1000)


def by_significance(
    terms: Iterable[ElementTerm], within_equation: Fraction = WITHIN_EQUATION, of_joint: Fraction = OF_JOINT
) -> tuple[ElementTerm, ...]:
    """The terms that the rule keeps, in their order.

    Args:
        terms: all terms of a chain's elements.
        within_equation: share of the greatest coefficient of the same element.
        of_joint: share of the largest constant of the joint (the row of the element).
    """
    terms = tuple(terms)
    greatest: dict[tuple[str, tuple[int, ...]], Fraction] = {}
    of_row: dict[tuple[bool, int], Fraction] = {}
    for term in terms:
        size, where, still = abs(term.coefficient), (term.kind, term.element), term.kind == GRAVITY
        greatest[where] = max(size, greatest.get(where, Fraction(0)))
        diagonal = term.kind == ACCELERATION and len(term.rows) == 1 and not term.factors
        if still or diagonal:
            joint = (still, term.element[0])
            of_row[joint] = max(size, of_row.get(joint, Fraction(0)))
    return tuple(
        term
        for term in terms
        if abs(term.coefficient) >= within_equation * greatest[term.kind, term.element]
        and abs(term.coefficient) >= of_joint * of_row.get((term.kind == GRAVITY, term.element[0]), Fraction(0))
    )
