"""urdf/puma560.urdf.xacro for every hardware and every command: what expands, what it says, who can load it."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import yaml

from puma560_dynamics import load_model
from puma560_dynamics.arm import load_arm
from puma560_dynamics.arm.home_pose import HOME
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.models.recursive.pinocchio_model import PinocchioModel
from puma560_dynamics.simulation.gains import critically_damped

xacro = pytest.importorskip("xacro", reason="needs xacro (pip install '.[test]')")

ROOT = Path(__file__).resolve().parent.parent
ARM = load_arm("akb1986")
HARDWARE = ("mock", "topic", "gazebo", "mujoco", "real")
COMMANDS = {"effort": ["effort"], "position_effort": ["position", "effort"]}
REAL = {"real_plugin": "vendor/Driver", "real_parameters": "ip=10.0.0.2; port=30001;note=a=b"}
MEASURED = ("topic", "real")
TORQUE_ALONE = ("topic", "mujoco")
CHOICES = [
    (hardware, command)
    for hardware, command in itertools.product(HARDWARE, COMMANDS)
    if command == "effort" or hardware not in TORQUE_ALONE
]
every_choice = pytest.mark.parametrize(("hardware", "command"), CHOICES)


def expand(**arguments: str) -> str:
    """XML text of the description."""
    mappings = {**(REAL if arguments.get("hardware") == "real" else {}), **arguments}
    return str(xacro.process_file(str(ROOT / "urdf" / "puma560.urdf.xacro"), mappings=mappings).toxml())


def parse(**arguments: str) -> ElementTree.Element:
    return ElementTree.fromstring(expand(**arguments))


def parameters(element: ElementTree.Element | None) -> dict[str, str]:
    assert element is not None
    return {str(item.get("name")): str(item.text) for item in element.findall("param")}


def content(element: ElementTree.Element) -> object:
    """Tag, attributes with numbers as numbers, children."""

    def value(text: str) -> object:
        try:
            return [float(word) for word in text.split()]
        except ValueError:
            return text

    return element.tag, {key: value(text) for key, text in element.attrib.items()}, [content(one) for one in element]


@every_choice
def test_the_standard_part_is_the_generated_urdf(hardware: str, command: str):
    def part(text: str) -> list[object]:
        root = ElementTree.fromstring(text)
        mounted = {"world", "base_joint"}
        tags = {"link", "joint", "material"}
        return [content(one) for one in root if one.tag in tags and one.get("name") not in mounted]

    assert part(expand(hardware=hardware, command=command)) == part(urdf(ARM))


@every_choice
def test_the_system_of_every_hardware(hardware: str, command: str):
    root = parse(hardware=hardware, command=command)
    (system,) = root.findall("ros2_control")
    assert system.attrib == {"name": "puma560_system", "type": "system"}
    element = system.find("hardware")
    assert element is not None
    plugins = {
        "mock": "mock_components/GenericSystem",
        "topic": "joint_state_topic_hardware_interface/JointStateTopicSystem",
        "gazebo": "gz_ros2_control/GazeboSimSystem",
        "mujoco": "mujoco_ros2_control/MujocoSystemInterface",
        "real": "vendor/Driver",
    }
    assert [plugin.text for plugin in element.findall("plugin")] == [plugins[hardware]]
    given = parameters(element)
    if hardware == "topic":
        assert given == {
            "joint_commands_topic": "/robot_joint_commands",
            "joint_states_topic": "/robot_joint_states",
            "trigger_joint_command_threshold": "-1",
        }
    elif hardware == "mujoco":
        assert given.pop("headless") == "false"
        assert (Path(given.pop("mujoco_model"))).samefile(ROOT / "urdf" / "puma560.mjcf.xml")
        assert not given
    else:
        assert given == ({"ip": "10.0.0.2", "port": "30001", "note": "a=b"} if hardware == "real" else {})
    gazebo = root.findall("gazebo/plugin")
    assert len(gazebo) == (hardware == "gazebo")
    for plugin in gazebo:
        assert plugin.get("name") == "gz_ros2_control::GazeboSimROS2ControlPlugin"
        assert plugin.get("filename") == "libgz_ros2_control-system.so"
        assert Path(str(plugin.findtext("parameters"))).samefile(ROOT / "config" / "controllers.yaml")


@every_choice
def test_interfaces_and_limits_of_every_joint(hardware: str, command: str):
    root = parse(hardware=hardware, command=command)
    joints = root.findall("ros2_control/joint")
    assert [joint.get("name") for joint in joints] == list(ARM.joint_names)
    for index, (element, joint, motor) in enumerate(zip(joints, ARM.joints, ARM.motors, strict=True)):
        limits = {
            "position": {"min": repr(joint.lower), "max": repr(joint.upper)},
            "effort": {"min": repr(-motor.maximum_torque), "max": repr(motor.maximum_torque)},
        }
        commands = element.findall("command_interface")
        assert [one.get("name") for one in commands] == COMMANDS[command]
        for one in commands:
            assert parameters(one) == limits[str(one.get("name"))]
        states = element.findall("state_interface")
        assert [one.get("name") for one in states] == ["position", "velocity", "effort"]
        # Only arms that are not measured have a place to start from.
        start = {} if hardware in MEASURED else {"initial_value": repr(HOME[index])}
        assert [parameters(one) for one in states] == [start, {}, {}]
        assert parameters(element) == {"motor_inertia": repr(motor.inertia), "gear_ratio": repr(motor.gear_ratio)}
        # ros2_control cuts by the URDF's own limits too: they must agree.
        limit = root.find(f"joint[@name='{joint.name}']/limit")
        assert limit is not None
        assert dict(limit.attrib) == {
            "lower": repr(joint.lower),
            "upper": repr(joint.upper),
            "velocity": repr(joint.velocity),
            "effort": repr(motor.maximum_torque),
        }


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"hardware": "simulator"}, "hardware 'simulator' is not known; use one of mock, topic, gazebo, mujoco, real"),
        ({"command": "velocity"}, "command 'velocity' is not known; use one of effort, position_effort"),
        ({"hardware": "real", "real_plugin": ""}, "hardware 'real' needs real_plugin"),
        ({"hardware": "real", "real_parameters": "10.0.0.2"}, "'10.0.0.2' is not name=value"),
        ({"hardware": "gazebo", "controllers_file": ""}, "hardware 'gazebo' needs controllers_file"),
        ({"hardware": "mujoco", "mujoco_model": ""}, "hardware 'mujoco' needs mujoco_model"),
        ({"hardware": "mujoco", "command": "position_effort"}, "hardware 'mujoco' has no position loop"),
        ({"hardware": "topic", "command": "position_effort"}, "hardware 'topic' has no position loop"),
        ({"initial_positions": "0 0 0"}, "initial_positions has 3 numbers; expected one per joint, 6"),
    ],
)
def test_a_wrong_choice_fails_with_a_sentence(arguments: dict[str, str], words: str):
    with pytest.raises(xacro.XacroException, match=words):
        expand(**arguments)


def test_mounting_and_prefix():
    root = parse(prefix="left_", parent="table", xyz="0.1 0.2 0.3", rpy="0 0 1.5")
    assert root.find("link[@name='world']") is None
    mounting = root.find("joint[@name='left_base_joint']")
    assert mounting is not None
    assert [dict(child.attrib) for child in mounting] == [
        {"xyz": "0.1 0.2 0.3", "rpy": "0 0 1.5"},
        {"link": "table"},
        {"link": "left_base_link"},
    ]
    assert root.find("ros2_control[@name='left_puma560_system']") is not None
    names = [joint.get("name") for joint in root.findall("ros2_control/joint")]
    assert names == [f"left_{name}" for name in ARM.joint_names]
    default = parse().find("joint[@name='base_joint']/origin")
    assert default is not None and default.attrib == {"xyz": "0 0 0.66", "rpy": "0.0 0.0 0.0"}


def test_another_arm_by_its_macro_file(tmp_path: Path):
    from puma560_dynamics.description.urdf_xacro import xacro_macro

    strong = ARM.with_(motors=(ARM.motors[0].__class__(1.0, 50.0, 123.0, 2.0), *ARM.motors[1:]))
    macro = tmp_path / "macro.xacro"
    macro.write_text(xacro_macro(strong), encoding="utf-8")
    root = parse(arm_macro=str(macro), hardware="topic")
    limit = root.find("joint[@name='joint1']/limit")
    assert limit is not None and limit.get("effort") == "123.0"
    assert parameters(root.find("ros2_control/joint[@name='joint1']/command_interface"))["max"] == "123.0"


def test_a_continuous_joint_has_a_position_interface_without_limits(tmp_path: Path):
    from puma560_dynamics.description.urdf_xacro import xacro_macro

    joints = (*ARM.joints[:5], replace(ARM.joints[5], lower=-math.inf, upper=math.inf))
    macro = tmp_path / "macro.xacro"
    macro.write_text(xacro_macro(ARM.with_(joints=joints)), encoding="utf-8")
    root = parse(arm_macro=str(macro), hardware="mock", command="position_effort")
    for name, limited in (("joint5", {"min", "max"}), ("joint6", set())):
        interface = root.find(f"ros2_control/joint[@name='{name}']/command_interface[@name='position']")
        assert interface is not None
        assert set(parameters(interface)) == limited


# ---- those who load it --------------------------------------------------------------------------


@pytest.mark.parametrize("hardware", HARDWARE)
def test_urdf_parser_reads_the_standard_part(hardware: str, capfd: pytest.CaptureFixture[str]):
    parser = pytest.importorskip("urdf_parser_py.urdf")
    root = parse(hardware=hardware)
    for extra in (*root.findall("ros2_control"), *root.findall("gazebo")):
        root.remove(extra)
    robot = parser.URDF.from_xml_string(ElementTree.tostring(root))
    assert capfd.readouterr().err == ""
    assert robot.get_root() == "world"
    assert robot.get_chain("world", "tool0", links=False, fixed=False) == list(ARM.joint_names)


@pytest.mark.parametrize("hardware", HARDWARE)
def test_pinocchio_gives_the_same_torque(hardware: str):
    pin = pytest.importorskip("pinocchio")
    model = pin.buildModelFromXML(expand(hardware=hardware))
    assert list(model.names)[1:] == list(ARM.joint_names)
    model.armature = ARM.motor_inertia.copy()
    model.gravity.linear = np.array([0.0, 0.0, -ARM.gravity])
    data = model.createData()
    rng = np.random.default_rng(560)
    states = [(rng.uniform(ARM.lower, ARM.upper), rng.uniform(-3, 3, 6), rng.uniform(-9, 9, 6)) for _ in range(50)]
    expected = np.array([load_model("full", ARM).torque(*state) for state in states])
    torques = np.array([pin.rnea(model, data, *state) for state in states])
    np.testing.assert_allclose(torques, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


@pytest.mark.parametrize("hardware", HARDWARE)
def test_mujoco_gives_the_same_inertia_and_gravity(hardware: str):
    mujoco = pytest.importorskip("mujoco")
    exact = load_model("full", ARM)
    model = mujoco.MjModel.from_xml_string(expand(hardware=hardware))
    model.dof_armature[:] = ARM.motor_inertia
    model.opt.gravity[:] = (0.0, 0.0, -ARM.gravity)
    data = mujoco.MjData(model)
    for q in np.random.default_rng(560).uniform(ARM.lower, ARM.upper, (20, 6)):
        data.qpos[:] = q
        mujoco.mj_forward(model, data)
        np.testing.assert_allclose(data.qfrc_bias, exact.gravity(q), rtol=0, atol=1e-11)


def test_a_tilted_base_has_the_gravity_of_the_arm_file(tmp_path: Path):
    """With gravity straight down in the world, and by our own Pinocchio model, as the tilted arm's own torque."""
    pin = pytest.importorskip("pinocchio")
    from puma560_dynamics.description.urdf_xacro import xacro_macro

    tilted = ARM.with_(gravity_direction=np.array([0.48, -0.6, -0.64]))
    macro = tmp_path / "macro.xacro"
    macro.write_text(xacro_macro(tilted), encoding="utf-8")
    text = expand(arm_macro=str(macro))
    model = pin.buildModelFromXML(text)
    model.gravity.linear = np.array([0.0, 0.0, -ARM.gravity])
    data = model.createData()
    ours = load_model("newton_euler", tilted)
    for q in np.random.default_rng(560).uniform(ARM.lower, ARM.upper, (20, 6)):
        expected = ours.gravity(q)
        np.testing.assert_allclose(pin.computeGeneralizedGravity(model, data, q), expected, rtol=0, atol=1e-12 * 50)
        np.testing.assert_allclose(PinocchioModel(tilted, text).gravity(q), expected, rtol=0, atol=1e-12 * 50)


# ---- the controllers ----------------------------------------------------------------------------

CONTROLLERS = {
    section.removeprefix("/**/"): below
    for section, below in yaml.safe_load((ROOT / "config" / "controllers.yaml").read_text(encoding="utf-8")).items()
}
MANAGER = CONTROLLERS["controller_manager"]["ros__parameters"]


def test_every_controller_has_a_type_that_every_distribution_ships():
    types = {name: value["type"] for name, value in MANAGER.items() if isinstance(value, dict) and "type" in value}
    assert types == {
        "joint_state_broadcaster": "joint_state_broadcaster/JointStateBroadcaster",
        "effort_controller": "forward_command_controller/ForwardCommandController",
        "damping_controller": "joint_trajectory_controller/JointTrajectoryController",
        "joint_trajectory_effort_controller": "joint_trajectory_controller/JointTrajectoryController",
        "joint_trajectory_controller": "joint_trajectory_controller/JointTrajectoryController",
    }
    assert set(CONTROLLERS) - {"controller_manager"} == set(types) - {"joint_state_broadcaster"}


def test_limits_are_enforced_and_switches_are_strict():
    assert MANAGER["enforce_command_limits"] is True
    assert MANAGER["defaults"]["switch_controller"]["strictness"] == "strict"
    assert isinstance(MANAGER["update_rate"], int)


@every_choice
def test_controllers_claim_what_the_description_offers(hardware: str, command: str):
    """All but the one for a servo with a position loop run on `effort`; that one needs `position_effort`."""
    root = parse(hardware=hardware, command=command)
    offered = {
        str(joint.get("name")): {kind: {str(one.get("name")) for one in joint.findall(kind)} for kind in KINDS}
        for joint in root.findall("ros2_control/joint")
    }
    for name, section in CONTROLLERS.items():
        given = section["ros__parameters"]
        if name == "controller_manager":
            continue
        assert given["joints"] == list(ARM.joint_names)  # in the arm's order: commands of effort_controller are bare
        wanted = set(given.get("command_interfaces", [given.get("interface_name")]))
        for joint in given["joints"]:
            fits = wanted <= offered[joint]["command_interface"]
            assert fits or (name == "joint_trajectory_controller" and command == "effort")
            assert set(given.get("state_interfaces", [])) <= offered[joint]["state_interface"]


KINDS = ("command_interface", "state_interface")


def test_gains_are_those_of_the_arm():
    kp, kd = critically_damped(load_model("full", ARM))
    for index, name in enumerate(ARM.joint_names):
        rounded = {"p": float(f"{kp[index]:.3g}"), "i": 0.0, "d": float(f"{kd[index]:.3g}")}
        assert CONTROLLERS["joint_trajectory_effort_controller"]["ros__parameters"]["gains"][name] == rounded
