"""Derive inverse dynamics by customised recursive Newton-Euler equations, with scalars of any algebra.

The scalars are nodes of a system to be factored, or polynomials of the exact ring. The differences from the textbook,
each of which saves calculations, are:

* Bodies are described by mass m, first moments h and second moments K about the frame origins, and motion by the
  acceleration a of the origin and the matrix U = [ω̇]× + [ω]×[ω]×. The force is m·a + U·h, and the moment about the
  origin is h × a + N with N_x = Σ_l (K_yl U_zl - K_zl U_yl), and cyclically for y and z.
* A part μ h hᵀ of K can be removed from N: its moment is included as h × (a + μ U h); U h is known from the force.
* One column of U is rotated from link to link, and a multiple of the unit matrix in U is omitted (`link_motion`).
* Along parallel axes, the orientation is rotated once, by the sum of the angles; `gauge.slid` has combined the offsets.
* A link can be left unturned if the next axis does not rotate with it (the last link, and links along parallel axes
  except the last of them): its body is rotated instead of its motion and loads.
* Rotations that do not affect torques are omitted: about a first joint parallel to gravity, and about a last joint
  whose body is symmetric about the axis.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from ..algebra.vectors import ZERO, Scalar, Vector, cross, plus, scaled, turned
from ..chain.angles import JointMotion
from ..chain.chain import Chain
from ..chain.groups import Turn, groups
from ..chain.inertia import PLACES, Moments
from .composite_bodies import Composite
from .link_motion import MovingLink, constant_turn, flipped, lever_of, named, outward, turn_about_z, twisted
from .wrench import wrench_on_group


def newton_euler(
    chain: Chain,
    bodies: tuple[Moments, ...],
    motion: JointMotion,
    bound: tuple[Scalar, ...] = (),
    unturned: Set[int] = frozenset(),
) -> list[Scalar]:
    """Return the joint torques (N·m) and forces (N) of a chain, armature included.

    The offsets of the chain along parallel axes must have been combined by `gauge.slid`.

    Args:
        chain: the chain.
        bodies: bodies of the chain, in any gauge.
        motion: state of the joints, in the algebra of the computation.
        bound: factor μ of each body's part μ h hᵀ that is computed from its force (`gauge.carried`); by default 0.
        unturned: indices of links that should have unturned axes, where possible (`groups`).
    """
    return loaded_links(chain, bodies, motion, bound, unturned)[1]


def loaded_links(
    chain: Chain,
    bodies: tuple[Moments, ...],
    motion: JointMotion,
    bound: tuple[Scalar, ...] = (),
    unturned: Set[int] = frozenset(),
) -> tuple[list[MovingLink], list[Scalar]]:
    """Return the links with their motion and loads, and the joint torques; the arguments are as in `newton_euler`."""
    links, ordered = outward(chain, bodies, motion, unturned), groups(chain, bodies, unturned)
    turns = [turn for group in ordered for turn in group]
    for link, turn, body, coupling in zip(links, turns, bodies, bound or (0,) * chain.n, strict=True):
        _load(link, turn, body, coupling, motion)
    torques: list[Any] = [0] * chain.n
    for group in reversed(ordered):
        pushed = None
        for wrench in chain.wrenches:
            if any(turn.joint == wrench.link for turn in group):
                own = wrench_on_group(chain, wrench, motion, ordered, links)
                pushed = own if pushed is None or own is None else (plus(pushed[0], own[0]), plus(pushed[1], own[1]))
        _inward(chain, motion, group, links, torques, pushed)
    return links, [motion.let(torques[i] + joint.armature * motion.second[i]) for i, joint in enumerate(chain.joints)]


def _load(link: MovingLink, turn: Turn, body: Moments, coupling: Scalar, motion: JointMotion) -> None:
    """Compute the force, and the moment about the frame's origin, that cause the motion of a link's body."""
    let, h = motion.let, body.first
    second = tuple(k - coupling * (h[i] * h[j]) for k, (i, j) in zip(body.second, PLACES, strict=True))
    own_body = Composite.of(Moments(body.mass, h, second))
    if turn.body is not None:
        own_body = own_body.turned_about_z(*motion.trigonometry(turn.body), let)
    h, k = own_body.first, own_body.second
    own_force = named(let, turned(link.field, h))
    force = named(let, plus(scaled(body.mass, link.linear), own_force))
    carried = named(let, plus(link.linear, scaled(coupling, own_force)))
    (_, uxy, uxz), (uyx, _, uyz), (uzx, uzy, _) = link.field
    u = ((link.excess[0], uxy, uxz), (uyx, link.excess[1], uyz), (uzx, uzy, 0))  # multiples of 1 cause no moment
    own = []
    for i, j in ((1, 2), (2, 0), (0, 1)):
        own.append(sum(k[i][m] * u[j][m] - k[j][m] * u[i][m] for m in range(3)))
    moment = plus(cross(h, carried), (own[0], own[1], own[2]))
    link.force, link.moment = force, named(let, moment)


def _inward(
    chain: Chain,
    motion: JointMotion,
    group: Sequence[Turn],
    links: list[MovingLink],
    torques: list[Any],
    pushed: tuple[Vector, Vector] | None = None,
) -> None:
    """Compute the torques of a group, and add its loads to the parent link.

    `pushed` is a force, and a moment about the origin of the group's only joint, from outside, in the axes before it.
    """
    let = motion.let
    start = chain.joints[group[0].joint]
    force_b = moment_b = ZERO
    carried = ZERO  # force through the next joint, in this link's frame
    z_moment: Any = 0
    for turn, beyond in zip(reversed(group), (None, *reversed(group[1:])), strict=True):
        i, joint = turn.joint, chain.joints[turn.joint]
        link = links[i]
        mx, my, mz = link.moment
        if beyond is not None:
            outer = chain.joints[beyond.joint]
            # Lever a along the link's x to the next joint of the group.
            lever = named(let, turned(turn_about_z(motion, turn.body), (outer.a, 0, 0)))
            mx, my, own_z = plus((mx, my, mz), cross(lever, carried))
            mz = own_z + outer.cos_alpha * z_moment
        total = link.joint_load = named(let, plus(link.force, carried))
        if not joint.revolute:
            torques[i] = total[2]
            along = motion.position[i] + joint.d
            back = constant_turn(joint)
            full = named(let, (mx - along * total[1], my + along * total[0], mz))
            moment_b, force_b = turned(back, full), turned(back, total)
            link.joint_force, link.joint_moment = force_b, turned(back, (mx, my, 0))
            break
        z_moment = let(mz if pushed is None else mz - pushed[1][2])
        torques[i] = z_moment
        own, plane = named(let, (*link.force[:2], 0)), named(let, (mx, my, 0))
        force_b = plus(force_b, flipped(turned(turn_about_z(motion, turn.total), own), turn.flip))
        moment_b = plus(moment_b, flipped(turned(turn_about_z(motion, turn.total), plane), turn.flip))
        link.joint_force, link.joint_moment = (*force_b[:2], 0), (*moment_b[:2], 0)
        carried = twisted(joint, turned(turn_about_z(motion, turn.own), total))
        if turn is group[0]:
            moment_b = (moment_b[0], moment_b[1], z_moment)
            force_b = (force_b[0], force_b[1], total[2])
    if pushed is not None:
        force_b = plus(force_b, scaled(-1, pushed[0]))
        moment_b = plus(moment_b, (-pushed[1][0], -pushed[1][1], 0))
    above = chain.parents[group[0].joint]
    if above < 0:
        return
    d = start.d if start.revolute else 0
    moment_b = named(let, (moment_b[0] - d * force_b[1], moment_b[1] + d * force_b[0], moment_b[2]))
    force = twisted(start, named(let, force_b))
    moment = plus(twisted(start, moment_b), cross(lever_of(start), force))
    parent = links[above]
    parent.force, parent.moment = named(let, plus(parent.force, force)), named(let, plus(parent.moment, moment))
