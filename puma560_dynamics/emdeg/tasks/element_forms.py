"""Starting forms of the elements of A, B, C and g, which the matrix and all elements share."""

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
"""Terms of the expanded kinetic energy matrix beyond which elements are derived explicitly in one form alone."""

MAX_EXPLICIT_TERMS = 600
"""Terms of the expanded kinetic energy matrix beyond which elements are derived by recursion."""


def composite_forms(chain: Chain) -> list[StartingForm]:
    """Return the forms of A by composite rigid bodies."""
    return [StartingForm(gauge, COMPOSITE) for gauge in ((PLAIN,) * chain.n, wrist_gauge(chain.n))]


def element_forms(chain: Chain, composite: Sequence[StartingForm] = ()) -> list[StartingForm]:
    """Return the forms that the search of elements tries first.

    Args:
        chain: the arm.
        composite: forms by composite bodies; where the elements are too long to be written out, they are the only ones.
    """
    if has_more_terms(chain, MAX_EXPLICIT_TERMS):
        return list(composite) or [StartingForm((PLAIN,) * chain.n, RECURSIVE)]
    depths = range(1 if has_more_terms(chain, LONG_TERMS) else min(3, chain.n + 1))
    return [*composite, *(StartingForm(wrist_gauge(chain.n), depth) for depth in depths)]


def other_composites(form: StartingForm, chain: Chain) -> list[StartingForm]:
    """Return a form by composite bodies in other units of length; other forms have no neighbours that save anything."""
    return other_units(form, chain) if form.depth == COMPOSITE else []


def element_system(chain: Chain, form: StartingForm, every: bool) -> tuple[System, Variables]:
    """Return the system of elements in one form, not yet factored.

    Args:
        chain: the arm.
        form: where to begin.
        every: A, B, C and g, or A alone.
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

    Its lower right part is the matrix of the last joints alone: it is made larger joint by joint, so that a matrix
    that would take minutes to expand is recognised at once.
    """
    joints, bodies = tuple(chain.joints), tuple(chain.bodies)
    return any(_terms(joints[first:], bodies[first:]) > terms for first in reversed(range(chain.n)))


@lru_cache(maxsize=64)  # asked for each program of a chain, with two limits
def _terms(joints: tuple[ChainJoint, ...], matter: tuple[Body, ...]) -> int:
    """Terms of the expanded kinetic energy matrix, which does not depend on gravity."""
    chain, bodies, _ = prepared(Chain("", joints, matter, (0, 0, 0)), (PLAIN,) * len(joints))
    return sum(len(element) for element in energy_elements(chain, bodies, steady(chain, bodies)).values())
