"""The generated URDF: every number against the arm, and the engines that load it against the arm's own dynamics."""

from __future__ import annotations

import math
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from puma560_dynamics.arm import Arm, Joint, JointFriction, Link, Motor, consistent_arm, load_arm
from puma560_dynamics.arm.transform import rotation_x, rotation_z
from puma560_dynamics.description.urdf import INERTIA_SETS, urdf
from puma560_dynamics.errors import UrdfError
from puma560_dynamics.models.recursive.newton_euler import NewtonEulerModel
from puma560_dynamics.simulation.engines import pinocchio_acceleration

CHECKED_IN = Path(__file__).resolve().parents[2] / "urdf" / "puma560.urdf"
TENSOR = {"ixx": (0, 0), "ixy": (0, 1), "ixz": (0, 2), "iyy": (1, 1), "iyz": (1, 2), "izz": (2, 2)}


def two_joint_arm() -> Arm:
    """No PUMA: other names, a twist of no quarter turn, full tensors, numbers with all their digits."""
    tensor = np.array([[0.11, 0.01, -0.02], [0.01, 0.12, 0.03], [-0.02, 0.03, 0.13]]) / 3.0
    return Arm(
        name="two",
        source="made up -- für diesen Test",
        gravity=9.80665,
        joints=(
            Joint("hip", 0.0, 0.1, 1.0 / 3.0, -1.0, 2.0, 3.0),
            Joint("knee", 0.7, math.pi / 10.0, -0.2, -math.pi / 7.0, 0.5, 4.0),
        ),
        links=(
            Link("thigh", 1.0 / 7.0, np.array([0.1, -0.2, 0.3]) / 3.0, tensor),
            Link("shank", 2.2, np.array([0.01, 0.02, 0.03]), 2.0 * tensor),
        ),
        motors=(Motor(0.3, 10.0, 20.0, 1.0), Motor(0.4, 11.0, 1e-3 + 20.0, 0.1 + 0.2)),
    )


ARMS = {"akb1986": load_arm("akb1986"), "two": two_joint_arm()}
every_arm = pytest.mark.parametrize("arm", ARMS.values(), ids=ARMS.keys())
every_set = pytest.mark.parametrize("inertia", sorted(INERTIA_SETS))


def element(root: ElementTree.Element, path: str) -> ElementTree.Element:
    found = root.findall(path)
    assert len(found) == 1, f"{path}: {len(found)}"
    return found[0]


def numbers(text: str | None) -> list[float]:
    """The numbers of an attribute; each must be the shortest text that reads back as itself."""
    assert text is not None
    values = [float(word) for word in text.split()]
    assert text == " ".join(map(repr, values)), "not the repr of its numbers"
    return values


def random_states(arm: Arm, count: int) -> list[np.ndarray]:
    rng = np.random.default_rng(560)
    return [
        rng.uniform(arm.lower, arm.upper, (count, arm.n)),
        rng.uniform(-1, 1, (count, arm.n)) * arm.velocity,
        rng.uniform(-20, 20, (count, arm.n)),
    ]


def frames(arm: Arm, q: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """Rotation and origin of every link frame in the base: the chain of modified Denavit-Hartenberg steps."""
    turn, origin, placed = np.eye(3), np.zeros(3), []
    for joint, angle in zip(arm.joints, q, strict=True):
        twist = rotation_x(joint.alpha)
        origin = origin + turn @ twist @ np.array([joint.a, 0.0, joint.d])
        turn = turn @ twist @ rotation_z(angle)
        placed.append((turn, origin))
    return placed


# ---- the numbers --------------------------------------------------------------------------------


@every_arm
@every_set
def test_every_inertial_number_is_the_arms(arm: Arm, inertia: str) -> None:
    expected = consistent_arm(arm).links if inertia == "consistent" else arm.links
    root = ElementTree.fromstring(urdf(arm, inertia=inertia))
    for link in expected:
        inertial = element(root, f"link[@name='{link.name}']/inertial")
        assert numbers(element(inertial, "mass").get("value")) == [link.mass]
        assert numbers(element(inertial, "origin").get("xyz")) == link.center_of_gravity.tolist()
        assert numbers(element(inertial, "origin").get("rpy")) == [0.0, 0.0, 0.0]
        tensor = element(inertial, "inertia")
        assert set(tensor.keys()) == set(TENSOR)
        for entry, index in TENSOR.items():
            assert numbers(tensor.get(entry)) == [link.inertia[index]], (link.name, entry)


@every_arm
def test_every_joint_number_is_the_arms(arm: Arm) -> None:
    root = ElementTree.fromstring(urdf(arm))
    parent = "base_link"
    for joint, motor, link in zip(arm.joints, arm.motors, arm.links, strict=True):
        found = element(root, f"joint[@name='{joint.name}']")
        assert found.get("type") == "revolute"
        assert element(found, "parent").get("link") == parent
        assert element(found, "child").get("link") == link.name
        step = rotation_x(joint.alpha) @ np.array([joint.a, 0.0, joint.d])
        assert numbers(element(found, "origin").get("xyz")) == step.tolist()
        assert numbers(element(found, "origin").get("rpy")) == [joint.alpha, 0.0, 0.0]
        assert numbers(element(found, "axis").get("xyz")) == [0.0, 0.0, 1.0]
        limit, dynamics = element(found, "limit"), element(found, "dynamics")
        assert numbers(limit.get("lower")) == [joint.lower]
        assert numbers(limit.get("upper")) == [joint.upper]
        assert numbers(limit.get("velocity")) == [joint.velocity]
        assert numbers(limit.get("effort")) == [motor.maximum_torque]
        assert numbers(dynamics.get("friction")) == [motor.break_away_torque]
        assert numbers(dynamics.get("damping")) == [0.0]
        parent = link.name


def test_friction_of_the_file_is_in_the_description() -> None:
    """Viscous, and dry as the mean of both directions; no engine's torque takes it for dynamics of the bodies."""
    pytest.importorskip("pinocchio")
    friction = tuple(JointFriction(2.0 + j, 1.0 + j, 0.5 * j, 0.3) for j in range(6))
    arm = load_arm("akb1986").with_(friction=friction)
    found = [element(joint, "dynamics") for joint in ElementTree.fromstring(urdf(arm)).findall("joint[dynamics]")]
    assert [numbers(each.get("friction")) for each in found] == [[1.5 + j] for j in range(6)]
    assert [numbers(each.get("damping")) for each in found] == [[0.5 * j] for j in range(6)]
    q, qd, tau = np.random.default_rng(2).uniform(-1.0, 1.0, (3, 6))
    plain = pinocchio_acceleration(load_arm("akb1986"))(q, qd, tau)
    np.testing.assert_array_equal(pinocchio_acceleration(arm)(q, qd, tau), plain)


def test_twists_are_exact_quarter_turns_and_no_zero_has_a_sign() -> None:
    text = urdf(load_arm("akb1986"))
    root = ElementTree.fromstring(text)
    twists = [element(root, f"joint[@name='joint{i}']/origin").get("rpy") for i in range(1, 7)]
    quarter = repr(math.pi / 2)
    expected = ["0.0", f"-{quarter}", "0.0", quarter, f"-{quarter}", quarter]
    assert twists == [f"{twist} 0.0 0.0" for twist in expected]
    assert "-0.0 " not in text and '-0.0"' not in text


@every_arm
def test_chain_ends_and_materials(arm: Arm) -> None:
    root = ElementTree.fromstring(urdf(arm))
    assert root.get("name") == "puma560"
    assert [link.get("name") for link in root.findall("link")] == [
        "base_link",
        *(link.name for link in arm.links),
        "tool0",
    ]
    assert root.find("link[@name='base_link']/inertial") is None  # KDL complains about a root with inertia
    tool = element(root, "joint[@name='tool0_joint']")
    assert tool.get("type") == "fixed"
    assert element(tool, "parent").get("link") == arm.links[-1].name
    assert element(tool, "child").get("link") == "tool0"
    assert numbers(element(tool, "origin").get("xyz")) + numbers(element(tool, "origin").get("rpy")) == [0.0] * 6
    defined = {material.get("name") for material in root.findall("material")}
    assert {material.get("name") for material in root.findall("link/visual/material")} == defined


# ---- the text -----------------------------------------------------------------------------------


def test_checked_in_file_is_up_to_date() -> None:
    assert CHECKED_IN.read_bytes() == urdf(load_arm("akb1986")).encode(), "generate urdf/puma560.urdf again"


@every_arm
def test_text_is_deterministic_and_names_its_source(arm: Arm) -> None:
    text = urdf(arm)
    assert text == urdf(arm)
    assert text.endswith("</robot>\n")
    head = text[: text.index("-->")]
    for words in ("`puma560 arm urdf`", "do not edit", arm.name, arm.source.replace("--", "- -"), "consistent"):
        assert words in head
    assert "paper" in urdf(arm, inertia="paper")[: text.index("-->")]


def test_geometry_control_and_names_are_optional() -> None:
    arm = load_arm("akb1986")
    bare = ElementTree.fromstring(urdf(arm, visual=False, ros2_control=False, name="other"))
    assert bare.get("name") == "other"
    assert {child.tag for child in bare} == {"link", "joint"}
    assert {child.tag for child in bare.iterfind("link/*")} == {"inertial"}


@pytest.mark.parametrize("inertia", ["", "Paper", "diagonal"])
def test_unknown_inertia_set_is_refused_with_the_options(inertia: str) -> None:
    with pytest.raises(UrdfError, match="use one of consistent, paper"):
        urdf(load_arm("akb1986"), inertia=inertia)


def test_names_that_would_occur_twice_are_refused() -> None:
    arm = two_joint_arm()
    first = arm.links[0]
    clash = Link("tool0", first.mass, first.center_of_gravity, first.inertia)
    with pytest.raises(UrdfError, match="tool0"):
        urdf(arm.with_(links=(clash, arm.links[1])))
    with pytest.raises(UrdfError, match="hip"):
        urdf(arm.with_(joints=(arm.joints[0], arm.joints[0])))


# ---- those who read it --------------------------------------------------------------------------


@every_arm
@every_set
def test_urdf_parser_reads_it(arm: Arm, inertia: str, capfd: pytest.CaptureFixture[str]) -> None:
    parser = pytest.importorskip("urdf_parser_py.urdf")
    robot = parser.URDF.from_xml_string(urdf(arm, inertia=inertia, ros2_control=False))
    assert capfd.readouterr().err == ""  # it complains there about what it does not know
    assert robot.get_root() == "base_link"
    assert robot.get_chain("base_link", "tool0", links=False, fixed=False) == list(arm.joint_names)
    assert [robot.joint_map[name].limit.effort for name in arm.joint_names] == arm.maximum_torque.tolist()


@every_arm
@every_set
def test_pinocchio_frames_are_the_papers(arm: Arm, inertia: str) -> None:
    pin = pytest.importorskip("pinocchio")
    model = pin.buildModelFromXML(urdf(arm, inertia=inertia))
    assert list(model.names)[1:] == list(arm.joint_names)
    data = model.createData()
    for q in np.vstack([np.zeros((1, arm.n)), random_states(arm, 50)[0]]):
        pin.framesForwardKinematics(model, data, q)
        expected = frames(arm, q)
        names = [link.name for link in arm.links]
        for name, (turn, origin) in zip([*names, "tool0"], [*expected, expected[-1]], strict=True):
            placed = data.oMf[model.getFrameId(name)]
            np.testing.assert_allclose(placed.rotation, turn, rtol=0, atol=1e-14)
            np.testing.assert_allclose(placed.translation, origin, rtol=0, atol=1e-14)


@every_arm
def test_pinocchio_torques_agree_for_both_sets(arm: Arm) -> None:
    pin = pytest.importorskip("pinocchio")
    q, qd, qdd = random_states(arm, 200)
    expected = NewtonEulerModel(arm).torque(q, qd, qdd)
    scale = np.abs(expected).max()
    torques = {}
    for inertia in INERTIA_SETS:
        model = pin.buildModelFromXML(urdf(arm, inertia=inertia))
        assert not np.any(model.armature)  # a URDF does not carry the motors
        model.armature = arm.motor_inertia.copy()
        model.gravity.linear = np.array([0.0, 0.0, -arm.gravity])
        data = model.createData()
        torques[inertia] = np.array([pin.rnea(model, data, *state) for state in zip(q, qd, qdd, strict=True)])
        np.testing.assert_allclose(torques[inertia], expected, rtol=0, atol=1e-12 * scale)
        assert model.upperEffortLimit.tolist() == arm.maximum_torque.tolist()
        assert model.upperDryFrictionLimit.tolist() == arm.break_away_torque.tolist()
    np.testing.assert_allclose(torques["consistent"], torques["paper"], rtol=0, atol=1e-12 * scale)


@every_arm
def test_mujoco_loads_the_consistent_set(arm: Arm) -> None:
    """As it is: MuJoCo skips the ros2_control block in silence.

    By its defaults for a URDF it drops visuals (discardvisual) and merges what does not move
    (fusestatic): base_link becomes the world, tool0 vanishes into the last link. It reads friction
    as frictionloss, effort as actuatorfrcrange, and sets no armature.
    """
    mujoco = pytest.importorskip("mujoco")
    text = urdf(arm)
    assert "<ros2_control" in text
    assert mujoco.MjSpec.from_string(text).compile().nv == arm.n
    model = mujoco.MjModel.from_xml_string(text)
    assert [model.body(i).name for i in range(model.nbody)] == ["world", *(link.name for link in arm.links)]
    assert model.dof_frictionloss.tolist() == arm.break_away_torque.tolist()
    assert model.jnt_actfrcrange.T.tolist() == [(-arm.maximum_torque).tolist(), arm.maximum_torque.tolist()]
    assert model.jnt_range.T.tolist() == [arm.lower.tolist(), arm.upper.tolist()]
    assert not np.any(model.dof_armature) and not np.any(model.dof_damping)

    model.dof_armature[:] = arm.motor_inertia
    data = mujoco.MjData(model)
    exact = NewtonEulerModel(arm)
    for q in random_states(arm, 20)[0]:
        data.qpos[:] = q
        mujoco.mj_forward(model, data)
        for body, (turn, origin) in enumerate(frames(arm, q), start=1):
            np.testing.assert_allclose(data.xpos[body], origin, rtol=0, atol=1e-14)
            np.testing.assert_allclose(data.xmat[body].reshape(3, 3), turn, rtol=0, atol=1e-14)
        mass = np.zeros((arm.n, arm.n))
        for column in range(arm.n):
            unit = np.eye(arm.n)[column]
            mujoco.mj_mulM(model, data, mass[column], unit)
        np.testing.assert_allclose(mass, exact.kinetic_energy_matrix(q), rtol=0, atol=1e-12 * mass.max())


def test_mujoco_refuses_the_papers_set_which_is_why_there_is_a_consistent_one() -> None:
    mujoco = pytest.importorskip("mujoco")
    arm = load_arm("akb1986")
    with pytest.raises(ValueError, match=r"positive eigenvalues[\s\S]*link1"):
        mujoco.MjModel.from_xml_string(urdf(arm, inertia="paper"))
    filled = arm.with_(links=(consistent_arm(arm).links[0], *arm.links[1:]))
    with pytest.raises(ValueError, match=r"A \+ B >= C[\s\S]*link3"):
        mujoco.MjModel.from_xml_string(urdf(filled, inertia="paper"))
