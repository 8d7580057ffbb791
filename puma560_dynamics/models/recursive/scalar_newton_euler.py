"""Implement recursive Newton-Euler (Luh, Walker and Paul 1980) for any type of scalar.

Vectors are triples of scalars with ``+ - *``: floats, arrays of many states, or counting numbers
(`puma560_dynamics.models.counting`). Frames are modified Denavit-Hartenberg (Craig 1985, chapter 6). Velocities and
accelerations are computed outwards, forces and moments inwards, each in the frame of its link.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...arm import Arm
from ...arm.transform import cos_sin
from ...arm.with_followers import refuse_followers

Scalar = Any
ScalarVector = tuple[Scalar, Scalar, Scalar]


@dataclass(frozen=True)
class ScalarLink:
    """Joint and link i for the recursion, as scalars of one type.

    Attributes:
        cos_alpha, sin_alpha: cosine and sine of the twist alpha_{i-1}.
        offset: (3,) origin of frame i in frame i-1, m; for a prismatic joint at position zero (see `placed_links`).
        mass: mass, kg.
        center: (3,) center of gravity in frame i, m.
        inertia: Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the center of gravity, kg·m².
        motor_inertia: motor inertia of this joint, kg·m² (kg for a prismatic joint).
        slides: whether joint i is prismatic.
        turn: cosine and sine of the constant angle about z_i of a prismatic joint.
    """

    cos_alpha: Scalar
    sin_alpha: Scalar
    offset: ScalarVector
    mass: Scalar
    center: ScalarVector
    inertia: tuple[Scalar, ...]
    motor_inertia: Scalar
    slides: bool = False
    turn: tuple[Scalar, Scalar] = (1.0, 0.0)


def bodies(arm: Arm) -> tuple[ScalarLink, ...]:
    """Return the joints and links of `arm` as floats, from the base outwards.

    Raises:
        UnsupportedArmError: the arm has mimic joints.
    """
    refuse_followers(arm, "a recursion over links")
    result = []
    for joint, link, motor in zip(arm.joints, arm.links, arm.motors, strict=True):
        cos_alpha, sin_alpha = cos_sin(joint.alpha)
        inertia = link.inertia
        result.append(
            ScalarLink(
                cos_alpha=cos_alpha,
                sin_alpha=sin_alpha,
                offset=(joint.a, -sin_alpha * joint.d, cos_alpha * joint.d),
                mass=link.mass,
                center=tuple(link.center_of_gravity.tolist()),
                inertia=tuple(float(inertia[i, j]) for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))),
                motor_inertia=motor.inertia,
                slides=joint.slides,
                turn=cos_sin(joint.offset) if joint.slides else (1.0, 0.0),
            )
        )
    return tuple(result)


def placed_links(
    chain: Sequence[ScalarLink], q: Sequence[Scalar], cosines: Sequence[Scalar], sines: Sequence[Scalar]
) -> tuple[Sequence[ScalarLink], Sequence[Scalar], Sequence[Scalar]]:
    """Return links, cosines and sines for the recursion, with prismatic joints at their positions.

    Args:
        chain: links at position zero, from `bodies`.
        q: joint positions, rad or m; only used for prismatic joints.
        cosines, sines: cosines and sines of the joint angles; not used for prismatic joints.
    """
    if not any(body.slides for body in chain):
        return chain, cosines, sines
    moved = []
    for body, distance in zip(chain, q, strict=True):
        if body.slides:
            x, y, z = body.offset
            offset = (x, y - body.sin_alpha * distance, z + body.cos_alpha * distance)
            body = replace(body, offset=offset)
        moved.append(body)
    fixed_cosines = [body.turn[0] if body.slides else c for body, c in zip(chain, cosines, strict=True)]
    fixed_sines = [body.turn[1] if body.slides else s for body, s in zip(chain, sines, strict=True)]
    return moved, fixed_cosines, fixed_sines


def scalar_newton_euler(
    chain: Sequence[ScalarLink],
    cosines: Sequence[Scalar],
    sines: Sequence[Scalar],
    qd: Sequence[Scalar],
    qdd: Sequence[Scalar],
    gravity: ScalarVector,
) -> list[Scalar]:
    """Return the joint torques, N·m (forces, N, for prismatic joints).

    Args:
        chain: links from the base outwards, with prismatic joints at their positions (`placed_links`).
        cosines, sines: cosines and sines of the joint angles.
        qd, qdd: joint velocities, rad/s, and accelerations, rad/s².
        gravity: (3,) acceleration of gravity in the base frame, m/s², applied as the opposite acceleration of the base.
    """
    zero = gravity[2] * 0
    omega: ScalarVector = (zero, zero, zero)
    alpha: ScalarVector = (zero, zero, zero)
    linear: ScalarVector = (-gravity[0], -gravity[1], -gravity[2])
    forces: list[ScalarVector] = []
    moments: list[ScalarVector] = []
    for body, c, s, rate, second in zip(chain, cosines, sines, qd, qdd, strict=True):
        linear = add(linear, swing(alpha, omega, body.offset))
        linear = into_link(body, c, s, linear)
        wx, wy, wz = into_link(body, c, s, omega)
        ax, ay, az = into_link(body, c, s, alpha)
        if body.slides:
            alpha, omega = (ax, ay, az), (wx, wy, wz)
            twice = rate + rate
            linear = add(linear, (wy * twice, -(wx * twice), second))
        else:
            alpha = (ax + wy * rate, ay - wx * rate, az + second)
            omega = (wx, wy, wz + rate)
        at_center = add(linear, swing(alpha, omega, body.center))
        force = (body.mass * at_center[0], body.mass * at_center[1], body.mass * at_center[2])
        moment = add(_times(body.inertia, alpha), cross_scalars(omega, _times(body.inertia, omega)))
        forces.append(force)
        moments.append(add(moment, cross_scalars(body.center, force)))

    torques: list[Scalar] = []
    for i in reversed(range(len(chain))):
        body = chain[i]
        own = forces[i] if body.slides else moments[i]
        torques.append(own[2] + body.motor_inertia * qdd[i])
        if i == 0:
            break
        force = out_of(body, cosines[i], sines[i], forces[i])
        moment = out_of(body, cosines[i], sines[i], moments[i])
        forces[i - 1] = add(forces[i - 1], force)
        moments[i - 1] = add(moments[i - 1], add(moment, cross_scalars(body.offset, force)))
    return torques[::-1]


def add(u: ScalarVector, v: ScalarVector) -> ScalarVector:
    """Return the sum of two vectors."""
    return (u[0] + v[0], u[1] + v[1], u[2] + v[2])


def cross_scalars(u: ScalarVector, v: ScalarVector) -> ScalarVector:
    """Return the cross product u x v by all its products and differences, so that calculations can be counted."""
    return (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])


def swing(alpha: ScalarVector, omega: ScalarVector, arm: ScalarVector) -> ScalarVector:
    """Return the acceleration of a point at `arm` of a rotating link, relative to the origin of its frame."""
    return add(cross_scalars(alpha, arm), cross_scalars(omega, cross_scalars(omega, arm)))


def _times(inertia: tuple[Scalar, ...], v: ScalarVector) -> ScalarVector:
    xx, yy, zz, xy, xz, yz = inertia
    x, y, z = v
    return (xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z)


def into_link(body: ScalarLink, c: Scalar, s: Scalar, v: ScalarVector) -> ScalarVector:
    """Transform a vector from frame i-1 to frame i: Rz(-q) Rx(-alpha) v."""
    x, y, z = v[0], body.cos_alpha * v[1] + body.sin_alpha * v[2], body.cos_alpha * v[2] - body.sin_alpha * v[1]
    return (c * x + s * y, c * y - s * x, z)


def out_of(body: ScalarLink, c: Scalar, s: Scalar, v: ScalarVector) -> ScalarVector:
    """Transform a vector from frame i to frame i-1: Rx(alpha) Rz(q) v."""
    x, y, z = c * v[0] - s * v[1], s * v[0] + c * v[1], v[2]
    return (x, body.cos_alpha * y - body.sin_alpha * z, body.sin_alpha * y + body.cos_alpha * z)
