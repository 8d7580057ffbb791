"""Define what the tasks of derivatives share: starting forms, search, systems by recursion, and layout of matrices."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence, Set
from itertools import zip_longest
from typing import ClassVar

from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..chain.gauge import PLAIN
from ..chain.inertia import Moments
from ..effort import OwnSearch
from ..program.equal_values import share_equal_values
from ..program.system import System
from ..program.variables import Variables, prepared, prepared_variables
from .starting_form import StartingForm, every_unturned, other_gauges, other_units, other_unturned, wrist_gauge
from .task import Task

NEARLY_EQUAL = 1.05
"""Largest ratio of the sketches' costs with and without unturned links for which the search starts from both."""


class DerivativeTask(Task):
    """A function with the elements of `TorqueDerivatives`, of which a subclass selects some (`elements`).

    Attributes:
        unturned: whether forms with unturned links are tried; at rest they save nothing.
    """

    unturned: ClassVar[bool] = True

    search = OwnSearch(heat=0.2, least=3000)  # costs are high, and rounds beyond the usual number still save 3 to 8 %

    def variables(self, chain: Chain) -> Variables:
        return prepared_variables(chain)

    def forms(self, chain: Chain) -> list[StartingForm]:
        forms = [StartingForm(gauge, 0) for gauge in ((PLAIN,) * chain.n, wrist_gauge(chain.n))]
        return forms + every_unturned(forms, chain) if self.unturned else forms

    def neighbours(self, form: StartingForm, chain: Chain) -> list[StartingForm]:
        others = other_units(form, chain) + other_gauges(form, chain)
        return others + other_unturned(form, chain) if self.unturned else others

    def starts(self, forms: Sequence[StartingForm], cost: Callable[[StartingForm], int]) -> Sequence[StartingForm]:
        # The sketch of a form with unturned links may be cheaper although the longer search finds less without them.
        kinds = [[form for form in forms if bool(form.unturned) == left] for left in (True, False)]
        if not all(kinds) or max(cost(kind[0]) for kind in kinds) > NEARLY_EQUAL * cost(forms[0]):
            return forms
        pairs = zip_longest(*sorted(kinds, key=lambda kind: cost(kind[0])))
        return [form for pair in pairs for form in pair if form is not None]

    def system(self, chain: Chain, form: StartingForm) -> tuple[System, Variables]:
        chain, bodies, variables = prepared(chain.in_unit(form.unit), form.gauge)
        system = variables.system()
        for label, value in self.elements(chain, bodies, variables, system, form.unturned).items():
            polynomial = system.polynomial_of(value)
            if polynomial:
                system.output(label, polynomial)
        share_equal_values(system, variables)
        system.prune()
        return system, variables

    @abstractmethod
    def elements(
        self, chain: Chain, bodies: tuple[Moments, ...], variables: Variables, system: System, unturned: Set[int]
    ) -> Mapping[str, Scalar]:
        """Return the elements by label, whose calculations the system records.

        Args:
            chain: the chain, with combined offsets along parallel axes.
            bodies: bodies of the chain in the gauge of the starting form.
            variables: variables of the chain.
            system: system that records the calculations.
            unturned: indices of links that should have unturned axes (`chain.groups`).
        """


def square_places(label: str, n: int, start: int = 0) -> dict[str, tuple[int, ...]]:
    """Return the flat indices of the elements ``label_i_j`` of an (n, n) matrix that begins at index `start`."""
    return {f"{label}_{i + 1}_{j + 1}": (start + i * n + j,) for i in range(n) for j in range(n)}


def square(label: str, elements: Mapping[tuple[int, int], Scalar]) -> dict[str, Scalar]:
    """Return the elements of a matrix, given by row and column, by their labels."""
    return {f"{label}_{i + 1}_{j + 1}": value for (i, j), value in elements.items()}
