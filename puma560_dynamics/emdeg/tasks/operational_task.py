"""Define what the tasks of operational space share: a system with A and the Jacobian of a link, and Λ⁻¹."""

from __future__ import annotations

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..chain.gauge import PLAIN
from ..chain.groups import groups
from ..equations.composite_bodies import composite_bodies
from ..equations.kane_at_state import ChainState
from ..equations.link_recursion import LinkRecursion
from ..equations.regularity import DIRECTIONS, check_directions, check_inertia
from ..program.completion import matrix_at
from ..program.linear_equations import Element, Factorised, Statements, let, one, products
from ..program.program import element_label
from ..program.system import System
from ..program.variables import Variables, prepared
from .jacobian import Jacobian
from .kinetic_energy_matrix import TASK as MATRIX
from .kinetic_energy_matrix import symmetric_places
from .link_task import ACROSS, OWN, OfLink, column_elements, column_labels
from .starting_form import StartingForm, wrist_gauge
from .task import ResultLayout


class OperationalTask(OfLink):
    """A function of the Jacobian J (6, n) of a link's origin and of A.

    It exists where J has rank six. The system has A and J; `completed` solves equations with A.
    """

    def check(self, chain: Chain) -> None:
        super().check(chain)
        check_inertia(chain, self.function)
        check_directions(chain, self._place(chain), self.function, f"link {self.link!r}" if self.link else "the tip")

    def layout(self, chain: Chain) -> ResultLayout:
        n = chain.n
        places = symmetric_places(n)
        places |= {label: (n * n + place,) for place, label in enumerate(column_labels(n))}
        return ResultLayout(places, (n * n + DIRECTIONS * n,))

    def variables(self, chain: Chain) -> Variables:
        slid, bodies, _ = prepared(chain, (PLAIN,) * chain.n)
        return Variables.of_links(chain, groups(slid.without_gravity(), bodies))

    def forms(self, chain: Chain) -> list[StartingForm]:
        gauges = (PLAIN,) * chain.n, wrist_gauge(chain.n)
        return [StartingForm(gauge, depth) for gauge in gauges for depth in (OWN, ACROSS)]

    def system(self, chain: Chain, form: StartingForm) -> tuple[System, Variables]:
        variables = self.variables(chain)
        system = variables.system()
        slid, bodies, _ = prepared(chain, form.gauge)
        still = [0] * chain.n
        motion = variables.joint_motion(system, still, still)
        inertia = composite_bodies(slid.without_gravity(), bodies, motion)
        found = LinkRecursion(chain, self._place(chain), motion, self.axes, across=form.depth != OWN)
        elements = {element_label("a", *at): value for at, value in inertia.items()} | column_elements(found.columns)
        for label, value in elements.items():
            polynomial = system.polynomial_of(value)
            if polynomial:
                system.output(label, polynomial)
        system.prune()
        return system, variables

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        return MATRIX.exact(chain, ring) | Jacobian(self.link, self.axes).exact(chain, ring)

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        return MATRIX.at_state(chain, state) | Jacobian(self.link, self.axes).at_state(chain, state)


class Operational:
    """Solution of equations with A for the rows of J, and the factorisation of Λ⁻¹ = J A⁻¹ Jᵀ.

    With A = L D Lᵀ and Y = L⁻¹ Jᵀ, Λ⁻¹ is Yᵀ D⁻¹ Y.

    Args:
        statements: statements that compute the names.
        names: names of the elements of A (n, n) and J (6, n), row-major.
        n: number of joints.

    Attributes:
        inertia: the factorisation of A.
        scaled: D⁻¹ Y, one list for each row of J.
        inverse: the factorisation of Λ⁻¹.
    """

    def __init__(self, statements: Statements, names: list[Element], n: int) -> None:
        self.inertia = Factorised(statements, matrix_at(names, 0, n, n))
        rows = matrix_at(names, n * n, DIRECTIONS, n)
        halves = [
            self.inertia.half_solved([f"half_{k}_{i + 1}" for i in range(n)], [one(element) for element in row])
            for k, row in enumerate(rows, start=1)
        ]
        self.scaled = [
            [
                let(statements, f"scaled_{k}_{i + 1}", products([x], [self.inertia.pivots[i]]))
                for i, x in enumerate(half)
            ]
            for k, half in enumerate(halves, start=1)
        ]
        lower = [
            [let(statements, f"mobility_{i + 1}_{j + 1}", products(halves[i], self.scaled[j])) for j in range(i + 1)]
            for i in range(DIRECTIONS)
        ]
        full = [[lower[max(i, j)][min(i, j)] for j in range(DIRECTIONS)] for i in range(DIRECTIONS)]
        self.inverse = Factorised(statements, full, "_of_mobility")
