"""Options of `puma560 derive` for robot descriptions: what is held, where the arm begins and ends, small angles."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.derive_inputs import BRANCHED, PLANAR, STANFORD, TABLE

from puma560_dynamics.cli.command import main


def test_options_of_a_robot_description(derive, tmp_path: Path):
    held = derive("--arm", STANFORD, "--hold", "joint3", "--hold", "joint6", "joint5", "--programs", "gravity")
    assert held["joints"] == ["joint1", "joint2", "joint4"]
    outer = derive("--arm", STANFORD, "--base", "link3", "--programs", "gravity")
    assert outer["joints"] == ["joint4", "joint5", "joint6"]
    (tmp_path / "branched.urdf").write_text(BRANCHED, encoding="utf-8")
    branch = derive("--arm", str(tmp_path / "branched.urdf"), "--hold", "b_joint", "--tip", "c", "--allow-massless")
    assert branch["joints"] == ["c_joint"]
    lying = derive("--arm", PLANAR, "--programs", "gravity")
    upright = derive("--arm", PLANAR, "--programs", "gravity", "--gravity", "0", "-9.81", "0")
    assert lying["programs"]["gravity"]["total"] == 0 < upright["programs"]["gravity"]["total"]
    assert lying["digest"] != upright["digest"]


def test_the_format_is_found_with_and_without_the_option(derive, tmp_path: Path):
    (table := tmp_path / "table.yaml").write_text(TABLE, encoding="utf-8")
    few = ("--programs", "gravity")
    for source in (PLANAR, str(table)):
        assert derive(source, *few)["digest"] == derive("--arm", source, *few)["digest"]
    assert derive("akb1986", *few)["digest"] == derive(*few)["digest"]


def test_a_mujoco_model(derive, tmp_path: Path):
    pytest.importorskip("mujoco", reason="needs MuJoCo (pip install '.[run]')")
    path = tmp_path / "robot.xml"
    path.write_text(
        """<mujoco model="pendulum"><worldbody><body name="rod"><joint name="turn" axis="0 1 0" armature="2"
        damping="3" frictionloss="4"/><inertial pos="0.5 0 0" mass="2" diaginertia="0.1 0.1 0.1"/></body></worldbody>
        </mujoco>""",
        encoding="utf-8",
    )
    derive(str(path), "--friction", "--emit", "python", "-o", str(tmp_path))
    space: dict = {}
    exec((tmp_path / "pendulum.py").read_text(encoding="utf-8"), space)
    (torque,) = space["torque"]((0.0,), (0.5,), (7.0,))
    assert torque == pytest.approx((2 + 0.1 + 2 * 0.25) * 7.0 - 2 * 0.5 * 9.81 + 3 * 0.5 + 4)


def test_snap(derive, tmp_path: Path):
    path = tmp_path / "arm.urdf"
    text = (
        Path(PLANAR).read_text(encoding="utf-8").replace('xyz="0.5 0 0" rpy="0 0 0"', 'xyz="0.5 0 0" rpy="0.004 0 0"')
    )
    path.write_text(text, encoding="utf-8")
    slanted = derive("--arm", str(path), "--programs", "torque")
    parallel = derive("--arm", str(path), "--programs", "torque", "--snap", "0.005")
    assert any("miss being parallel" in remark for remark in slanted["remarks"])
    assert parallel["programs"]["torque"]["total"] < slanted["programs"]["torque"]["total"]


def test_snap_is_suggested(derive, tmp_path: Path):
    path = tmp_path / "arm.urdf"
    text = Path(PLANAR).read_text(encoding="utf-8")
    path.write_text(text.replace('xyz="0.5 0 0" rpy="0 0 0"', 'xyz="0.5 0 0" rpy="0.0004 0 0"'), encoding="utf-8")
    few = ("--programs", "gravity")  # the remarks are those of the arm
    (words,) = (remark for remark in derive("--arm", str(path), *few)["remarks"] if "--snap 1e-3" in remark)
    assert "0.0004 rad misses 0°" in words
    assert not any("--snap" in remark for remark in derive("--arm", str(path), *few, "--snap", "1e-3")["remarks"])


def test_fingers_are_named_all_at_once_and_held_together(derive, gripper: str, capsys: pytest.CaptureFixture[str]):
    assert main(["derive", "--arm", gripper]) == 2
    message = capsys.readouterr().err
    assert "--hold gripper_left wrist" in message  # the other finger follows
    assert message.startswith(f"puma560: error: {gripper}: ")
    digests = set()
    for hold in ([], ["gripper_*"], ["gripper_left"], ["gripper_left", "gripper_right"]):
        given = ["--hold", *hold] if hold else []
        data = derive("--arm", gripper, "--tip", "arm", *given, "--programs", "kinetic_energy_matrix")
        assert data["joints"] == ["shoulder"]
        digests.add(data["digest"])
    assert len(digests) == 1


def test_a_finger_that_follows_stands_at_its_offset(derive, gripper: str, tmp_path: Path):
    derive("--arm", gripper, "--tip", "arm", "--hold", "gripper_*", "--emit", "python", "-o", str(tmp_path))
    space: dict = {}
    exec((tmp_path / "gripper.py").read_text(encoding="utf-8"), space)
    assert space["kinetic_energy_matrix"]((0.3,)) == pytest.approx((3 + 2 * 0.125**2,))


def test_massless_joints_need_an_option(derive, gripper: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    arguments = ["--arm", gripper, "--hold", "gripper_*", "--tip", "tool", "-o", str(tmp_path), "--emit", "c"]
    assert main(["derive", *arguments]) == 2
    message = capsys.readouterr().err
    for words in ("gripper.urdf", "joint 'wrist' moves nothing", "link 'tool' has no <inertial>", "--allow-massless"):
        assert words in message
    data = derive(*arguments, "--allow-massless")
    assert any("no forward dynamics" in remark for remark in data["remarks"])
    header = (tmp_path / "gripper.h").read_text(encoding="utf-8")
    assert "gripper_torque(" in header
    assert "There is no acceleration" in header
    assert "gripper_acceleration(" not in header


def test_friction_of_a_description_without_any(derive, gripper: str):
    smooth = Path(gripper)
    smooth.write_text(re.sub(r"<dynamics[^>]*>", "", smooth.read_text(encoding="utf-8")), encoding="utf-8")
    arguments = ["--arm", gripper, "--hold", "gripper_*", "wrist", "--programs", "torque"]
    assert any("--friction adds nothing" in remark for remark in derive(*arguments, "--friction")["remarks"])
    assert not any("friction" in remark for remark in derive(*arguments)["remarks"])


def test_friction_of_an_arm_file_is_reported(derive, gripper: str, tmp_path: Path):
    path = tmp_path / "arm.yaml"
    path.write_text(f'description: {gripper}\nhold: ["gripper_*", wrist]\n', encoding="utf-8")
    assert (
        "the friction of the arm file is left out of the torque"
        in derive("--arm", str(path), "--programs", "torque")["remarks"]
    )


def test_friction_and_limits(derive, gripper: str, tmp_path: Path):
    arguments = ["--arm", gripper, "--hold", "gripper_*", "wrist", "-o", str(tmp_path), "--programs", "torque"]
    plain = derive(*arguments)
    assert any("damping and friction of shoulder are left out" in remark for remark in plain["remarks"])
    frictional = derive(*arguments, "--friction")
    assert frictional["programs"]["torque"]["total"] == plain["programs"]["torque"]["total"] + 4
    assert not any("left out" in remark or "adds nothing" in remark for remark in frictional["remarks"])
    space: dict = {}
    exec((tmp_path / "gripper.py").read_text(encoding="utf-8"), space)
    inertia = 3 + 2 * 0.125**2
    assert space["torque"]((0.1,), (-2.0,), (1.0,)) == pytest.approx((inertia - 0.5 * 2 - 0.25,))
    header = (tmp_path / "gripper.h").read_text(encoding="utf-8")
    for line in ('GRIPPER_JOINT_NAMES {"shoulder"}', "GRIPPER_LOWER {-1.0}", "GRIPPER_UPPER {2.0}", "VELOCITY {3.0}",
                 "GRIPPER_EFFORT {40.0}", f'GRIPPER_DIGEST "{frictional["digest"]}"', "0BSD"):  # fmt: skip
        assert line in header
    assert 'GRIPPER_GENERATOR "puma560_dynamics' in header
