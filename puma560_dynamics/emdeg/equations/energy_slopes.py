r"""Derive the slopes ∂T/∂q of the kinetic energy by recursion, customised for few calculations.

If joint j turns by a small angle, everything beyond it turns as one rigid body, and sees the motion of the previous
link turned by the opposite angle. With z along the axis, the velocity v of the joint's origin and the angular velocity
ω of the previous link change by v × z and ω × z, in axes that turn. So with the momentum p and the angular momentum L,
about this origin, of everything beyond the joint,

.. math:: \partial T / \partial q_j = z \cdot (p \times v + L \times \omega).

The origin of a prismatic joint does not matter: it slides along z, which changes v by ω × z, so the slope is
z · (p × ω).

∂T/∂q is the transposed product Cᵀ q̇ of the Coriolis matrix: with the Christoffel symbols c_ijk of A,
Σ c_ijk q̇_i q̇_k over i and k is ½ Σ ∂a_ik/∂q_j q̇_i q̇_k, because their other two terms cancel.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from ..algebra.vectors import Scalar, Vector, times
from ..chain.angles import JointMotion
from ..chain.chain import Chain
from ..chain.groups import groups
from ..chain.inertia import Moments
from .link_motion import base_motion, untwisted
from .newton_euler import loaded_links


def energy_slopes(
    chain: Chain,
    bodies: tuple[Moments, ...],
    motion: JointMotion,
    bound: tuple[Scalar, ...] = (),
    unturned: Set[int] = frozenset(),
) -> list[Any]:
    """Return ∂T/∂q of a chain, N·m (N).

    Args:
        chain: the chain, without gravity; its offsets along parallel axes must have been combined by `gauge.slid`.
        bodies: bodies of the chain, in any gauge.
        motion: state of the joints at rest, with the velocities as accelerations. The recursion of the torque then
            has velocities in place of accelerations, and momenta in place of loads.
        bound, unturned: as in `newton_euler`.
    """
    links, _ = loaded_links(chain, bodies, motion, bound, unturned)
    slopes: list[Any] = []
    for group in groups(chain, bodies, unturned):
        first = group[0].joint
        parent = links[chain.parents[first]] if chain.parents[first] >= 0 else base_motion(chain)
        spin = untwisted(chain.joints[first], parent.alpha)
        for turn in group:
            link = links[turn.joint]
            if chain.joints[turn.joint].revolute:
                slope = _across(link.joint_load, link.linear) + turn.flip * _across(link.joint_moment, spin)
            else:
                slope = _across(link.joint_load, link.alpha)
            slopes.append(motion.let(slope))
    return slopes


def _across(a: Vector, b: Vector) -> Scalar:
    """Return the component z of the cross product a × b."""
    return times(a[0], b[1]) - times(a[1], b[0])
