"""Define the function that prepares numbers of bodies for functions that take them as an input."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...errors import DerivationError
from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..chain.inputs import PARAMETERS, PAYLOAD, ChainInputs
from ..equations.kane_at_state import ChainState
from ..program.inputs import Sizes
from ..program.program import Program
from ..program.regrouping import PREPARED
from ..program.variables import Variables
from .task import ResultLayout, Task
from .torque import TASK as TORQUE
from .with_inputs import TaskWithInputs

PREPARE = "prepare"
"""Name of the function; the inputs follow, as in ``prepare+payload``."""


class Preparation(Task):
    """Moments of all bodies that depend on a load or on parameters, regrouped into the fewest numbers.

    Functions such as ``torque+payload`` take its result as their last input.

    Args:
        inputs: the numbers of the bodies that are inputs.

    Raises:
        DerivationError: there are none, or other inputs.
    """

    result = PREPARED

    def __init__(self, inputs: ChainInputs) -> None:
        names = inputs.names_of_bodies
        if not names or inputs.direct_names:
            raise DerivationError(
                f"{PREPARE} has the inputs {PAYLOAD} and {PARAMETERS} only, as in {PREPARE}+{PAYLOAD}"
            )
        self._inputs, self._with = inputs, TaskWithInputs(TORQUE, inputs)
        self.name, self.inputs = f"{PREPARE}_{'_'.join(names)}", names
        words = " and ".join(names)
        self.description = f"numbers that depend only on {words}, for functions with {words} as input"

    def key(self, chain: Chain) -> str:
        return f"{PREPARE}-{self._with.key(chain)}"

    def own_sizes(self, chain: Chain) -> Sizes:
        return tuple(self._inputs.of(chain).sizes(self.inputs).items())

    def layout(self, chain: Chain) -> ResultLayout:
        names = self._with.variables(chain).prepared
        return ResultLayout({name: (place,) for place, name in enumerate(names)}, (len(names),))

    def variables(self, chain: Chain) -> Variables:
        return Variables(chain, (), direct=self._inputs.of(chain).elements)

    def completed(self, program: Program, chain: Chain) -> Program:
        names = self._inputs.of(chain).parameters
        words = f"; parameters {', '.join(names)}" if names else ""
        return replace(program, description=program.description + words)

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        return {name: own.in_ring(ring) for name, own in self._with.variables(chain).prepared.items()}

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        prepared: dict[str, Poly] = dict(self._with.variables(chain).prepared)
        return {name: sum(own.products(state.given.__getitem__, 1)) for name, own in prepared.items()}

    def elements_given(self, chain: Chain) -> Sequence[str]:
        return self._inputs.of(chain).elements
