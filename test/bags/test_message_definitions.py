"""Definitions and hashes of message types, against what a real rosbag2 recorded."""

from __future__ import annotations

import pytest

pytest.importorskip("rosbags", reason="needs rosbags (pip install '.[replay]')")

from puma560_dynamics.bags.message_definitions import Definitions, message_definition
from puma560_dynamics.bags.raw import Channel
from puma560_dynamics.errors import BagError

RECORDED = {
    "sensor_msgs/msg/JointState": "RIHS01_a13ee3a330e346c9d87b5aa18d24e11690752bd33a0350f11c5882bc9179260e",
    "std_msgs/msg/Float64MultiArray": "RIHS01_1025ddc6b9552d191f89ef1a8d2f60f3d373e28b283d8891ddcc974e8c55397f",
    "std_msgs/msg/String": "RIHS01_df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18",
    "diagnostic_msgs/msg/DiagnosticArray": "RIHS01_5a8a36efb05fb25070fa0fb3810290c0e6cd4862b54a8fb975a1ee8dc55a333e",
}
"""From metadata.yaml of a bag that ``ros2 bag record`` of Kilted wrote."""


@pytest.mark.parametrize("name", RECORDED)
def test_the_hash_is_the_one_that_rosbag2_records(name: str):
    assert message_definition(name).hash == RECORDED[name]


def test_the_text_holds_every_type_that_it_is_made_of():
    text = message_definition("trajectory_msgs/msg/JointTrajectory").text
    parts = text.split("=" * 80 + "\n")
    assert parts[0] == "std_msgs/Header header\nstring[] joint_names\ntrajectory_msgs/JointTrajectoryPoint[] points\n"
    assert {part.split("\n")[0] for part in parts[1:]} == {
        "MSG: std_msgs/Header",
        "MSG: builtin_interfaces/Time",
        "MSG: builtin_interfaces/Duration",
        "MSG: trajectory_msgs/JointTrajectoryPoint",
    }


def test_a_type_that_is_in_no_common_package_has_no_definition():
    with pytest.raises(BagError, match="puma_msgs/msg/Torque is in none of the common message packages"):
        message_definition("puma_msgs/msg/Torque")


OWN = "float64 force\nstring name\n"


def test_common_types_are_known():
    definitions = Definitions()
    assert definitions.know(Channel("/joint_states", "sensor_msgs/msg/JointState"))
    names = [name for name, _ in definitions.fields("sensor_msgs/msg/JointState")]
    assert names == ["header", "name", "position", "velocity", "effort"]


def test_a_type_of_the_bag_is_known_by_its_definition_alone():
    definitions = Definitions()
    assert not definitions.know(Channel("/gripper", "my_msgs/msg/Grip"))
    with pytest.raises(KeyError):
        definitions.fields("my_msgs/msg/Grip")
    assert definitions.know(Channel("/gripper", "my_msgs/msg/Grip", "ros2msg", OWN))
    assert [name for name, _ in definitions.fields("my_msgs/msg/Grip")] == ["force", "name"]


def test_a_damaged_definition_is_none():
    assert not Definitions().know(Channel("/gripper", "my_msgs/msg/Grip", "ros2msg", "float64 [[["))


def test_the_bag_does_not_change_a_common_type():
    definitions = Definitions()
    assert definitions.know(Channel("/joint_states", "sensor_msgs/msg/JointState", "ros2msg", OWN))
    assert "position" in [name for name, _ in definitions.fields("sensor_msgs/msg/JointState")]
