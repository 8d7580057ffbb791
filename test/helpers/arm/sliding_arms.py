"""Descriptions of arms with prismatic joints: a SCARA and a gantry with a wrist, in URDF."""

from __future__ import annotations

from collections.abc import Sequence

LINK = """<link name="{name}"><inertial><origin xyz="{center}"/><mass value="{mass}"/>
<inertia ixx="{i}" iyy="{i}" izz="{i}" ixy="0" ixz="0" iyz="0"/></inertial></link>"""
JOINT = """<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>
<origin xyz="{xyz}" rpy="{rpy}"/><axis xyz="{axis}"/>
<limit lower="{low}" upper="{high}" velocity="{speed}" effort="{effort}"/></joint>"""

Row = tuple[str, str, str, str, str, float, float, float, float, float]


def _robot(name: str, rows: Sequence[Row]) -> str:
    """Return a chain; a row is a joint (name, kind, axis, origin, rotation, limits, speed, effort) and its mass."""
    parts = [f'<robot name="{name}"><link name="base"/>']
    for number, (joint, kind, axis, xyz, rpy, low, high, speed, effort, mass) in enumerate(rows):
        link, parent = f"link{number + 1}", f"link{number}" if number else "base"
        parts.append(LINK.format(name=link, center="0.08 0.02 0.03", mass=mass, i=0.01 * mass))
        parts.append(JOINT.format(
            name=joint, kind=kind, parent=parent, child=link, axis=axis, xyz=xyz, rpy=rpy, low=low, high=high,
            speed=speed, effort=effort,
        ))  # fmt: skip
    return "".join([*parts, "</robot>"])


SCARA = _robot("scara", [
    ("shoulder", "revolute", "0 0 1", "0 0 0.3", "0 0 0", -2.4, 2.4, 4.0, 80.0, 6.0),
    ("elbow", "revolute", "0 0 1", "0.35 0 0", "0 0 0", -2.4, 2.4, 6.0, 40.0, 4.0),
    ("quill", "prismatic", "0 0 1", "0.3 0 0", "0 0 0", -0.2, 0.1, 0.6, 120.0, 1.5),
    ("spin", "revolute", "0 0 1", "0 0 -0.05", "0 0 0", -3.1, 3.1, 10.0, 5.0, 0.6),
])  # fmt: skip
"""Two revolute joints, a prismatic one that lifts, and a revolute one."""

GANTRY = _robot("gantry", [
    ("bridge", "prismatic", "1 0 0", "0 0 1.5", "0 0 0", -0.8, 0.8, 1.0, 600.0, 30.0),
    ("trolley", "prismatic", "0 1 0", "0 0 0", "0 0 0", -0.5, 0.5, 1.0, 300.0, 12.0),
    ("hoist", "prismatic", "0 0 -1", "0 0 0", "0 0 0", 0.0, 0.6, 0.8, 400.0, 8.0),
    ("swivel", "revolute", "0 0 1", "0 0 -0.2", "0 0 0", -3.0, 3.0, 3.0, 30.0, 3.0),
    ("tilt", "revolute", "0 1 0", "0 0 -0.1", "0 0 0", -2.0, 2.0, 3.0, 30.0, 1.5),
])  # fmt: skip
"""Three prismatic joints and a wrist of two revolute ones."""

SLIDING = {"stanford": "stanford1983", "scara": SCARA, "gantry": GANTRY}
"""What `load_arm` takes, by name."""
