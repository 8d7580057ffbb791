"""metadata.yaml: what it lists, and that a damaged or missing one stops nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.bags.metadata import (
    METADATA,
    OfferedQos,
    WrittenTopic,
    bag_information,
    read_metadata,
    written_counts,
)

WHOLE = """\
rosbag2_bagfile_information:
  relative_file_paths: [folder/one_0.mcap, one_1.mcap]
  topics_with_message_count:
    - {topic_metadata: {name: /joint_states, type: sensor_msgs/msg/JointState}, message_count: 12}
"""


def test_files_counts_and_types(tmp_path: Path):
    (tmp_path / METADATA).write_text(WHOLE, encoding="utf-8")
    findings = Findings()
    found = read_metadata(tmp_path, findings)
    assert found is not None
    assert found.files == ("one_0.mcap", "one_1.mcap")
    assert found.counts == {"/joint_states": 12}
    assert found.types == {"/joint_states": "sensor_msgs/msg/JointState"}
    assert not findings.warnings and not findings.notes


def test_no_metadata_is_a_note(tmp_path: Path):
    findings = Findings()
    assert read_metadata(tmp_path, findings) is None
    assert [found.kind for found in findings.notes] == ["no_metadata"]


NO_LIST = WHOLE.replace("[folder/one_0.mcap, one_1.mcap]", "one_0.mcap")


@pytest.mark.parametrize("text", ["", "a: [1", "rosbag2_bagfile_information: 3", WHOLE.replace("12", "many"), NO_LIST])
def test_damaged_metadata_are_a_warning(tmp_path: Path, text: str):
    (tmp_path / METADATA).write_text(text, encoding="utf-8")
    findings = Findings()
    assert read_metadata(tmp_path, findings) is None
    assert [found.kind for found in findings.warnings] == ["damaged_metadata"]


TOPICS = [
    WrittenTopic("/a", "std_msgs/msg/String", "RIHS01_1", (OfferedQos(durability="transient_local"),), 1),
    WrittenTopic("/b", "std_msgs/msg/String", "RIHS01_1", (), 41),
]
INFINITE = 2**63 - 1
"""ns, by which rmw says that there is no deadline."""


def test_every_field_of_version_9_is_there():
    """The names, their order and the nesting are those of rosbag2's own files."""
    information = bag_information("b_0.mcap", TOPICS, 100, 350)
    assert list(information) == [
        "version", "storage_identifier", "duration", "starting_time", "message_count", "topics_with_message_count",
        "compression_format", "compression_mode", "relative_file_paths", "files", "custom_data", "ros_distro",
    ]  # fmt: skip
    assert information["version"] == 9
    assert information["storage_identifier"] == "mcap"
    assert information["message_count"] == 42
    assert information["duration"] == {"nanoseconds": 250}
    assert information["starting_time"] == {"nanoseconds_since_epoch": 100}
    assert information["relative_file_paths"] == [file["path"] for file in information["files"]] == ["b_0.mcap"]
    assert information["files"][0]["message_count"] == 42
    first, second = information["topics_with_message_count"]
    assert list(first["topic_metadata"]) == [
        "name", "type", "serialization_format", "offered_qos_profiles", "type_description_hash",
    ]  # fmt: skip
    assert first["topic_metadata"]["serialization_format"] == "cdr"
    assert second["topic_metadata"]["offered_qos_profiles"] == []


def test_quality_of_service_is_in_words_and_nothing_runs_out():
    data = OfferedQos("best_effort", "volatile", "keep_last", 10).data()
    assert list(data) == [
        "history", "depth", "reliability", "durability", "deadline", "lifespan", "liveliness",
        "liveliness_lease_duration", "avoid_ros_namespace_conventions",
    ]  # fmt: skip
    assert (data["reliability"], data["durability"], data["history"], data["depth"]) == (
        "best_effort", "volatile", "keep_last", 10,
    )  # fmt: skip
    for name in ("deadline", "lifespan", "liveliness_lease_duration"):
        assert data[name]["sec"] * 10**9 + data[name]["nsec"] == INFINITE


def test_the_text_repeats_values_instead_of_pointing_at_them():
    """A reader of YAML need not know anchors and aliases."""
    assert "&" not in yaml.safe_dump(bag_information("b_0.mcap", TOPICS, 100, 350))


@pytest.mark.parametrize(("environment", "said"), [("jazzy", "jazzy"), ("", "unknown")])
def test_the_distribution_is_that_of_the_environment(monkeypatch: pytest.MonkeyPatch, environment: str, said: str):
    monkeypatch.setenv("ROS_DISTRO", environment)
    assert bag_information("b_0.mcap", TOPICS, 0, 0)["ros_distro"] == said


def test_counts_are_read_back_and_none_where_the_writer_was_killed(tmp_path: Path):
    assert written_counts(tmp_path) == {}
    text = yaml.safe_dump({"rosbag2_bagfile_information": bag_information("b_0.mcap", TOPICS, 100, 350)})
    (tmp_path / "metadata.yaml").write_text(text, encoding="utf-8")
    assert written_counts(tmp_path) == {"/a": 1, "/b": 41}
