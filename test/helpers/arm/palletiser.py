"""A palletiser in URDF: two parallelograms keep a triangle and the wrist level, so that four motors move six links."""

from __future__ import annotations

NAMES = ("turn", "shoulder", "elbow", "flange")
"""Joints with motors, from the base outwards."""

LIMITS = {
    "turn": (-2.8, 2.8, 300.0, 2.0),
    "shoulder": (-0.7, 1.4, 1600.0, 1.8),
    "level": (-1.3, 0.6, 1500.0, 1.5),
    "elbow": (-1.2, 1.3, 900.0, 2.2),
    "wrist": (-1.0, 1.1, 0.0, 0.0),
    "flange": (-3.0, 3.0, 40.0, 5.0),
}
"""Lower, upper, effort, velocity."""


def palletiser(
    *,
    level: str = '<mimic joint="shoulder" multiplier="-1" offset="0.1"/>',
    wrist: str = '<mimic joint="elbow" multiplier="-1"/>',
    friction: bool = False,
    flange: str = "revolute",
    wrist_kind: str = "revolute",
) -> str:
    """Base, column, upper arm, triangle, forearm, wrist, tool.

    Args:
        level: what makes the triangle a follower; empty for a joint with a motor.
        wrist: the same of the wrist.
        friction: whether joints have damping and dry friction.
        flange: type of the last joint.
        wrist_kind: type of the wrist's joint.
    """
    bodies = {
        "base": "",
        "column": _body(90.0, (0.02, -0.03, 0.2), (4.1, 3.8, 2.2), (0.1, -0.2, 0.05)),
        "upper": _body(45.0, (0.01, 0.06, 0.31), (2.6, 2.5, 0.4), (0.02, 0.03, -0.05)),
        "triangle": _body(6.0, (0.04, -0.02, 0.03), (0.06, 0.05, 0.04), (0.002, 0.001, 0.003)),
        "forearm": _body(38.0, (0.35, 0.02, -0.01), (0.3, 2.8, 2.7), (-0.04, 0.02, 0.01)),
        "hand": _body(9.0, (0.05, 0.01, -0.06), (0.09, 0.08, 0.05), (0.001, 0.004, -0.002)),
        "plate": _body(4.0, (0.01, 0.02, -0.05), (0.02, 0.025, 0.03), (0.001, 0.0, 0.002)),
        "tool": "",
    }
    loss = '<dynamics damping="{0}" friction="{1}"/>' if friction else ""
    joints = [
        _joint("turn", "base", "column", "0 0 1", "0 0 0.3", "0 0 0", loss.format(4, 6)),
        _joint("shoulder", "column", "upper", "0 1 0", "0.26 0 0.5", "0 0.05 0", loss.format(5, 8)),
        _joint("level", "upper", "triangle", "0 1 0", "0 0.02 0.85", "0 0 0", level + loss.format(1, 2)),
        _joint("elbow", "triangle", "forearm", "0 1 0", "0.05 0 0.02", "0 0 0", loss.format(3, 5)),
        _joint("wrist", "forearm", "hand", "0 1 0", "0.95 0 0", "0 0 0", wrist + loss.format(0.5, 1), wrist_kind),
        _joint("flange", "hand", "plate", "0 0 -1", "0.2 0 -0.1", "0 0 0.2", loss.format(0.3, 0.7), flange),
        '<joint name="tip" type="fixed"><parent link="plate"/><child link="tool"/><origin xyz="0 0 -0.1"/></joint>',
    ]
    links = "".join(f'<link name="{name}">{body}</link>' for name, body in bodies.items())
    return f'<robot name="palletiser">{links}{"".join(joints)}</robot>'


def _body(
    mass: float, center: tuple[float, ...], moments: tuple[float, float, float], products: tuple[float, float, float]
) -> str:
    """Mass kg, center m, moments and products xy, xz, yz of inertia about it, kg·m²."""
    place = " ".join(map(str, center))
    xx, yy, zz = moments
    xy, xz, yz = products
    return (
        f'<inertial><origin xyz="{place}" rpy="0.1 -0.2 0.3"/><mass value="{mass}"/>'
        f'<inertia ixx="{xx}" iyy="{yy}" izz="{zz}" ixy="{xy}" ixz="{xz}" iyz="{yz}"/></inertial>'
    )


def _joint(name: str, parent: str, child: str, axis: str, xyz: str, rpy: str, more: str, kind: str = "revolute") -> str:
    lower, upper, effort, velocity = LIMITS[name]
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{xyz}" rpy="{rpy}"/><axis xyz="{axis}"/>'
        f'<limit lower="{lower}" upper="{upper}" effort="{effort}" velocity="{velocity}"/>{more}</joint>'
    )
