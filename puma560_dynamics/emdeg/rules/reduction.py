"""The fewest Christoffel symbols and derivatives that a set of rules leaves, B and C from these alone, and savings.

Symbols are linear forms in the derivatives ∂a_ij/∂q_k, and rules are forms that vanish. Elimination
brings every form to one shape; forms that are multiples of each other are then one symbol.
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
"""A form after elimination, sorted, the coefficient of its first derivative 1; empty for zero."""


def _late(derivative: Derivative) -> tuple[bool, int, Derivative]:
    """Order of elimination: below the diagonal first, then joints near the base."""
    i, j, k = derivative
    return (i > j, -(i + j + k), derivative)


class Reduction:
    """The Christoffel symbols of a chain that remain under some of the rules."""

    def __init__(self, chain: Chain, rules: Iterable[Rule] = RULES) -> None:
        """Eliminate.

        Args:
            chain: whose structure the rules look at; its masses matter to the symmetric last link alone.
            rules: those that are switched on.
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
        """The unique non-zero Christoffel symbols, each as a multiple of its form."""
        return tuple(dict.fromkeys(form for _, form in self._symbols.values() if form))

    @property
    def derivatives(self) -> tuple[Derivative, ...]:
        """The derivatives of A that these symbols are made of."""
        return tuple(sorted({derivative for form in self.symbols for derivative, _ in form}))

    def value(self, form: Reduced, a: Sequence[Sequence[Poly]]) -> Poly:
        """Return a form with the elements of A put in."""
        ring = a[0][0].ring
        return ring.sum(a[i][j].derivative(k) * factor for (i, j, k), factor in form)

    def coriolis_and_centrifugal(self, a: Sequence[Sequence[Poly]]) -> tuple[Rows, Rows]:
        """B (n, n(n-1)/2) and C (n, n), each unique symbol formed once (AKB 4 and 5)."""
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
        """Let the relation's first derivative in the order be replaced by the others."""
        form = self._reduced(relation)
        if form:
            first = max(form, key=_late)
            lead = form.pop(first)
            self._replaced[first] = {derivative: -value / lead for derivative, value in form.items()}

    def _reduced(self, form: DerivativeSum) -> dict[Derivative, Fraction]:
        # What replaces a derivative comes later in the order, so this ends.
        result = {derivative: Fraction(value) for derivative, value in form.items()}
        while pending := [derivative for derivative in result if derivative in self._replaced]:
            factor = result.pop(pending[0])
            for derivative, value in self._replaced[pending[0]].items():
                result[derivative] = result.get(derivative, Fraction(0)) + factor * value
        return {derivative: value for derivative, value in result.items() if value}

    def _normal(self, form: DerivativeSum) -> tuple[Fraction, Reduced]:
        """Return a form as factor times its normal form."""
        terms = sorted(self._reduced(form).items())
        if not terms:
            return Fraction(0), ()
        lead = terms[0][1]
        return lead, tuple((derivative, value / lead) for derivative, value in terms)


@dataclass(frozen=True)
class RuleSaving:
    """Counts after one more rule.

    A symbol is *unique* if no other is a multiple of it. Formal counts follow from the rules alone;
    the others leave out, besides, what vanishes identically in this chain (a45 = 0 of the PUMA).

    Attributes:
        rule: name of the rule, "none" for the first step.
        equations: where the papers have it.
        symbols: unique Christoffel symbols.
        symbols_nonzero: those of them that do not vanish identically.
        derivatives: derivatives ∂a_ij/∂q_k that are to be formed.
        derivatives_nonzero: those of them that do not vanish identically.
    """

    rule: str
    equations: str
    symbols: int
    symbols_nonzero: int
    derivatives: int
    derivatives_nonzero: int


def rule_savings(chain: Chain, rules: Iterable[Rule] = RULES) -> tuple[RuleSaving, ...]:
    """Count symbols and derivatives with the rules switched on one after the other, in their order.

    For the PUMA 560 the derivatives go 126, 70, 50, 48 by AKB's (7) to (10), and 46 as in the paper
    without the two of 26 and 45 that vanish. For what AKB's 61, 14 and 12 symbols may mean, see
    docs/derivations/kane.md.
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
