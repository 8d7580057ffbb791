"""Reduce Christoffel symbols by a set of rules, compute B and C from the remaining symbols, and count the savings.

Christoffel symbols are linear forms in the derivatives ∂a_ij/∂q_k, and rules are linear forms that are zero. Gaussian
elimination brings all forms to a unique shape; symbols whose forms are multiples of each other are then counted as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from ..algebra.ring import Poly, Ring
from ..chain.chain import Chain
from ..equations.kane import Rows, kinetic_energy_matrix, pairs
from .rules import RULES, Derivative, DerivativeSum, Rule, twice_symbol

Reduced = tuple[tuple[Derivative, Fraction], ...]
"""Linear form after elimination: sorted (derivative, coefficient) pairs, first coefficient 1; empty for zero."""


def _late(derivative: Derivative) -> tuple[bool, int, Derivative]:
    """Return the sort key of elimination: derivatives below the diagonal first, then those of joints near the base."""
    i, j, k = derivative
    return (i > j, -(i + j + k), derivative)


class Reduction:
    """Christoffel symbols of a chain that remain after applying a set of rules."""

    def __init__(self, chain: Chain, rules: Iterable[Rule] = RULES) -> None:
        """Apply the rules to a chain.

        Args:
            chain: the chain; masses are only used to check whether the last link is symmetric.
            rules: rules to apply.
        """
        self._n = chain.n
        self._replaced: dict[Derivative, dict[Derivative, Fraction]] = {}
        for rule in rules:
            for relation in rule.relations(chain):
                self._eliminate(relation)
        self._symbols: dict[tuple[int, int, int], tuple[Fraction, Reduced]] = {
            (i, j, k): self._normal(twice_symbol(i, j, k)) for i, j, k in product(range(self._n), repeat=3)
        }

    @property
    def symbols(self) -> tuple[Reduced, ...]:
        """Forms of the unique nonzero Christoffel symbols; each symbol is a multiple of one of them."""
        return tuple(dict.fromkeys(form for _, form in self._symbols.values() if form))

    @property
    def derivatives(self) -> tuple[Derivative, ...]:
        """Derivatives of A that occur in `symbols`, sorted."""
        return tuple(sorted({derivative for form in self.symbols for derivative, _ in form}))

    def value(self, form: Reduced, a: Sequence[Sequence[Poly]]) -> Poly:
        """Evaluate a form for the elements of A."""
        ring = a[0][0].ring
        return ring.sum(a[i][j].derivative(k) * factor for (i, j, k), factor in form)

    def coriolis_and_centrifugal(self, a: Sequence[Sequence[Poly]]) -> tuple[Rows, Rows]:
        """Return B (n, n(n-1)/2) and C (n, n); each unique symbol is computed once (AKB 4 and 5)."""
        formed = {form: self.value(form, a) for form in self.symbols}
        formed[()] = a[0][0].ring.constant(0)

        def twice(i: int, j: int, k: int) -> Poly:
            factor, form = self._symbols[i, j, k]
            return formed[form] * factor

        n = self._n
        b = tuple(tuple(twice(i, j, k) for j, k in pairs(n)) for i in range(n))
        c = tuple(tuple(twice(i, j, j) * Fraction(1, 2) for j in range(n)) for i in range(n))
        return b, c

    def _eliminate(self, relation: DerivativeSum) -> None:
        """Use a relation to replace its first derivative, in the order of `_late`, by the others."""
        form = self._reduced(relation)
        if form:
            first = max(form, key=_late)
            lead = form.pop(first)
            self._replaced[first] = {derivative: -value / lead for derivative, value in form.items()}

    def _reduced(self, form: DerivativeSum) -> dict[Derivative, Fraction]:
        # A derivative is replaced by derivatives later in the order, so this terminates.
        result = {derivative: Fraction(value) for derivative, value in form.items()}
        while pending := [derivative for derivative in result if derivative in self._replaced]:
            factor = result.pop(pending[0])
            for derivative, value in self._replaced[pending[0]].items():
                result[derivative] = result.get(derivative, Fraction(0)) + factor * value
        return {derivative: value for derivative, value in result.items() if value}

    def _normal(self, form: DerivativeSum) -> tuple[Fraction, Reduced]:
        """Split a form into a factor and its normal form."""
        terms = sorted(self._reduced(form).items())
        if not terms:
            return Fraction(0), ()
        lead = terms[0][1]
        return lead, tuple((derivative, value / lead) for derivative, value in terms)


@dataclass(frozen=True)
class RuleSaving:
    """Numbers of symbols and derivatives after applying one more rule.

    Symbols that are multiples of each other are counted once. The counts `symbols` and `derivatives` follow from the
    rules; the other counts also exclude what is identically zero in this chain (a45 = 0 of the PUMA).

    Attributes:
        rule: name of the rule; "none" for the first step.
        equations: equation numbers of the rule in the papers.
        symbols: number of unique Christoffel symbols.
        symbols_nonzero: number of these that are not identically zero.
        derivatives: number of derivatives ∂a_ij/∂q_k to compute.
        derivatives_nonzero: number of these that are not identically zero.
    """

    rule: str
    equations: str
    symbols: int
    symbols_nonzero: int
    derivatives: int
    derivatives_nonzero: int


def rule_savings(chain: Chain, rules: Iterable[Rule] = RULES) -> tuple[RuleSaving, ...]:
    """Return how many symbols and derivatives are left after each rule, as rules are added one after the other.

    For the PUMA 560, AKB's rules (7) to (10) leave 126, 70, 50 and 48 derivatives. Without two that are zero in
    this arm (of a26 and a45) 46 are left, and the paper has 46, too. For the meaning of AKB's 61, 14 and 12 symbols,
    see docs/derivations/kane.md.
    """
    a = kinetic_energy_matrix(chain, Ring())
    steps: list[RuleSaving] = []
    on: list[Rule] = []
    for rule in (None, *rules):
        if rule is not None:
            on.append(rule)
        reduction = Reduction(chain, on)
        symbols, derivatives = reduction.symbols, reduction.derivatives
        steps.append(
            RuleSaving(
                rule.name if rule else "none",
                rule.equations if rule else "",
                len(symbols),
                sum(bool(reduction.value(form, a)) for form in symbols),
                len(derivatives),
                sum(bool(a[i][j].derivative(k)) for i, j, k in derivatives),
            )
        )
    return tuple(steps)
