"""Define the papers' structural rules: linear relations between derivatives ∂a_ij/∂q_k.

A rule derives its relations from the structure of a chain (twists, the last link's inertia) without computing elements
of A. `reduction.Reduction` applies any subset of the rules. Indices are from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from ..algebra.ring import Ring
from ..chain.chain import Chain
from ..equations.kane import partial_velocities

Derivative = tuple[int, int, int]
"""Indices i, j, k of the derivative ∂a_ij/∂q_k."""

DerivativeSum = Mapping[Derivative, int]
"""Linear form in derivatives: coefficient of each derivative."""


@dataclass(frozen=True)
class Rule:
    """A structural rule.

    Attributes:
        name: property of the chain that the rule uses.
        equations: equation numbers in the papers.
        relations: function that yields the linear forms that are zero for a chain.
    """

    name: str
    equations: str
    relations: Callable[[Chain], Iterator[DerivativeSum]]


def twice_symbol(i: int, j: int, k: int) -> dict[Derivative, int]:
    """Return the linear form 2β^{i,jk} = ∂a_ij/∂q_k + ∂a_ik/∂q_j - ∂a_jk/∂q_i (AKB 6)."""
    form: dict[Derivative, int] = {}
    for derivative, sign in (((i, j, k), 1), ((i, k, j), 1), ((j, k, i), -1)):
        form[derivative] = form.get(derivative, 0) + sign
    return {derivative: sign for derivative, sign in form.items() if sign}


def parallel_pairs(chain: Chain) -> tuple[tuple[int, int], ...]:
    """Return pairs (p, sign) for revolute joints p and p+1 with parallel axes; sign is -1 if they are antiparallel."""
    return tuple(
        (p, 1 if chain.joints[p + 1].cos_alpha == 1 else -1)
        for p in range(chain.n - 1)
        if chain.joints[p].revolute and chain.joints[p + 1].revolute and chain.joints[p + 1].sin_alpha == 0
    )


def last_link_is_symmetric(chain: Chain) -> bool:
    """Return whether the last link is symmetric about its joint axis, so that rotation does not move its mass."""
    body = chain.bodies[-1]
    xx, yy, _, *products = body.inertia
    centered = body.mass == 0 or (body.center[0] == 0 and body.center[1] == 0)
    return chain.joints[-1].revolute and centered and xx == yy and all(entry == 0 for entry in products)


def _symmetry(chain: Chain) -> Iterator[DerivativeSum]:
    for i, j, k in product(range(chain.n), repeat=3):
        if i < j:
            yield {(i, j, k): 1, (j, i, k): -1}


def _zero_derivatives(chain: Chain) -> Iterator[DerivativeSum]:
    """Yield the zero derivatives: a_ij does not depend on joints up to the inner one of joints i and j."""
    for i, j, k in product(range(chain.n), repeat=3):
        if k <= min(i, j):
            yield {(i, j, k): 1}


def _symmetric_last_link(chain: Chain) -> Iterator[DerivativeSum]:
    if last_link_is_symmetric(chain):
        for i, j in product(range(chain.n), repeat=2):
            yield {(i, j, chain.n - 1): 1}


def _parallel_axes_across(chain: Chain) -> Iterator[DerivativeSum]:
    """Yield relations for joints i that are perpendicular to a parallel pair, or prismatic: EMDEG's b_{p,i,p+1} = 0."""
    partials = partial_velocities(chain, Ring())
    for p, sign in parallel_pairs(chain):
        for i in range(p):
            if not partials[p][i].angular[2]:
                yield {(i, p + 1, p): 1, (i, p + 1, p + 1): -sign}
                yield {(i, p, p + 1): 1, (i, p + 1, p + 1): -sign}


def _parallel_axes(chain: Chain) -> Iterator[DerivativeSum]:
    """Yield relations of parallel axes: opposite motion of joints p and p+1 translates the outer links."""
    for p, sign in parallel_pairs(chain):
        for i, k in product(range(chain.n), range(p + 1, chain.n)):
            yield _sum(twice_symbol(i, p, k), twice_symbol(i, p + 1, k), -sign)


def _sliding_joints(chain: Chain) -> Iterator[DerivativeSum]:
    """Yield relations of prismatic joints, which translate the outer links without rotating them."""
    for p, joint in enumerate(chain.joints):
        if not joint.revolute:
            for i, k in product(range(chain.n), range(p, chain.n)):
                yield twice_symbol(i, p, k)


def _sum(one: DerivativeSum, other: DerivativeSum, factor: int) -> DerivativeSum:
    total = dict(one)
    for derivative, value in other.items():
        total[derivative] = total.get(derivative, 0) + factor * value
    return {derivative: value for derivative, value in total.items() if value}


RULES = (
    Rule("symmetry", "AKB (7)", _symmetry),
    Rule("zero derivatives", "AKB (8), EMDEG (26) to (28)", _zero_derivatives),
    Rule("symmetric last link", "AKB (9)", _symmetric_last_link),
    Rule("parallel axes across another", "AKB (10), EMDEG (35)", _parallel_axes_across),
    Rule("parallel axes", "EMDEG (30) to (34)", _parallel_axes),
    Rule("sliding joints", "not in the papers", _sliding_joints),
)
"""All rules, in the order of AKB."""
