"""Define the task of all elements of the equations of motion: A, B, C and g."""

from __future__ import annotations

from itertools import combinations

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..equations.kane import coriolis_and_centrifugal, gravity_torque, kinetic_energy_matrix
from ..equations.kane_at_state import ChainState, kane_gravity, kane_kinetic_energy, kane_velocity_elements
from ..program.program import element_label
from ..program.system import System
from ..program.variables import Variables, prepared_variables
from .element_forms import element_forms, element_system
from .kinetic_energy_matrix import symmetric_places
from .starting_form import StartingForm
from .task import ResultLayout, Task


class AllElements(Task):
    """All elements of A, B, C and g in τ = A q̈ + B [q̇ q̇] + C [q̇²] + g."""

    name = "all_elements"
    description = "A, B, C and g, each row-major, one after another"
    in_models = by_kane = True
    abbreviated = "ahg"

    def layout(self, chain: Chain) -> ResultLayout:
        n = chain.n
        joints, pairs = range(n), list(combinations(range(n), 2))
        b, c = n * n, n * n + n * len(pairs)
        places = symmetric_places(n)
        places |= {
            element_label("b", i, j, k): (b + i * len(pairs) + p,) for i in joints for p, (j, k) in enumerate(pairs)
        }
        places |= {element_label("c", i, j): (c + i * n + j,) for i in joints for j in joints}
        places |= {f"g_{i + 1}": (c + n * n + i,) for i in joints}
        return ResultLayout(places, (c + n * n + n,))

    def variables(self, chain: Chain) -> Variables:
        return prepared_variables(chain)

    def forms(self, chain: Chain) -> list[StartingForm]:
        return element_forms(chain)

    def route(self, form: StartingForm) -> int:
        return min(form.depth, 0)

    def system(self, chain: Chain, form: StartingForm) -> tuple[System, Variables]:
        return element_system(chain, form, every=True)

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        joints, pairs = range(chain.n), list(combinations(range(chain.n), 2))
        g, a = gravity_torque(chain, ring), kinetic_energy_matrix(chain, ring)
        b, c = coriolis_and_centrifugal(a)
        result = {element_label("a", i, j): a[i][j] for i in joints for j in range(i, chain.n)}
        for i in joints:
            result |= {element_label("b", i, j, k): b[i][p] for p, (j, k) in enumerate(pairs)}
            result |= {element_label("c", i, j): c[i][j] for j in joints}
            result[f"g_{i + 1}"] = g[i]
        return result

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        joints = range(chain.n)
        a, g = kane_kinetic_energy(chain, state), kane_gravity(chain, state)
        b, c = kane_velocity_elements(chain, state)
        result = {element_label("a", i, j): a[j][i] for i in joints for j in range(i, chain.n)}
        result |= {element_label("b", i, j, k): values[i] for (j, k), values in b.items() for i in joints}
        result |= {element_label("c", i, j): c[j][i] for i in joints for j in joints}
        return result | {f"g_{i + 1}": g[i] for i in joints}


TASK = AllElements()
