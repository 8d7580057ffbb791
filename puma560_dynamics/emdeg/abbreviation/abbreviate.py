"""Abbreviate a model by a criterion: the paper's significance rule, or a limit of the torque error.

The paper drops a term if it is small compared with other terms of its equation (`significance_rule`). The other
criterion drops terms as long as the torque error of all dropped terms together stays below a limit over given ranges of
states, and minimises the calculations of the remaining equations *after factoring*. It has two steps:

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
from .bounds import error_equations
from .criterion import Criterion, criterion_text
from .expansion import Expansion
from .ranges import Ranges
from .selection import Choice, Pool, SampledTerms, dispensable
from .significance_rule import SignificanceRule
from .terms import ACCELERATION, Basis, ChainEquations, ElementTerm, equations_of_motion

COUNT = 20_000
"""Number of sampled states for choosing terms."""

BLOCK = 2000
"""Number of sampled states whose errors are computed at once."""

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

MOST_TERMS = 2000
"""Largest number of kept terms. Factoring 1700 terms takes 7 s and 1.2 GB of memory, and leaves 1800 calculations; the
exact inverse dynamics of an arm with so many terms take about 700."""

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
        criterion: rule by which terms were dropped, or permitted error as a fraction of maximum torque.
        factored: system of the torques, partly factored by the search.
    """

    exact: ChainEquations
    kept: ChainEquations
    ranges: Ranges
    maximum_torque: tuple[float, ...]
    criterion: Criterion
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

    def task_system(self, parts: str) -> System:
        """Return the unproven system of a task, by the elements that it has (`Task.abbreviated`)."""
        return self.system() if parts == "torque" else self.element_system(parts)

    def torque_error(self, count: int = COUNT, seed: int = 1986) -> tuple[FloatArray, FloatArray]:
        """Return RMS and largest error over fresh samples, (n,) each, as fractions of maximum torque."""
        wrong = error_equations(self.exact, self.kept.terms)
        states = self.ranges.sample(count, seed)
        blocks = range(0, count, BLOCK)  # bound the memory of equations with tens of thousands of terms
        torques = [wrong.torque(*(each[start : start + BLOCK] for each in states)) for start in blocks]
        error = np.concatenate(torques) / np.array(self.maximum_torque)
        return np.sqrt(np.mean(error**2, axis=0)), np.abs(error).max(axis=0)

    def is_positive_definite(self, count: int = COUNT, seed: int = 1986) -> bool:
        """Return whether the kinetic energy matrix of the kept terms is positive definite at all sampled positions."""
        states = self.ranges.sample(count, seed)
        n = self.exact.chain.n
        matrix = np.zeros((count, n, n))
        basis = Basis(self.kept.values(*states))
        for term in self.kept.terms:
            if term.kind == ACCELERATION:
                i, j = term.element
                matrix[:, i, j] += float(term.coefficient) * basis.product(term.factors)
                matrix[:, j, i] = matrix[:, i, j]
        return bool(np.linalg.eigvalsh(matrix).min() > 0)


def abbreviate(
    chain: Chain,
    ranges: Ranges,
    maximum_torque: Sequence[float],
    criterion: Criterion,
    moves: int = 1200,
    seed: int = 0,
    progress: Progress = lambda share, cost: None,
) -> Abbreviated:
    """Return the terms that the rule keeps, or the model with the fewest calculations found for a permitted error.

    Args:
        chain: chain of the arm; armatures are included in the torque.
        ranges: ranges of states for which the error is stated, and limited on every sample if an error is permitted.
        maximum_torque: (n,) maximum torques, N·m (N), positive.
        criterion: the rule, or the permitted error as a fraction of a joint's maximum torque, e.g. 0.005.
        moves: number of steps of the search for a permitted error; with 0, only the smallest terms are dropped.
        seed: seed of samples and search; the same arguments give the same model.
        progress: function that is called with the completed fraction and the calculations so far.

    Raises:
        AbbreviationError: a length differs from the number of joints, an error or torque is not positive, or more than
            `MOST_TERMS` terms remain.
    """
    if len(ranges.lower) != chain.n or len(maximum_torque) != chain.n:
        raise AbbreviationError(f"{chain.name!r} has {chain.n} joints; give ranges and maximum torques for each")
    positive = isinstance(criterion, SignificanceRule) or criterion > 0
    if not positive or not all(torque > 0 for torque in maximum_torque):
        raise AbbreviationError("error and maximum torques must be positive; the error is a fraction, e.g. 0.005")
    equations, torques = equations_of_motion(chain), tuple(float(torque) for torque in maximum_torque)
    if isinstance(criterion, SignificanceRule):
        chosen = replace(equations, terms=criterion.kept(equations, ranges))
        _refuse_many(chosen, equations, criterion)
        return Abbreviated(equations, chosen, ranges, torques, criterion, chosen.torque_system())
    samples = SampledTerms(equations, ranges, maximum_torque, COUNT, seed)
    own = RESERVE * criterion
    kept = set(dispensable(samples, own)[0])
    if not kept:
        raise AbbreviationError(
            f"the permitted error, {criterion:.3g} of maximum torque, is larger than every torque of {chain.name!r}: "
            "no term would be kept; give a smaller one, e.g. 0.01"
        )
    _refuse_many(replace(equations, terms=tuple(equations.terms[i] for i in kept)), equations, criterion)
    wide = dispensable(samples, POOL * own)[0] if moves else []
    indices = sorted({*wide, *kept})
    pool = Pool(samples, indices, own)
    by_size = tuple(Fraction(index in kept) for index in indices)
    search = _Search(equations, pool, by_size, seed)
    search.run(moves, progress)
    chosen = replace(equations, terms=pool.chosen(search.best))
    return Abbreviated(equations, chosen, ranges, torques, criterion, search.system)


def _refuse_many(kept: ChainEquations, exact: ChainEquations, criterion: Criterion) -> None:
    """Raise if the kept terms are too many to be factored; the exact model then needs fewer calculations anyway."""
    if len(kept.terms) > MOST_TERMS:
        raise AbbreviationError(
            f"the criterion {criterion_text(criterion)} keeps {len(kept.terms)} of the {len(exact.terms)} terms of "
            f"{exact.chain.name!r}, and at most {MOST_TERMS} can be factored: give a larger error or larger "
            "thresholds, or use the exact model, which needs fewer calculations than so many terms"
        )


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
