"""Evaluate Kane's equations numerically at one state: generalized active and inertia forces from partial velocities.

All vectors are in frame 0. This module is used for proofs, so it shares no code with the recursion in link frames, the
gauge or the factoring.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import NamedTuple

from ..algebra.residue import PrimeField
from ..algebra.vectors import Matrix, Scalar, Vector, Z, cross, dot, plus, product, scaled, transposed, turned
from ..chain.angles import Angle
from ..chain.chain import Chain
from ..chain.rigid_body import inertia_matrix


@dataclass(frozen=True)
class ChainState:
    """State of a chain, in numbers of any type with ``+ - *``.

    Attributes:
        turns: cosine and sine of each joint's angle, offset included (not used for prismatic joints).
        positions: q of each joint, m (used only for prismatic joints).
        rates: qd of each joint, rad/s (m/s).
        seconds: qdd of each joint, rad/s² (m/s²).
        given: values of other inputs, by name of the element: ``wrench1 …``.
    """

    turns: Sequence[tuple[Scalar, Scalar]]
    positions: Sequence[Scalar]
    rates: Sequence[Scalar]
    seconds: Sequence[Scalar]
    given: Mapping[str, Scalar] = field(default_factory=dict)


def random_state(n: int, field: PrimeField, given: Sequence[str] = ()) -> ChainState:
    """Return a random state of n joints in a prime field, with elements of other inputs of the names `given`."""
    turns = [field.random_turn() for _ in range(n)]
    positions, rates, seconds = ([field.random() for _ in range(n)] for _ in range(3))
    return ChainState(turns, positions, rates, seconds, {name: field.random() for name in given})


class LinkAtState(NamedTuple):
    """Pose of a link at one state, in the axes of frame 0.

    Attributes:
        axis: (3,) unit vector of the joint axis.
        step: (3,) vector from the origin of the parent link (the base) to the origin of this link, m.
        rotation: (3, 3) orientation of the link's frame.
    """

    axis: Vector
    step: Vector
    rotation: Matrix


def links_at_state(chain: Chain, state: ChainState) -> list[LinkAtState]:
    """Return the poses of all links at the state's positions, from the base outwards."""
    links: list[LinkAtState] = []
    for i, (joint, parent) in enumerate(zip(chain.joints, chain.parents, strict=True)):
        rotation = links[parent].rotation if parent >= 0 else ((1, 0, 0), (0, 1, 0), (0, 0, 1))
        shift: Vector = (0, 0, 0)
        if joint.branch is not None:
            c, s = joint.branch.cos_gamma, joint.branch.sin_gamma
            shift = turned(rotation, (0, 0, joint.branch.b))
            rotation = product(rotation, ((c, -s, 0), (s, c, 0), (0, 0, 1)))
        cosine, sine = state.turns[i] if joint.revolute else (joint.cos_offset, joint.sin_offset)
        out = joint.d if joint.revolute else joint.d + state.positions[i]
        twist: Matrix = ((1, 0, 0), (0, joint.cos_alpha, -joint.sin_alpha), (0, joint.sin_alpha, joint.cos_alpha))
        before = product(rotation, twist)
        axis = turned(before, Z)
        step = plus(shift, plus(turned(rotation, (joint.a, 0, 0)), scaled(out, axis)))
        links.append(LinkAtState(axis, step, product(before, ((cosine, -sine, 0), (sine, cosine, 0), (0, 0, 1)))))
    return links


def turned_at_state(angle: Angle, state: ChainState) -> tuple[Scalar, Scalar]:
    """Return cosine and sine of a sum of angles."""
    cosine: Scalar = 1
    sine: Scalar = 0
    for joint, sign in angle.joints:
        c, s = state.turns[joint]
        s = s * sign
        cosine, sine = cosine * c - sine * s, sine * c + cosine * s
    return cosine, sine


def kane_torque(chain: Chain, state: ChainState) -> list[Scalar]:
    """Return the torque of each joint, N·m (N)."""
    links = links_at_state(chain, state)
    origins: list[Vector] = []
    motions: list[tuple[Vector, Vector, Vector]] = []
    total: list[Scalar] = [joint.armature * second for joint, second in zip(chain.joints, state.seconds, strict=True)]
    for i, (joint, body) in enumerate(zip(chain.joints, chain.bodies, strict=True)):
        axis, step, rotation = links[i]
        parent = chain.parents[i]
        origin = plus(origins[parent] if parent >= 0 else (0, 0, 0), step)
        # angular velocity, acceleration of the origin, and angular acceleration of the parent link
        spin, acceleration, turning = motions[parent] if parent >= 0 else ((0, 0, 0), (0, 0, 0), (0, 0, 0))
        acceleration = plus(acceleration, plus(cross(turning, step), cross(spin, cross(spin, step))))
        along = scaled(state.rates[i], axis)
        second = scaled(state.seconds[i], axis)
        if joint.revolute:
            turning = plus(plus(turning, second), cross(spin, along))
            spin = plus(spin, along)
        else:
            acceleration = plus(plus(acceleration, second), scaled(2, cross(spin, along)))
        origins.append(origin)
        motions.append((spin, acceleration, turning))

        arm = turned(rotation, body.center)
        inertia = product(rotation, product(inertia_matrix(body), transposed(rotation)))
        moved = plus(acceleration, plus(cross(turning, arm), cross(spin, cross(spin, arm))))
        force = scaled(body.mass, plus(moved, scaled(-1, chain.gravity)))
        moment = plus(turned(inertia, turning), cross(spin, turned(inertia, spin)))
        center = plus(origin, arm)
        for j in sorted(chain.ancestors[i]):  # only these joints move the link
            if chain.joints[j].revolute:
                lever = cross(links[j].axis, plus(center, scaled(-1, origins[j])))
                total[j] = total[j] + dot(force, lever) + dot(moment, links[j].axis)
            else:
                total[j] = total[j] + dot(force, links[j].axis)
    return total


def kane_wrench(chain: Chain, state: ChainState) -> list[Scalar]:
    """Return the torque of each joint that holds the chain's wrenches, N·m (N): opposite to their generalized force."""
    total: list[Scalar] = [0] * chain.n
    links, origins = links_at_state(chain, state), list[Vector]()
    for link, parent in zip(links, chain.parents, strict=True):
        origins.append(plus(origins[parent], link.step) if parent >= 0 else link.step)
    for wrench in chain.wrenches:
        point = plus(origins[wrench.link], turned(links[wrench.link].rotation, wrench.point))
        for j in chain.path(wrench.link + 1):
            axis = links[j].axis
            if chain.joints[j].revolute:
                speed = cross(axis, plus(point, scaled(-1, origins[j])))
                total[j] = total[j] - dot(wrench.force, speed) - dot(wrench.moment, axis)
            else:
                total[j] = total[j] - dot(wrench.force, axis)
    return total


def kane_gravity(chain: Chain, state: ChainState) -> list[Scalar]:
    """Return the torque that holds the arm at the state's positions, N·m (N)."""
    return _at(chain, state, (), ())


def kane_kinetic_energy(chain: Chain, state: ChainState) -> list[list[Scalar]]:
    """Return the rows of A at the state's positions, from the torque of unit accelerations."""
    g = kane_gravity(chain, state)
    return [_less(_at(chain, state, (), (j,)), g) for j in range(chain.n)]


def kane_momentum(chain: Chain, state: ChainState) -> list[Scalar]:
    """Return the momentum A q̇ of each joint, kg·m²/s (kg·m/s): the torque at rest of accelerations equal to q̇."""
    still = replace(state, rates=[0] * chain.n, seconds=state.rates)
    return kane_torque(chain.without_gravity(), still)


def kane_velocity_elements(
    chain: Chain, state: ChainState
) -> tuple[dict[tuple[int, int], list[Scalar]], list[list[Scalar]]]:
    """Return the columns of B and of C at the state's positions, from the torque of unit velocities.

    Returns:
        The columns of B by pair of joints, and the columns of C in the order of joints.
    """
    g = kane_gravity(chain, state)
    c = [_less(_at(chain, state, (j,), ()), g) for j in range(chain.n)]
    b = {
        (j, k): _less(_less(_less(_at(chain, state, (j, k), ()), g), c[j]), c[k])
        for j, k in combinations(range(chain.n), 2)
    }
    return b, c


def _at(chain: Chain, state: ChainState, moving: Sequence[int], accelerated: Sequence[int]) -> list[Scalar]:
    """Return the torque at unit velocity of the joints `moving` and unit acceleration of the joints `accelerated`."""
    joints = range(chain.n)
    return kane_torque(
        chain,
        replace(state, rates=[int(j in moving) for j in joints], seconds=[int(j in accelerated) for j in joints]),
    )


def _less(a: Sequence[Scalar], b: Sequence[Scalar]) -> list[Scalar]:
    return [x - y for x, y in zip(a, b, strict=True)]
