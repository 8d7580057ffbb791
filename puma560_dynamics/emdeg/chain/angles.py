"""Determine the angles whose sines and cosines appear in the equations, and the steps from link to link.

Each revolute joint has one angle. If axis i is parallel to axis i-1 (twist 0° or 180°), the angle of link i is q_i ±
the angle of link i-1, such as ``q2 + q3`` of the PUMA: the orientation of link i depends only on this sum.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...arrays import FloatArray
from ..algebra.ring import Ring
from ..algebra.vectors import IDENTITY, Matrix, Scalar, Vector, about_x, about_z, plus, product, turned
from .chain import Chain


@dataclass(frozen=True)
class Angle:
    """Sum of joint positions with signs: ``offset + Σ sign · q[joint]``, rad.

    Attributes:
        joints: pairs (index of the joint, sign +1 or -1), from the base outwards.
        offset: constant part, rad.
    """

    joints: tuple[tuple[int, int], ...]
    offset: float = 0.0

    @property
    def label(self) -> str:
        """Name of the angle, with joints numbered from 1 as in the paper: ``23``; ``m`` is a negative sign: ``2m3``."""
        text = ""
        for joint, sign in self.joints:
            number = str(joint + 1) if joint < 9 else f"_{joint + 1}_"
            text += ("" if sign > 0 else "m") + number
        return text


def angle_values(chain: Chain, q: FloatArray) -> dict[str, FloatArray]:
    """Return cosines and sines of the `link_angles` at positions q (…, n), by name: ``c23``, ``s23``."""
    values: dict[str, FloatArray] = {}
    for angle in link_angles(chain):
        if angle is not None:
            total = angle.offset + sum(sign * q[..., joint] for joint, sign in angle.joints)
            values |= {f"c{angle.label}": np.cos(total), f"s{angle.label}": np.sin(total)}
    return values


def single(chain: Chain, joint: int) -> Angle:
    """Return the angle of one revolute joint."""
    return Angle(((joint, 1),), chain.joints[joint].offset)


def link_angles(chain: Chain) -> tuple[Angle | None, ...]:
    """Return the angle of each link: the sum over its run of parallel axes; None for a prismatic joint."""
    result: list[Angle | None] = []
    for i, joint in enumerate(chain.joints):
        if not joint.revolute:
            result.append(None)
            continue
        before = result[i - 1] if i and joint.branch is None else None
        own = single(chain, i)
        if before is None or joint.sin_alpha != 0 or (i and not chain.joints[i - 1].revolute):
            result.append(own)
        elif joint.cos_alpha == 1:
            result.append(Angle(before.joints + own.joints, before.offset + own.offset))
        else:  # twist of 180°: the previous angles change their sign
            flipped = tuple((k, -sign) for k, sign in before.joints)
            result.append(Angle(flipped + own.joints, own.offset - before.offset))
    return tuple(result)


@dataclass(frozen=True)
class JointMotion:
    """Joint positions, velocities and accelerations as scalars: numbers, polynomials or names of a program.

    Attributes:
        trigonometry: function that returns cosine and sine of an angle.
        position: (n,) positions, m; used for prismatic joints only.
        rate: (n,) velocities, rad/s or m/s.
        second: (n,) accelerations, rad/s² or m/s².
        let: function that assigns a name to an intermediate result; by default, it returns the result unchanged.
    """

    trigonometry: Callable[[Angle], tuple[Scalar, Scalar]]
    position: Sequence[Scalar]
    rate: Sequence[Scalar]
    second: Sequence[Scalar]
    let: Callable[[Scalar], Scalar] = lambda value: value

    def of(self, joints: Sequence[int]) -> JointMotion:
        """Return the state of some joints, as joints of the chain that `Chain.part` returns for them."""

        def trigonometry(angle: Angle) -> tuple[Scalar, Scalar]:
            return self.trigonometry(replace(angle, joints=tuple((joints[k], sign) for k, sign in angle.joints)))

        position, rate, second = ([own[i] for i in joints] for own in (self.position, self.rate, self.second))
        return JointMotion(trigonometry, position, rate, second, self.let)


@dataclass(frozen=True)
class LinkStep:
    """Transform from the parent link, i-1 in a serial chain, to link i, in unturned frames.

    The unturned frame of link i is frame i without `turn`, the rotation about z by the link's angle (`link_angles`).

    Attributes:
        rotation: (3, 3) axes of unturned frame i in the parent's unturned frame (in frame 0 on the base).
        displacement: (3,) origin of frame i in the parent's unturned frame, m.
        turn: (3, 3) axes of link i in unturned frame i, a rotation about z.
    """

    rotation: Matrix
    displacement: Vector
    turn: Matrix


def link_steps(chain: Chain, ring: Ring) -> tuple[LinkStep, ...]:
    """Return the step to each link, and create the chain's cosines, sines and prismatic positions in `ring`."""
    positions = [0 if joint.revolute else ring.position(i) for i, joint in enumerate(chain.joints)]
    return moving_steps(chain, lambda angle: ring.angle(angle.label, angle.joints), positions)


def moving_steps(
    chain: Chain, trigonometry: Callable[[Angle], tuple[Scalar, Scalar]], positions: Sequence[Scalar]
) -> tuple[LinkStep, ...]:
    """Return the step to each link.

    Args:
        chain: the chain.
        trigonometry: function that returns cosine and sine of an angle.
        positions: positions of the joints, m; used for prismatic joints only.
    """
    result: list[LinkStep] = []
    angles = link_angles(chain)
    for i, joint in enumerate(chain.joints):
        angle = angles[i]
        parent = chain.parents[i]
        before = result[parent].turn if parent >= 0 else IDENTITY
        twist = about_x(joint.cos_alpha, joint.sin_alpha)
        distance = joint.d if joint.revolute else joint.d + positions[i]
        shift = plus(turned(twist, (0, 0, distance)), (joint.a, 0, 0))
        if joint.branch is not None:
            gamma = about_z(joint.branch.cos_gamma, joint.branch.sin_gamma)
            twist, shift = product(gamma, twist), plus(turned(gamma, shift), (0, 0, joint.branch.b))
        continued = angle is not None and len(angle.joints) > 1
        turn = about_z(joint.cos_offset, joint.sin_offset) if angle is None else about_z(*trigonometry(angle))
        rotation = twist if continued else product(before, twist)
        result.append(LinkStep(rotation, turned(before, shift), turn))
    return tuple(result)
