"""Define the task of inverse dynamics with all first derivatives, for optimisation and linear control."""

from __future__ import annotations

from collections.abc import Set
from itertools import combinations
from typing import ClassVar

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar
from ..chain.chain import Chain
from ..chain.inertia import Moments
from ..chain.inputs import GRAVITY, OF_BODIES
from ..equations.kane import coriolis_and_centrifugal, kinetic_energy_matrix
from ..equations.kane_at_state import ChainState, kane_kinetic_energy, kane_torque
from ..equations.slopes_at_state import position_slopes, velocity_slopes
from ..equations.torque_derivatives import TorqueDerivatives
from ..program.program import element_label
from ..program.system import System
from ..program.variables import Variables
from .derivative_task import DerivativeTask, square, square_places
from .kinetic_energy_matrix import symmetric_places
from .task import ResultLayout
from .torque import TASK as TORQUE


class TorqueAndDerivatives(DerivativeTask):
    """Torque τ, ∂τ/∂q, ∂τ/∂q̇ and A = ∂τ/∂q̈, armature included."""

    name = "torque_derivatives"
    description = "the torque of inverse dynamics, its derivatives by q and by qd, and A, row-major, one after another"
    inputs = ("q", "qd", "qdd")
    takes: ClassVar[tuple[str, ...]] = (GRAVITY, *OF_BODIES)

    def layout(self, chain: Chain) -> ResultLayout:
        n = chain.n
        places: dict[str, tuple[int, ...]] = {f"tau_{i + 1}": (i,) for i in range(n)}
        places |= square_places("dq", n, n) | square_places("dqd", n, n + n * n)
        last = n + 2 * n * n
        places |= {label: tuple(last + place for place in at) for label, at in symmetric_places(n).items()}
        return ResultLayout(places, (last + n * n,))

    def elements(
        self, chain: Chain, bodies: tuple[Moments, ...], variables: Variables, system: System, unturned: Set[int]
    ) -> dict[str, Scalar]:
        found = TorqueDerivatives(chain, bodies, variables.joint_motion(system), unturned)
        values = {f"tau_{i + 1}": torque for i, torque in enumerate(found.torque)}
        values |= square("dq", found.by_position) | square("dqd", found.by_velocity)
        return values | {element_label("a", *at): value for at, value in found.inertia.items()}

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        n, torque = chain.n, TORQUE.exact(chain, ring)
        a = kinetic_energy_matrix(chain, ring)
        b, c = coriolis_and_centrifugal(a)
        rate = [ring.variable(f"qd{i + 1}") for i in range(n)]
        result = dict(torque)
        for i in range(n):
            by_rate = [c[i][j] * rate[j] * 2 for j in range(n)]
            for pair, (j, k) in enumerate(combinations(range(n), 2)):
                by_rate[j] = by_rate[j] + b[i][pair] * rate[k]
                by_rate[k] = by_rate[k] + b[i][pair] * rate[j]
            result |= {f"dq_{i + 1}_{j + 1}": torque[f"tau_{i + 1}"].derivative(j) for j in range(n)}
            result |= {f"dqd_{i + 1}_{j + 1}": element for j, element in enumerate(by_rate)}
            result |= {element_label("a", i, j): a[i][j] for j in range(i, n)}
        return result

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        joints, a = range(chain.n), kane_kinetic_energy(chain, state)
        result = TORQUE.at_state(chain, state)
        for label, columns in (
            ("dq", position_slopes(chain, state, kane_torque)),
            ("dqd", velocity_slopes(chain, state, kane_torque)),
        ):
            result |= {f"{label}_{i + 1}_{j + 1}": columns[j][i] for i in joints for j in joints}
        return result | {element_label("a", i, j): a[j][i] for i in joints for j in range(i, chain.n)}


TASK = TorqueAndDerivatives()
