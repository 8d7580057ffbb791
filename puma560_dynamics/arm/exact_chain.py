"""Convert an arm to a chain of exact numbers. Numbers of a description stay exact unless the arm's number differs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from ..arrays import FloatArray
from ..emdeg import Body, CarriedLink, Chain, ChainJoint, LinkFrames, Placement, rational_cos_sin
from .link_place import LinkPlace
from .parts import Joint, Link, Motor

_IDENTITY = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
GRAVITY_ROUNDING = 1e-14
"""Largest relative difference between the arm's gravity vector and the exact one that is explained by rounding (the
arm's vector was rotated to the base frame and back)."""


def exact_chain(
    name: str,
    joints: Sequence[Joint],
    motors: Sequence[Motor],
    links: Sequence[Link],
    gravity: FloatArray,
    read: Chain | None,
    link_frames: LinkFrames | None = None,
) -> Chain:
    """Return the exact chain of an arm: joints, links, gravity, and reflected motor inertias as armature.

    An exact number of `read` is kept if it rounds to the arm's number; otherwise the arm's number is used, as the
    shortest decimal with this value. So if a payload or an arm file changes some numbers, all others remain exact.

    Args:
        name: name of the arm.
        joints, motors, links: parts of an arm without mimic joints, from the base outwards.
        gravity: (3,) acceleration of gravity in frame 0, m/s².
        read: exact chain of the robot description; None without description. Ignored if its number of joints differs.
        link_frames: frames of the arm's links, for kinematics.

    Returns:
        The chain in the arm's frames 0 to n; the equations do not depend on the frames of base and tip. Unknown
        inertial parameters of a link are zero.
    """
    frames = (Placement(_IDENTITY, (0.0, 0.0, 0.0)),) * len(joints)
    if read is None or len(read.joints) != len(joints):
        steps = tuple(_step(joint, motor, None) for joint, motor in zip(joints, motors, strict=True))
        bodies = tuple(_body(link, None) for link in links)
        return Chain(name, steps, bodies, _three(gravity), frames=frames, link_frames=link_frames)
    steps = tuple(_step(*each) for each in zip(joints, motors, read.joints, strict=True))
    bodies = tuple(_body(*each) for each in zip(links, read.bodies, strict=True))
    size = GRAVITY_ROUNDING * float(np.linalg.norm(gravity))
    near = np.allclose([float(x) for x in read.gravity], gravity, rtol=0.0, atol=size)
    down = read.gravity if near else _three(gravity)
    return Chain(name, steps, bodies, down, frames=frames, link_frames=link_frames)


def exact_link_frames(
    base: FloatArray, tip: FloatArray, n: int, places: Mapping[str, LinkPlace], read: Chain | None
) -> LinkFrames:
    """Return the frames of an arm's links in exact numbers; those of `read` are kept if they round to the arm's.

    Args:
        base: (4, 4) pose of frame 0 in the base link's frame.
        tip: (4, 4) pose of the arm's tip in frame n.
        n: number of moving links.
        places: places of the links, by name.
        read: as for `exact_chain`.
    """
    known = {} if read is None else {link.name: link.pose for link in (*read.links.links, read.links.tip)}
    return LinkFrames(
        _pose(base, None if read is None else read.base),
        CarriedLink("", n, _pose(tip, known.get(""))),
        tuple(CarriedLink(name, one.carrier, _pose(one.pose, known.get(name))) for name, one in places.items()),
    )


def _pose(pose: FloatArray, read: Placement | None) -> Placement:
    rotation, origin = pose[:3, :3].tolist(), pose[:3, 3].tolist()
    if read is not None:
        rows = zip(read.rotation, rotation, strict=True)
        rotation = [[_kept(old, value) for old, value in zip(*row, strict=True)] for row in rows]
        origin = [_kept(old, value) for old, value in zip(read.origin, origin, strict=True)]
    return Placement(rotation, origin)


def _step(joint: Joint, motor: Motor, read: ChainJoint | None) -> ChainJoint:
    offset = 0.0 if joint.slides else joint.offset
    if read is not None and math.atan2(read.sin_offset, read.cos_offset) == joint.offset:
        cos_offset, sin_offset, offset = read.cos_offset, read.sin_offset, read.offset
    else:
        cos_offset, sin_offset = rational_cos_sin(joint.offset)
        if not ((cos_offset and sin_offset) or joint.slides):
            offset = math.atan2(sin_offset, cos_offset)
    if read is not None and math.atan2(read.sin_alpha, read.cos_alpha) == joint.alpha:
        cos_alpha, sin_alpha = read.cos_alpha, read.sin_alpha
    else:
        cos_alpha, sin_alpha = rational_cos_sin(joint.alpha)
    return ChainJoint(
        joint.name,
        joint.kind,
        cos_alpha,
        sin_alpha,
        a=_kept(None if read is None else read.a, joint.a),
        d=_kept(None if read is None else read.d, joint.d),
        offset=offset,
        cos_offset=cos_offset,
        sin_offset=sin_offset,
        armature=_kept(None if read is None else read.armature, motor.inertia),
    )


def _body(link: Link, read: Body | None) -> Body:
    before = (None,) * 9 if read is None else (*read.center, *read.inertia)
    numbers = [*link.center_of_gravity.tolist(), *_six(link.inertia)]
    entries = [_kept(old, number) for old, number in zip(before, numbers, strict=True)]
    x, y, z, *inertia = entries
    return Body(_kept(None if read is None else read.mass, link.mass), (x, y, z), tuple(inertia))


def _three(vector: FloatArray) -> tuple[float, float, float]:
    x, y, z = (float(entry) for entry in vector)
    return x, y, z


def _six(tensor: FloatArray) -> list[float]:
    """Return the entries Ixx, Iyy, Izz, Ixy, Ixz, Iyz of a (3, 3) inertia tensor."""
    return [float(tensor[place]) for place in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]


def _kept(read: Fraction | None, value: float) -> Any:
    """Return `read`, an exact number of the description, if it rounds to `value`; otherwise `value`."""
    return Fraction(read) if read is not None and float(read) == value else value
