"""`Task`: a function that the generator derives, with everything that is particular to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..chain.gauge import PLAIN
from ..effort import OwnSearch
from ..equations.kane_at_state import ChainState
from ..program.program import Program
from ..program.system import System
from ..program.variables import Variables
from .starting_form import StartingForm


class ResultLayout(NamedTuple):
    """The result of a function.

    Attributes:
        places: label of each element -> its places in the flat, row-major result; a symmetric element has two.
        shape: of the result.
    """

    places: Mapping[str, tuple[int, ...]]
    shape: tuple[int, ...]


class Task(ABC):
    """A function that the generator derives by factoring its equations.

    A subclass needs `name`, `description`, `layout`, `exact` and `at_state`. The search then begins with the expanded
    equations of `exact`; a task with shorter ways to write them gives `forms` and `system`.

    Attributes:
        name: of the function in C and Python, of its module here.
        description: what it computes, with units, in half a sentence; emitted code and the documentation show it.
        inputs: which of ``"q"``, ``"qd"``, ``"qdd"`` it takes.
        result: name of the result in code.
        by_kane: `exact` and `at_state` are Kane's equations; they are the definition of the function otherwise.
        in_models: part of every generated model, because `DynamicModel` has it.
        with_friction: joint friction can be added to its result.
        abbreviated: which elements an abbreviated program has: some of ``a``, ``h`` (Christoffel symbols) and ``g``,
            or ``torque``; empty if there is no abbreviated program.
        search: temperature and rounds of the search.
        shares_rounds: whether the routes of the search share their rounds.
    """

    name: ClassVar[str]
    description: ClassVar[str]
    inputs: ClassVar[tuple[str, ...]] = ("q",)
    result: ClassVar[str] = "result"
    by_kane: ClassVar[bool] = False
    in_models: ClassVar[bool] = False
    with_friction: ClassVar[bool] = False
    abbreviated: ClassVar[str] = ""
    search: ClassVar[OwnSearch] = OwnSearch()
    shares_rounds: ClassVar[bool] = False

    @property
    def reference(self) -> str:
        """Name of what the proof compares the function with, in sentences."""
        return "Kane's equations" if self.by_kane else f"the definition of {self.name}"

    @abstractmethod
    def layout(self, n: int) -> ResultLayout:
        """Labels, places and shape of the result for a chain of n joints."""

    @abstractmethod
    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        """Return the elements written out, which the proof compares: label -> polynomial in the canonical ring."""

    @abstractmethod
    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        """Return the elements at one state, by equations independent of `exact` and `system`: label -> number."""

    def variables(self, chain: Chain) -> Variables:
        """Return the variables of the function's programs; they are the same for every starting form."""
        return Variables.of_links(chain)

    def forms(self, chain: Chain) -> list[StartingForm]:
        """Return the forms that the search tries first."""
        return [StartingForm((PLAIN,) * chain.n, 0)]

    def neighbours(self, form: StartingForm, chain: Chain) -> list[StartingForm]:
        """Return the forms that differ from `form` in one choice and may save something."""
        return []

    def route(self, form: StartingForm) -> int:
        """The route of a form. A few rounds rank the forms of one route; routes compete to the end of the search."""
        return form.depth

    def system(self, chain: Chain, form: StartingForm) -> tuple[System, Variables]:
        """Return the system of equations in one form, not yet factored.

        Args:
            chain: the arm.
            form: one of `forms` or their neighbours.
        """
        variables = self.variables(chain)
        system = variables.system()
        for label, element in self.exact(chain, variables.ring).items():
            if element:
                system.output(label, variables.polynomial(system, element))
        system.prune()
        return system, variables


class CombinedTask(ABC):
    """A function with a program made of those of other tasks; nothing is factored.

    Attributes:
        name: of the function in C and Python, of its module here.
        uses: names of the tasks whose programs it is made of.
        missing: sentence for the head of emitted files where an arm does not have it.
    """

    name: ClassVar[str]
    uses: ClassVar[tuple[str, ...]]
    missing: ClassVar[str]

    @abstractmethod
    def program(self, programs: Mapping[str, Program]) -> Program | None:
        """Return the program, from those of `uses` by name; None if the function does not exist for this arm."""
