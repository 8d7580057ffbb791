"""The angles whose sines and cosines appear, one for each revolute joint and summed along parallel axes; link steps.

Where axis i is parallel to axis i-1 (twist 0 or half a turn), link i turns by q_i ± the angle of link
i-1: ``q2 + q3`` of the PUMA. The orientation of link i then needs the sum alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray
from ..algebra.ring import Ring
from ..algebra.vectors import IDENTITY, Matrix, Scalar, Vector, about_x, about_z, product, turned
from .chain import Chain


@dataclass(frozen=True)
class Angle:
    """``offset + Σ sign · q[joint]``, rad.

    Attributes:
        joints: (joint index, +1 or -1), from the base outwards.
        offset: constant part, rad.
    """

    joints: tuple[tuple[int, int], ...]
    offset: float = 0.0

    @property
    def label(self) -> str:
        """Name of the angle in the paper, joints from 1: ``23``; with ``m`` for a negative sign: ``2m3``."""
        text = ""
        for joint, sign in self.joints:
            number = str(joint + 1) if joint < 9 else f"_{joint + 1}_"
            text += ("" if sign > 0 else "m") + number
        return text


def angle_values(chain: Chain, q: FloatArray) -> dict[str, FloatArray]:
    """Return cosine and sine of each of the `link_angles` at positions q (…, n), by name: ``c23``, ``s23``."""
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
    """Return the angle by which each link is turned since the last axis that was not parallel; None where it slides."""
    result: list[Angle | None] = []
    for i, joint in enumerate(chain.joints):
        if not joint.revolute:
            result.append(None)
            continue
        before = result[i - 1] if i else None
        own = single(chain, i)
        if before is None or joint.sin_alpha != 0 or (i and not chain.joints[i - 1].revolute):
            result.append(own)
        elif joint.cos_alpha == 1:
            result.append(Angle(before.joints + own.joints, before.offset + own.offset))
        else:  # half a turn about x: what came before turns the other way
            flipped = tuple((k, -sign) for k, sign in before.joints)
            result.append(Angle(flipped + own.joints, own.offset - before.offset))
    return tuple(result)


@dataclass(frozen=True)
class JointMotion:
    """Joint positions, rates and accelerations, in the algebra the recursion is to run over.

    Attributes:
        trigonometry: angle -> (cosine, sine).
        position: of sliding joints, m.
        rate: rad/s or m/s.
        second: rad/s² or m/s².
        let: gives an intermediate result a name (or returns it as it is).
    """

    trigonometry: Callable[[Angle], tuple[Scalar, Scalar]]
    position: Sequence[Scalar]
    rate: Sequence[Scalar]
    second: Sequence[Scalar]
    let: Callable[[Scalar], Scalar] = lambda value: value


@dataclass(frozen=True)
class LinkStep:
    """Unturned frame i seen from unturned frame i-1, and the turn of link i in it.

    Attributes:
        rotation: axes of unturned frame i in unturned frame i-1 (of frame 0 for i = 1).
        displacement: (3,) m, its origin there.
        turn: axes of link i in its own unturned frame: a rotation about z.
    """

    rotation: Matrix
    displacement: Vector
    turn: Matrix


def link_steps(chain: Chain, ring: Ring) -> tuple[LinkStep, ...]:
    """Return the step to every link; makes the chain's cosines, sines and sliding positions in `ring`."""
    result: list[LinkStep] = []
    angles = link_angles(chain)
    before = IDENTITY  # turn of link i-1
    for i, joint in enumerate(chain.joints):
        angle = angles[i]
        twist = about_x(joint.cos_alpha, joint.sin_alpha)
        distance = joint.d if joint.revolute else joint.d + ring.position(i)
        x, y, z = turned(twist, (0, 0, distance))
        continued = angle is not None and len(angle.joints) > 1
        if angle is None:
            turn = about_z(joint.cos_offset, joint.sin_offset)
        else:
            turn = about_z(*ring.angle(angle.label, angle.joints))
        rotation = twist if continued else product(before, twist)
        result.append(LinkStep(rotation, turned(before, (x + joint.a, y, z)), turn))
        before = turn
    return tuple(result)
