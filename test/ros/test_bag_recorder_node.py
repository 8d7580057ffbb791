"""The bag of a run: what was on the wire, with the hashes and qualities that the graph has."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

pytest.importorskip("rosbags", reason="needs rosbags (pip install '.[replay]')")
pytest.importorskip("mcap", reason="needs mcap (pip install '.[replay]')")

from rclpy.serialization import deserialize_message
from rosbags.interfaces import ConnectionExtRosbag2, QosDurability, QosReliability
from rosbags.rosbag2 import Reader
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray, String
from trajectory_msgs.msg import JointTrajectory

from puma560_dynamics.bags.message_definitions import message_definition
from puma560_dynamics.bags.metadata import OfferedQos, written_counts
from puma560_dynamics.bags.writer import BagWriter
from puma560_dynamics.nodes.bag_recorder_node import RECORDED, message_type, run_bag
from puma560_dynamics.nodes.wire.topics import COMMANDS, JOINT_STATES, LATCHED, REFERENCE, RELIABLE, ROBOT_DESCRIPTION

COUNT = 200


def test_types_are_called_as_ros_calls_them_and_can_be_defined():
    names = {message_type(kind) for kind, _ in RECORDED.values()}
    assert names == {
        "diagnostic_msgs/msg/DiagnosticArray", "sensor_msgs/msg/JointState", "std_msgs/msg/Float64MultiArray",
        "std_msgs/msg/String", "trajectory_msgs/msg/JointTrajectory",
    }  # fmt: skip
    assert all(message_definition(name).hash.startswith("RIHS01_") for name in names)


def test_what_is_on_the_wire_is_in_the_bag(peer, start, tmp_path: Path):
    bag = tmp_path / "bag"
    states = peer.node.create_publisher(JointState, JOINT_STATES, RELIABLE)
    commands = peer.node.create_publisher(Float64MultiArray, COMMANDS, RELIABLE)
    references = peer.node.create_publisher(JointTrajectory, REFERENCE, RELIABLE)
    peer.node.create_publisher(String, ROBOT_DESCRIPTION, LATCHED).publish(String(data="<robot/>"))  # before it listens
    process = start("bag_recorder_node", folder=str(bag))
    publishers = (states, commands, references)
    assert peer.until(lambda: all(publisher.get_subscription_count() for publisher in publishers)), start.output(
        "bag_recorder_node"
    )
    sent: dict[str, list[object]] = {f"/{topic}": [] for topic in (JOINT_STATES, COMMANDS, REFERENCE)}
    for k in range(COUNT):
        messages = (
            JointState(name=["a"], position=[float(k)]), Float64MultiArray(data=[float(k)]),
            JointTrajectory(joint_names=[f"a{k}"]),
        )  # fmt: skip
        for publisher, kept, message in zip(publishers, sent.values(), messages, strict=True):
            publisher.publish(message)
            kept.append(message)
        peer.wait(0.002)
    peer.wait(0.5)
    hashes = {
        topic: str(peer.node.get_publishers_info_by_topic(topic)[0].topic_type_hash)
        for topic in (*sent, f"/{ROBOT_DESCRIPTION}")
    }
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 0, start.output("bag_recorder_node")

    counts = written_counts(bag)
    assert counts == {**dict.fromkeys(sent, COUNT), f"/{ROBOT_DESCRIPTION}": 1}
    with Reader(bag) as reader:
        found = {connection.topic: connection for connection in reader.connections}
        assert {topic: connection.digest for topic, connection in found.items()} == hashes
        about = found[f"/{ROBOT_DESCRIPTION}"].ext
        assert isinstance(about, ConnectionExtRosbag2)
        (offered,) = about.offered_qos_profiles
        assert (offered.reliability, offered.durability) == (QosReliability.RELIABLE, QosDurability.TRANSIENT_LOCAL)
        recorded: dict[str, list[object]] = {topic: [] for topic in found}
        for connection, _, raw in reader.messages():
            kind, _ = RECORDED[connection.topic.lstrip("/")]
            recorded[connection.topic].append(deserialize_message(bytes(raw), kind))
    assert {topic: recorded[topic] for topic in sent} == sent


def test_a_topic_that_is_missing_counts_as_empty(tmp_path: Path):
    writer = BagWriter(tmp_path / "bag")
    writer.topic("/joint_states", "sensor_msgs/msg/JointState", [OfferedQos()])
    writer.write("/joint_states", 1, bytes(8))
    writer.close()
    messages = run_bag(tmp_path / "bag").messages
    assert len(messages) == len(RECORDED)
    assert {topic for topic, count in messages.items() if count} == {"/joint_states"}
    assert run_bag(tmp_path).messages == {}


def test_a_folder_that_exists_is_refused_in_a_sentence(start, tmp_path: Path):
    process = start("bag_recorder_node", folder=str(tmp_path))
    assert process.wait(20) == 2
    assert "exists already and is not overwritten" in start.output("bag_recorder_node")
