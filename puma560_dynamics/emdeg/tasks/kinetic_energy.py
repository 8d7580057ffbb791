"""Define the task of the kinetic energy of links and motors, by recursion."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar, Vector, cross, dot, plus, scaled, transposed, turned
from ..chain.chain import Chain
from ..chain.gauge import carried
from ..chain.inputs import OF_BODIES
from ..chain.rigid_body import inertia_matrix
from ..equations.kane import kinetic_energy_matrix
from ..equations.kane_at_state import ChainState, links_at_state
from ..equations.newton_euler import newton_euler
from ..program.system import System, Traced
from ..program.variables import Variables, prepared, prepared_variables
from .starting_form import StartingForm
from .task import ResultLayout, Task

HALF = Fraction(1, 2)


class KineticEnergy(Task):
    """Kinetic energy T(q, q̇) = ½ q̇ᵀA q̇, armature included.

    The recursion computes A q̇ as the torque at rest, without gravity, for accelerations equal to q̇. The proof at a
    state uses the sum of ½ m v² + ½ ω·Iω over the bodies.
    """

    name = "kinetic_energy"
    description = "the kinetic energy (J) of the links, armature included"
    inputs = ("q", "qd")
    takes = OF_BODIES

    def layout(self, chain: Chain) -> ResultLayout:
        return ResultLayout({"t": (0,)}, (1,))

    def variables(self, chain: Chain) -> Variables:
        return prepared_variables(chain)

    def system(self, chain: Chain, form: StartingForm) -> tuple[System, Variables]:
        chain, bodies, variables = prepared(chain, form.gauge)
        system = variables.system()
        rates = list(variables.joint_motion(system).rate)
        motion = variables.joint_motion(system, rates, [0] * chain.n)
        momenta = newton_euler(chain.without_gravity(), bodies, motion, carried(bodies, form.gauge))
        energy = sum(HALF * (rate * momentum) for rate, momentum in zip(rates, momenta, strict=True))
        if isinstance(energy, Traced) and energy.polynomial:
            system.output("t", energy.polynomial)
        system.prune()
        return system, variables

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        a = kinetic_energy_matrix(chain, ring)
        rate = [ring.variable(f"qd{i + 1}") for i in range(chain.n)]
        squares = [HALF * a[i][i] * (rate[i] * rate[i]) for i in range(chain.n)]
        return {"t": ring.sum(squares + [a[i][j] * (rate[i] * rate[j]) for i, j in combinations(range(chain.n), 2)])}

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        motions: list[tuple[Vector, Vector]] = []
        energy: Scalar = 0
        links = links_at_state(chain, state)
        for link, parent, joint, body, rate in zip(
            links, chain.parents, chain.joints, chain.bodies, state.rates, strict=True
        ):
            velocity, spin = motions[parent] if parent >= 0 else ((0, 0, 0), (0, 0, 0))
            velocity = plus(velocity, cross(spin, link.step))
            along = scaled(rate, link.axis)
            if joint.revolute:
                spin = plus(spin, along)
            else:
                velocity = plus(velocity, along)
            motions.append((velocity, spin))
            center = plus(velocity, cross(spin, turned(link.rotation, body.center)))
            own = turned(transposed(link.rotation), spin)
            energy = energy + HALF * (
                body.mass * dot(center, center)
                + dot(own, turned(inertia_matrix(body), own))
                + joint.armature * (rate * rate)
            )
        return {"t": energy}


TASK = KineticEnergy()
