"""A light arm without motor inertia, as most descriptions are, with a gripper of two fingers, in URDF."""

from __future__ import annotations

LIMIT = '<limit lower="-2.5" upper="2.5" effort="{effort}" velocity="3"/>'


def body(mass: float, reach: float) -> str:
    """A rod along x."""
    own = mass * reach**2 / 12.0
    return (
        f'<inertial><origin xyz="{reach / 2} 0.01 0"/><mass value="{mass}"/>'
        f'<inertia ixx="{0.02 * own}" iyy="{own}" izz="{own}" ixy="0" ixz="0" iyz="0"/></inertial>'
    )


def joint(name: str, parent: str, child: str, axis: str, xyz: str, kind: str = "revolute", more: str = "") -> str:
    """A joint; `more` is what it has besides axis and origin."""
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{xyz}" rpy="0 0.3 0"/><axis xyz="{axis}"/>{more}</joint>'
    )


def light_arm(*, effort: str = "20", last: str = "revolute", fingers: bool = True, more: str = "") -> str:
    """Four joints, 0.6 kg in all; a finger and one that mimics it, where they are wanted.

    Args:
        effort: limit of every joint of the arm.
        last: type of the last joint.
        fingers: whether the gripper is there.
        more: elements to add.
    """
    limit = LIMIT.format(effort=effort)
    links = {"base": "", "turret": body(0.1, 0.02), "upper": body(0.25, 0.2), "fore": body(0.15, 0.2)}
    links["hand"] = body(0.06, 0.04)
    joints = [
        joint("pan", "base", "turret", "0 0 1", "0 0 0.1", more=limit),
        joint("lift", "turret", "upper", "0 1 0", "0.03 0 0.05", more=limit),
        joint("elbow", "upper", "fore", "0 1 0", "0.2 0 0", more=limit),
        joint("roll", "fore", "hand", "1 0 0", "0.2 0 0", last, limit),
        joint("tip", "hand", "tool", "1 0 0", "0.05 0 0", "fixed"),
    ]
    links["tool"] = ""
    if fingers:
        links |= {"left": body(0.02, 0.03), "right": body(0.02, 0.03)}
        wide = '<limit lower="0.01" upper="0.03" effort="5" velocity="1"/>'
        joints.append(joint("left_finger", "hand", "left", "0 1 0", "0.04 0 0", "prismatic", wide))
        mimic = f'<mimic joint="left_finger" multiplier="-1"/>{wide}'
        joints.append(joint("right_finger", "hand", "right", "0 1 0", "0.04 0 0", "prismatic", mimic))
    text = "".join(f'<link name="{name}">{inertial}</link>' for name, inertial in links.items())
    return f'<robot name="light">{text}{"".join(joints)}{more}</robot>'
