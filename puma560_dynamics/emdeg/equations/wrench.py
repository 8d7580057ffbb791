"""Express a wrench that acts on a link in the axes in which the recursion adds it to the loads of the links.

A wrench (force and moment) is given in the axes of frame 0. It is rotated outwards once per group of parallel axes. A
link that is alone in its group is not rotated into: the wrench is added to the loads before the joint.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..algebra.vectors import Matrix, Vector, cross, plus, transposed, turned
from ..chain.angles import JointMotion
from ..chain.chain import Chain, Wrench
from ..chain.groups import Turn
from .link_motion import MovingLink, constant_turn, flipped, named, turn_about_z, untwisted


def wrench_on_group(
    chain: Chain, wrench: Wrench, motion: JointMotion, ordered: Sequence[Sequence[Turn]], links: Sequence[MovingLink]
) -> tuple[Vector, Vector] | None:
    """Add a wrench to the loads of its link, or return it as a load of the group, if the link is alone in a group.

    Args:
        chain: the chain, with combined offsets along parallel axes.
        wrench: wrench that acts on a link from outside.
        motion: state of the joints.
        ordered: groups of parallel axes.
        links: links with the loads that cause their motion, from which the wrench is subtracted.

    Returns:
        Force, and moment about the origin of the joint, in the axes before a revolute joint that is alone in its group;
        otherwise None.
    """
    let, force, moment = motion.let, wrench.force, wrench.moment
    for group in ordered:
        if group[0].joint not in chain.ancestors[wrench.link]:
            continue
        start = chain.joints[group[0].joint]
        force, moment = (named(let, untwisted(start, vector)) for vector in (force, moment))
        at = next((turn for turn in group if turn.joint == wrench.link), None)
        if at is not None and len(group) == 1 and start.revolute:
            point = turned(turn_about_z(motion, at.body or at.total), wrench.point)
            return force, named(let, plus(moment, cross(named(let, point), force)))
        last = at or group[-1]
        back = _axes(chain, motion, last)
        force, moment = (named(let, turned(transposed(back), flipped(vector, last.flip))) for vector in (force, moment))
        if at is not None:
            point = turned(turn_about_z(motion, at.body), wrench.point)
            link = links[wrench.link]
            moment = plus(moment, cross(named(let, point), force))
            link.force = named(let, _less(link.force, force))
            link.moment = named(let, _less(link.moment, moment))
            return None
    return None


def _axes(chain: Chain, motion: JointMotion, turn: Turn) -> Matrix:
    """Return the axes of a link in the unflipped axes at the start of its group."""
    joint = chain.joints[turn.joint]
    return turn_about_z(motion, turn.total) if joint.revolute else constant_turn(joint)


def _less(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])
