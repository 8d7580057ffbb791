"""Derive systems for torque, its parts and momentum: explicit equations for inner links, recursion for outer links.

Near the base, the equations depend on few angles, so explicit equations are short; towards the tip, the recursion is
shorter. Torque is linear in the bodies, so both parts can be added: the bodies of the first `explicit` links contribute
expanded polynomials, the other bodies contribute through the recursion. Momentum and the slopes of the kinetic energy
are linear in the bodies, too: at rest without gravity, the torque of accelerations equal to q̇ is the momentum A q̇.
`RecursiveElements` derives all elements by recursion.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import replace
from itertools import combinations
from typing import Any

from ..algebra.vectors import Scalar
from ..chain.angles import JointMotion
from ..chain.chain import Chain
from ..chain.gauge import Gauge, carried
from ..chain.inertia import Moments
from ..program.program import element_label
from ..program.system import Polynomial, System, Traced
from ..program.variables import Variables, prepared
from .energy_slopes import energy_slopes
from .newton_euler import newton_euler

NOTHING = Moments()


def torque_system(
    chain: Chain, gauge: tuple[Gauge, ...], explicit: int, unturned: Set[int] = frozenset()
) -> tuple[System, Variables]:
    """Return the system of inverse dynamics, armature included, with the nonzero outputs ``tau_1 …``."""
    return _system(chain, gauge, explicit, "tau", unturned, lambda motion: motion)


def gravity_system(
    chain: Chain, gauge: tuple[Gauge, ...], explicit: int, unturned: Set[int] = frozenset()
) -> tuple[System, Variables]:
    """Return the system of the gravity torque, with the nonzero outputs ``g_1 …``."""
    still = [0] * chain.n
    return _system(chain, gauge, explicit, "g", unturned, lambda motion: replace(motion, rate=still, second=still))


def coriolis_system(
    chain: Chain, gauge: tuple[Gauge, ...], explicit: int, unturned: Set[int] = frozenset()
) -> tuple[System, Variables]:
    """Return the system of the torque without gravity and acceleration, with the nonzero outputs ``tau_1 …``."""
    still, weightless = [0] * chain.n, chain.without_gravity()
    return _system(weightless, gauge, explicit, "tau", unturned, lambda motion: replace(motion, second=still))


def momentum_system(
    chain: Chain, gauge: tuple[Gauge, ...], explicit: int, unturned: Set[int] = frozenset()
) -> tuple[System, Variables]:
    """Return the system of the momentum A q̇, armature included, with the nonzero outputs ``p_1 …``."""
    return _system(chain.without_gravity(), gauge, explicit, "p", unturned, _as_acceleration)


def energy_slope_system(
    chain: Chain, gauge: tuple[Gauge, ...], explicit: int, unturned: Set[int] = frozenset()
) -> tuple[System, Variables]:
    """Return the system of the slopes ∂T/∂q of the kinetic energy, with the nonzero outputs ``tau_1 …``."""
    return _system(chain.without_gravity(), gauge, explicit, "tau", unturned, _as_acceleration, energy_slopes)


def _as_acceleration(motion: JointMotion) -> JointMotion:
    """Return a motion at rest whose accelerations are the velocities of `motion`."""
    return replace(motion, rate=[0] * len(motion.rate), second=motion.rate)


def _system(
    chain: Chain,
    gauge: tuple[Gauge, ...],
    explicit: int,
    label: str,
    unturned: Set[int],
    moved: Callable[[JointMotion], JointMotion],
    function: Callable[..., list[Any]] = newton_euler,
) -> tuple[System, Variables]:
    chain, bodies, variables = prepared(chain, gauge)
    system = variables.system()
    outer = tuple(NOTHING if i < explicit else body for i, body in enumerate(bodies))
    motion = moved(variables.joint_motion(system))
    recursive = function(chain, outer, motion, carried(outer, gauge), unturned)
    inner = chain.without_armature().part(range(explicit))
    expanded = function(inner, bodies[:explicit], moved(variables.joint_motion()))
    expanded += [0] * (chain.n - explicit)  # explicit links do not load outer joints
    for i, (traced, element) in enumerate(zip(recursive, expanded, strict=True), start=1):
        polynomial = traced.polynomial if isinstance(traced, Traced) else variables.polynomial(system, traced)
        polynomial = system.plus(polynomial, variables.polynomial(system, element))
        if polynomial:
            system.output(f"{label}_{i}", polynomial)
    system.prune()
    return system, variables


class RecursiveElements:
    """Derivation of the elements of a chain by recursion; subexpressions of several columns are defined once.

    Args:
        chain: the chain.
        gauge: inertial gauge of each joint.
    """

    def __init__(self, chain: Chain, gauge: tuple[Gauge, ...]) -> None:
        self.chain, self._bodies, self.variables = prepared(chain, gauge)
        self.system: System = self.variables.system()

    def kinetic_energy(self) -> dict[str, Polynomial]:
        """Return the elements of the upper triangle of A, by label ``a_11 …``."""
        wanted: dict[str, Polynomial] = {}
        for j in range(self.chain.n):
            column = self._torque(second=[j])
            wanted |= {element_label("a", i, j): self.system.polynomial_of(column[i]) for i in range(j + 1)}
        return wanted

    def coriolis(self) -> dict[str, Polynomial]:
        """Return the elements of B, by label ``b_112 …``."""
        n = self.chain.n
        alone = [self._torque(rate=[j]) for j in range(n)]
        wanted = {}
        for j, k in combinations(range(n), 2):
            if j not in self.chain.ancestors[k]:  # velocities of different arms do not act together
                continue
            for i, both in enumerate(self._torque(rate=[j, k])):
                wanted[element_label("b", i, j, k)] = self.system.polynomial_of(both - alone[j][i] - alone[k][i])
        return wanted

    def centrifugal(self) -> dict[str, Polynomial]:
        """Return the elements of C, by label ``c_11 …``."""
        columns = [self._torque(rate=[j]) for j in range(self.chain.n)]
        return {
            element_label("c", i, j): self.system.polynomial_of(load)
            for j, column in enumerate(columns)
            for i, load in enumerate(column)
        }

    def gravity(self) -> dict[str, Polynomial]:
        """Return the elements of g, by label ``g_1 …``."""
        still = [0] * self.chain.n
        loads = newton_euler(self.chain, self._bodies, self.variables.joint_motion(self.system, still, still))
        return {f"g_{i}": self.system.polynomial_of(load) for i, load in enumerate(loads, start=1)}

    def _torque(self, second: list[int] | None = None, rate: list[int] | None = None) -> list[Scalar]:
        def unit(joints: list[int] | None) -> list[int]:
            return [int(i in (joints or [])) for i in range(self.chain.n)]

        motion = self.variables.joint_motion(self.system, unit(second), unit(rate))
        return newton_euler(self.chain.without_gravity(), self._bodies, motion)
