"""Which files belong to a recording: with metadata, without, with metadata that are wrong, and what is no bag."""

from __future__ import annotations

import shutil

import numpy as np
import pytest
from helpers.replay.bags import JOINT_STATE, JOINTS, STORE, state_messages, write_bag
from helpers.replay.whole_bags import COUNT, KINDS, assert_among, copy, other_tool, read, storage_file
from mcap.writer import Writer as McapWriter

from puma560_dynamics.errors import BagError
from puma560_dynamics.replay.reading.samples import JointSamples


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_bag_without_metadata_is_read_whole(tmp_path, bags, expected, kind):
    bag = copy(bags[kind], tmp_path)
    (bag / "metadata.yaml").unlink()
    recording, found, findings = read(bag)
    assert_among(found, expected)
    assert len(found.stamp) == COUNT
    assert recording.files[0].compression == (kind[1] or "none")
    assert [finding.kind for finding in findings.notes if finding.kind == "no_metadata"] and not findings.warnings


@pytest.mark.parametrize("lacking", ["relative_file_paths", "both"])
def test_a_suffix_that_one_list_lacks(tmp_path, bags, lacking):
    """rosbag2 names the file without ``.zstd`` in one of its two lists."""
    bag = copy(bags["mcap", "file"], tmp_path)
    metadata = bag / "metadata.yaml"
    text = metadata.read_text()
    for line in [line for line in text.splitlines() if ".mcap.zstd" in line]:
        if lacking == "both" or line.lstrip().startswith("- "):
            text = text.replace(line, line.replace(".zstd", ""))
    metadata.write_text(text)
    _, found, findings = read(bag)
    assert len(found.stamp) == COUNT and not findings.warnings


def test_a_file_with_the_wrong_suffix_is_known_by_its_first_bytes(tmp_path, bags):
    wrong = tmp_path / "recording.db3"
    shutil.copyfile(storage_file(bags["mcap", None]), wrong)
    recording, found, _ = read(wrong)
    assert (recording.files[0].storage, len(found.stamp)) == ("mcap", COUNT)


def test_metadata_that_cannot_be_read(tmp_path, bags):
    bag = copy(bags["mcap", None], tmp_path)
    text = (bag / "metadata.yaml").read_text()
    (bag / "metadata.yaml").write_text(text[: len(text) // 3] + "\n  - [")
    _, found, findings = read(bag)
    assert len(found.stamp) == COUNT
    assert [finding.kind for finding in findings.warnings] == ["damaged_metadata"]


def test_what_the_metadata_promise_and_the_files_do_not_have(tmp_path, bags):
    bag = copy(bags["mcap", "chunks"], tmp_path)
    file = storage_file(bag)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    _, found, findings = read(bag)
    (lost,) = (finding for finding in findings.warnings if finding.kind == "lost_messages")
    assert lost.count == COUNT - len(found.stamp) > 0


def test_a_listed_file_that_is_gone_and_one_that_is_not_listed(tmp_path, bags):
    bag = copy(bags["mcap", None], tmp_path)
    metadata = bag / "metadata.yaml"
    name = storage_file(bag).name
    text = metadata.read_text()
    (line,) = (line for line in text.splitlines() if line.lstrip() == f"- {name}")
    metadata.write_text(text.replace(line, f"{line}\n{line.replace(name, 'gone_1.mcap')}"))
    shutil.copyfile(storage_file(bag), bag / "extra.mcap")
    _, found, findings = read(bag)
    assert len(found.stamp) == COUNT
    assert {finding.kind for finding in findings.warnings} == {"missing_file", "unlisted_file"}


def test_files_of_a_split_bag_come_in_the_order_of_their_numbers(tmp_path, expected):
    bag = tmp_path / "bag"
    bag.mkdir()
    columns = (expected.stamp, expected.log_time, expected.position, expected.velocity, expected.effort)
    for k in range(11):
        other_tool(bag / f"bag_{k}.mcap", JointSamples(*(column[10 * k : 10 * k + 10] for column in columns)))
    _, found, _ = read(bag)
    np.testing.assert_array_equal(found.stamp, expected.stamp[:110])


def test_two_metadata_records_of_which_the_first_counts_nothing(tmp_path, expected):
    path = tmp_path / "a.mcap"
    with path.open("wb") as file:
        writer = McapWriter(file)
        writer.start("ros2")
        text = "rosbag2_bagfile_information:\n  message_count: {}\n"
        writer.add_metadata("rosbag2", {"serialized_metadata": text.format(0)})
        schema = writer.register_schema(JOINT_STATE, "ros2msg", STORE.generate_msgdef(JOINT_STATE)[0].encode())
        channel = writer.register_channel("/joint_states", "cdr", schema)
        for message in state_messages("/joint_states", JOINTS, expected)[:50]:
            writer.add_message(channel, message.log_time, message.data, message.log_time)
        writer.add_metadata("rosbag2", {"serialized_metadata": text.format(50)})
        writer.finish()
    _, found, findings = read(path)
    assert len(found.stamp) == 50 and not findings.warnings


def test_what_is_no_bag(tmp_path):
    for name, content, words in (
        ("empty.mcap", b"", "is empty"),
        ("notes.bin", b"hello, hello, hello", "neither an MCAP nor a SQLite"),
        ("old.bag", b"#ROSBAG V2.0\n" + bytes(100), "rosbags-convert"),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(BagError, match=words):
            read(tmp_path / name)
    with pytest.raises(BagError, match="does not exist"):
        read(tmp_path / "nowhere")
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(BagError, match="has no file of a bag: it is empty"):
        read(folder)
    (folder / "photo.png").write_bytes(b"x")
    with pytest.raises(BagError, match=r"photo\.png"):
        read(folder)
    (folder / "a.mcap").write_bytes(b"\x89MCAP0\r\n")
    with pytest.raises(BagError, match="no joint states"):
        read(folder)


def test_one_file_of_two_that_cannot_be_read_is_named(tmp_path, expected):
    bag = write_bag(tmp_path / "bag", states=expected)
    (bag / "metadata.yaml").unlink()
    (bag / "bag_1.mcap").write_bytes(b"")
    _, found, findings = read(bag)
    assert len(found.stamp) == COUNT
    assert [finding.kind for finding in findings.warnings] == ["damaged_file"]
