"""A serial chain from a robot description: joints in the file's order, its zero pose, its link frames."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from pathlib import Path

from ..algebra.exact import SNAP, checked_snap
from ..algebra.vectors import transposed, turned
from ..chain.chain import PRISMATIC, REVOLUTE, Chain, Placement
from ..chain.pose import compose, inverse_placement, three, tidy, tidy_pose
from ..chain.rigid_body import moved_body, tidy_body
from ..program.provenance import JointFacts
from ..urdf_hold import held_position, hold_joints, joints_below, without_links
from .axes import Axis, axis_frames, base_frame, joint_step
from .gripper import fingers, named_as_gripper
from .reading import DOWN, Reading, gravity_vector, naming, read_bytes
from .urdf_file import Urdf, UrdfJoint, parse_urdf
from .urdf_route import Route, route

SLANT = 0.02
"""Sine of the angle between axes below which their common normal is far from an arm."""


def load_urdf(
    path: str | Path,
    *,
    base: str | None = None,
    tip: str | None = None,
    hold: Sequence[str] = (),
    gravity: Sequence[float] | None = None,
    snap: float = SNAP,
) -> Reading:
    """The chain of a URDF file.

    Args:
        path: of the file.
        base: link that stands still (default: the root).
        tip: link at the arm's end (default: that of the last moving joint, where there is one arm only).
        hold: joints that are held, as of `read_urdf`.
        gravity: (3,) m/s², in the frame of the base link, as of `read_urdf`.
        snap: rad by which an angle may miss a quarter turn and still be meant as one.

    Returns:
        The chain, and what was noticed in reading it.

    Raises:
        ChainError: the file cannot be read, or describes no serial chain; the sentence names the file.
    """
    text = read_bytes(Path(path))
    with naming(path):
        return read_urdf(text, base=base, tip=tip, hold=hold, gravity=gravity, snap=snap)


def read_urdf(
    text: str | bytes,
    *,
    base: str | None = None,
    tip: str | None = None,
    hold: Sequence[str] = (),
    without: Sequence[str] = (),
    upright: str | None = None,
    gravity: Sequence[float] | None = None,
    snap: float = SNAP,
) -> Reading:
    """The chain of a robot description.

    Links that are fixed to a moving one are counted with it. `Chain.base` and `Chain.frames` answer in the file's
    frames: the base link's, each moving link's, and for the last one the tip's.

    Args:
        text: URDF 1.x.
        base: link that stands still (default: the root).
        tip: link at the arm's end (default: that of the last moving joint, where there is one arm only).
        hold: joints that are held at zero or the nearest limit: names, or patterns with ``*`` and ``?``. Joints that
            mimic them are held where these put them. The fingers of a gripper on the last link are held in any case.
            A joint that mimics another one of the chain is a joint of it (`Reading.mimics`).
        without: links that the robot does not carry: they and what hangs on them are left out.
        upright: link along whose -z gravity acts (default: the root, in which the base may stand turned).
        gravity: (3,) m/s², in the frame of the base link (default: 9.81 along -z of the upright link).
        snap: rad by which an angle may miss a quarter turn and still be meant as one.

    Raises:
        ChainError: the text describes no serial chain; the message states the reason and what to do.
    """
    checked_snap(snap)
    free = parse_urdf(text, snap)
    urdf = hold_joints(without_links(free, without), hold)
    tip, held = fingers(urdf, base, tip)
    urdf = hold_joints(urdf, held)
    below = [] if base is None else joints_below(urdf, base)
    urdf = hold_joints(urdf, below)
    way = route(urdf, base, tip, upright)
    axes = [Axis(link.joint.name, link.joint.kind, link.origin, link.joint.axis) for link in way.links]
    frames = axis_frames(axes, snap)
    first = compose(axes[0].link, frames[0])
    down = gravity_vector(DOWN if gravity is None else gravity)
    if gravity is None:
        down = three(tidy(x) for x in turned(transposed(way.mounting.rotation), down))
    ground = base_frame(first, down)
    joints = [joint_step(axes[0], ground, first, snap)]
    for axis, before, own in zip(axes[1:], frames, frames[1:], strict=False):
        joints.append(joint_step(axis, before, compose(axis.link, own), snap))
    given = [Placement()] * (len(frames) - 1) + [way.tip]
    chain = Chain(
        urdf.name,
        tuple(joints),
        tuple(
            tidy_body(moved_body(link.body, inverse_placement(own)))
            for link, own in zip(way.links, frames, strict=True)
        ),
        three(tidy(x) for x in turned(transposed(ground.rotation), down)),
        tidy_pose(ground),
        tuple(tidy_pose(compose(inverse_placement(own), frame)) for own, frame in zip(frames, given, strict=True)),
    )
    return Reading(
        chain,
        (
            *urdf.angles,
            *way.remarks,
            *_held(free, urdf),
            *_last(way),
            *_below(free, below),
            *_massless(way),
            *_far_normals(chain),
        ),
        tuple(_facts(link.joint) for link in way.links),
        tuple(link.joint.friction for link in way.links),
        tuple(link.lacking for link in way.links),
        tuple(link.joint.child for link in way.links),
        urdf.angles,
        way.base,
        way.upright if gravity is None else "",
        down,
        tuple(
            {link: tidy_pose(compose(inverse_placement(own), place)) for link, place in fixed.items()}
            for own, fixed in zip((Placement(), *frames), way.carried, strict=True)
        ),
        way.mimics,
    )


def _facts(joint: UrdfJoint) -> JointFacts:
    """Limits; a continuous joint has none of position."""
    limits = dict(joint.limits)
    if joint.endless:
        limits = {name: value for name, value in limits.items() if name not in ("lower", "upper")}
    elif limits:
        limits = {"lower": 0.0, "upper": 0.0, **limits}  # what URDF says is meant where one is missing
    return JointFacts(joint.name, joint.kind == REVOLUTE, **limits, endless=joint.endless)


def _held(free: Urdf, urdf: Urdf) -> list[str]:
    """What hangs on joints that are held: a gripper without mass is missing from the gravity load."""
    now = {joint.name: joint for joint in urdf.joints}
    held = [one for one in free.joints if not one.fixed and one.name in now and now[one.name].fixed]
    if not held:
        return []
    mass = sum(float(urdf.bodies[link].mass) for link in {joint.child for joint in held})
    what = f"{mass:.4g} kg" if mass else "no mass: if they weigh something, give it as payload"
    return [f"joints {', '.join(joint.name for joint in held)} are held; the links that they move have {what}"]


def _last(way: Route) -> list[str]:
    """Remark on a last joint that may be that of a gripper."""
    joint = way.links[-1].joint
    if not named_as_gripper(joint):
        return []
    return [
        f"the last joint {joint.name!r} is named as that of a gripper and counts as a joint of the arm; if it "
        f"belongs to a gripper, hold it with --hold {joint.name}, or leave its link out with --without {joint.child}"
    ]


def _below(free: Urdf, below: Sequence[str]) -> list[str]:
    """Remark on the joints that could move the base: gravity depends on them."""
    known = {joint.name: joint for joint in free.joints}
    return [
        f"joint {name!r} moves the base and is held at {held_position(free, name):.4g} "
        f"{'m' if known[name].kind == PRISMATIC else 'rad'}: gravity and poses are those of that position"
        for name in below
    ]


def _massless(way: Route) -> list[str]:
    """What counts as it should not, perhaps."""
    return [f"{link.lacking}: taken as written" for link in way.links if link.lacking]


def _far_normals(chain: Chain) -> list[str]:
    """Axes that are nearly parallel meet far away: right, but digits are lost."""
    remarks = []
    for before, joint in itertools.pairwise(chain.joints):
        if 0 < abs(joint.sin_alpha) < SLANT:
            angle = abs(math.asin(joint.sin_alpha))
            remarks.append(
                f"the axes of {before.name!r} and {joint.name!r} miss being parallel by {angle:.2g} rad, which moves "
                f"frames away by up to {max(abs(float(before.d)), abs(float(joint.d))):.3g} m and costs digits; a snap "
                f"above that angle takes them as parallel"
            )
    return remarks
