"""Options of `puma560 derive` for robot descriptions: what is held, where the arm begins and ends, small angles."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.derive_inputs import BRANCHED, PLANAR, STANFORD, TABLE


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
    derive(str(path), "--friction", "--emit", "numpy", "-o", str(tmp_path))
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
