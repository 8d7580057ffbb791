"""Extract the chain of an arm, or of several arms as one chain with branches, from a robot description.

The chain has the description's zero pose and link frames.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from ..algebra.exact import SNAP
from ..algebra.vectors import transposed, turned
from ..chain.chain import PRISMATIC, REVOLUTE, CarriedLink, Chain, LinkFrames, Placement
from ..chain.pose import compose, inverse_placement, length, three, tidy, tidy_pose
from ..chain.rigid_body import moved_body, tidy_body
from ..program.provenance import JointFacts
from .axes import Axis, axis_frames, base_frame, branched, joint_step
from .description import DescribedJoint, Description
from .gripper import fingers, fingers_of_arms, named_as_gripper
from .held_joints import held_position, hold_joints, joints_below, without_links
from .reading import Reading, gravity_vector
from .route import Route, route
from .selection import Selection

SLANT = 0.02
"""Sine of the angle between nearly parallel axes below which their common normal may be far from the arm."""


UNITS = {PRISMATIC: "m", REVOLUTE: "rad"}
"""Units of positions, by kind of joint."""


def described_chain(
    robot: Description, part: Selection, gravity: Sequence[float] | None = None, snap: float = SNAP
) -> Reading:
    """Return the chain of the selected part of a robot.

    Fixed links are merged into the moving links that they are attached to. `Chain.base` and `Chain.frames` refer to the
    description's frames: of the base link, of each moving link, and of the tip in place of the last moving link. Joints
    that mimic a joint of the chain are joints of the chain and are listed in `Reading.mimics`.

    Args:
        robot: description of the whole robot.
        part: selection of the arm.
        gravity: (3,) acceleration of gravity in the frame of the base link, m/s². By default the description's,
            expressed in the frame of the upright link.
        snap: distance from a multiple of 90° within which an angle is rounded to that multiple, rad.

    Raises:
        ChainError: the part is not a serial chain; the message states the reason and what to do.
    """
    arm = hold_joints(without_links(robot, part.without), part.hold)
    if len(part.tips) > 1:
        tips, held = part.tips, fingers_of_arms(arm, part.base, part.tips)
    else:
        tip, held = fingers(arm, part.base, part.tip)
        tips = () if tip is None else (tip,)
    arm = hold_joints(arm, held)
    below = [] if part.base is None else joints_below(arm, part.base)
    arm = hold_joints(arm, below)
    way = route(arm, part.base, tips, part.upright)
    axes = [Axis(link.joint.name, link.joint.kind, link.origin, link.joint.axis) for link in way.links]
    parents = [link.parent for link in way.links]
    frames = axis_frames(axes, parents, snap)
    first = compose(axes[0].link, frames[0])
    down = gravity_vector(robot.gravity if gravity is None else gravity)
    strength, upright = length(down), "" if any(down[:2]) or down[2] >= 0 or gravity is not None else way.upright
    if gravity is None:
        down = three(tidy(x) for x in turned(transposed(way.mounting.rotation), down))
    ground = base_frame(first, down)
    joints = []
    for axis, parent, own in zip(axes, parents, frames, strict=True):
        before, branch = frames[parent] if parent >= 0 else ground, None
        if parents.count(parent) > 1:
            before, branch = branched(axis, before, parent, snap)
        joints.append(replace(joint_step(axis, before, compose(axis.link, own), snap), branch=branch))
    given = [way.tips.get(k, next(iter(carried.values()))) for k, carried in enumerate(way.carried[1:])]
    chain = Chain(
        arm.name,
        tuple(replace(joint, armature=link.joint.armature) for joint, link in zip(joints, way.links, strict=True)),
        tuple(
            tidy_body(moved_body(link.body, inverse_placement(own)))
            for link, own in zip(way.links, frames, strict=True)
        ),
        three(tidy(x) for x in turned(transposed(ground.rotation), down)),
        tidy_pose(ground),
        tuple(tidy_pose(compose(inverse_placement(own), frame)) for own, frame in zip(frames, given, strict=True)),
    )
    links = tuple(
        CarriedLink(link, carrier, tidy_pose(compose(inverse_placement(own), place)))
        for carrier, (own, fixed) in enumerate(zip((Placement(), *frames), way.carried, strict=True))
        for link, place in fixed.items()
    )
    tip_link = CarriedLink("", chain.n, chain.frames[-1])
    chain = replace(chain, link_frames=LinkFrames(chain.base, tip_link, links))
    return Reading(
        chain,
        remarks=(
            *robot.angles,
            *robot.remarks,
            *way.remarks,
            *_held(robot, arm),
            *_last(way),
            *_below(robot, below),
            *_massless(way),
            *_far_normals(chain),
        ),
        facts=tuple(_facts(link.joint) for link in way.links),
        friction=tuple(link.joint.friction for link in way.links),
        lacking=tuple(link.lacking for link in way.links),
        links=tuple(link.joint.child for link in way.links),
        angles=robot.angles,
        base=way.base,
        upright=upright,
        gravity=down,
        strength=strength,
        mimics=way.mimics,
    )


def _facts(joint: DescribedJoint) -> JointFacts:
    """Return the limits of a joint; a continuous joint has no position limits."""
    limits = dict(joint.limits)
    if joint.continuous:
        limits = {name: value for name, value in limits.items() if name not in ("lower", "upper")}
    elif limits:
        limits = {"lower": 0.0, "upper": 0.0, **limits}  # URDF's defaults
    return JointFacts(joint.name, joint.kind == REVOLUTE, **limits, continuous=joint.continuous)


def _held(robot: Description, arm: Description) -> list[str]:
    """Return a remark on held joints and the mass of their links, since a massless gripper causes gravity errors."""
    now = {joint.name: joint for joint in arm.joints}
    held = [one for one in robot.joints if not one.fixed and one.name in now and now[one.name].fixed]
    if not held:
        return []
    mass = sum(float(arm.bodies[link].mass) for link in {joint.child for joint in held})
    what = f"{mass:.4g} kg" if mass else "no mass: if they weigh something, give it as payload"
    places = {joint.name: held_position(robot, joint.name) if joint.kind in UNITS else 0.0 for joint in held}
    names = ", ".join(
        f"{joint.name} (at {places[joint.name]:.4g} {UNITS[joint.kind]})" if places[joint.name] else joint.name
        for joint in held
    )
    return [f"joints {names} are held; the links that they move have {what}"]


def _last(way: Route) -> list[str]:
    """Return a remark if the last joint of an arm has the name of a gripper's joint."""
    last = [way.links[place].joint for place in way.tips]
    return [
        f"the last joint {joint.name!r} is named as that of a gripper and counts as a joint of the arm; if it "
        f"belongs to a gripper, hold it with --hold {joint.name}, or leave its link out with --without {joint.child}"
        for joint in last
        if named_as_gripper(joint)
    ]


def _below(robot: Description, below: Sequence[str]) -> list[str]:
    """Return remarks on the joints that move the base, because the direction of gravity depends on them."""
    known = {joint.name: joint for joint in robot.joints}
    places = {
        name: f"at {held_position(robot, name):.4g} {UNITS[known[name].kind]}" if known[name].kind in UNITS else "still"
        for name in below
    }
    return [
        f"joint {name!r} moves the base and is held {place}: gravity and poses are those of that position"
        for name, place in places.items()
    ]


def _massless(way: Route) -> list[str]:
    """Return remarks on links without mass or inertia, which may be an error of the description."""
    return [f"{link.lacking}: taken as written" for link in way.links if link.lacking]


def _far_normals(chain: Chain) -> list[str]:
    """Return remarks on nearly parallel axes, whose distant common normal causes a loss of accuracy."""
    remarks = []
    for parent, joint in zip(chain.parents, chain.joints, strict=True):
        before = chain.joints[parent]
        if parent >= 0 and 0 < abs(joint.sin_alpha) < SLANT:
            angle = abs(math.asin(joint.sin_alpha))
            remarks.append(
                f"the axes of {before.name!r} and {joint.name!r} miss being parallel by {angle:.2g} rad, which moves "
                f"frames away by up to {max(abs(float(before.d)), abs(float(joint.d))):.3g} m and costs digits; a snap "
                f"above that angle takes them as parallel"
            )
    return remarks
