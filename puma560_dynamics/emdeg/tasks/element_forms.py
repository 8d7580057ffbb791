"""Build starting forms and systems of the elements of A, B, C and g, for the mass matrix and for all elements."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ..chain.chain import Body, Chain, ChainJoint
from ..chain.gauge import PLAIN
from ..equations.composite_bodies import CompositeBodies
from ..equations.elements import ElementDerivation, energy_elements, share_multiples, steady
from ..equations.inverse_dynamics import RecursiveElements
from ..program.system import System
from ..program.variables import Variables, prepared
from .starting_form import COMPOSITE, RECURSIVE, StartingForm, other_units, wrist_gauge

LONG_TERMS = 300
"""Number of terms of the expanded kinetic energy matrix above which only one explicit form is tried."""

MAX_EXPLICIT_TERMS = 600
"""Number of terms of the expanded kinetic energy matrix above which elements are derived by recursion."""


def composite_forms(chain: Chain) -> list[StartingForm]:
    """Return the starting forms of A by composite rigid bodies."""
    return [StartingForm(gauge, COMPOSITE) for gauge in ((PLAIN,) * chain.n, wrist_gauge(chain.n))]


def element_forms(chain: Chain, composite: Sequence[StartingForm] = ()) -> list[StartingForm]:
    """Return the starting forms that the search for elements tries first.

    Args:
        chain: the chain.
        composite: forms by composite bodies, which are the only forms if the elements are too long to be expanded.
    """
    if has_more_terms(chain, MAX_EXPLICIT_TERMS):
        return list(composite) or [StartingForm((PLAIN,) * chain.n, RECURSIVE)]
    depths = range(1 if has_more_terms(chain, LONG_TERMS) else min(3, chain.n + 1))
    return [*composite, *(StartingForm(wrist_gauge(chain.n), depth) for depth in depths)]


def other_composites(form: StartingForm, chain: Chain) -> list[StartingForm]:
    """Return a composite form in other units of length; forms of other kinds have no useful neighbours."""
    return other_units(form, chain) if form.depth == COMPOSITE else []


def element_system(chain: Chain, form: StartingForm, every: bool) -> tuple[System, Variables]:
    """Return the unfactored system of elements in a starting form.

    Args:
        chain: the chain.
        form: the starting form.
        every: whether to include B, C and g; otherwise only A.
    """
    chain = chain.in_unit(form.unit)
    elements: ElementDerivation | RecursiveElements | CompositeBodies
    if form.depth == COMPOSITE:
        elements = CompositeBodies(chain, form.gauge)
    elif form.depth == RECURSIVE:
        elements = RecursiveElements(chain, form.gauge)
    else:
        elements = ElementDerivation(chain, form.gauge, form.depth)
    wanted = elements.kinetic_energy()
    if every and not isinstance(elements, CompositeBodies):
        wanted |= elements.coriolis() | elements.centrifugal() | elements.gravity()
    for label, polynomial in wanted.items():
        if polynomial:
            elements.system.output(label, polynomial)
    if isinstance(elements, ElementDerivation):
        share_multiples(elements.system, elements.variables)
    elements.system.prune()
    return elements.system, elements.variables


def has_more_terms(chain: Chain, terms: int) -> bool:
    """Return whether the expanded kinetic energy matrix has more than `terms` terms.

    The matrix of the last k joints is its lower right part. It is expanded for increasing k, so that a matrix that
    would take minutes to expand is recognised early.
    """
    parts = (chain.part(range(first, chain.n)) for first in reversed(range(chain.n)))
    return any(_terms(part.joints, part.bodies) > terms for part in parts)


@lru_cache(maxsize=64)  # called for each program of a chain, with two limits
def _terms(joints: tuple[ChainJoint, ...], matter: tuple[Body, ...]) -> int:
    """Return the number of terms of the expanded kinetic energy matrix."""
    chain, bodies, _ = prepared(Chain("", joints, matter, (0, 0, 0)), (PLAIN,) * len(joints))
    return sum(len(element) for element in energy_elements(chain, bodies, steady(chain, bodies)).values())
