"""Expand factored equations into terms, and apply changes of terms to factored equations.

A term of a definition that several joints use corresponds to many terms of the equations of motion. Deleting it leaves
the rest of the equations factored, so its calculations are really saved. Expanding the equations again shows how the
coefficients changed; A is kept symmetric by applying the same change to both entries of a coupling.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

from ..algebra.coefficients import ONE
from ..algebra.ring import Coefficient, Poly
from ..program.system import Polynomial, System
from .selection import Choice
from .terms import ChainEquations, ElementTerm


class Expansion:
    """Table of the monomials of the torques that correspond to given terms.

    Args:
        equations: equations of the chain.
        terms: terms of the pool (`selection.Pool`) that a choice refers to.
    """

    def __init__(self, equations: ChainEquations, terms: Sequence[ElementTerm]) -> None:
        self._variables, self._terms = equations.variables, terms
        ring = self._variables.ring
        self._places: list[list[tuple[str, int]]] = []
        for term in terms:
            own = []
            for row in term.rows:
                exponents = dict(term.factors)
                for name in term.rates(row):
                    exponents[name] = exponents.get(name, 0) + 1
                own.append((f"tau_{row + 1}", ring.monomial(exponents)))
            self._places.append(own)
        self._term = {place: index for index, own in enumerate(self._places) for place in own}

    def cut(self, system: System, choice: Choice, rng: random.Random) -> tuple[Choice, System] | None:
        """Delete a random term of the factored `system` of `choice`.

        Returns:
            The changed choice and the changed system; None if the change affects terms outside the pool.
        """
        shorter = system.copy()
        if not shorter.definitions:
            return None
        definition = shorter.definitions[rng.choice(sorted(shorter.definitions))]
        del definition[rng.choice(sorted(definition))]
        changes: dict[int, Fraction] = {}
        for label, change in self._excess(shorter, choice).items():
            for monomial, coefficient in change.items():
                index = self._term.get((label, monomial))
                if index is None:
                    return None
                exact = Fraction(coefficient)
                if abs(exact) > abs(changes.get(index, Fraction(0))):
                    changes[index] = exact
        other = list(choice)
        for index, coefficient in changes.items():
            other[index] += coefficient / self._terms[index].coefficient
        return tuple(other), self.adjusted(shorter, tuple(other))

    def adjusted(self, system: System, choice: Choice) -> System:
        """Return the system with the torques of `choice`, by adding the difference to each torque."""
        result = system.copy()
        for label, excess in self._excess(system, choice).items():
            if not excess:
                continue
            old = result.outputs.get(label)
            own: Polynomial = {}
            if old is not None:
                used = any(old in monomial for form in result.definitions.values() for monomial in form)
                own = {(old,): ONE} if used else result.definitions.pop(old)
            result.output(label, result.plus(own, self._variables.polynomial(result, -excess)))
        result.prune()
        return result

    def _excess(self, system: System, choice: Choice) -> dict[str, Poly]:
        """Return the torques of the system minus the torques of the choice, by output label."""
        ring = self._variables.ring
        wanted: dict[str, dict[int, Coefficient]] = {}
        for own, term, factor in zip(self._places, self._terms, choice, strict=True):
            for label, monomial in own:
                if factor:
                    wanted.setdefault(label, {})[monomial] = term.coefficient * factor
        given = system.evaluate(self._variables.elements, ring.constant(1))
        zero = ring.constant(0)
        labels = sorted({*wanted, *given})
        return {label: given.get(label, zero) - Poly(ring, wanted.get(label, {})) for label in labels}
