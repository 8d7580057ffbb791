"""Define the task of the kinetic energy (mass) matrix: expanded, with dyads, by recursion, or by composite bodies."""

from __future__ import annotations

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..chain.inputs import OF_BODIES
from ..effort import OwnSearch
from ..equations.kane import kinetic_energy_matrix
from ..equations.kane_at_state import ChainState, kane_kinetic_energy
from ..program.program import element_label
from ..program.system import System
from ..program.variables import Variables, prepared_variables
from .element_forms import composite_forms, element_forms, element_system, other_composites
from .starting_form import StartingForm
from .task import ResultLayout, Task


class KineticEnergyMatrix(Task):
    """Kinetic energy matrix A(q), armature included."""

    name = "kinetic_energy_matrix"
    description = "the kinetic energy (mass) matrix A, n x n, kg m^2 (kg m, kg)"
    takes = OF_BODIES
    in_models = by_kane = True
    abbreviated = "a"
    search = OwnSearch(longer=2.5)  # saves up to 5 % of the calculations (torque and gravity: hardly any)

    def layout(self, chain: Chain) -> ResultLayout:
        n = chain.n
        return ResultLayout(symmetric_places(n), (n, n))

    def variables(self, chain: Chain) -> Variables:
        return prepared_variables(chain)

    def forms(self, chain: Chain) -> list[StartingForm]:
        return element_forms(chain, composite_forms(chain))

    def neighbours(self, form: StartingForm, chain: Chain) -> list[StartingForm]:
        return other_composites(form, chain)

    def route(self, form: StartingForm) -> int:
        return min(form.depth, 0)

    def system(self, chain: Chain, form: StartingForm) -> tuple[System, Variables]:
        return element_system(chain, form, every=False)

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        a = kinetic_energy_matrix(chain, ring)
        return {element_label("a", i, j): a[i][j] for i in range(chain.n) for j in range(i, chain.n)}

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        a = kane_kinetic_energy(chain, state)
        return {element_label("a", i, j): a[j][i] for i in range(chain.n) for j in range(i, chain.n)}


def symmetric_places(n: int) -> dict[str, tuple[int, ...]]:
    """Return the flat indices of the elements ``a_ij``, i ≤ j, of a symmetric (n, n) matrix, by label."""
    upper = [(i, j) for i in range(n) for j in range(i, n)]
    return {element_label("a", i, j): (i * n + j,) if i == j else (i * n + j, j * n + i) for i, j in upper}


TASK = KineticEnergyMatrix()
