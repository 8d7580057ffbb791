"""Abbreviated models: few calculations for a bounded torque error over stated ranges.

The paper drops a term that is small compared with others of its equation. Here a term is dropped if what
all the dropped ones do to the torque, together, stays below an error that the user states, and of
two choices the one is taken whose equations cost less *after factoring*.

1. `selection.dispensable`: terms by size, the smallest dropped first.
2. A search over the largest terms: drop, swap, take back, whole constants at once, or cut a term of the
   *factored* equations, which changes many terms in step (`expansion`). What a choice costs is found by
   factoring it.
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
"""Samples by which terms are chosen."""

SKETCH = 24
"""Rounds of factoring by which a choice is judged."""

RESERVE = 0.97
"""Share of the stated error that the choice may use on the samples that it sees; the rest is for others."""

POOL = 0.3
"""Terms that a choice at this fraction of the error drops are dropped for good."""

CUTS = 0.6
"""Share of the search's changes that cut a term of the factored equations."""

START = 0.5
"""Calculations for which the search pays at first with even odds against e."""

Progress = Callable[[float, int], None]
"""Called with the fraction that is done and the calculations so far."""


@dataclass(frozen=True)
class Abbreviated:
    """An abbreviated model of a chain.

    Attributes:
        exact: the equations it abbreviates.
        kept: the remaining terms, with the same variables.
        ranges: where its error was bounded.
        maximum_torque: (n,) N·m, what errors are shares of.
        error: the stated share.
        factored: the torques as far as the search has factored them.
    """

    exact: ChainEquations
    kept: ChainEquations
    ranges: Ranges
    maximum_torque: tuple[float, ...]
    error: float
    factored: System

    @property
    def terms(self) -> tuple[tuple[ElementTerm, ...], ...]:
        """Terms of the torque of each joint; a term of A off the diagonal is listed at both its joints."""
        return tuple(tuple(t for t in self.kept.terms if row in t.rows) for row in range(self.exact.chain.n))

    def system(self) -> System:
        """Return the system of the torques for further factoring: outputs ``tau_1 …`` that are not zero."""
        return self.factored.copy()

    def element_system(self, kinds: str = "ahg") -> System:
        """Return the system of the elements of A (``a``), B and C (``h``) or g (``g``), to be factored."""
        return self.kept.element_system(kinds)

    def torque_error(self, count: int = COUNT, seed: int = 1986) -> tuple[FloatArray, FloatArray]:
        """Return RMS and largest error, (n,) each, as fractions of maximum torque, over samples that were not used."""
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
    """Return the cheapest choice of terms found whose torque error stays below `error` on every sample.

    Args:
        chain: the arm; its armatures are part of its torque.
        ranges: where the error is bounded.
        maximum_torque: (n,) N·m (N), positive.
        error: largest error as a share of a joint's maximum torque, e.g. 0.005.
        moves: steps of the search; none leaves the choice by size.
        seed: of samples and search; the same arguments give the same model.
        progress: called with the share done.

    Raises:
        AbbreviationError: lengths that do not fit the chain, or an error or torque that is not positive.
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
    """Annealing over the choices of a pool, each with its equations factored."""

    def __init__(self, equations: ChainEquations, pool: Pool, start: Choice, seed: int) -> None:
        self._equations, self._pool = equations, pool
        self._rng = random.Random(seed)
        self._expansion = Expansion(equations, pool.terms)
        self.best = start
        self.system = replace(equations, terms=pool.chosen(start)).torque_system()

    def run(self, moves: int, progress: Progress) -> None:
        """Try `moves` changes; afterwards `best` is the cheapest choice within the error, and `system` its torques."""
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
        """Another choice, and a system to adjust for it; None if the change has no sense."""
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
