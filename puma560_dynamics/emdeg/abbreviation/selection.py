"""Select terms of the equations of motion that can be dropped within a limit of the torque error.

Errors are fractions of a joint's maximum torque. Coefficients whose magnitudes differ by a power of two (2·I5 in B and
I5 in A) belong to the same *constant*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ...arrays import FloatArray
from .ranges import Ranges
from .significance_rule import largest_coefficient
from .terms import GRAVITY, VELOCITY, Basis, ChainEquations, ElementTerm

KEPT = 1 << 23
"""Number of cached float64 values (64 MiB), enough for most contributions of an arm like the PUMA."""


def constant_of(term: ElementTerm) -> Fraction:
    """Return the magnitude of a term's coefficient without factors of two."""
    size = abs(term.coefficient)
    n, d = size.numerator, size.denominator
    return Fraction(n // (n & -n), d // (d & -d))


class SampledTerms:
    """Contributions of the terms to the torque at random states in the ranges."""

    def __init__(
        self, equations: ChainEquations, ranges: Ranges, maximum_torque: Sequence[float], count: int, seed: int
    ):
        self.equations = equations
        self.maximum = np.asarray(maximum_torque, dtype=float)
        self.values = equations.values(*ranges.sample(count, seed))
        self.count = count
        self._basis = Basis(self.values, KEPT)
        self._ranges = ranges
        self._known: dict[tuple[ElementTerm, int], FloatArray] = {}

    def contribution(self, term: ElementTerm, row: int) -> FloatArray:
        """Return the term's torque (samples,) as a fraction of the maximum torque of joint `row`, read-only."""
        key = term, row
        found = self._known.get(key)
        if found is None:
            found = self._basis.of(term, row)
            found *= float(term.coefficient)
            found /= float(self.maximum[row])
            found.flags.writeable = False
            if len(self._known) * self.count < KEPT:
                self._known[key] = found
        return found

    def ceiling(self, term: ElementTerm, row: int) -> float:
        """Return an upper bound of the contribution's magnitude over all states, with sines and cosines at most 1."""
        return largest_torque(term, row, self._ranges) / float(self.maximum[row])


def largest_torque(term: ElementTerm, row: int, ranges: Ranges) -> float:
    """Return an upper bound of a term's torque at joint `row`, N·m (N), with sines and cosines at most 1."""
    size = float(largest_coefficient(term, ranges))
    if term.kind == VELOCITY:
        return size * ranges.velocity[term.element[1]] * ranges.velocity[term.element[2]]
    if term.kind == GRAVITY:
        return size
    i, j = term.element
    return size * ranges.acceleration[j if row == i else i]


def dispensable(samples: SampledTerms, error: float) -> tuple[list[int], list[int]]:
    """Drop terms in order of size, the smallest first, as long as the error of the dropped terms is within `error`.

    Returns:
        Indices of the kept terms, and of the dropped terms.
    """
    terms = samples.equations.terms
    largest = [max(samples.ceiling(term, row) for row in term.rows) for term in terms]
    residual = np.zeros((len(samples.maximum), samples.count))
    settled = np.zeros(len(samples.maximum))
    kept, dropped, sized = [], [], []
    for index in sorted(range(len(terms)), key=lambda i: (largest[i], i)):
        rows = terms[index].rows
        ceilings = [samples.ceiling(terms[index], row) for row in rows]
        if all(settled[row] + c <= 0.02 * error for row, c in zip(rows, ceilings, strict=True)):
            for row, c in zip(rows, ceilings, strict=True):  # tiny terms are dropped by their bounds alone
                settled[row] += c
            dropped.append(index)
        else:
            reached = max(float(np.abs(samples.contribution(terms[index], row)).max()) for row in rows)
            sized.append((reached, index))
    for _, index in sorted(sized):
        added = {row: residual[row] + samples.contribution(terms[index], row) for row in terms[index].rows}
        if all(float(np.abs(value).max()) + settled[row] <= error for row, value in added.items()):
            for row, value in added.items():
                residual[row] = value
            dropped.append(index)
        else:
            kept.append(index)
    return sorted(kept), sorted(dropped)


Choice = tuple[Fraction, ...]
"""Factor for each term of a pool: 0 drops the term, 1 keeps it unchanged."""


class Pool:
    """Terms that a search may keep or drop, while all other terms are dropped; errors are evaluated on samples.

    Attributes:
        terms: terms of the pool.
        groups: indices of the terms of each constant.
    """

    def __init__(self, samples: SampledTerms, indices: Sequence[int], error: float) -> None:
        self._error = error
        everything = samples.equations.terms
        self.terms = [everything[index] for index in indices]
        constants = sorted({constant_of(term) for term in self.terms})
        self.groups = [[i for i, t in enumerate(self.terms) if constant_of(t) == constant] for constant in constants]
        rows = range(len(samples.maximum))
        self._places = [np.array([i for i, t in enumerate(self.terms) if r in t.rows], dtype=int) for r in rows]
        self._parts = [
            np.array([samples.contribution(self.terms[i], r) for i in self._places[r]]).reshape(-1, samples.count)
            for r in rows
        ]
        self._target = np.zeros((len(rows), samples.count))
        for term in everything:
            for row in term.rows:
                self._target[row] += samples.contribution(term, row)
        self._hard: list[NDArray[np.int_]] = [np.zeros(0, dtype=int) for _ in rows]
        self._cut()

    def admits(self, choice: Choice) -> bool:
        """Return whether the error of a choice is within the limit at every sample.

        The worst samples of a refused choice are checked first in later calls.
        """
        factors = np.array([float(factor) for factor in choice])
        for places, parts, target in zip(self._places, self._hard_parts, self._hard_target, strict=True):
            if np.abs(target - factors[places] @ parts).max(initial=0.0) > self._error:
                return False
        good = True
        for row, (places, parts) in enumerate(zip(self._places, self._parts, strict=True)):
            errors = np.abs(self._target[row] - factors[places] @ parts)
            if errors.max() > self._error:
                good = False
                self._hard[row] = np.union1d(self._hard[row], np.argsort(-errors, kind="stable")[:50])
        if not good:
            self._cut()
        return good

    def chosen(self, choice: Choice) -> tuple[ElementTerm, ...]:
        """Return the terms of a choice, with their coefficients multiplied by its factors."""
        return tuple(
            replace(term, coefficient=term.coefficient * factor)
            for term, factor in zip(self.terms, choice, strict=True)
            if factor
        )

    def _cut(self) -> None:
        self._hard_parts = [parts[:, hard] for parts, hard in zip(self._parts, self._hard, strict=True)]
        self._hard_target = [target[hard] for target, hard in zip(self._target, self._hard, strict=True)]
