"""Definitions: the common types are known, others after a look at what the bag defines."""

from __future__ import annotations

import pytest

from puma560_dynamics.bags.definitions import Definitions
from puma560_dynamics.bags.raw import Channel

pytest.importorskip("rosbags")

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
