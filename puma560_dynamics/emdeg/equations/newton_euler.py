"""Customised recursive Newton-Euler, run over any algebra: a graph to be simplified, or the exact ring.

What it does differently from the textbook, each because it costs less:

* matter is described by first and second moments about the frames' origins, and motion by the matrix
  U = [ω̇]× + [ω]×[ω]×, which gives the acceleration of every point: the force is m·a + U·h, and the
  moment about the origin h × a + N with N_x = Σ_l (K_yl U_zl - K_zl U_yl), cyclically;
* a part μ h hᵀ of K may leave N: h × (a + μ U h) causes its moment, and U h is known from the force;
* one column of U is turned from link to link, and the moment leaves a multiple of 1 in U out (`link_motion`);
* along parallel axes the orientation is turned once, by the sum of the angles (and `slide.slid` has put
  the offsets along them together at the first of them);
* a link may be left unturned, where the axis beyond it does not turn with it: its body is turned in place of the
  motion and the loads (the last link, and those along parallel axes but the last of them);
* a joint whose angle cannot matter is not turned at all: the first one if it is parallel to gravity,
  and the last one if its body is symmetric about the axis.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from ..algebra.vectors import ZERO, Scalar, cross, plus, scaled, turned
from ..chain.angles import JointMotion
from ..chain.chain import Chain
from ..chain.groups import Turn, groups
from ..chain.inertia import PLACES, Moments
from .composite_bodies import Composite
from .link_motion import MovingLink, constant_turn, flipped, named, outward, turn_about_z, twisted


def newton_euler(
    chain: Chain,
    bodies: tuple[Moments, ...],
    motion: JointMotion,
    bound: tuple[Scalar, ...] = (),
    unturned: Set[int] = frozenset(),
) -> list[Scalar]:
    """Joint torques (N·m) and forces (N) of a chain with these mass distributions, armature included.

    The chain's offsets along parallel axes must have been put together by `slide.slid`.

    Args:
        chain: the arm.
        bodies: in any gauge.
        motion: state, and the algebra to run over.
        bound: of each body the multiple of h hᵀ in its second moments whose moment its force causes; none if not given.
        unturned: links to be left unturned, where that can be.
    """
    links, ordered = outward(chain, bodies, motion, unturned), groups(chain, bodies, unturned)
    turns = [turn for group in ordered for turn in group]
    for link, turn, body, coupling in zip(links, turns, bodies, bound or (0,) * chain.n, strict=True):
        _load(link, turn, body, coupling, motion)
    torques: list[Any] = [0] * chain.n
    for group in reversed(ordered):
        _inward(chain, motion, group, links, torques)
    return [motion.let(torques[i] + joint.armature * motion.second[i]) for i, joint in enumerate(chain.joints)]


def _load(link: MovingLink, turn: Turn, body: Moments, coupling: Scalar, motion: JointMotion) -> None:
    """Force and moment about the frame's origin that move the body as its frame moves."""
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
    u = ((link.excess[0], uxy, uxz), (uyx, link.excess[1], uyz), (uzx, uzy, 0))  # a multiple of 1 causes no moment
    own = []
    for i, j in ((1, 2), (2, 0), (0, 1)):
        own.append(sum(k[i][m] * u[j][m] - k[j][m] * u[i][m] for m in range(3)))
    moment = plus(cross(h, carried), (own[0], own[1], own[2]))
    link.force, link.moment = force, named(let, moment)


def _inward(
    chain: Chain, motion: JointMotion, group: Sequence[Turn], links: list[MovingLink], torques: list[Any]
) -> None:
    """Torques of a group; its loads go to the link before it."""
    let = motion.let
    start = chain.joints[group[0].joint]
    force_b = moment_b = ZERO
    carried = ZERO  # force through the joint beyond, in this link's frame
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
        total = named(let, plus(link.force, carried))
        if not joint.revolute:
            torques[i] = total[2]
            along = motion.position[i] + joint.d
            back = constant_turn(joint)
            full = named(let, (mx - along * total[1], my + along * total[0], mz))
            moment_b, force_b = turned(back, full), turned(back, total)
            break
        z_moment = let(mz)
        torques[i] = z_moment
        own, plane = named(let, (*link.force[:2], 0)), named(let, (mx, my, 0))
        force_b = plus(force_b, flipped(turned(turn_about_z(motion, turn.total), own), turn.flip))
        moment_b = plus(moment_b, flipped(turned(turn_about_z(motion, turn.total), plane), turn.flip))
        carried = twisted(joint, turned(turn_about_z(motion, turn.own), total))
        if turn is group[0]:
            moment_b = (moment_b[0], moment_b[1], z_moment)
            force_b = (force_b[0], force_b[1], total[2])
    if group[0].joint == 0:
        return
    d = start.d if start.revolute else 0
    moment_b = named(let, (moment_b[0] - d * force_b[1], moment_b[1] + d * force_b[0], moment_b[2]))
    force = twisted(start, named(let, force_b))
    moment = twisted(start, moment_b)
    moment = (moment[0], moment[1] - start.a * force[2], moment[2] + start.a * force[1])
    parent = links[group[0].joint - 1]
    parent.force, parent.moment = named(let, plus(parent.force, force)), named(let, plus(parent.moment, moment))
