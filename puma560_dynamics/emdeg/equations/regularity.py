"""Determine before a derivation whether A and the Jacobian have inverses, by their ranks at a random state.

The rank is computed in a prime field (`residue`), where it is that of almost all states.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ...errors import DerivationError
from ..algebra.residue import PrimeField, rank
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from .kane_at_state import ChainState, kane_kinetic_energy, random_state
from .link_at_state import jacobian_at_state
from .link_of_chain import BASE, LinkOfChain

DIRECTIONS = 6
"""Number of directions in which a link can move."""


def check_inertia(chain: Chain, function: str) -> None:
    """Raise if the kinetic energy matrix of a chain is singular at every position.

    Raises:
        DerivationError: a joint moves no inertia.
    """
    if _rank(chain, kane_kinetic_energy) < chain.n:
        lacking = next(
            joint.name
            for first, joint in reversed(list(enumerate(chain.joints)))
            if _rank(chain, partial(_outer_inertia, first=first)) < chain.n - first
        )
        raise DerivationError(
            f"{function}: the kinetic energy matrix of {chain.name!r} has no inverse, because joint {lacking} moves no "
            "inertia of its own; give its link mass and inertia, or its motor inertia"
        )


def check_directions(chain: Chain, link: LinkOfChain, function: str, name: str) -> None:
    """Raise if a link cannot move in all directions at any position.

    Raises:
        DerivationError: the rank of the link's Jacobian is less than six at every position.
    """

    def rows(chain: Chain, state: ChainState) -> list[list[Scalar]]:
        entries, n = jacobian_at_state(chain, state, link, BASE), chain.n
        return [entries[row * n : (row + 1) * n] for row in range(DIRECTIONS)]

    found = _rank(chain, rows)
    if found < DIRECTIONS:
        raise DerivationError(
            f"{function}: {name} can move in {found} of {DIRECTIONS} directions, so its Jacobian has no inverse; use a "
            "link that moves in all directions"
        )


def _outer_inertia(chain: Chain, state: ChainState, first: int) -> list[list[Scalar]]:
    """Return the part of A for the joints from `first` on."""
    return [row[first:] for row in kane_kinetic_energy(chain, state)[first:]]


def _rank(chain: Chain, matrix: Callable[[Chain, ChainState], Sequence[Sequence[Scalar]]]) -> int:
    while True:
        try:
            field = PrimeField()
            one = field.of(1)
            rows = matrix(chain, random_state(chain.n, field))
            return rank([[element * one for element in row] for row in rows], field)
        except ZeroDivisionError:  # the prime divides a denominator
            continue
