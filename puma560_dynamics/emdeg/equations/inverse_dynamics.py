"""Systems for torque and for gravity: some links explicitly, the rest by recursion.

Near the base few angles matter and the explicit equations are short; towards the tip they are long,
and the recursion is shorter. Torque is linear in the bodies, so that the two may be added: links
before `explicit` enter as expanded polynomials, the others through the recursion.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from ..chain.chain import Chain
from ..chain.gauge import PLAIN, Gauge, carried, gauged, slid
from ..chain.groups import groups
from ..chain.inertia import Moments, moments
from ..program.system import System, Traced
from ..program.variables import Variables
from .newton_euler import newton_euler

NOTHING = Moments()


def prepared(chain: Chain, gauge: tuple[Gauge, ...]) -> tuple[Chain, tuple[Moments, ...], Variables]:
    """Frames slid, matter gauged, and the variables that remain, with gravity and without."""
    chain, bodies = slid(chain, tuple(moments(body) for body in chain.bodies))
    bodies = gauged(chain, bodies, gauge)
    return chain, bodies, Variables(chain, groups(chain, bodies), groups(unloaded(chain), bodies))


def prepared_variables(chain: Chain) -> Variables:
    """The variables of a chain's dynamics; they are the same for every gauge."""
    return prepared(chain, (PLAIN,) * chain.n)[2]


def torque_system(
    chain: Chain, gauge: tuple[Gauge, ...], explicit: int, unturned: Set[int] = frozenset()
) -> tuple[System, Variables]:
    """Outputs ``tau_1 …`` of inverse dynamics, armature included; those that vanish are left out."""
    return _system(chain, gauge, explicit, "tau", unturned, moving=True)


def gravity_system(
    chain: Chain, gauge: tuple[Gauge, ...], explicit: int, unturned: Set[int] = frozenset()
) -> tuple[System, Variables]:
    """Outputs ``g_1 …``: the torque that holds the arm."""
    return _system(chain.without_armature(), gauge, explicit, "g", unturned, moving=False)


def _system(
    chain: Chain, gauge: tuple[Gauge, ...], explicit: int, label: str, unturned: Set[int], moving: bool
) -> tuple[System, Variables]:
    chain, bodies, variables = prepared(chain, gauge)
    system = variables.system()
    still = None if moving else [0] * chain.n
    outer = tuple(NOTHING if i < explicit else body for i, body in enumerate(bodies))
    motion = variables.joint_motion(system, still, still)
    recursive = newton_euler(chain, outer, motion, carried(outer, gauge), unturned)
    inner = chain.without_armature().part(slice(explicit))
    expanded = newton_euler(inner, bodies[:explicit], variables.joint_motion(None, still, still))
    expanded += [0] * (chain.n - explicit)  # what is explicit loads no joint beyond it
    for i, (traced, element) in enumerate(zip(recursive, expanded, strict=True), start=1):
        polynomial = traced.polynomial if isinstance(traced, Traced) else variables.polynomial(system, traced)
        polynomial = system.plus(polynomial, variables.polynomial(system, element))
        if polynomial:
            system.output(f"{label}_{i}", polynomial)
    system.prune()
    return system, variables


def unloaded(chain: Chain) -> Chain:
    """The chain without gravity."""
    return replace(chain, gravity=(0, 0, 0))
