"""What each structural rule saves: AKB's path from 126 Christoffel symbols and 126 derivatives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..algebra.ring import Ring
from ..chain.chain import Chain
from ..equations.kane import kinetic_energy_matrix
from .reduction import Reduction
from .rules import RULES, Rule


@dataclass(frozen=True)
class RuleSaving:
    """The state after one more rule.

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
    """The counts with the rules switched on one after the other, in their order.

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
