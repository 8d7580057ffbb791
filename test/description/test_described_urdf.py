"""The numbers of an arm in the URDF that it came from: same torque, and names, frames and meshes of that URDF."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm
from helpers.arm.palletiser import palletiser

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm, JointFriction, Link
from puma560_dynamics.cli.command import main
from puma560_dynamics.description.described_urdf import described_urdf, has_urdf
from puma560_dynamics.errors import UrdfError

MESH = '<visual><geometry><mesh filename="package://light/fore.dae"/></geometry></visual>'
CAMERA = (
    '<link name="camera"><inertial><origin xyz="0 0 0.02" rpy="0.2 0 0"/><mass value="0.03"/><inertia ixx="2e-5" '
    'iyy="1e-5" izz="2e-5" ixy="0" ixz="0" iyz="0"/></inertial></link><joint name="mount" type="fixed"><parent '
    'link="upper"/><child link="camera"/><origin xyz="0.1 0.02 0.03" rpy="0.1 0.2 0.3"/></joint>'
)
LIGHT = light_arm(more=CAMERA + '<gazebo reference="fore"><kp>3</kp></gazebo>').replace(
    '<link name="fore">', f'<link name="fore">{MESH}'
)
SELECTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "fingers held": (LIGHT, {}),
    "tool as tip": (LIGHT, {"tip": "tool"}),
    "camera left out": (LIGHT, {"without": ["camera"]}),
    "mimic joints": (palletiser(friction=True), {}),
}


def changed(arm: Arm) -> Arm:
    """The arm with other bodies, motors, friction and limits, as an arm file has them."""
    rng = np.random.default_rng(8)
    links = [
        Link(link.name, rng.uniform(1.0, 1.5) * link.mass, link.center_of_gravity + rng.uniform(-0.01, 0.01, 3),
             rng.uniform(1.0, 1.5) * link.inertia + 1e-4 * np.eye(3))
        for link in arm.links
    ]  # fmt: skip
    return arm.with_(
        links=tuple(links),
        motors=tuple(replace(motor, inertia=0.1 + 0.01 * i) for i, motor in enumerate(arm.motors)),
        friction=tuple(JointFriction(*row) for row in rng.uniform(0.1, 1.0, (arm.n, 4)).tolist()),
        joints=tuple(replace(joint, lower=-0.5, upper=0.4, velocity=1.25) for joint in arm.joints),
    )


@pytest.fixture(params=SELECTIONS)
def pair(request: pytest.FixtureRequest) -> tuple[Arm, Arm, str]:
    """The arm with other numbers, the arm that is read from its URDF, and that URDF."""
    text, selection = SELECTIONS[request.param]
    arm = changed(load_arm(text, **selection))
    written = described_urdf(arm)
    selection = {key: value for key, value in selection.items() if key != "without"}
    return arm, load_arm(written, **selection), written


def test_it_reads_back_with_the_numbers_and_places_of_the_arm(pair: tuple[Arm, Arm, str]):
    arm, read, _ = pair
    q, qd, qdd = np.random.default_rng(1).uniform(-0.4, 0.4, (3, 20, arm.n)) * [[[1]], [[5]], [[20]]]
    weightless = arm.with_(motors=tuple(replace(motor, inertia=0.0) for motor in arm.motors))
    expected = load_model("newton_euler", weightless).torque(q, qd, qdd)
    torque = load_model("newton_euler", read).torque(q, qd, qdd)
    np.testing.assert_allclose(torque, expected, rtol=0, atol=1e-11 * np.abs(expected).max())
    for own, one in zip(read.friction, arm.friction, strict=True):
        assert (own.viscous, own.dry) == pytest.approx((one.viscous, one.dry), rel=1e-15)
    assert read.joints == arm.joints
    assert dict(read.places) == dict(arm.places)
    np.testing.assert_array_equal(read.maximum_torque, arm.maximum_torque)


def test_pinocchio_has_frames_of_the_original_and_torque_of_the_arm():
    pin = pytest.importorskip("pinocchio")
    arm = changed(load_arm(LIGHT))
    before, after = (pin.buildModelFromXML(text) for text in (LIGHT, described_urdf(arm)))
    assert [frame.name for frame in before.frames] == [frame.name for frame in after.frames]
    after.armature = np.array([*arm.motor_inertia, 0.0, 0.0])
    rng = np.random.default_rng(2)
    for _ in range(10):
        q, qd, qdd = rng.uniform(-0.4, 0.4, (3, arm.n)) * [[1], [5], [20]]
        places = []
        for model in (before, after):
            data = model.createData()
            whole = np.array([*q, 0.01, -0.01])  # fingers are held at the limit next to zero
            pin.framesForwardKinematics(model, data, whole)
            places.append([one.homogeneous for one in data.oMf])
        np.testing.assert_array_equal(places[0], places[1])
        expected = load_model("newton_euler", arm).torque(q, qd, qdd)
        torque = pin.rnea(after, data, whole, np.array([*qd, 0, 0]), np.array([*qdd, 0, 0]))[: arm.n]
        np.testing.assert_allclose(torque, expected, rtol=0, atol=1e-11 * np.abs(expected).max())


def test_everything_else_is_unchanged():
    before, after = ElementTree.fromstring(LIGHT), ElementTree.fromstring(described_urdf(changed(load_arm(LIGHT))))
    for root in (before, after):
        for link in root.findall("link"):
            for inertial in link.findall("inertial"):
                if link.get("name") in ("turret", "upper", "fore", "hand", "camera"):
                    link.remove(inertial)
        for joint in root.findall("joint"):
            for tag in ("limit", "dynamics"):
                for element in joint.findall(tag):
                    if joint.get("name") in ("pan", "lift", "elbow", "roll"):
                        joint.remove(element)
        for element in root.iter():
            element.text = element.tail = (element.text or "").strip()
    assert ElementTree.tostring(before) == ElementTree.tostring(after)
    assert [mesh.get("filename") for mesh in after.iter("mesh")] == ["package://light/fore.dae"]


def test_links_that_the_robot_does_not_carry_are_left_out():
    text = described_urdf(load_arm(LIGHT, without=["camera"]))
    assert "camera" not in text and "mount" not in text


def test_a_body_lighter_than_its_held_links_is_refused():
    arm = load_arm(LIGHT)
    small = arm.with_(links=(*arm.links[:-1], replace(arm.links[-1], mass=0.03)))
    with pytest.raises(UrdfError, match=r"'hand'.*without"):
        described_urdf(small)


def test_other_arms_have_no_urdf():
    arm = load_arm("akb1986")
    assert not has_urdf(arm)
    with pytest.raises(UrdfError, match="not from a robot description"):
        described_urdf(arm)


def test_the_command_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "light.urdf").write_text(LIGHT)
    (tmp_path / "mine.yaml").write_text("description: light.urdf\nmotors: {pan: {inertia: 0.25}}\n")
    assert main(["arm", "urdf", "--arm", str(tmp_path / "mine.yaml")]) == 0
    text = capsys.readouterr().out
    assert "light.urdf with the numbers" in text and "pan 0.25 kg m^2" in text and "fore.dae" in text
