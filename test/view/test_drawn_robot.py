"""The drawn arm stands where the real one does."""

from __future__ import annotations

import io

import numpy as np
import pytest
from helpers.arm.bad_descriptions import MESHES, UNDRAWABLE, UNREADABLE, with_mesh
from helpers.arm.palletiser import NAMES, palletiser
from scipy.spatial.transform import Rotation

from puma560_dynamics.arm import Arm
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.errors import StateError, UrdfError

pytest.importorskip("yourdfpy", reason="needs yourdfpy (pip install '.[view]')")

from puma560_dynamics.view.drawn_robot import DrawnRobot, read_robot


@pytest.fixture(scope="module")
def robot(arm: Arm) -> DrawnRobot:
    """The paper's arm, to draw."""
    return read_robot(urdf(arm))


def placements(robot: DrawnRobot, q: np.ndarray) -> dict[str, np.ndarray]:
    """Each link's frame in the root's as a scene composes it: parents before children."""
    turned = dict(zip(robot.moved, robot.orientations(q), strict=True))
    found: dict[str, np.ndarray] = {}
    for index, link in enumerate(robot.links):
        local = np.eye(4)
        w, x, y, z = turned.get(index, link.wxyz)
        local[:3, :3] = Rotation.from_quat([x, y, z, w]).as_matrix()
        local[:3, 3] = link.position
        found[link.path] = found.get(link.path.rpartition("/")[0], np.eye(4)) @ local
    return {path.rpartition("/")[2]: place for path, place in found.items()}


def test_links_are_where_pinocchio_has_them(robot: DrawnRobot, arm: Arm):
    pin = pytest.importorskip("pinocchio")
    model = pin.buildModelFromXML(urdf(arm))
    data = model.createData()
    for q in np.random.default_rng(560).uniform(-3.0, 3.0, (20, 6)):
        pin.framesForwardKinematics(model, data, q)
        drawn = placements(robot, q)
        for name in [link.name for link in arm.links] + ["tool0"]:
            expected = data.oMf[model.getFrameId(name)].homogeneous
            np.testing.assert_allclose(drawn[name], expected, atol=1e-12, err_msg=name)


def test_links_of_joints_that_mimic_others_turn_with_them():
    pin = pytest.importorskip("pinocchio")
    drawn = read_robot(palletiser())
    assert drawn.joint_names == NAMES and len(drawn.moved) == 6
    model = pin.buildModelFromXML(palletiser(), mimic=True)
    data = model.createData()
    for q in np.random.default_rng(1).uniform(-1.0, 1.0, (5, 4)):
        pin.framesForwardKinematics(model, data, q)
        for name, place in placements(drawn, q).items():
            expected = data.oMf[model.getFrameId(name)].homogeneous
            np.testing.assert_allclose(place, expected, atol=1e-6, err_msg=name)  # the scene has single precision


def test_joints_and_limits_are_those_of_the_arm(robot: DrawnRobot, arm: Arm):
    assert robot.joint_names == arm.joint_names
    np.testing.assert_array_equal(robot.limits, arm.maximum_torque)


def test_one_mesh_a_link_and_colour_with_every_shape_in_it(robot: DrawnRobot, arm: Arm):
    yourdfpy = pytest.importorskip("yourdfpy")
    assert all(len({mesh.colour for mesh in link.meshes}) == len(link.meshes) for link in robot.links)
    # All of it together fills the same box as the description's own scene at zero.
    scene = yourdfpy.URDF.load(io.BytesIO(urdf(arm).encode())).scene
    place = placements(robot, np.zeros(6))
    corners = np.concatenate(
        [
            mesh.vertices @ place[name][:3, :3].T + place[name][:3, 3]
            for link in robot.links
            for name in [link.path.rpartition("/")[2]]
            for mesh in link.meshes
        ]
    )
    np.testing.assert_allclose([corners.min(axis=0), corners.max(axis=0)], scene.bounds, atol=1e-9)
    assert robot.floor == pytest.approx(scene.bounds[0, 2])
    faces = sum(len(mesh.faces) for link in robot.links for mesh in link.meshes)
    assert faces == sum(len(geometry.faces) for geometry in scene.geometry.values())


def test_colours_are_those_of_the_description(robot: DrawnRobot):
    colours = {mesh.colour for link in robot.links for mesh in link.meshes}
    assert (237, 237, 229) in colours  # 0.93 0.93 0.9: the white of the arm
    assert len(colours) == 3


def test_a_declared_encoding_is_accepted(arm: Arm):
    text = urdf(arm).replace('<?xml version="1.0"?>', '<?xml version="1.0" encoding="utf-8"?>')
    assert read_robot(text).joint_names == arm.joint_names


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<robot", "cannot be drawn"),
        ("", "cannot be drawn"),
        ("<robot name='r'></robot>", "has no <link>"),
        ('<robot name="r"><link name="a"/></robot>', "no revolute joint"),
    ],
)
def test_other_descriptions_are_refused_in_words(text: str, words: str):
    with pytest.raises(UrdfError, match=words):
        read_robot(text)


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in {**UNREADABLE, **UNDRAWABLE}.items()])
def test_every_unusable_text_is_refused(text: str):
    with pytest.raises(UrdfError, match="cannot be drawn"):
        read_robot(text)


@pytest.mark.parametrize("name", MESHES)
def test_an_arm_is_drawn_without_the_meshes_that_are_missing(name: str):
    assert not any(link.meshes for link in read_robot(with_mesh(name)).links)


def test_positions_must_be_one_a_joint(robot: DrawnRobot):
    with pytest.raises(StateError, match="expected 6"):
        robot.orientations(np.zeros(5))
