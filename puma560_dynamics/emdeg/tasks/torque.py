"""Define the task of inverse dynamics, by recursion with explicit equations for a few inner links."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..chain.gauge import PLAIN
from ..effort import OwnSearch
from ..equations.inverse_dynamics import torque_system
from ..equations.kane import coriolis_and_centrifugal, gravity_torque, kinetic_energy_matrix
from ..equations.kane_at_state import ChainState, kane_torque
from ..program.system import System
from ..program.variables import Variables, prepared_variables
from .starting_form import (
    StartingForm,
    every_unturned,
    other_gauges,
    other_units,
    other_unturned,
    wrist_gauge,
)
from .task import ResultLayout, Task


class Torque(Task):
    """Inverse dynamics: τ(q, q̇, q̈), armature included."""

    name = "torque"
    description = "inverse dynamics: the torque (N m, or N) that moves the joints so"
    inputs = ("q", "qd", "qdd")
    result = "tau"
    in_models = by_kane = branches = with_friction = True
    abbreviated = "torque"
    search = OwnSearch(heat=0.2)  # a heat of 0.5 gives about 0.4 % more calculations

    def layout(self, n: int) -> ResultLayout:
        return ResultLayout({f"tau_{i + 1}": (i,) for i in range(n)}, (n,))

    def variables(self, chain: Chain) -> Variables:
        return prepared_variables(chain)

    def forms(self, chain: Chain) -> list[StartingForm]:
        plain = (PLAIN,) * chain.n
        # A single explicit link has almost the same equations as in the recursion.
        depths = range(min(3, chain.n + 1))[::2]
        gauges = (plain, tuple(replace(PLAIN, carried=i > 2) for i in range(chain.n)))
        forms = [StartingForm(gauge, depth) for gauge in gauges for depth in depths]
        forms += every_unturned(forms, chain)
        return forms + [StartingForm(wrist_gauge(chain.n), depth) for depth in depths]

    def neighbours(self, form: StartingForm, chain: Chain) -> list[StartingForm]:
        return other_unturned(form, chain) + other_units(form, chain) + other_gauges(form, chain)

    def route(self, form: StartingForm) -> int:
        return min(form.depth, 1)

    def system(self, chain: Chain, form: StartingForm) -> tuple[System, Variables]:
        return torque_system(chain.in_unit(form.unit), form.gauge, form.depth, form.unturned)

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        n, g, a = chain.n, gravity_torque(chain, ring), kinetic_energy_matrix(chain, ring)
        b, c = coriolis_and_centrifugal(a)
        rate = [ring.variable(f"qd{i + 1}") for i in range(n)]
        second = [ring.variable(f"qdd{i + 1}") for i in range(n)]
        return {
            f"tau_{i + 1}": ring.sum(
                [g[i], *(a[i][j] * second[j] + c[i][j] * rate[j] * rate[j] for j in range(n))]
                + [b[i][p] * (rate[j] * rate[k]) for p, (j, k) in enumerate(combinations(range(n), 2))]
            )
            for i in range(n)
        }

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        return {f"tau_{i + 1}": value for i, value in enumerate(kane_torque(chain, state))}


TASK = Torque()
