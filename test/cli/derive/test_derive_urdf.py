"""Options of `puma560 derive` for robot descriptions: what is held, where the arm begins and ends, small angles."""

from __future__ import annotations

from pathlib import Path

from helpers.derive_inputs import BRANCHED, PLANAR, STANFORD


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
