"""The ros2_control block: interfaces, limits and motor data of every joint."""

from __future__ import annotations

from xml.etree import ElementTree

from puma560_dynamics.arm import load_arm
from puma560_dynamics.description.urdf import urdf
from puma560_dynamics.description.urdf_ros2_control import MOCK_PLUGIN, add_ros2_control

ARM = load_arm("akb1986")


def parameters(element: ElementTree.Element) -> dict[str | None, str | None]:
    return {parameter.get("name"): parameter.text for parameter in element.findall("param")}


def test_urdf_holds_one_system_with_the_mock_hardware() -> None:
    blocks = ElementTree.fromstring(urdf(ARM)).findall("ros2_control")
    assert [block.attrib for block in blocks] == [{"name": "puma560_system", "type": "system"}]
    assert [plugin.text for plugin in blocks[0].findall("hardware/plugin")] == ["mock_components/GenericSystem"]
    assert MOCK_PLUGIN == "mock_components/GenericSystem"
    assert blocks[0].findall("hardware/param") == []


def test_every_joint_takes_effort_within_its_limit_and_reports_its_state() -> None:
    root = ElementTree.fromstring(urdf(ARM))
    joints = root.findall("ros2_control/joint")
    assert [joint.get("name") for joint in joints] == list(ARM.joint_names)
    for joint, motor in zip(joints, ARM.motors, strict=True):
        commands = joint.findall("command_interface")
        assert [command.get("name") for command in commands] == ["effort"]
        expected = {"min": repr(-motor.maximum_torque), "max": repr(motor.maximum_torque)}
        assert parameters(commands[0]) == expected
        limit = root.find(f"joint[@name='{joint.get('name')}']/limit")
        assert limit is not None and limit.get("effort") == expected["max"]
        assert [state.get("name") for state in joint.findall("state_interface")] == ["position", "velocity", "effort"]
        assert [len(state) for state in joint.findall("state_interface")] == [0, 0, 0]
        assert parameters(joint) == {"motor_inertia": repr(motor.inertia), "gear_ratio": repr(motor.gear_ratio)}


def test_hardware_and_its_parameters_can_be_chosen() -> None:
    topics = {"joint_commands_topic": "/commands", "joint_states_topic": "/states"}
    plugin = "joint_state_topic_hardware_interface/JointStateTopicSystem"
    hardware = ElementTree.fromstring(urdf(ARM, plugin=plugin, parameters=topics)).find("ros2_control/hardware")
    assert hardware is not None
    assert hardware.findtext("plugin") == plugin
    assert parameters(hardware) == topics


def test_block_is_appended_to_the_robot_it_is_given() -> None:
    robot = ElementTree.Element("robot", name="other")
    ElementTree.SubElement(robot, "link", name="kept")
    block = add_ros2_control(robot, ARM)
    assert [child.tag for child in robot] == ["link", "ros2_control"]
    assert robot[1] is block
    assert block.get("name") == "other_system"


def test_a_system_may_have_its_own_name_and_take_positions() -> None:
    block = add_ros2_control(ElementTree.Element("robot", name="other"), ARM, name="left_arm", position=True)
    assert block.get("name") == "left_arm"
    for joint in block.iter("joint"):
        assert [one.get("name") for one in joint.iter("command_interface")] == ["position", "effort"]
