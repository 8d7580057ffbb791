"""Arms that `puma560 derive` is given: as files of the tests, and as text."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
ARMS = ROOT / "test" / "emdeg" / "arms"
PLANAR, STANFORD = str(ARMS / "planar_3r.urdf"), str(ARMS / "stanford.urdf")

TABLE = """\
name: slider
gravity: [0, -9.81, 0]
joints:
  - {name: shoulder, d: 0.2, armature: 1.1}
  - {name: slide, type: prismatic, alpha: 1.5707963267948966}
bodies:
  - {mass: 2.5, center: [0, 0, 0.1], inertia: [0.02, 0.02, 0.01]}
  - {mass: 1.0, center: [0, 0, 0.3]}
"""
"""A table of Denavit and Hartenberg."""

COUPLED_TABLE = """\
name: nearly_singular
joints:
  - {name: one}
  - {name: two, a: 1.0}
bodies:
  - {mass: 0.5, center: [0.1, 0, 0], inertia: [0.0001, 0.0001, 0.0001]}
  - {mass: 1.0, center: [0.01, 0, 0], inertia: [0.0000002, 0.0000002, 0.0000002]}
"""
"""A mass close to the second axis. Without 0.02·c2, 2 % of a_11, A is not positive definite where c2 = 1."""

BRANCHED = '<robot name="r"><link name="a"/><link name="b"/><link name="c"/>{}</robot>'.format(
    "".join(
        f'<joint name="{child}_joint" type="continuous"><parent link="a"/><child link="{child}"/></joint>'
        for child in "bc"
    )
)
"""Two joints at one link."""

GRIPPER = """
<robot name="gripper">
  <link name="base"/>
  <link name="arm">{mass}</link><link name="left">{mass}</link><link name="right">{mass}</link><link name="tool"/>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="2" velocity="3" effort="40"/><dynamics damping="0.5" friction="0.25"/></joint>
  <joint name="gripper_left" type="prismatic"><parent link="arm"/><child link="left"/><axis xyz="0 1 0"/></joint>
  <joint name="gripper_right" type="prismatic"><parent link="arm"/><child link="right"/><axis xyz="0 1 0"/>
    <mimic joint="gripper_left" offset="0.125"/></joint>
  <joint name="wrist" type="continuous"><parent link="arm"/><child link="tool"/><axis xyz="0 0 1"/></joint>
</robot>
""".format(mass='<inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>')
"""An arm with two fingers, one of which follows the other, friction, and a wrist without a hand."""
