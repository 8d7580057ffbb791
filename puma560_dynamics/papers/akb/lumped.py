"""Table A2 from the generator alone: which lumped constants the elements of A and g need.

AKB's step 2: combine the inertia constants that multiply a common variable expression. Over the
ring this is no search. An element's monomials in c2, s2, c23 … are independent, so the polynomial in
the parameters that stands with each is its constant; those that are multiples of each other are one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from ...emdeg import Poly
from ...errors import Puma560Error
from ...models.tables.trigonometry import is_trigonometric
from .rederived import Rederivation


@dataclass(frozen=True)
class Lumped:
    """A constant of the generator.

    Attributes:
        element: where it was met first, e.g. ``a_12``.
        factors: the variable expression it multiplies there, (name, exponent) each; none for a constant term.
        value: polynomial in the parameters, as it stands there.
    """

    element: str
    factors: tuple[tuple[str, int], ...]
    value: Poly


def lumped(own: Rederivation, kind: str) -> tuple[Lumped, ...]:
    """Constants of all elements of one kind, ``"a"`` (kg·m², without motors) or ``"g"`` (N·m), each once."""
    found: dict[tuple[tuple[int, Fraction], ...], Lumped] = {}
    for name, element in own.elements.items():
        if name.startswith(kind):
            for factors, value in _collected(element).items():
                found.setdefault(_shape(value), Lumped(name, factors, value))
    return tuple(found.values())


def combination(target: Poly, basis: Iterable[Poly]) -> dict[int, Fraction]:
    """`target` as a sum of multiples of `basis`: index -> factor, only what is not zero.

    Raises:
        Puma560Error: `target` is not such a sum, or the basis is not independent.
    """
    pivots: list[tuple[int, Poly, dict[int, Fraction]]] = []  # monomial, form with 1 there, made of which
    for index, element in enumerate(basis):
        rest, made = _eliminated(element, {index: Fraction(1)}, pivots)
        if not rest:
            raise Puma560Error(f"constant {index} is a sum of those before it; give independent ones")
        monomial, lead = max(rest.items())
        pivots.append((monomial, rest * (1 / lead), {i: factor / lead for i, factor in made.items()}))
    rest, made = _eliminated(target, {}, pivots)
    if rest:
        raise Puma560Error(f"{target!r} is not a sum of the given constants; {rest!r} remains")
    return {index: -factor for index, factor in sorted(made.items()) if factor}


def _eliminated(
    form: Poly, made: dict[int, Fraction], pivots: Iterable[tuple[int, Poly, dict[int, Fraction]]]
) -> tuple[Poly, dict[int, Fraction]]:
    """A form less multiples of earlier ones, and how it is made of the basis."""
    for monomial, pivot, parts in pivots:
        factor = dict(form.items()).get(monomial)
        if factor:
            form = form - pivot * factor
            for index, part in parts.items():
                made[index] = made.get(index, Fraction(0)) - factor * part
    return form, made


def _collected(element: Poly) -> Mapping[tuple[tuple[str, int], ...], Poly]:
    ring = element.ring
    parts: dict[tuple[tuple[str, int], ...], dict[int, Fraction]] = {}
    for monomial, coefficient in element.items():
        factors = ring.factors(monomial)
        if any(name.startswith("Im") for name, _ in factors):
            continue
        variable = tuple(pair for pair in factors if is_trigonometric(pair[0].upper()))
        rest = monomial - ring.monomial(dict(variable))
        parts.setdefault(variable, {})[rest] = coefficient
    return {variable: Poly(ring, terms) for variable, terms in parts.items()}


def _shape(value: Poly) -> tuple[tuple[int, Fraction], ...]:
    terms = sorted(value.items())
    return tuple((monomial, coefficient / terms[0][1]) for monomial, coefficient in terms)
