"""metadata.yaml: what it lists, and that a damaged or missing one stops nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.bags.metadata import NAME, read_metadata

WHOLE = """\
rosbag2_bagfile_information:
  relative_file_paths: [folder/one_0.mcap, one_1.mcap]
  topics_with_message_count:
    - {topic_metadata: {name: /joint_states, type: sensor_msgs/msg/JointState}, message_count: 12}
"""


def test_files_counts_and_types(tmp_path: Path):
    (tmp_path / NAME).write_text(WHOLE, encoding="utf-8")
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
    (tmp_path / NAME).write_text(text, encoding="utf-8")
    findings = Findings()
    assert read_metadata(tmp_path, findings) is None
    assert [found.kind for found in findings.warnings] == ["damaged_metadata"]
