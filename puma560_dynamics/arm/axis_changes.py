r"""Re-express an arm with other joint signs, zero positions and link frames; the mechanism remains the same.

A frame of the modified Denavit-Hartenberg convention may be changed in three ways without leaving the convention: its
z axis may be reversed (:math:`s_i = -1`), its x axis may be reversed (:math:`r_i = 1`), and it may be shifted along z
by :math:`h_i` if the next axis is parallel. With :math:`f_i = (1 - s_i)/2`, the step from frame i - 1 to frame i is

.. math::

    \alpha_i' &= (-1)^{r_{i-1}} \alpha_i + \pi (f_{i-1} + f_i), \qquad a_i' = (-1)^{r_{i-1}} a_i, \\
    \theta_i' &= s_i (\theta_i + \pi r_i) + \pi r_{i-1}, \qquad d_i' = s_i d_i + h_i - h_{i-1} \cos \alpha_i'.

The first step has the base instead of a previous joint, so that any change of it is a change of the base frame.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from ..arrays import FloatArray
from .arm import Arm
from .joint_friction import JointFriction
from .parts import Joint, Link
from .transform import inverse_pose, rotation_x, rotation_z


@dataclass(frozen=True, slots=True)
class AxisChange:
    """Change of one joint and of the frame of its link.

    Attributes:
        sign: 1, or -1 if the joint's positive direction is reversed.
        reversed_x: whether the x axis of the frame is reversed.
        shift: displacement of the frame along its new z axis, m.
        zero: new position of the joint where its old position is 0, rad (m for a prismatic joint).
        turn: rotation of the frame about its new z axis, rad; only of the last frame, whose x axis is free.
    """

    sign: int
    reversed_x: bool
    shift: float
    zero: float
    turn: float = 0.0

    @property
    def frame(self) -> FloatArray:
        """(4, 4) pose of the new frame in the old frame."""
        pose = np.eye(4)
        pose[:3, :3] = rotation_z(math.pi * self.reversed_x) @ rotation_x(math.pi * (self.sign < 0))
        pose[:3, :3] = pose[:3, :3] @ rotation_z(self.turn)
        pose[:3, 3] = self.shift * pose[:3, 2]
        return pose


def wrapped(angle: float) -> float:
    """Return an angle as the equal angle from -π (excluded) to π, rad."""
    turned = math.remainder(angle, math.tau)
    return math.pi if turned <= -math.pi else turned


def changed_step(joint: Joint, sign: int, sign_before: int, reversed_x_before: bool) -> tuple[float, float]:
    """Return alpha' and a' of the step to a joint, by the equations above.

    Args:
        joint: joint of the step.
        sign, sign_before: signs of this joint and of the joint before it.
        reversed_x_before: whether the x axis of the frame before it is reversed.
    """
    way = -1.0 if reversed_x_before else 1.0
    half_turn = math.pi if sign * sign_before < 0 else 0.0
    return wrapped(way * joint.alpha + half_turn), way * joint.a


def positions(changes: Sequence[AxisChange], q: FloatArray) -> FloatArray:
    """Convert joint positions to the new signs and zero positions.

    Args:
        changes: change of each of the n joints.
        q: (…, n) positions of the arm before the change, rad (m).

    Returns:
        (…, n) positions of the changed arm.
    """
    signs, zeros = ([getattr(change, name) for change in changes] for name in ("sign", "zero"))
    return np.asarray(np.array(signs) * q + np.array(zeros))


def changed_arm(arm: Arm, changes: Sequence[AxisChange], like: Arm) -> Arm:
    """Return the arm with changed joints and frames.

    Args:
        arm: an arm without mimic joints.
        changes: change of each joint.
        like: arm with the wanted angle offsets, and with the wanted first step; the base frame absorbs the rest.

    Returns:
        The same mechanism, with joint and link names of `like`. Sources, tolerances, assemblies and rotors are omitted.
    """
    signs, frames = np.array([change.sign for change in changes]), [change.frame for change in changes]
    steps = zip(arm.joints, changes, like.joints, strict=True)
    joints = [_joint(joint, change, wanted) for joint, change, wanted in steps]
    for index in range(1, arm.n):
        before, joint = changes[index - 1], joints[index]
        alpha, a = changed_step(arm.joints[index], changes[index].sign, before.sign, before.reversed_x)
        if joint.slides:
            turned = joint.offset + math.pi * (changes[index].reversed_x + before.reversed_x)
            joints[index] = replace(joint, alpha=alpha, a=a, offset=wrapped(turned))
        else:
            joints[index] = replace(joint, alpha=alpha, a=a, d=joint.d - before.shift * math.cos(alpha))
    wanted = like.joints[0]
    first = replace(joints[0], alpha=wanted.alpha, a=wanted.a, d=wanted.d, offset=wanted.offset)
    base = arm.base @ _step(arm.joints[0], 0.0) @ frames[0] @ inverse_pose(_step(first, changes[0].zero))
    names = zip(arm.links, frames, like.links, strict=True)
    return arm.with_(
        joints=(first, *joints[1:]),
        links=tuple(_link(link, frame, wanted.name) for link, frame, wanted in names),
        friction=tuple(_friction(one, change.sign) for one, change in zip(arm.friction, changes, strict=False)),
        transmission=signs[:, None] * arm.transmission * signs,
        base=base,
        frames=np.array([inverse_pose(frame) @ own for frame, own in zip(frames, arm.frames, strict=True)]),
        assemblies=(),
        rotors=(),
        quantities=MappingProxyType({}),
        places=MappingProxyType({}),
        origin=None,
        chain_as_read=None,
    )


def _joint(joint: Joint, change: AxisChange, wanted: Joint) -> Joint:
    """Return a joint with changed position and limits, without the effect of the frame before it on d or offset."""
    ends = sorted(change.sign * end + change.zero for end in (joint.lower, joint.upper))
    d = wanted.d if joint.slides else change.sign * joint.d + change.shift
    offset = change.sign * joint.offset if joint.slides else wanted.offset
    return replace(joint, name=wanted.name, d=d, offset=offset, lower=ends[0], upper=ends[1])


def _step(joint: Joint, q: float) -> FloatArray:
    """Return the (4, 4) pose of the joint's frame in the frame before it, at position q."""
    turn, place = np.eye(4), np.eye(4)
    turn[:3, :3], turn[0, 3] = rotation_x(joint.alpha), joint.a
    place[:3, :3] = rotation_z(joint.offset + (0.0 if joint.slides else q))
    place[2, 3] = joint.d + (q if joint.slides else 0.0)
    return turn @ place


def _link(link: Link, frame: FloatArray, name: str) -> Link:
    back = inverse_pose(frame)
    center = back[:3, :3] @ link.center_of_gravity + back[:3, 3]
    return replace(link, name=name, center_of_gravity=center, inertia=back[:3, :3] @ link.inertia @ back[:3, :3].T)


def _friction(friction: JointFriction, sign: int) -> JointFriction:
    if sign > 0:
        return friction
    swapped = replace(friction, coulomb_positive=friction.coulomb_negative, coulomb_negative=friction.coulomb_positive)
    return replace(swapped, offset=-friction.offset)
