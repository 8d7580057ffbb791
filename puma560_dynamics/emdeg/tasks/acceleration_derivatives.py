r"""Define the task of forward dynamics with all first derivatives, for optimisation, estimation and linear control.

.. math::
    A \ddot q = \tau - g - C \dot q, \qquad
    \frac{\partial \ddot q}{\partial q} =
        -A^{-1} \frac{\partial \tau}{\partial q}(q, \dot q, \ddot q), \qquad
    \frac{\partial \ddot q}{\partial \dot q} = -A^{-1} \frac{\partial \tau}{\partial \dot q}, \qquad
    \frac{\partial \ddot q}{\partial \tau} = A^{-1}

The torque of velocities C q̇ is ½ ∂τ/∂q̇ · q̇, because it is of second degree in the velocities.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..chain.inertia import Moments
from ..equations.kane import gravity_torque
from ..equations.kane_at_state import ChainState, kane_gravity
from ..equations.newton_euler import loaded_links
from ..equations.regularity import check_inertia
from ..equations.torque_derivatives import TorqueDerivatives
from ..program.completion import completed, matrix_at, opened
from ..program.linear_equations import Factorised, one, products
from ..program.program import Program, element_label
from ..program.system import System
from ..program.variables import Variables
from .derivative_task import square
from .task import ResultLayout
from .torque_derivatives import TorqueAndDerivatives

HALF = Fraction(1, 2)


class AccelerationDerivatives(TorqueAndDerivatives):
    """Acceleration q̈ and its derivatives by q, q̇ and τ, armature included.

    The system has g, ∂τ/∂q, ∂τ/∂q̇ and A, as functions of q, q̇ and q̈. `completed` solves for q̈.
    """

    name = "acceleration_derivatives"
    description = (
        "forward dynamics: the acceleration that the torque tau causes, its derivatives by q, by qd and by tau, "
        "row-major, one after another"
    )
    takes: ClassVar[tuple[str, ...]] = ()  # the solution is not linear in the bodies

    def check(self, chain: Chain) -> None:
        check_inertia(chain, self.name)

    def layout(self, chain: Chain) -> ResultLayout:
        places, shape = super().layout(chain)
        labels = (label.replace("tau_", "g_").replace("dqd_", "c_") for label in places)
        return ResultLayout(dict(zip(labels, places.values(), strict=True)), shape)

    def elements(
        self, chain: Chain, bodies: tuple[Moments, ...], variables: Variables, system: System, unturned: Set[int]
    ) -> dict[str, Scalar]:
        still = [0] * chain.n
        _, gravity = loaded_links(chain, bodies, variables.joint_motion(system, still, still), (), unturned)
        found = TorqueDerivatives(chain, bodies, variables.joint_motion(system), unturned)
        values = {f"g_{i + 1}": torque for i, torque in enumerate(gravity)}
        values |= square("dq", found.by_position)
        values |= {label: HALF * value for label, value in square("c", found.by_velocity).items()}
        return values | {element_label("a", *at): value for at, value in found.inertia.items()}

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        gravity = {f"g_{i + 1}": g for i, g in enumerate(gravity_torque(chain, ring))}
        return gravity | _elements(super().exact(chain, ring))

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        gravity = {f"g_{i + 1}": g for i, g in enumerate(kane_gravity(chain, state))}
        return gravity | _elements(super().at_state(chain, state))

    def completed(self, program: Program, chain: Chain) -> Program:
        n, (statements, names) = program.joints, opened(program)
        changes, coriolis, matrix = (matrix_at(names, n + k * n * n, n, n) for k in range(3))
        factorised = Factorised(statements, matrix)
        rates = [f"qd{i + 1}" for i in range(n)]
        torque = [[*one(f"tau{i + 1}"), *one(names[i], -1), *products(coriolis[i], rates, -1)] for i in range(n)]
        acceleration = factorised.solved([f"qdd{i + 1}" for i in range(n)], torque)  # `changes` uses these names
        inverse = factorised.inverse("by_torque")
        by_position = factorised.times_inverse("by_position", inverse, changes, -1)
        twice = factorised.multiple(2)
        columns = []
        for number, column in enumerate(zip(*coriolis, strict=True), start=1):
            right = [one(element, -1) for element in column]
            columns.append(factorised.solved([f"by_velocity_{i + 1}_{number}" for i in range(n)], right, twice))
        by_velocity = zip(*columns, strict=True)
        rows = (acceleration, *by_position, *by_velocity, *inverse)
        return completed(
            replace(program, inputs=("q", "qd", "tau")), statements, [name for row in rows for name in row]
        )


TASK = AccelerationDerivatives()


def _elements(elements: Mapping[str, Any]) -> dict[str, Any]:
    """Return ∂τ/∂q, C = ½ ∂τ/∂q̇ and A of the torque's derivatives."""
    found = {}
    for label, value in elements.items():
        name, _, place = label.partition("_")
        if name != "tau":
            found[f"c_{place}" if name == "dqd" else label] = HALF * value if name == "dqd" else value
    return found
