"""A robot description with two arms on a torso, one with a gripper."""

from __future__ import annotations

LIMIT = '<limit lower="-2" upper="2" effort="50" velocity="3"/>'
BODY = (
    '<inertial><origin xyz="0.1 0.02 0.3"/><mass value="{mass}"/>'
    '<inertia ixx="0.03" iyy="0.04" izz="0.05" ixy="0.001" ixz="0.002" iyz="0.003"/></inertial>'
)


def link(name: str, mass: float = 2.0) -> str:
    """A link of mass `mass`, kg."""
    return f'<link name="{name}">{BODY.format(mass=mass)}</link>'


def joint(name: str, parent: str, child: str, axis: str = "0 1 0", kind: str = "revolute", more: str = "") -> str:
    """A joint between two links, 0.3 m apart."""
    limit = "" if kind == "fixed" else f'<axis xyz="{axis}"/>{LIMIT}'
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="0 0.1 0.3"/>{limit}{more}</joint>'
    )


def arm(side: str, mass: float = 2.0) -> str:
    """Three joints and their links on the torso."""
    parents = ["torso", f"{side}_link1", f"{side}_link2"]
    axes = ["0 0 1", "0 1 0", "0 1 0"]
    return "".join(
        link(f"{side}_link{number}", mass) + joint(f"{side}_joint{number}", parent, f"{side}_link{number}", axis)
        for number, (parent, axis) in enumerate(zip(parents, axes, strict=True), 1)
    )


GRIPPER = (
    joint("left_mount", "left_link3", "left_palm", kind="fixed")
    + link("left_palm", 0.4)
    + joint("left_finger1", "left_palm", "left_finger1_link", kind="prismatic")
    + link("left_finger1_link", 0.1)
    + joint("left_finger2", "left_palm", "left_finger2_link", kind="prismatic", more='<mimic joint="left_finger1"/>')
    + link("left_finger2_link", 0.1)
)


def two_arms(lift: str = "fixed", name: str = "dual") -> str:
    """The description; the torso stands on the ground, or moves by joint ``lift`` of that kind."""
    return (
        f'<robot name="{name}"><link name="ground"/>{link("torso", 20.0)}'
        f"{joint('lift', 'ground', 'torso', kind=lift)}{arm('left')}{arm('right', 3.0)}{GRIPPER}</robot>"
    )


LEFT, RIGHT = ([f"{side}_joint{number}" for number in (1, 2, 3)] for side in ("left", "right"))
