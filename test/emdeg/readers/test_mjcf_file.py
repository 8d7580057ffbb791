"""Arms from MuJoCo models: torques and poses against MuJoCo itself, and what no arm can have."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers.emdeg.mujoco_arm import BODY, COUPLING, EXACT, TENDON, MujocoArm, arm_of

from puma560_dynamics import load_arm, load_model, load_urdf
from puma560_dynamics.arm.friction import arm_friction
from puma560_dynamics.description.mjcf import mjcf
from puma560_dynamics.errors import ArmFileError

mujoco = pytest.importorskip("mujoco", reason="needs MuJoCo (pip install '.[run]')")


SLANTED = f"""
<mujoco model="slanted">
  <compiler angle="degree" eulerseq="ZYX"/>
  <option gravity="0.3 -0.2 -9.5"/>
  <default>
    <joint damping="0.4" armature="0.02"/>
    <default class="strong"><joint frictionloss="1.5" range="-90 120"/><motor ctrlrange="-3 2" gear="4"/></default>
  </default>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="foot" pos="0.1 0 0.4" euler="10 20 30">
      <geom size="0.1" mass="4"/>
      <body name="upper" pos="0 0.1 0.2" quat="0.7071068 0.7071068 0 0">
        {BODY}
        <joint name="turn" class="strong" axis="0 0.6 0.8" pos="0.01 0.02 -0.03" ref="25"/>
        <body name="two" pos="0 0 0.5" euler="0 90 0">
          <inertial pos="0 0.1 0" mass="1.5" fullinertia="0.04 0.05 0.06 0.001 -0.002 0.003"/>
          <joint name="slide" type="slide" axis="1 0 1" pos="0.3 0 0" ref="0.2" range="-1 1"/>
          <joint name="bend" axis="0 1 0" pos="0.1 0.2 0.3" ref="-40" limited="false"/>
          <body name="rod" pos="0.2 0 0" axisangle="1 1 0 35">
            <geom type="capsule" size="0.03" fromto="0 0 0 0.1 0.2 0.4" density="900"/>
            <geom type="box" size="0.1 0.2 0.05" pos="0 0 0.3" mass="0.7"/>
            <joint name="last" axis="1 2 3"/>
            <body name="tool" pos="0 0 0.2" euler="0 0 45"><geom size="0.05" pos="0.1 0 0" mass="0.3"/></body>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor joint="turn" class="strong"/>
    <position joint="bend" kp="10" forcerange="-8 9"/>
    <general joint="slide" gainprm="5" gear="2" ctrllimited="true" ctrlrange="-3 2"/>
  </actuator>
</mujoco>"""


def test_torques_and_poses_are_those_of_mujoco():
    """Defaults, units, slanted frames, anchors, several joints of one body, reference positions, inertia of geoms."""
    arm = load_arm(SLANTED)
    MujocoArm(mujoco.MjModel.from_xml_string(SLANTED), arm).compare()
    assert arm.joint_names == ("turn", "slide", "bend", "last")
    assert arm.link_names == ("world", "foot", "upper", "two (slide)", "two", "rod", "tool")
    np.testing.assert_allclose(arm.gravity * arm.gravity_direction, (0.3, -0.2, -9.5), atol=1e-14)
    assert [(joint.continuous, joint.without_limits) for joint in arm.joints] == [
        (False, False), (False, False), (True, False), (True, False),
    ]  # fmt: skip
    np.testing.assert_allclose((arm.joints[0].lower, arm.joints[0].upper), np.deg2rad((-90.0, 120.0)))
    assert arm.maximum_torque.tolist() == [8.0, 20.0, 8.0, 0.0]
    assert arm.motor_inertia.tolist() == [0.02] * 4
    assert [(one.dry, one.viscous) for one in arm.friction] == [(1.5, 0.4), (0.0, 0.4), (0.0, 0.4), (0.0, 0.4)]
    assert any("gravity is (0.3, -0.2, -9.5) m/s²" in remark for remark in arm.remarks)


def test_the_file_decimals_of_positions_and_inertias_are_kept():
    full = arm_of().replace(BODY, '<inertial pos="0.1 0 0.2" mass="0.3" fullinertia="0.4 0.5 0.6 0.1 0 0"/>')
    chain = load_urdf(full).chain
    assert (chain.joints[1].a, chain.joints[1].cos_alpha) == (1, 1)
    body = chain.bodies[0]
    assert sorted(float(entry) for entry in body.inertia[:3]) == [0.4, 0.5, 0.6]
    assert max(entry.denominator for entry in (body.mass, *body.center, *body.inertia)) <= 10
    kept = load_arm(full).exact_chain
    assert (kept.joints, kept.bodies, kept.gravity) == (chain.joints, chain.bodies, chain.gravity)


def test_the_puma_comes_back(arm):
    """The model that is written for it is the same arm: torque, friction, limits."""
    again = load_arm(mjcf(arm))
    q, qd, qdd = np.random.default_rng(2).uniform(-2.0, 2.0, (3, 20, arm.n))
    expected = load_model("newton_euler", arm).torque(q, qd, qdd)
    found = load_model("newton_euler", again).torque(q, qd, qdd)
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=EXACT * np.abs(expected).max())
    friction, _ = arm_friction(arm)
    assert [(one.dry, one.viscous) for one in again.friction] == [(one.dry, one.viscous) for one in friction]
    for name in ("lower", "upper", "maximum_torque", "motor_inertia"):
        assert getattr(again, name).tolist() == getattr(arm, name).tolist(), name
    assert [{abs(x) for x in (joint.cos_alpha, joint.sin_alpha)} for joint in again.exact_chain.joints] == [{0, 1}] * 6


def test_actuators_add_inertia_and_damping():
    text = arm_of(more='<actuator><motor joint="two" gear="3" armature="0.2" damping="0.1"/></actuator>')
    try:
        model = mujoco.MjModel.from_xml_string(text)
    except ValueError:
        pytest.skip("this version of MuJoCo has no armature of actuators")
    arm = load_arm(text)
    MujocoArm(model, arm).compare()
    assert arm.motor_inertia[1] == pytest.approx(1.8)


def test_an_inertia_that_the_compiler_changes_is_that_of_mujoco():
    flat = '<inertial pos="0.1 0 0.2" mass="0.3" fullinertia="0.4 0.5 1.6 0.1 0 0"/>'
    text = arm_of().replace(BODY, flat).replace("<compiler", '<compiler balanceinertia="true"')
    MujocoArm(mujoco.MjModel.from_xml_string(text), load_arm(text)).compare()


def test_what_a_flag_disables_is_absent():
    """Gravity with its compensation, springs, damping, dry friction and equalities."""
    flags = (
        '<option><flag gravity="disable" spring="disable" damper="disable" frictionloss="disable" equality="disable"/>'
        "</option>"
    )
    joint = 'stiffness="3" damping="2" frictionloss="1"'
    tendon = TENDON.format('stiffness="3" damping="2" frictionloss="1"')
    text = arm_of('gravcomp="1"', joint, f"<equality>{COUPLING}</equality>" + flags + tendon)
    arm = load_arm(text)
    assert (arm.joint_names, arm.gravity, arm.friction) == (("one", "two"), 0.0, ())
    MujocoArm(mujoco.MjModel.from_xml_string(text), arm).compare()
    flags = '<option><flag constraint="disable"/></option>'
    arm = load_arm(arm_of(joint='damping="2" frictionloss="1"', more=f"<equality>{COUPLING}</equality>" + flags))
    assert (arm.joint_names, arm.friction[1].dry, arm.friction[1].viscous) == (("one", "two"), 0.0, 2.0)


@pytest.mark.parametrize("sequence", ["xyz", "XYZ", "zyx", "ZYZ", "xZy", "yzX"])
def test_sequences_of_euler_angles(sequence: str):
    text = arm_of('euler="1 2 3"', 'ref="0.4"').replace('angle="radian"', f'angle="radian" eulerseq="{sequence}"')
    MujocoArm(mujoco.MjModel.from_xml_string(text), load_arm(text)).compare()


def test_files_with_includes_and_without_their_meshes(tmp_path: Path):
    (tmp_path / "hand.xml").write_text(f"<mujocoinclude><body name='h' pos='0 0 1'>{BODY}</body></mujocoinclude>")
    drawn = (
        '<geom type="mesh" mesh="shell" material="grey"/><site material="grey"/><light texture="t"/>'
        '<include file="hand.xml"/>'
    )
    assets = (
        '<asset><mesh name="shell" file="shell.stl"/><texture name="t" type="2d" file="t.png"/>'
        '<material name="grey" texture="t"/></asset>'
    )
    path = tmp_path / "robot.xml"
    path.write_text(arm_of(hand=drawn, more=assets))
    arm = load_arm(path)
    assert arm.link_names == ("world", "a", "b", "h")
    assert sum(link.mass for link in arm.links) == 6.0
    path.write_text(arm_of(hand=drawn, more=assets).replace(BODY, ""))  # then the mesh is what gives the inertia
    with pytest.raises(ArmFileError, match=r"robot\.xml: MuJoCo cannot compile the model: .*shell\.stl"):
        load_arm(path)
    path.write_text(arm_of(hand=drawn, more=assets).replace("<compiler", '<compiler inertiafromgeom="true"'))
    with pytest.raises(ArmFileError, match=r"shell\.stl"):
        load_arm(path)


def test_an_arm_file_on_a_model_adds_what_the_model_lacks(tmp_path: Path):
    (tmp_path / "robot.xml").write_text(arm_of(joint='armature="0.2"'))
    path = tmp_path / "my_arm.yaml"
    path.write_text("description: robot.xml\nmotors: {one: {inertia: 0.5}}\njoints: {two: {velocity: 3}}\n")
    arm = load_arm(path)
    assert arm.motor_inertia.tolist() == [0.5, 0.2]
    assert [joint.velocity for joint in arm.joints] == [0.0, 3.0]
    assert arm.exact_chain.bodies == load_arm(tmp_path / "robot.xml").exact_chain.bodies


def test_the_content_decides_what_an_xml_file_is(tmp_path: Path):
    path = tmp_path / "robot.xml"
    text = '<?xml version="1.0"?>\n<!-- <robot/> -->\n' + arm_of()
    path.write_text(text)
    assert load_arm(path).joint_names == load_arm(text).joint_names == ("one", "two")
    arms = Path(__file__).parents[1] / "arms"
    path.write_text("<!-- <mujoco/> -->" + (arms / "planar_3r.urdf").read_text(encoding="utf-8"))
    assert load_urdf(path).chain == load_urdf(arms / "planar_3r.urdf").chain


def test_nearly_quarter_turns_are_taken_as_such_within_snap():
    rounded = arm_of('euler="1.5708 0 0"')
    assert any("misses 90°" in remark and "--snap 1e-5" in remark for remark in load_urdf(rounded).remarks)
    joints = load_urdf(rounded, snap=1e-5).chain.joints
    assert {abs(x) for joint in joints for x in (joint.cos_alpha, joint.sin_alpha)} == {0, 1}
