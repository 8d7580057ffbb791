"""Abbreviate a model: find few terms whose torque error over given ranges of states is below a given limit.

The paper drops a term if it is small compared with other terms of its equation. This module drops terms as long as
the torque error of all dropped terms together stays below the limit, and minimises the calculations of the remaining
equations *after factoring*. It has two steps:

1. `selection.dispensable` drops the smallest terms, in order of size.
2. An annealing search changes the choice among the larger terms: it drops or restores single terms or all terms of
   one constant, or deletes a term of the *factored* equations, which changes many terms at once (`expansion`).
   Factoring each choice gives its number of calculations.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from ...arrays import FloatArray
from ...errors import AbbreviationError
from ..chain.chain import Chain
from ..program.system import System
from ..simplify.search import simplify_system
from .expansion import Expansion
from .ranges import Ranges
from .selection import Choice, Pool, SampledTerms, dispensable
from .terms import ChainEquations, ElementTerm, equations_of_motion

COUNT = 20_000
"""Number of sampled states for choosing terms."""

SKETCH = 24
"""Rounds of factoring for counting the calculations of a choice."""

RESERVE = 0.97
"""Fraction of the permitted error that a choice may reach on its samples; the rest is a margin for other states."""

POOL = 0.3
"""Fraction of the permitted error up to which the smallest terms are dropped before the search."""

CUTS = 0.6
"""Fraction of the search's changes that delete a term of the factored equations."""

START = 0.5
"""Initial temperature of the annealing: a change that adds so many calculations is accepted with probability 1/e."""

Progress = Callable[[float, int], None]
"""Function that is called with the completed fraction and the smallest number of calculations so far."""


@dataclass(frozen=True)
class Abbreviated:
    """An abbreviated model of a chain.

    Attributes:
        exact: exact equations of the chain.
        kept: equations with only the remaining terms, in the same variables.
        ranges: ranges of states for which the error was limited.
        maximum_torque: (n,) maximum torques, N·m; errors are fractions of these.
        error: permitted error, as a fraction of maximum torque.
        factored: system of the torques, partly factored by the search.
    """

    exact: ChainEquations
    kept: ChainEquations
    ranges: Ranges
    maximum_torque: tuple[float, ...]
    error: float
    factored: System

    @property
    def terms(self) -> tuple[tuple[ElementTerm, ...], ...]:
        """Terms of the torque of each joint; an off-diagonal term of A is listed for both of its joints."""
        return tuple(tuple(t for t in self.kept.terms if row in t.rows) for row in range(self.exact.chain.n))

    def system(self) -> System:
        """Return a copy of the system of the torques for further factoring; its outputs are the nonzero ``tau_1 …``."""
        return self.factored.copy()

    def element_system(self, kinds: str = "ahg") -> System:
        """Return the unfactored system of the elements of A (kind ``a``), B and C (``h``), and g (``g``)."""
        return self.kept.element_system(kinds)

    def torque_error(self, count: int = COUNT, seed: int = 1986) -> tuple[FloatArray, FloatArray]:
        """Return RMS and largest error over fresh samples, (n,) each, as fractions of maximum torque."""
        states = self.ranges.sample(count, seed)
        error = (self.kept.torque(*states) - self.exact.torque(*states)) / np.array(self.maximum_torque)
        return np.sqrt(np.mean(error**2, axis=0)), np.abs(error).max(axis=0)


def abbreviate(
    chain: Chain,
    ranges: Ranges,
    maximum_torque: Sequence[float],
    error: float,
    moves: int = 1200,
    seed: int = 0,
    progress: Progress = lambda share, cost: None,
) -> Abbreviated:
    """Return the model with the fewest calculations found whose torque error is below `error` on every sample.

    Args:
        chain: chain of the arm; armatures are included in the torque.
        ranges: ranges of states for which the error is limited.
        maximum_torque: (n,) maximum torques, N·m (N), positive.
        error: permitted error as a fraction of a joint's maximum torque, e.g. 0.005.
        moves: number of steps of the search; with 0, only the smallest terms are dropped.
        seed: seed of samples and search; the same arguments give the same model.
        progress: function that is called with the completed fraction and the calculations so far.

    Raises:
        AbbreviationError: a length differs from the number of joints, or an error or torque is not positive.
    """
    if len(ranges.lower) != chain.n or len(maximum_torque) != chain.n:
        raise AbbreviationError(f"{chain.name!r} has {chain.n} joints; give ranges and maximum torques for each")
    if not error > 0 or not all(torque > 0 for torque in maximum_torque):
        raise AbbreviationError("error and maximum torques must be positive; the error is a fraction, e.g. 0.005")
    equations = equations_of_motion(chain)
    samples = SampledTerms(equations, ranges, maximum_torque, COUNT, seed)
    own = RESERVE * error
    kept = set(dispensable(samples, own)[0])
    wide = dispensable(samples, POOL * own)[0] if moves else []
    indices = sorted({*wide, *kept})
    pool = Pool(samples, indices, own)
    by_size = tuple(Fraction(index in kept) for index in indices)
    search = _Search(equations, pool, by_size, seed)
    search.run(moves, progress)
    chosen = replace(equations, terms=pool.chosen(search.best))
    torques = tuple(float(torque) for torque in maximum_torque)
    return Abbreviated(equations, chosen, ranges, torques, error, search.system)


class _Search:
    """Simulated annealing over choices of terms; each choice is factored to count its calculations."""

    def __init__(self, equations: ChainEquations, pool: Pool, start: Choice, seed: int) -> None:
        self._equations, self._pool = equations, pool
        self._rng = random.Random(seed)
        self._expansion = Expansion(equations, pool.terms)
        self.best = start
        self.system = replace(equations, terms=pool.chosen(start)).torque_system()

    def run(self, moves: int, progress: Progress) -> None:
        """Try `moves` changes; store the choice with the fewest calculations in `best`, its torques in `system`."""
        if not moves or not self._pool.terms:
            return
        choice = self.best
        self.system = system = simplify_system(self.system, SKETCH)
        lowest = system.cost
        for done in range(moves):
            progress(done / moves, lowest)
            changed = self._changed(choice, system)
            if changed is None or not self._pool.admits(changed[0]):
                continue
            other = simplify_system(self._expansion.adjusted(changed[1], changed[0]), SKETCH, done)
            worse = other.cost - system.cost
            if worse <= 0 or self._rng.random() < math.exp(-worse / (START * (1 - done / moves))):
                choice, system = changed[0], other
                if system.cost < lowest:
                    self.best, self.system, lowest = choice, system, system.cost

    def _changed(self, choice: Choice, system: System) -> tuple[Choice, System] | None:
        """Return a changed choice and a system to adjust to it; None if the change is impossible."""
        rng, factors = self._rng, list(choice)
        kind = rng.random()
        if kind < CUTS:
            return self._expansion.cut(system, choice, rng)
        if kind < CUTS + 0.1:
            stay = Fraction(rng.random() < 0.5)
            for index in rng.choice(self._pool.groups):
                factors[index] = stay
        inside = [index for index, factor in enumerate(factors) if factor]
        outside = [index for index, factor in enumerate(factors) if not factor]
        for index in rng.sample(inside, min(len(inside), rng.choice((0, 1, 1, 2)))):
            factors[index] = Fraction(0)
        for index in rng.sample(outside, min(len(outside), rng.choice((0, 0, 1)))):
            factors[index] = Fraction(1)
        return tuple(factors), system
