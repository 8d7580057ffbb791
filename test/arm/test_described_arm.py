"""Arms from robot descriptions: every model against Pinocchio on the description itself, in its frames."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from helpers.emdeg.random_urdfs import urdfs
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import check_physics, is_description
from puma560_dynamics.arm.kinematics import jacobian, link_poses
from puma560_dynamics.control.gate.gate_settings import GateSettings
from puma560_dynamics.description.mjcf import mjcf
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.errors import ArmFileError, StateError, UnphysicalArmError
from puma560_dynamics.models.assumed_limits import with_assumed_limits
from puma560_dynamics.simulation.simulate import potential_energy

pin = pytest.importorskip("pinocchio", reason="needs Pinocchio (pip install '.[test]')")

ARMS = Path(__file__).parent.parent / "emdeg" / "arms"
LIMIT = '<limit lower="-2" upper="2" effort="5" velocity="3"/>'
BODY = (
    '<inertial><origin xyz="0.1 0.02 0.3" rpy="0.1 0.2 0.3"/><mass value="2"/>'
    '<inertia ixx="0.03" iyy="0.04" izz="0.05" ixy="0.001" ixz="0.002" iyz="0.003"/></inertial>'
)


def robot(joints: str = "", links: str = "") -> str:
    """An arm of one slanted joint, and more."""
    return (
        f'<robot name="slanted"><link name="foot"/><link name="arm">{BODY}</link>{links}'
        '<joint name="turn" type="revolute"><parent link="foot"/><child link="arm"/>'
        f'<origin xyz="0 0.2 0.3" rpy="0.3 0.5 0.7"/><axis xyz="1 2 -1"/>{LIMIT}</joint>{joints}</robot>'
    )


def of_pinocchio(text: str):
    """The description as Pinocchio reads it, every position an angle."""
    model = pin.buildModelFromXML(text.replace('"continuous"', '"revolute"'))
    return model, model.createData()


def known(path: Path) -> str:
    """A known arm, with limits where it has none."""
    text = path.read_text(encoding="utf-8")
    return re.sub(r"(<axis[^>]*/>)(?!\s*<limit)", rf"\1{LIMIT}", text)


def agree(text: str, seed: int = 3) -> None:
    """Torques of every model, poses, Jacobian and energy are those of the description."""
    arm = load_arm(text)
    model, data = of_pinocchio(text)
    assert arm.joint_names == tuple(model.names)[1:]
    states = np.random.default_rng(seed).uniform(-2.5, 2.5, (4, 3, arm.n))
    scale = 1.0 + sum(link.mass for link in arm.links)
    # A slanted axis comes through two angles; frames far away (nearly parallel axes) lose what their distance takes.
    far = max(1.0, *(abs(joint.d) for joint in arm.joints), *(abs(joint.a) for joint in arm.joints))
    for q, qd, qdd in states:
        expected = pin.rnea(model, data, q, qd, qdd)
        size = scale + np.abs(expected).max()
        for kind in ("newton_euler", "pinocchio"):
            torque = load_model(kind, arm).torque(q, qd, qdd)
            np.testing.assert_allclose(torque, expected, atol=1e-12 * size * far**2, err_msg=kind)
        pin.computeJointJacobians(model, data, q)
        for index, pose in enumerate(link_poses(arm, q)[:-1]):
            np.testing.assert_allclose(pose, data.oMi[index + 1].homogeneous, atol=1e-12 * far)
        np.testing.assert_allclose(link_poses(arm, q)[-1], data.oMi[arm.n].homogeneous, atol=1e-12 * far)
        there = pin.getJointJacobian(model, data, arm.n, pin.ReferenceFrame.LOCAL_WORLD_ALIGNED)
        np.testing.assert_allclose(jacobian(arm, q), there.reshape(6, arm.n), atol=1e-12 * far)
        energy = potential_energy(arm, q) - potential_energy(arm, np.zeros(arm.n))
        its = pin.computePotentialEnergy(model, data, q) - pin.computePotentialEnergy(model, data, np.zeros(arm.n))
        assert energy == pytest.approx(its, abs=1e-11 * scale * 10.0 * far)


@trials(40)
@given(urdfs())
def test_any_description(text: str):
    """Also those with links that have no mass, or no extent; only an arm without any mass is refused."""
    try:
        agree(text)
    except UnphysicalArmError as error:
        assert "no link of the arm has mass" in str(error)
        assert not re.search(r'mass value="(?!0(\.0)?")', text.split("<joint", 1)[1])


@pytest.mark.parametrize("path", sorted(ARMS.glob("*.urdf")), ids=lambda path: path.stem)
def test_known_arms(path: Path):
    agree(known(path))


def test_the_generated_model_of_a_description():
    arm = load_arm(known(ARMS / "seven_joints.urdf"))
    q, qd, qdd = np.random.default_rng(4).uniform(-2, 2, (3, arm.n))
    expected = load_model("newton_euler", arm).torque(q, qd, qdd)
    got = load_model("generated", arm).torque(q, qd, qdd)
    np.testing.assert_allclose(got, expected, atol=1e-12 * np.abs(expected).max())


def test_what_is_written_for_it_is_the_same_arm():
    """Our own URDF and MuJoCo model of a slanted arm have its dynamics."""
    mujoco = pytest.importorskip("mujoco", reason="needs MuJoCo (pip install '.[run]')")
    arm = load_arm(robot())
    q, qd, qdd = np.array([0.4]), np.array([1.0]), np.array([-2.0])
    expected = load_model("newton_euler", arm).torque(q, qd, qdd)
    again = load_arm(urdf(arm))
    np.testing.assert_allclose(load_model("newton_euler", again).torque(q, qd, qdd), expected, rtol=1e-12)
    model = mujoco.MjModel.from_xml_string(mjcf(arm))
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:], data.qacc[:] = q, qd, qdd
    mujoco.mj_inverse(model, data)
    np.testing.assert_allclose(data.qfrc_inverse, expected, rtol=1e-9)


def test_a_joint_that_turns_for_ever_has_no_limits():
    text = robot().replace("revolute", "continuous").replace('lower="-2" upper="2"', "")
    (joint,) = load_arm(text).joints
    assert joint.continuous
    assert (joint.lower, joint.upper) == (-np.inf, np.inf)
    assert 'type="continuous"' in urdf(load_arm(text))


def test_tip_and_hold():
    finger = (
        '<joint name="grip" type="prismatic"><parent link="arm"/><child link="finger"/>'
        f'<origin xyz="0 0 0.5"/><axis xyz="0 0 1"/>{LIMIT}</joint>'
    )
    text = robot(finger, f'<link name="finger">{BODY}</link>')
    held, whole = load_arm(text, hold=["grip"]), load_arm(text)
    assert (held.n, whole.n) == (1, 2)
    assert sum(link.mass for link in held.links) == sum(link.mass for link in whole.links) == 4.0
    q = np.array([0.3])
    np.testing.assert_allclose(
        load_model("newton_euler", held).gravity(q), load_model("newton_euler", whole).gravity([0.3, 0.0])[:1]
    )
    fixed = (
        '<link name="tool"/><joint name="j" type="fixed"><parent link="arm"/><child link="tool"/>'
        '<origin xyz="0 0 1"/></joint>'
    )
    tool = load_arm(robot(fixed), tip="tool")
    poses = link_poses(tool, q)[-1], link_poses(load_arm(robot()), q)[-1]
    np.testing.assert_allclose(poses[0], poses[1] @ pin.SE3(np.eye(3), np.array([0.0, 0.0, 1.0])).homogeneous)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (robot().replace('lower="-2" upper="2"', 'lower="1" upper="1"'), "has lower limit 1 and upper limit 1"),
        (robot().replace(LIMIT, ""), "joint 'turn' has no <limit>"),
        (robot().replace(BODY, ""), "no link of the arm has mass, so that every torque would be zero"),
        (robot('<joint name="loop" type="revolute"><parent link="arm"/><child link="foot"/></joint>'), "loop"),
        (robot().replace('value="2"', 'value="nan"'), "nan"),
        ("<robot", "robot description"),
        ("<robot/>", "robot description"),
    ],
)
def test_bad_descriptions_are_one_sentence(text: str, words: str):
    with pytest.raises((ArmFileError, UnphysicalArmError), match=words):
        load_arm(text)


def test_limits_of_zero_are_reported():
    arm = load_arm(robot().replace('effort="5" velocity="3"', 'effort="0" velocity="0"'))
    assert [remark for remark in arm.remarks if "effort limit 0" in remark]
    assert [remark for remark in arm.remarks if "velocity limit 0" in remark]


def test_the_friction_of_a_description_is_taken_as_written():
    """Also where it is more than the effort limit: that is for the checks to say, not to be changed."""
    arm = load_arm(robot().replace(LIMIT, f'{LIMIT}<dynamics damping="0.5" friction="9"/>'))
    assert (arm.motors[0].break_away_torque, arm.friction[0].viscous, arm.friction[0].dry) == (9.0, 0.5, 9.0)
    assert any("break_away_torque" in problem for problem in check_physics(arm).errors)


@pytest.mark.parametrize("name", ["a\0.urdf", "~nobody-here/x.urdf", "x" * 5000 + ".urdf"])
def test_what_is_no_path_is_one_sentence(name: str):
    with pytest.raises(ArmFileError, match=r"cannot be read"):
        load_arm(name)


def test_what_is_a_description(tmp_path: Path):
    assert is_description(robot())
    assert is_description(tmp_path / "x.urdf.xacro")
    assert not is_description("akb1986")
    with pytest.raises(ArmFileError, match="does not exist"):
        load_arm(tmp_path / "nothing.urdf")
    with pytest.raises(ArmFileError, match="leave them out"):
        load_arm("akb1986", tip="link6")


def test_xacro(tmp_path: Path):
    pytest.importorskip("xacro", reason="needs xacro (pip install '.[test]')")
    path = tmp_path / "arm.urdf.xacro"
    path.write_text(robot().replace('name="slanted"', 'name="x" xmlns:xacro="http://www.ros.org/wiki/xacro"'))
    assert load_arm(path).n == 1
    path.write_text(path.read_text().replace("<link name=", "<link name='${nothing}' nam=", 1))
    with pytest.raises(ArmFileError, match=r"xacro cannot expand it.*; correct that place"):
        load_arm(path)


def test_xacro_that_needs_packages_of_a_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("xacro", reason="needs xacro (pip install '.[test]')")
    pytest.importorskip("ament_index_python", reason="$(find …) needs it")
    path = tmp_path / "arm.urdf.xacro"
    head = '<robot name="x" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:include filename="$(find {})/a.xacro"/>'
    path.write_text(head.format("no_such_package") + "</robot>")
    for places in ("", str(tmp_path)):
        monkeypatch.setenv("AMENT_PREFIX_PATH", places)
        with pytest.raises(ArmFileError, match="source the ROS workspace that has its packages"):
            load_arm(path)


def test_limits_that_were_not_entered_are_reported_and_no_torque_is_sent(tmp_path: Path):
    text = robot().replace('lower="-2" upper="2"', 'lower="0" upper="0"')
    agree(text)
    arm = load_arm(text)
    (remark,) = [remark for remark in arm.remarks if "position limits" in remark]
    assert "position limits of joints turn are missing" in remark
    assert "`joints: {turn: {lower: -2.5, upper: 2.5}}`" in remark
    with pytest.raises(StateError, match="every lower limit below the upper"):
        GateSettings.of(arm)
    (tmp_path / "arm.urdf").write_text(text)
    file = tmp_path / "arm.yaml"
    file.write_text("description: arm.urdf\njoints: {turn: {lower: -2.5, upper: 2.5}}\n")
    given = load_arm(file)
    assert not any("position limits" in remark for remark in given.remarks)
    assert GateSettings.of(given).upper == [2.5]
    (assumed,) = with_assumed_limits(arm).joints
    assert (assumed.lower, assumed.upper) == (-np.pi, np.pi)


def test_a_limit_of_1e16_is_none():
    (joint,) = load_arm(robot().replace('lower="-2" upper="2"', 'lower="-1e16" upper="1e16"')).joints
    assert (joint.lower, joint.upper) == (-1e8, 1e8)
