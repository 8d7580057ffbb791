"""`puma560 derive` from a description with fingers, massless links and friction."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puma560_dynamics.cli.command import main


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
    derive("--arm", gripper, "--tip", "arm", "--hold", "gripper_*", "--emit", "numpy", "-o", str(tmp_path))
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
