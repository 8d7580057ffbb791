"""Convert an arm to an exact chain; the exact numbers of a description are kept until the arm's numbers change."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from ..arrays import FloatArray
from ..emdeg import Body, Chain, ChainJoint, Placement, rational_cos_sin
from .parts import Joint, Link, Motor

_IDENTITY = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
GRAVITY_ROUNDING = 1e-14
"""Relative difference between gravity and the exact one that rounding may leave: it was turned into other frames."""


def exact_chain(
    name: str,
    joints: Sequence[Joint],
    motors: Sequence[Motor],
    links: Sequence[Link],
    gravity: FloatArray,
    read: Chain | None,
) -> Chain:
    """Return an arm as an exact chain: its steps, links and gravity, the reflected motor inertias as armature.

    A number that was read is kept if it rounds to that of the arm; any other number is the shortest decimal that reads
    back as the arm's. So an arm with a payload, or with a number of an arm file in place of the description's, has the
    exact numbers of the description for all others.

    Args:
        name: of the arm.
        joints, motors, links: of an arm without followers, from the base outwards.
        gravity: (3,) m/s² in frame 0.
        read: the chain that the reader of a description made, if it is one of as many joints.

    Returns:
        The chain, in the arm's frames: where base and tip are changes no equation. A link's numbers that are left open
        count as zero.
    """
    frames = (Placement(_IDENTITY, (0.0, 0.0, 0.0)),) * len(joints)
    if read is None or len(read.joints) != len(joints):
        steps = tuple(_step(joint, motor, None) for joint, motor in zip(joints, motors, strict=True))
        bodies = tuple(_body(link, None) for link in links)
        return Chain(name, steps, bodies, _three(gravity), frames=frames)
    steps = tuple(_step(*each) for each in zip(joints, motors, read.joints, strict=True))
    bodies = tuple(_body(*each) for each in zip(links, read.bodies, strict=True))
    size = GRAVITY_ROUNDING * float(np.linalg.norm(gravity))
    near = np.allclose([float(x) for x in read.gravity], gravity, rtol=0.0, atol=size)
    return Chain(name, steps, bodies, read.gravity if near else _three(gravity), frames=frames)


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
    """Return Ixx, Iyy, Izz, Ixy, Ixz, Iyz."""
    return [float(tensor[place]) for place in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]


def _kept(read: Fraction | None, value: float) -> Any:
    """Return the exact number that was read if it rounds to `value`, else `value`."""
    return Fraction(read) if read is not None and float(read) == value else value
