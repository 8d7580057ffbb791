r"""Derive the first derivatives of the torque by position and velocity, customised for few calculations.

If joint j turns by a small angle, everything beyond it turns as one rigid body, and sees the motion of the base turned
by the opposite angle. With z along the axis, the motion at the origin of frame j changes, in axes that turn, by

.. math:: \delta\omega = \omega \times z, \qquad \delta a = a \times z, \qquad \delta\alpha' = U z

where U = [α]× + [ω]×[ω]× and δα' = δα - δω × ω. A point at r with the velocity w relative to the origin then has the
additional acceleration δa + δα' × r + 2 δω × w. A change of the joint's velocity has δω = z, δα' = 2 ω × z and δa = 0.

The torque of an outer joint i changes by p·δa + L·δα' + 2 D·δω, where p and L are momentum and angular momentum of the
composite beyond joint i for unit speed of this joint (`composite_bodies`), and D has the velocities w in place of the
points: D = Σ (z × r) × w dm. All three are transformed to the origin of frame j. The torque of an inner joint i follows
from the changes of force and moment of the composite beyond joint j. If the joint turns, these also turn with it.

The composite is described by its moments (`composite_bodies`) and their rates (`composite_rates`), so no velocities of
origins are needed. Along parallel axes, ω_x, ω_y and U z are the same for all joints.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from ..algebra.vectors import (
    Scalar,
    Vector,
    about_x,
    about_z,
    cross,
    dot,
    plus,
    scaled,
    times,
    turned,
)
from ..chain.angles import JointMotion
from ..chain.chain import Chain, ChainJoint
from ..chain.groups import Turn, groups
from ..chain.inertia import Moments, step
from .beyond_joint import Beyond, Load, Row
from .composite_bodies import Composite, Let
from .link_motion import (
    MovingLink,
    axis_of,
    base_motion,
    constant_turn,
    flipped,
    lever_of,
    named,
    turn_about_z,
    untwisted,
)
from .newton_euler import loaded_links

Elements = dict[tuple[int, int], Scalar]
"""Elements of a matrix by row and column."""


@dataclass(frozen=True)
class GroupMotion:
    """Motion that is the same for all joints of a group of parallel axes, in the axes at its start.

    Attributes:
        parent: the link before the group.
        omega: angular velocity of this link, rad/s.
        across: ω × z, rad/s.
        column: U z, 1/s².
    """

    parent: MovingLink
    omega: Vector
    across: Vector
    column: Vector


class TorqueDerivatives:
    """Torque of a chain, its derivatives by position and velocity, and A (its derivative by acceleration).

    The offsets of the chain along parallel axes must have been combined by `gauge.slid`.

    Args:
        chain: the chain.
        bodies: bodies of the chain, in any gauge.
        motion: state of the joints, in the algebra of the computation.
        unturned: indices of links that should have unturned axes, where possible (`groups`).

    Attributes:
        torque: (n,) torques, N·m (N).
        by_position, by_velocity: elements (i, j) of ∂τ_i/∂q_j and ∂τ_i/∂q̇_j.
        inertia: elements of the upper triangle of A, armature included.
    """

    def __init__(
        self, chain: Chain, bodies: tuple[Moments, ...], motion: JointMotion, unturned: Set[int] = frozenset()
    ) -> None:
        self._chain, self._bodies, self._motion = chain, bodies, motion
        self._links, self.torque = loaded_links(chain, bodies, motion, (), unturned)
        self.by_position: Elements = {}
        self.by_velocity: Elements = {}
        self.inertia: Elements = {}
        carried: dict[int, Beyond] = {}  # by link, everything that it carries
        for group in reversed(groups(chain, bodies, unturned)):
            beyond = carried.pop(group[-1].joint, Beyond.nothing())
            beyond, above = self._inward(group, beyond), chain.parents[group[0].joint]
            carried[above] = carried[above].plus(beyond, motion.let) if above in carried else beyond

    def _inward(self, group: Sequence[Turn], beyond: Beyond) -> Beyond:
        """Store the elements of a group's joints; return everything beyond the parent link, in its frame."""
        let, motion, chain = self._motion.let, self._motion, self._chain
        first = group[0].joint
        start, shared = chain.joints[first], self._shared(first)
        for turn in reversed(group):
            i, joint = turn.joint, chain.joints[turn.joint]
            own = Composite.of(self._bodies[i])
            rotation = turn_about_z(motion, turn.angle) if joint.revolute else constant_turn(joint)
            if turn is group[-1] and turn.body is None:  # everything is in the axes of this link
                beyond = beyond.with_body(own, self._links[i].omega, let).in_group(rotation, turn.flip, let)
            else:
                omega = self._angular_velocity(turn, shared.omega)
                if turn is not group[-1]:
                    r = named(let, flipped(turned(rotation, (chain.joints[i + 1].a, 0, 0)), turn.flip))
                    beyond = beyond.shifted(r, named(let, cross(omega, r)), let)
                beyond = beyond.with_body(own.in_group(rotation, turn.flip, let), omega, let)
            self._store(turn, joint, beyond, shared, self._origin(group, turn, shared.parent))
        if chain.parents[first] < 0:
            return Beyond.nothing()
        along = (0, 0, start.d if start.revolute else let(motion.position[first] + start.d))
        sliding = (0, 0, 0 if start.revolute else motion.rate[first])
        beyond = beyond.shifted(along, named(let, plus(cross(shared.omega, along), sliding)), let)
        offset = lever_of(start)
        beyond = beyond.turned(about_x(start.cos_alpha, start.sin_alpha), let)
        if start.branch is not None and start.branch.cos_gamma != 1:
            beyond = beyond.turned(about_z(start.branch.cos_gamma, start.branch.sin_gamma), let)
        return beyond.shifted(offset, named(let, cross(shared.parent.omega, offset)), let)

    def _shared(self, first: int) -> GroupMotion:
        start = self._chain.joints[first]
        above = self._chain.parents[first]
        parent = self._links[above] if above >= 0 else base_motion(self._chain)
        omega = untwisted(start, parent.omega)
        column = named(self._motion.let, untwisted(start, turned(parent.field, axis_of(start))))
        return GroupMotion(parent, omega, (omega[1], -omega[0], 0), column)

    def _angular_velocity(self, turn: Turn, before: Vector) -> Vector:
        """Return the angular velocity of a link in the axes of its group."""
        let, rates = self._motion.let, self._motion.rate
        signs = dict(turn.angle.joints) if turn.angle else {turn.joint: 1}
        rate = let(sum(sign * rates[k] for k, sign in signs.items()))
        return (before[0], before[1], let(before[2] + turn.flip * rate))

    def _origin(self, group: Sequence[Turn], turn: Turn, parent: MovingLink) -> Vector:
        """Return the acceleration of a joint's origin in the axes of its group."""
        let, joint = self._motion.let, self._chain.joints[turn.joint]
        if turn is group[0]:
            return untwisted(joint, named(let, plus(parent.linear, turned(parent.field, step(joint)[1]))))
        before, last = self._links[turn.joint - 1], group[turn.joint - group[0].joint - 1]
        place = named(let, turned(turn_about_z(self._motion, last.body), step(joint)[1]))
        there = named(let, plus(before.linear, turned(before.field, place)))
        return flipped(named(let, turned(turn_about_z(self._motion, last.total), there)), last.flip)

    def _store(self, turn: Turn, joint: ChainJoint, beyond: Beyond, shared: GroupMotion, origin: Vector) -> None:
        """Store the elements of a joint with itself and all outer joints, and add its vectors to `beyond`."""
        let, j, flip = self._motion.let, turn.joint, turn.flip
        for loads, elements in ((beyond.by_position, self.by_position), (beyond.by_velocity, self.by_velocity)):
            for k, load in loads.items():
                elements[j, k] = flip * (load.moment[2] if joint.revolute else load.force[2])
        beyond.rows[j] = _row(beyond, flip, joint.revolute, let)
        for i, row in beyond.rows.items():
            along = row.angular[2] if joint.revolute else row.linear[2]
            self.inertia[j, i] = let(flip * along + (joint.armature if i == j else 0))
            if joint.revolute:
                changed = dot(row.linear, _across_z(origin)) + dot(row.angular, shared.column)
                changed = changed + 2 * dot(row.rate, shared.across)
                moving = dot(row.angular, shared.across) + row.rate[2]
            else:
                changed, moving = dot(row.linear, shared.column), dot(row.linear, shared.across)
            self.by_position[i, j] = flip * let(changed)
            self.by_velocity[i, j] = 2 * flip * let(moving)
        changes = _turning if joint.revolute else _sliding
        beyond.by_position[j], beyond.by_velocity[j] = changes(beyond, flip, self._links[j], shared, origin, let)


def _across_z(v: Vector) -> Vector:
    """Return v × z."""
    return (v[1], -v[0], 0)


def _row(beyond: Beyond, flip: int, revolute: bool, let: Let) -> Row:
    """Return the vectors of a joint about its own origin; its axis is ``flip`` · z."""
    (x, y, _), (u, v, _), k, w = beyond.body.first, beyond.rates.first, beyond.body.second, beyond.rates.second
    if not revolute:
        return Row((0, 0, beyond.body.mass), (y, -x, 0), (v, -u, 0))
    rows = ((-y, x, 0), (-k[0][2], -k[1][2], beyond.body.polar), (-w[2][0], -w[2][1], let(beyond.rates.polar)))
    return Row(*(scaled(flip, row) for row in rows))


def _turning(
    beyond: Beyond, flip: int, link: MovingLink, shared: GroupMotion, origin: Vector, let: Let
) -> tuple[Load, Load]:
    """Return the loads for unit change of a revolute joint's position and velocity."""
    body, h, w = beyond.body, beyond.body.first, beyond.rates.second
    (kxx, kxy, kxz), (_, kyy, kyz), (_, _, kzz) = body.second
    wyz, wxz, polar = let(w[1][1] + w[2][2]), let(w[0][0] + w[2][2]), let(beyond.rates.polar)

    def inertia(v: Vector) -> Vector:
        return (
            times(let(kyy + kzz), v[0]) - times(kxy, v[1]) - times(kxz, v[2]),
            times(let(kxx + kzz), v[1]) - times(kxy, v[0]) - times(kyz, v[2]),
            times(body.polar, v[2]) - times(kxz, v[0]) - times(kyz, v[1]),
        )

    across, moved = shared.across, _across_z(origin)
    moving = (  # Σ r × (δω × w) dm for δω = ω × z
        times(wyz, across[0]) - times(w[0][1], across[1]),
        times(wxz, across[1]) - times(w[1][0], across[0]),
        -times(w[2][0], across[0]) - times(w[2][1], across[1]),
    )
    force = plus(scaled(body.mass, moved), cross(shared.column, h))
    force = plus(force, scaled(2, cross(across, beyond.rates.first)))
    moment = plus(plus(cross(h, moved), inertia(shared.column)), scaled(2, moving))
    # Force and moment turn with the joint: z × f.
    force = plus(force, (-link.joint_force[1], link.joint_force[0], 0))
    moment = plus(moment, (-link.joint_moment[1], link.joint_moment[0], 0))
    x, y, _ = beyond.rates.first
    faster = plus(cross(across, h), (-y, x, 0)), plus(inertia(across), (-w[0][2], -w[1][2], polar))
    by_position = Load(named(let, scaled(flip, force)), named(let, scaled(flip, moment)))
    return by_position, Load(*(named(let, scaled(2 * flip, v)) for v in faster))


def _sliding(
    beyond: Beyond, flip: int, link: MovingLink, shared: GroupMotion, origin: Vector, let: Let
) -> tuple[Load, Load]:
    """Return the loads for unit change of a prismatic joint's position and velocity."""
    mass, h = beyond.body.mass, beyond.body.first
    twice = scaled(2, shared.across)
    moment = plus(cross(h, shared.column), (-link.joint_force[1], link.joint_force[0], 0))  # the force moves along z
    by_position = Load(named(let, scaled(mass, shared.column)), named(let, moment))
    return by_position, Load(named(let, scaled(mass, twice)), named(let, cross(h, twice)))
