"""A small robot whose torso turns and slides below two slanted arms, as a robot description."""

from __future__ import annotations

from .random_urdfs import LIMIT

BODY = '<inertial><origin xyz="0.1 0.02 0.03"/><mass value="2"/>'
BODY += '<inertia ixx="0.02" iyy="0.03" izz="0.04" ixy="0.001" ixz="0.002" iyz="0.003"/></inertial>'

HANDS = ("left_hand", "right_hand")

QUARTER = "1.57079632679489661923"
"""A right angle with all digits that a number can have."""


def two_arms(quarter: str = QUARTER) -> str:
    """Return the text of a description with ten joints, of which six move each hand.

    Args:
        quarter: the right angle between axes, as text.
    """
    joints = [
        ("turn", "base", "column", "revolute", "0 0 0.4", "0 0 0", "0 0 1"),
        ("lift", "column", "chest", "prismatic", "0.02 0 0.3", "0 0 0", "0 0 1"),
    ]
    for side, y in (("left", 0.2), ("right", -0.2)):
        names = [f"{side}_{name}" for name in ("shoulder", "upper", "elbow", "wrist")]
        joints += [
            (names[0], "chest", f"{side}_1", "revolute", f"0.05 {y} 0.5", f"{3 * y} 0 0", "0 1 0"),
            (names[1], f"{side}_1", f"{side}_2", "revolute", "0 0.05 0", f"{quarter} 0 0", "0 1 0"),
            (names[2], f"{side}_2", f"{side}_3", "revolute", "0.3 0 0.1", f"{quarter} 0 0", "0 1 0"),
            (names[3], f"{side}_3", f"{side}_4", "revolute", "0.25 0 0", f"0 {quarter} 0", "0 1 0"),
        ]
    links = "".join(f'<link name="{child}">{BODY}</link>' for _, _, child, *_ in joints)
    text = "".join(
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{xyz}" rpy="{rpy}"/><axis xyz="{axis}"/>{LIMIT}</joint>'
        for name, parent, child, kind, xyz, rpy, axis in joints
    )
    hands = "".join(
        f'<link name="{hand}"/><joint name="{hand}_mount" type="fixed"><parent link="{hand.partition("_")[0]}_4"/>'
        f'<child link="{hand}"/><origin xyz="0.1 0.05 0.2" rpy="0.3 0.2 0.1"/></joint>'
        for hand in HANDS
    )
    return f'<robot name="two arms"><link name="base"/>{links}{text}{hands}</robot>'
