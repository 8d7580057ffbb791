"""Define the task of the regressor of the torque, of the standard parameters of all links."""

from __future__ import annotations

from dataclasses import replace

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Body, Chain
from ..effort import OwnSearch
from ..equations.kane_at_state import ChainState, kane_torque
from ..equations.torque_regressor import torque_regressor
from ..equations.unit_bodies import regressor_of
from ..program.equal_values import share_equal_values
from ..program.system import System
from ..program.variables import Variables, prepared_variables
from .starting_form import StartingForm
from .task import ResultLayout, Task
from .torque import TASK as TORQUE

IRREGULAR = Body(1, (1, 1, 1), (1, 2, 3, 1, 1, 1))
"""A body without symmetry."""


class TorqueRegressor(Task):
    """Regressor Y of the torque: τ = Y π for the standard parameters π of all links, without motor inertia."""

    name = "regressor"
    description = (
        "the regressor of the torque: element (i, 10 j + k) is the torque of joint i per parameter k of link j: m, "
        "m c_x, m c_y, m c_z, I_xx, I_xy, I_yy, I_xz, I_yz, I_zz about the origin of the link's frame"
    )
    inputs = ("q", "qd", "qdd")
    by_kane = True
    search = OwnSearch(heat=0.2, least=3000)

    def layout(self, chain: Chain) -> ResultLayout:
        n = chain.n
        return ResultLayout({label(i, k): (i * 10 * n + k,) for i in range(n) for k in range(10 * n)}, (n, 10 * n))

    def variables(self, chain: Chain) -> Variables:
        return prepared_variables(irregular(chain))

    def system(self, chain: Chain, form: StartingForm) -> tuple[System, Variables]:
        variables = self.variables(chain)
        system = variables.system()
        wanted = self.layout(chain).places
        for link, rows in enumerate(torque_regressor(chain, variables.joint_motion(system))):
            for i, row in zip(chain.path(link + 1), rows, strict=True):
                for k, value in enumerate(row, start=10 * link):
                    polynomial = system.polynomial_of(value)
                    if polynomial and label(i, k) in wanted:
                        system.output(label(i, k), polynomial)
        share_equal_values(system, variables)
        system.prune()
        return system, variables

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        columns = regressor_of(chain, lambda own: list(TORQUE.exact(own, ring).values()))
        return {label: columns[k][i] for label, (i, k) in self._elements(chain).items()}

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        columns = regressor_of(chain, lambda own: kane_torque(own, state))
        return {label: columns[k][i] for label, (i, k) in self._elements(chain).items()}

    def _elements(self, chain: Chain) -> dict[str, tuple[int, int]]:
        """Return joint and parameter of each element, by label."""
        wanted = self.layout(chain).places
        every = {label(i, k): (i, k) for i in range(chain.n) for k in range(10 * chain.n)}
        return {label: every[label] for label in wanted}


def irregular(chain: Chain) -> Chain:
    """Return the chain with bodies without symmetry: the regressor depends on the angles of all joints."""
    return replace(chain, bodies=(IRREGULAR,) * chain.n)


def label(joint: int, parameter: int) -> str:
    """Return the label of the element of a joint and a parameter (indices from 0)."""
    return f"y_{joint + 1}_{parameter + 1}"


TASK = TorqueRegressor()
