"""The potential energy of the links."""

from __future__ import annotations

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Matrix, Scalar, Vector, Z, dot, plus, product, scaled, turned
from ..chain.angles import link_steps
from ..chain.chain import Chain
from ..equations.kane_at_state import ChainState
from ..equations.kinematics import unturned_frames
from .task import ResultLayout, Task


class PotentialEnergy(Task):
    """V(q) = -Σ m γ·r, zero for a body in the origin of the base; its gradient is the torque of gravity."""

    name = "potential_energy"
    description = "the potential energy (J) of the links, 0 in the origin of the base"

    def layout(self, n: int) -> ResultLayout:
        return ResultLayout({"v": (0,)}, (1,))

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        gravity, energies = turned(chain.base.rotation, chain.gravity), []
        for frame, step, body in zip(unturned_frames(chain, ring), link_steps(chain, ring), chain.bodies, strict=True):
            center = plus(frame.origin, turned(product(frame.rotation, step.turn), body.center))
            energies.append(-dot(gravity, scaled(body.mass, center)))
        return {"v": ring.sum(energies)}

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        rotation, origin, energy = chain.base.rotation, chain.base.origin, 0
        gravity = turned(chain.base.rotation, chain.gravity)
        for i, (joint, body) in enumerate(zip(chain.joints, chain.bodies, strict=True)):
            cosine, sine = state.turns[i] if joint.revolute else (joint.cos_offset, joint.sin_offset)
            out = joint.d if joint.revolute else joint.d + state.positions[i]
            twist: Matrix = ((1, 0, 0), (0, joint.cos_alpha, -joint.sin_alpha), (0, joint.sin_alpha, joint.cos_alpha))
            origin = plus(origin, turned(rotation, (joint.a, 0, 0)))
            rotation = product(rotation, twist)
            origin = plus(origin, scaled(out, turned(rotation, Z)))
            rotation = product(rotation, ((cosine, -sine, 0), (sine, cosine, 0), (0, 0, 1)))
            center: Vector = plus(origin, turned(rotation, body.center))
            energy = energy - body.mass * dot(gravity, center)
        return {"v": energy}


TASK = PotentialEnergy()
