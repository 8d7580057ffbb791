"""Define the task of the potential energy of the links."""

from __future__ import annotations

from ..algebra.ring import Poly, Ring
from ..algebra.vectors import Scalar, Vector, dot, plus, product, scaled, turned
from ..chain.angles import link_steps
from ..chain.chain import Chain
from ..equations.kane_at_state import ChainState, links_at_state
from ..equations.kinematics import unturned_frames
from .task import ResultLayout, Task


class PotentialEnergy(Task):
    """Potential energy V(q) = -Σ m γ·r, with the acceleration of gravity γ and the positions r in the base's frame."""

    name = "potential_energy"
    description = "the potential energy (J) of the links, 0 in the origin of the base"

    def layout(self, chain: Chain) -> ResultLayout:
        return ResultLayout({"v": (0,)}, (1,))

    def exact(self, chain: Chain, ring: Ring) -> dict[str, Poly]:
        gravity, energies = turned(chain.base.rotation, chain.gravity), []
        for frame, step, body in zip(unturned_frames(chain, ring), link_steps(chain, ring), chain.bodies, strict=True):
            center = plus(frame.origin, turned(product(frame.rotation, step.turn), body.center))
            energies.append(-dot(gravity, scaled(body.mass, center)))
        return {"v": ring.sum(energies)}

    def at_state(self, chain: Chain, state: ChainState) -> dict[str, Scalar]:
        energy: Scalar = 0
        gravity = turned(chain.base.rotation, chain.gravity)
        origins: list[Vector] = []
        for link, parent, body in zip(links_at_state(chain, state), chain.parents, chain.bodies, strict=True):
            origins.append(plus(origins[parent] if parent >= 0 else (0, 0, 0), link.step))
            center = plus(origins[-1], turned(link.rotation, body.center))
            energy = energy - body.mass * dot(gravity, plus(chain.base.origin, turned(chain.base.rotation, center)))
        return {"v": energy}


TASK = PotentialEnergy()
