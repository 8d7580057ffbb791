"""Arm files on a robot description: what they add, what they replace, in which frames, and what they refuse."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import yaml
from helpers.arm.descriptions import light_arm

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm, JointFriction
from puma560_dynamics.arm.description_section import DESCRIPTION_KEYS
from puma560_dynamics.errors import ArmFileError, UnphysicalArmError

HOLD = ["*_finger"]


def on_description(folder: Path, *, text: str | None = None, **tree: object) -> Path:
    """An arm file on the light arm, in a folder next to it."""
    (folder / "robots").mkdir(exist_ok=True)
    (folder / "robots" / "light.urdf").write_text(text or light_arm())
    path = folder / "my_arm.yaml"
    path.write_text(yaml.safe_dump({"description": "robots/light.urdf", "hold": HOLD, **tree}, sort_keys=False))
    return path


@pytest.fixture
def plain() -> Arm:
    return load_arm(light_arm(), hold=HOLD)


def test_without_more_it_is_the_arm_of_the_description(tmp_path: Path, plain: Arm):
    arm = load_arm(on_description(tmp_path))
    assert arm.joints == plain.joints
    assert arm.motors == plain.motors
    assert arm.remarks == plain.remarks
    assert arm.origin is not None
    assert (arm.origin.source, arm.origin.hold) == (str(tmp_path / "robots" / "light.urdf"), ("*_finger",))
    q, qd, qdd = np.random.default_rng(0).uniform(-1, 1, (3, arm.n))
    expected = load_model("newton_euler", plain).torque(q, qd, qdd)
    np.testing.assert_array_equal(load_model("newton_euler", arm).torque(q, qd, qdd), expected)


def test_what_a_description_lacks_is_added_by_joint(tmp_path: Path, plain: Arm):
    arm = load_arm(
        on_description(
            tmp_path,
            motors={
                "lift": {"inertia": {"value": 0.02, "tolerance": "±10%"}, "gear_ratio": 100, "torque_constant": 0.1}
            },
            friction={"elbow": {"coulomb_positive": 0.3, "coulomb_negative": 0.2}},
            joints={"pan": {"velocity": {"value": 90, "unit": "deg/s"}, "upper": 1.5}},
            gravity_direction=[0, 0, 1],
        )
    )
    assert arm.motor_inertia.tolist() == [0.0, 0.02, 0.0, 0.0]
    assert (arm.motors[1].gear_ratio, arm.motors[1].torque_constant, arm.motors[1].maximum_torque) == (100, 0.1, 20.0)
    assert arm.friction[2] == JointFriction(0.3, 0.2, 0.0, 0.0)
    assert arm.friction[0] == JointFriction()
    assert arm.joints[0].velocity == pytest.approx(np.pi / 2)
    assert (arm.joints[0].lower, arm.joints[0].upper) == (-2.5, 1.5)
    assert arm.quantities["motors.lift.inertia"].half_width == pytest.approx(0.002)
    assert not any("gravity_direction" in remark for remark in arm.remarks)
    (lacking,) = (remark for remark in arm.remarks if "motor inertia" in remark)
    assert "of pan, elbow, roll is" in lacking
    q = np.array([0.3, -0.4, 0.9, 0.2])
    upright = load_model("newton_euler", plain).gravity(q)
    np.testing.assert_allclose(load_model("newton_euler", arm).gravity(q), -upright, rtol=1e-12)


def test_dry_friction_that_is_given_in_one_direction_is_reported(tmp_path: Path):
    def remarks(friction: dict) -> list[str]:
        arm = load_arm(on_description(tmp_path, friction={"elbow": friction}))
        return [remark for remark in arm.remarks if "direction" in remark and "friction.elbow" in remark]

    (remark,) = remarks({"coulomb_positive": 0.3})
    assert "coulomb_negative is 0 or not given" in remark and "counts as 0 in negative direction" in remark
    (remark,) = remarks({"coulomb_negative": 0.3})
    assert "coulomb_positive" in remark and "coulomb_negative" not in remark
    assert not remarks({"coulomb_positive": 0.3, "coulomb_negative": 0.2})
    assert not remarks({"viscous": 0.3})


def test_bodies_are_given_in_the_frames_of_the_description(tmp_path: Path):
    """Each link again as its URDF has it, from which the arm's own frames are turned: the same torque."""
    text = light_arm(fingers=False)
    links = {
        name: {"mass": mass, "center_of_gravity": [reach / 2, 0.01, 0], "inertia": [0.02 * own, own, own]}
        for name, mass, reach in (
            ("turret", 0.1, 0.02),
            ("upper", 0.25, 0.2),
            ("fore", 0.15, 0.2),
            ("hand", 0.06, 0.04),
        )
        for own in [mass * reach**2 / 12.0]
    }
    links["upper"]["center_of_gravity"] = {"value": [0.1, 0.01, 0.0], "tolerance": ["±0.001", "±0.002", "±0.003"]}
    arm = load_arm(on_description(tmp_path, text=text, hold=[], links=links))
    plain = load_arm(text)
    rng = np.random.default_rng(1)
    for q, qd, qdd in rng.uniform(-2, 2, (5, 3, arm.n)):
        expected = load_model("newton_euler", plain).torque(q, qd, qdd)
        np.testing.assert_allclose(load_model("newton_euler", arm).torque(q, qd, qdd), expected, rtol=1e-12, atol=1e-15)
    center = [arm.quantities[f"links.upper.center_of_gravity.{axis}"] for axis in range(3)]
    np.testing.assert_allclose([one.value for one in center], arm.links[1].center_of_gravity)
    widths = np.array([one.half_width for one in center])
    np.testing.assert_allclose(widths**2 @ np.ones(3), 14e-6)  # turned, not changed
    assert "links.upper.mass" in arm.quantities


def test_one_number_of_a_body_leaves_the_others(tmp_path: Path, plain: Arm):
    arm = load_arm(on_description(tmp_path, links={"fore": {"mass": 0.3}}))
    assert arm.links[2].mass == 0.3
    np.testing.assert_allclose(arm.links[2].center_of_gravity, plain.links[2].center_of_gravity, atol=1e-15)
    np.testing.assert_allclose(arm.links[2].inertia, plain.links[2].inertia, atol=1e-15)
    assert "links.fore.inertia.0" not in arm.quantities


def test_a_body_that_the_description_lacks(tmp_path: Path):
    text = re.sub(r'(<link name="fore">).*?</link>', r"\1</link>", light_arm(fingers=False))
    assert any("link 'fore' has no <inertial>: taken as written" in remark for remark in load_arm(text).remarks)
    given = {"mass": 0.15, "center_of_gravity": [0.1, 0.01, 0], "inertia": [1e-5, 5e-4, 5e-4]}
    arm = load_arm(on_description(tmp_path, text=text, hold=[], links={"fore": given}))
    q, qd, qdd = np.random.default_rng(1).uniform(-2, 2, (3, arm.n))
    expected = load_model("newton_euler", load_arm(light_arm(fingers=False))).torque(q, qd, qdd)
    np.testing.assert_allclose(load_model("newton_euler", arm).torque(q, qd, qdd), expected, rtol=1e-12)


def test_rotor_axes_are_turned_from_the_frames_of_the_description(tmp_path: Path):
    """About its own joint's axis in the description is about z of the arm's own frame."""
    axes = {"pan": ("turret", [0, 0, 1]), "lift": ("upper", [0, 1, 0]), "elbow": ("fore", [0, 1, 0])}
    axes["roll"] = ("hand", [1, 0, 0])
    rotors = {name: {"carried_by": link, "axis": axis} for name, (link, axis) in axes.items()}
    for rotor in load_arm(on_description(tmp_path, rotors=rotors)).rotors:
        np.testing.assert_allclose(rotor.axis, [0, 0, 1], atol=1e-15)


def test_limits_of_an_endless_joint(tmp_path: Path):
    text = light_arm(last="continuous")
    assert load_arm(on_description(tmp_path, text=text)).joints[3].continuous
    limited = load_arm(on_description(tmp_path, text=text, joints={"roll": {"lower": -3, "upper": 3}}))
    assert (limited.joints[3].lower, limited.joints[3].upper) == (-3.0, 3.0)
    with pytest.raises(ArmFileError, match="give lower and upper, or neither"):
        load_arm(on_description(tmp_path, text=text, joints={"roll": {"lower": -3}}))


def test_the_text_of_a_description_may_stand_in_the_file(tmp_path: Path):
    path = tmp_path / "arm.yaml"
    path.write_text(yaml.safe_dump({"description": light_arm(), "hold": "*_finger"}))
    assert load_arm(path).n == 4


def test_arguments_of_xacro(tmp_path: Path):
    pytest.importorskip("xacro", reason="needs xacro (pip install '.[test]')")
    text = light_arm(fingers=False, effort="$(arg most)").replace(
        '<robot name="light">', '<robot name="light" xmlns:xacro="http://x/xacro"><xacro:arg name="most" default="20"/>'
    )
    (tmp_path / "light.urdf.xacro").write_text(text.replace("http://x/xacro", "http://www.ros.org/wiki/xacro"))
    path = tmp_path / "arm.yaml"
    path.write_text(yaml.safe_dump({"description": "light.urdf.xacro", "arguments": {"most": 7}}))
    assert load_arm(path).maximum_torque.tolist() == [7.0] * 4
    assert load_arm(tmp_path / "light.urdf.xacro").maximum_torque.tolist() == [20.0] * 4
    with pytest.raises(ArmFileError, match="is not xacro and takes no arguments"):
        load_arm(light_arm(), hold=HOLD, arguments={"most": "7"})


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        ({"description": "nothing.urdf"}, "does not exist"),
        ({"description": "arm.yaml"}, "expected the path of a URDF, xacro or MJCF file"),
        ({"description": 3}, "expected the path of a URDF, xacro or MJCF file"),
        ({"tip": 3}, "tip: expected the name of a link"),
        ({"tip": "nobody"}, "tip 'nobody' is not a link"),
        ({"hold": [3]}, "hold: expected a list of joint names"),
        ({"hold": ["x*"]}, "joint 'x.', which is to be held, does not exist"),
        ({"motors": {"wrist": {"inertia": 1}}}, r"motors: no joint of the arm is called wrist; it has pan,"),
        ({"motors": {"pan": {"inertia": -1}}}, "motors.pan.inertia: expected 0 or more"),
        ({"motors": {"pan": {"weight": 1}}}, "unknown entry"),
        ({"motors": {"pan": {"maximum_torque": 0}}}, "motors.pan.maximum_torque: expected a positive number"),
        ({"joints": {"pan": {"lower": 3}}}, "joint 'pan' has lower limit 3 and upper limit 2.5"),
        ({"links": {"arm": {"mass": 1}}}, "no link of the arm is called"),
        ({"links": {"fore": {"mass": None}}}, "mass not given"),
        ({"links": {"fore": {"inertia": [1, -1, 1]}}}, "links.fore.inertia"),
        ({"assemblies": {}}, "unknown entry"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, tree: dict, words: str):
    path = on_description(tmp_path, **tree)
    with pytest.raises((ArmFileError, UnphysicalArmError), match=words) as raised:
        load_arm(path)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("key", [key for key in DESCRIPTION_KEYS if key != "description"])
def test_the_keys_are_for_a_description(tmp_path: Path, key: str):
    path = tmp_path / "arm.yaml"
    path.write_text(yaml.safe_dump({key: "x", "joints": {}, "links": {}, "motors": {}}))
    with pytest.raises(ArmFileError, match=f"{key}: this key needs a robot description"):
        load_arm(path)
