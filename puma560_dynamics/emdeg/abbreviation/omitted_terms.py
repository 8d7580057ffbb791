"""List the terms that an abbreviated model omits, with their sizes, and recover its terms from its equations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from ..algebra.ring import Poly
from .abbreviate import Abbreviated
from .bounds import error_equations
from .selection import largest_torque
from .significance_rule import relative_sizes
from .terms import ChainEquations, ElementTerm


@dataclass(frozen=True)
class OmittedTerm:
    """A term that an abbreviated model omits.

    Attributes:
        term: the term. Its coefficient is the omitted part, if the model has the term with another coefficient.
        changed: whether the model has the term with another coefficient.
        of_equation: size of the whole term as a fraction of the greatest term of the same element.
        of_joint: size of the whole term as a fraction of the joint's largest constant term; None without such a term.
        torque: upper bound of the omitted torque at each joint of `ElementTerm.rows`, N·m (N), over the ranges.
        largest_torque: the one of these torques that is the largest fraction of the joint's maximum torque.
        fraction: this fraction.
    """

    term: ElementTerm
    changed: bool
    of_equation: float
    of_joint: float | None
    torque: tuple[float, ...]
    largest_torque: float
    fraction: float


def omitted_terms(model: Abbreviated) -> tuple[OmittedTerm, ...]:
    """Return the terms that a model omits, the largest torque (as a fraction of maximum torque) first."""
    sizes = dict(zip((t.key for t in model.exact.terms), relative_sizes(model.exact, model.ranges), strict=True))
    kept = {term.key for term in model.kept.terms}
    found = []
    for term in error_equations(model.exact, model.kept.terms).terms:
        size = sizes[term.key]
        torque = tuple(largest_torque(term, row, model.ranges) for row in term.rows)
        fraction, largest = max((t / model.maximum_torque[row], t) for t, row in zip(torque, term.rows, strict=True))
        joint = None if size.of_joint is None else float(size.of_joint)
        found.append(OmittedTerm(term, term.key in kept, float(size.of_equation), joint, torque, largest, fraction))
    return tuple(sorted(found, key=lambda each: -each.fraction))


def terms_in(equations: ChainEquations, elements: Mapping[str, Poly]) -> tuple[ElementTerm, ...]:
    """Return the terms of given elements of A, B, C and g, in the order of the exact equations.

    Args:
        equations: exact equations of the chain.
        elements: elements by label (``a_12``), as polynomials in the ring of the equations.
    """
    known = {
        (label, element.ring.factors(monomial)): Fraction(coefficient)
        for label, element in elements.items()
        for monomial, coefficient in element.items()
    }
    both = ((term, known.get((term.label, term.factors))) for term in equations.terms)
    return tuple(replace(term, coefficient=coefficient) for term, coefficient in both if coefficient)
