"""Define `Task`, a function that the generator derives, with all its properties."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, NamedTuple

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..chain.gauge import PLAIN
from ..effort import OwnSearch
from ..equations.kane_at_state import ChainState
from ..program.inputs import Sizes
from ..program.program import Program
from ..program.system import System
from ..program.variables import Variables
from .starting_form import StartingForm


class ResultLayout(NamedTuple):
    """Layout of the result of a function.

    Attributes:
        places: indices of each element in the flat, row-major result, by label; two for an element of a symmetric
            matrix.
        shape: shape of the result.
    """

    places: Mapping[str, tuple[int, ...]]
    shape: tuple[int, ...]


class Task(ABC):
    """A function that the generator derives by factoring its equations.

    A subclass must define `name`, `description`, `layout`, `exact` and `at_state`. The search then starts from the
    expanded equations of `exact`. A task whose equations have shorter forms also defines `forms` and `system`.

    Attributes:
        name: name of the function in C and Python, and of its module in this folder.
        description: noun phrase with units that describes the result, for emitted code and the documentation.
        inputs: names of the inputs, such as ``"q"``, ``"qd"``, ``"qdd"``.
        takes: names of numbers of the chain that can be inputs too (`chain.inputs`): `OF_BODIES` if the function is
            linear in the numbers of the bodies, ``gravity_vector``, ``wrench``.
        result: name of the result in code.
        by_kane: whether `exact` and `at_state` are Kane's equations; otherwise they are the function's definition.
        in_models: whether every generated model has the function, because `DynamicModel` has it.
        with_friction: whether joint friction can be added to the result.
        abbreviated: elements that an abbreviated program has: ``a``, ``h`` (Christoffel symbols) and ``g``, or
            ``torque``; empty if there is no abbreviated program.
        search: temperature and rounds of the search.
        shares_rounds: whether the rounds are divided among the routes of the search.
    """

    name: str
    description: str
    inputs: tuple[str, ...] = ("q",)
    takes: ClassVar[tuple[str, ...]] = ()
    result: str = "result"
    by_kane: bool = False
    in_models: ClassVar[bool] = False
    with_friction: bool = False
    abbreviated: ClassVar[str] = ""
    search: OwnSearch = OwnSearch()
    shares_rounds: bool = False

    @property
    def reference(self) -> str:
        """Name, for messages, of the equations that the proof compares the function with."""
        return "Kane's equations" if self.by_kane else f"the definition of {self.name}"

    def own_sizes(self, chain: Chain) -> Sizes:
        """Return the sizes of the inputs that do not have one element per joint, by name."""
        return ()

    def elements_given(self, chain: Chain) -> Sequence[str]:
        """Return the names of the inputs' elements besides those of joints, as `at_state` needs them."""
        return []

    def check(self, chain: Chain) -> None:  # noqa: B027
        """Raise if the chain does not have the function.

        Raises:
            DerivationError: the chain does not have it.
        """

    def key(self, chain: Chain) -> str:
        """Return the name of the function's file in the cache, which is different for different functions of a chain.

        Args:
            chain: a chain for which `check` does not raise.
        """
        return self.name

    @abstractmethod
    def layout(self, chain: Chain) -> ResultLayout:
        """Return the layout of the result for a chain."""

    def sums(self, chain: Chain) -> Mapping[str, Mapping[str, Fraction]]:
        """Return parameters of the result that are sums of parameters of the chain: factors by name, by name."""
        return {}

    @abstractmethod
    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        """Return the expanded elements for the proof, as polynomials of the canonical ring, by label."""

    @abstractmethod
    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        """Return the elements at one state, by label, computed by equations independent of `exact` and `system`."""

    def variables(self, chain: Chain) -> Variables:
        """Return the variables of the function's programs, which are the same for all starting forms."""
        return Variables.of_links(chain)

    def forms(self, chain: Chain) -> list[StartingForm]:
        """Return the starting forms that the search tries first."""
        return [StartingForm((PLAIN,) * chain.n, 0)]

    def neighbours(self, form: StartingForm, chain: Chain) -> list[StartingForm]:
        """Return the starting forms that differ from `form` in one choice and may save calculations."""
        return []

    def route(self, form: StartingForm) -> int:
        """Return the number of a form's route: a few rounds rank the forms within a route, full searches the routes."""
        return form.depth

    def starts(self, forms: Sequence[StartingForm], cost: Callable[[StartingForm], int]) -> Sequence[StartingForm]:
        """Return the forms of one route in the order in which full searches start from them.

        Args:
            forms: the forms, by cost of their sketches.
            cost: function that returns the cost of a form's sketch.
        """
        return forms

    def system(self, chain: Chain, form: StartingForm) -> tuple[System, Variables]:
        """Return the unfactored system of equations in a starting form, and its variables.

        Args:
            chain: the chain.
            form: one of `forms` or their neighbours.
        """
        variables = self.variables(chain)
        system = variables.system()
        for label, element in self.exact(chain, variables.ring).items():
            if element:
                system.output(label, variables.polynomial(system, element))
        system.prune()
        return system, variables

    def completed(self, program: Program, chain: Chain) -> Program:
        """Return the function's program, given the program of the factored system.

        By default they are the same. A function that solves equations has a system with their coefficients; its program
        also has other inputs or another shape of the result.

        Raises:
            ZeroDivisionError: a matrix is singular at every state.
        """
        return program


class CombinedTask(ABC):
    """A function whose program combines the programs of other tasks, without a search.

    Attributes:
        name: name of the function in C and Python, and of its module in this folder.
        uses: names of the tasks whose programs are combined.
        missing: sentence for the header of emitted files if the function does not exist for an arm.
    """

    name: ClassVar[str]
    uses: ClassVar[tuple[str, ...]]
    missing: ClassVar[str]

    @abstractmethod
    def program(self, programs: Mapping[str, Program]) -> Program | None:
        """Combine the programs of `uses`, given by name; return None if the function does not exist for this arm."""
