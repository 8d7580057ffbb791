"""The controller's comparison with the robot description: torques of Pinocchio, verdicts of Python."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from helpers.control.core_library import Load, load_of, needs_cxx
from helpers.control.package_library import package_library

from puma560_dynamics import Payload, load_arm
from puma560_dynamics.arm import Arm, Selection
from puma560_dynamics.arm.chosen_joints import arm_of_joints
from puma560_dynamics.arm.transform import rotation_x, rotation_y, rotation_z
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.models.description_agreement import description_difference
from puma560_dynamics.models.recursive.pinocchio_model import PinocchioModel

pytestmark = needs_cxx
NO_LOAD = load_of(0.0, (0.0,) * 3, (0.0,) * 6)


def numbers(element: ElementTree.Element | None, name: str, default: str) -> list[float]:
    return [float(word) for word in (default if element is None else element.get(name, default)).split()]


def turn(origin: ElementTree.Element | None) -> np.ndarray:
    roll, pitch, yaw = numbers(origin, "rpy", "0 0 0")
    return np.asarray(rotation_z(yaw) @ rotation_y(pitch) @ rotation_x(roll))


class Robot:
    """A description as the tree of the controller."""

    def __init__(self, library: ctypes.CDLL, text: str, joints: Sequence[str]) -> None:
        self._library, self._n = library, len(joints)
        self._robot = ctypes.c_void_p(library.robot_create())
        root = ElementTree.fromstring(text)
        above = {joint.find("child").get("link"): joint for joint in root.iterfind("joint")}  # type: ignore[union-attr]
        links = {link.get("name"): link for link in root.iterfind("link")}
        order = [name for name in links if name not in above]
        for name in order:  # grows
            order += [child for child, joint in above.items() if joint.find("parent").get("link") == name]  # type: ignore[union-attr]
        for name in order:
            self._add(links[name], above.get(name), order, joints)

    def __del__(self) -> None:
        self._library.robot_destroy(self._robot)

    def _add(self, link, joint, order: list, joints: Sequence[str]) -> None:
        inertial, place = link.find("inertial"), None if joint is None else joint.find("origin")
        axis = [0.0, 0.0, 1.0] if joint is None else numbers(joint.find("axis"), "xyz", "1 0 0")
        mass, center, tensor = 0.0, [0.0] * 3, np.zeros((3, 3))
        if inertial is not None:
            mass = float(inertial.find("mass").get("value"))
            center = numbers(inertial.find("origin"), "xyz", "0 0 0")
            i = {key: float(value) for key, value in inertial.find("inertia").attrib.items()}
            own = np.array(
                [[i["ixx"], i["ixy"], i["ixz"]], [i["ixy"], i["iyy"], i["iyz"]], [i["ixz"], i["iyz"], i["izz"]]]
            )
            rotated = turn(inertial.find("origin"))
            tensor = rotated @ own @ rotated.T
        name = None if joint is None else joint.get("name")
        parent = 0 if joint is None else order.index(joint.find("parent").get("link"))
        flat = [*turn(place).ravel(), *numbers(place, "xyz", "0 0 0"), *axis, 0.0, mass, *center, *tensor.ravel()]
        slides = joint is not None and joint.get("type") == "prismatic"
        self._library.robot_add(
            self._robot, ctypes.c_size_t(parent), joints.index(name) if name in joints else -1, int(slides),
            (ctypes.c_double * 29)(*flat),
        )  # fmt: skip

    def torques(self, q: np.ndarray, rates: np.ndarray, gravity: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        held, driven = (ctypes.c_double * self._n)(), (ctypes.c_double * self._n)()
        given = [(ctypes.c_double * len(each))(*each) for each in (q, rates, gravity)]
        self._library.robot_torques(self._robot, *given, held, driven)
        return np.array(held), np.array(driven)

    def difference(self, arm: Arm, payload: Load = NO_LOAD, tolerance: Sequence[float] | None = None) -> str:
        text = ctypes.create_string_buffer(600)
        given = None if tolerance is None else (ctypes.c_double * self._n)(*tolerance)
        gravity = [(ctypes.c_double * 3)(*each) for each in (arm.base_gravity, arm.gravity_vector)]
        self._library.robot_difference(self._robot, *gravity, ctypes.byref(payload), given, text, ctypes.c_size_t(600))
        return text.value.decode()


@pytest.fixture(scope="module")
def checks(arm: Arm, tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    folder = tmp_path_factory.mktemp("tree")
    loaded = package_library(arm, "my_arm", folder, "robot_tree.cpp")
    loaded.robot_create.restype = ctypes.c_void_p
    return loaded


def test_the_torques_are_those_of_pinocchio(checks: ctypes.CDLL, arm: Arm):
    text = urdf(arm)
    robot = Robot(checks, text, arm.joint_names)
    bare = arm.with_(motors=tuple(replace(motor, inertia=0.0) for motor in arm.motors))
    oracle, rng = PinocchioModel(bare, text), np.random.default_rng(1)
    for _ in range(20):
        q, rates = rng.uniform(-3.0, 3.0, (2, 6))
        held, driven = robot.torques(q, rates, arm.base_gravity)
        np.testing.assert_allclose(held, oracle.gravity(q), atol=1e-11)
        np.testing.assert_allclose(driven, oracle.kinetic_energy_matrix(q) @ rates, atol=1e-11)


def heavier(arm: Arm, factor: float) -> Arm:
    return arm.with_(
        links=tuple(replace(one, mass=factor * one.mass, inertia=factor * one.inertia) for one in arm.links)
    )


def changed(arm: Arm, **values: float) -> Arm:
    joints = list(arm.joints)
    joints[2] = replace(joints[2], **{name: getattr(joints[2], name) + value for name, value in values.items()})
    return arm.with_(joints=tuple(joints))


GRIPPED = Payload(2.5, np.array([0.0, 0.0, 0.1]))


@pytest.mark.parametrize(
    ("other", "payload", "tolerance"),
    [
        (lambda arm: arm, Payload(), None),
        (lambda arm: arm, GRIPPED, None),
        (lambda arm: heavier(arm, 0.4), Payload(), None),
        (lambda arm: heavier(arm, 1.003), Payload(), None),
        (lambda arm: heavier(arm, 1.1), Payload(), 0.1),
        (lambda arm: heavier(arm, 1.1), Payload(), 20.0),
        (lambda arm: changed(arm, offset=0.3), Payload(), None),
        (lambda arm: changed(arm, a=0.2), Payload(), None),
        (lambda arm: changed(arm, alpha=1.0), Payload(), None),
        (lambda arm: changed(arm, d=0.005), Payload(), None),
    ],
)  # fmt: skip
def test_the_verdict_is_that_of_python(checks: ctypes.CDLL, arm: Arm, other, payload: Payload, tolerance: float | None):
    text = urdf(other(arm))
    load = load_of(payload.mass, payload.center_of_mass.tolist(), (0.0,) * 6)
    each = None if tolerance is None else [tolerance] * 6
    words = Robot(checks, text, arm.joint_names).difference(arm, load, each)
    expected = description_difference(arm, load_arm(text), payload, None if each is None else np.array(each))
    assert bool(words) == bool(expected), (words, expected)
    for part in ("axes of", "gravity torque", "inertia torque", "a different robot"):
        assert (part in words) == (part in (expected or ""))


TILTED = np.array([0.6, 0.0, -0.8])
MOUNT = '<link name="world"/><joint name="mount" type="fixed"><parent link="world"/><child link="base_link"/>{}</joint>'
LEANING = '<origin rpy="0 0.6435011087932844 0"/>'


@pytest.mark.parametrize(
    ("direction", "mount", "agrees"),
    [
        ([0.0, 0.0, -1.0], "", True), ([0.0, 0.0, -1.0], "<origin/>", True), ([0.0, 0.0, -1.0], LEANING, False),
        (TILTED, "", True), (TILTED, LEANING, True), (-TILTED, LEANING, False),
    ],
)  # fmt: skip
def test_a_mounting_is_that_of_the_description_or_of_the_model(
    checks: ctypes.CDLL, arm: Arm, direction: np.ndarray, mount: str, agrees: bool
):
    """Gravity of the model in another direction: by the parameter, or by the arm file."""
    text = urdf(arm)
    if mount:
        text = text.replace("</robot>", MOUNT.format(mount) + "</robot>")
    tilted = arm.with_(gravity_direction=np.array(direction))
    words = Robot(checks, text, arm.joint_names).difference(tilted)
    expected = description_difference(tilted, arm_of_joints(Selection(text), arm.joint_names), Payload())
    assert (words == "") == (expected is None) == agrees, (words, expected)
