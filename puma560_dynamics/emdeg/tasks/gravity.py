"""Define the task of the gravity torque, by recursion with explicit equations for a few inner links."""

from __future__ import annotations

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..chain.gauge import PLAIN
from ..chain.inputs import GRAVITY, OF_BODIES
from ..effort import OwnSearch
from ..equations.elements import share_multiples
from ..equations.inverse_dynamics import gravity_system
from ..equations.kane import gravity_torque
from ..equations.kane_at_state import ChainState, kane_gravity
from ..program.system import System
from ..program.variables import Variables, prepared_variables
from .starting_form import StartingForm, every_unturned
from .task import ResultLayout, Task


class Gravity(Task):
    """Gravity torque g(q) = ∂V/∂q, which holds the arm at rest."""

    name = "gravity"
    description = "the torque (N m, or N) that holds the arm still"
    takes = (GRAVITY, *OF_BODIES)
    result = "tau"
    in_models = by_kane = True
    abbreviated = "g"
    search = OwnSearch(ending=0.3)  # the last search saves calculations for only two of 43 arms
    shares_rounds = True

    def layout(self, chain: Chain) -> ResultLayout:
        return ResultLayout({f"g_{i + 1}": (i,) for i in range(chain.n)}, (chain.n,))

    def variables(self, chain: Chain) -> Variables:
        return prepared_variables(chain)

    def forms(self, chain: Chain) -> list[StartingForm]:
        forms = [StartingForm((PLAIN,) * chain.n, depth) for depth in range(min(3, chain.n + 1))]
        return forms + every_unturned(forms, chain)

    def route(self, form: StartingForm) -> int:
        return int(bool(form.unturned))  # two routes: with and without unturned links, whatever the depth

    def system(self, chain: Chain, form: StartingForm) -> tuple[System, Variables]:
        system, variables = gravity_system(chain.in_unit(form.unit), form.gauge, form.depth, form.unturned)
        share_multiples(system, variables)  # e.g. the zero torque of a first joint parallel to gravity
        return system, variables

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        return {f"g_{i + 1}": element for i, element in enumerate(gravity_torque(chain, ring))}

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        return {f"g_{i + 1}": value for i, value in enumerate(kane_gravity(chain, state))}


TASK = Gravity()
