"""Whole recordings: what is read is what `rosbags` reads, message by message and bit by bit."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from helpers.replay.bags import (
    JOINT_STATE,
    JOINTS,
    START,
    STORE,
    joint_state,
    random_states,
    raw,
    state_messages,
    write_bag,
    write_messages,
)
from helpers.replay.opened_bags import ARM, assert_same, by_rosbags, opened, states
from mcap.writer import CompressionType
from mcap.writer import Writer as McapWriter

from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.control.feed_forward.feed_forward import TERM_NAMES
from puma560_dynamics.replay.motion.timeline import pick
from puma560_dynamics.replay.reading.bag_recording import open_recording
from puma560_dynamics.replay.reading.samples import CommandSamples, ReferenceSamples, TermSamples
from puma560_dynamics.replay.settings import ReplaySettings

KINDS = [("mcap", None), ("mcap", "chunks"), ("mcap", "file"), ("mcap", "message"),
         ("sqlite3", None), ("sqlite3", "file"), ("sqlite3", "message")]  # fmt: skip


@pytest.fixture
def everything(rng: np.random.Generator) -> dict[str, object]:
    """Arguments of `write_bag` for every topic there is."""
    base = random_states(rng, 300)
    numbers: Callable[[], np.ndarray] = lambda: rng.normal(size=(300, 6))  # noqa: E731
    return {
        "states": base,
        "commands": CommandSamples(base.log_time + 1000, numbers()),
        "terms": {name: TermSamples(base.stamp, base.log_time + 2000, numbers()) for name in TERM_NAMES},
        "reference": ReferenceSamples(base.stamp, base.log_time + 3000, numbers(), numbers(), numbers()),
        "description": '<?xml version="1.0"?><robot name="puma560"/>',
    }


@pytest.mark.parametrize(("storage", "compression"), KINDS)
def test_every_kind_of_bag_gives_back_what_was_written(tmp_path: Path, everything, storage, compression):
    path = write_bag(tmp_path / "bag", storage=storage, compression=compression, **everything)
    recording, findings = opened(path)
    (block,) = recording.blocks()
    assert_same(block.states, everything["states"])
    assert_same(block.states, by_rosbags(path))
    np.testing.assert_array_equal(block.commands.effort, everything["commands"].effort)
    np.testing.assert_array_equal(block.commands.log_time, everything["commands"].log_time)
    for name in TERM_NAMES:
        np.testing.assert_array_equal(block.terms[name].torque, everything["terms"][name].torque)
        np.testing.assert_array_equal(block.terms[name].stamp, everything["states"].stamp)
    for name in ("stamp", "log_time", "position", "velocity", "acceleration"):
        np.testing.assert_array_equal(getattr(block.reference, name), getattr(everything["reference"], name))
    assert recording.description == everything["description"]
    assert not findings.warnings
    (file,) = recording.files
    assert (file.storage, file.compression, file.whole) == (storage, compression or "none", True)
    assert {topic.use for topic in recording.topics} == {
        "joint states", "command", "terms", "reference", "robot description",
    }  # fmt: skip
    assert {topic.name: topic.count for topic in recording.topics}["/joint_states"] == 300
    assert (recording.name, block.read) == ("bag", 1.0)


@pytest.mark.parametrize("compression", [CompressionType.LZ4, CompressionType.ZSTD, CompressionType.NONE])
@pytest.mark.parametrize("chunked", [True, False])
def test_an_mcap_by_another_tool(tmp_path: Path, rng, compression, chunked):
    """Written by Foxglove's library: with checksums, small chunks or none at all, and no metadata.yaml."""
    expected = random_states(rng, 500)
    path = tmp_path / "other.mcap"
    with path.open("wb") as file:
        writer = McapWriter(file, chunk_size=20_000, compression=compression, use_chunking=chunked)
        writer.start("ros2")
        schema = writer.register_schema(JOINT_STATE, "ros2msg", STORE.generate_msgdef(JOINT_STATE)[0].encode())
        channel = writer.register_channel("/arm/joints", "cdr", schema)
        for message in state_messages("/arm/joints", JOINTS, expected):
            writer.add_message(channel, message.log_time, message.data, message.log_time)
        writer.finish()
    recording, findings = opened(path)
    assert_same(states(list(recording.blocks())), expected)
    assert not findings.warnings
    assert recording.files[0].compression == ("chunks" if chunked and compression != CompressionType.NONE else "none")


def test_reading_again_gives_the_same_and_repeats_no_finding(tmp_path: Path, rng):
    messages = state_messages("/joint_states", JOINTS, random_states(rng, 40))
    messages.append(raw(START + 10**9, "/joint_states", JOINT_STATE, joint_state(START, ("gripper",), (0.1,))))
    recording, findings = opened(write_messages(tmp_path / "bag", messages))
    first = states(list(recording.blocks()))
    told = findings.warnings
    assert [(finding.kind, finding.count) for finding in told] == [("other_joints", 1)]
    assert_same(states(list(recording.blocks())), first)
    assert findings.warnings == told
    assert {topic.name: topic.count for topic in recording.topics} == {"/joint_states": 41}


@pytest.mark.parametrize("little_endian", [True, False])
@pytest.mark.parametrize("frame", ["", "a", "base_link"])
def test_byte_order_and_frame(tmp_path: Path, rng, little_endian, frame):
    """The frame's length moves every number; the alignment follows."""
    messages = state_messages("/joint_states", JOINTS, random_states(rng, 30), frame=frame, little_endian=little_endian)
    path = write_messages(tmp_path / "bag", messages)
    recording, _ = opened(path)
    assert_same(states(list(recording.blocks())), by_rosbags(path))


def test_layouts_that_change_on_the_way(tmp_path: Path, rng):
    """Another order, other empty fields, byte orders and frames, mixed at random; order of recording is kept."""
    whole = random_states(rng, 400)
    nan = np.full(6, np.nan)
    messages = []
    for k in range(400):
        names = [JOINTS, tuple(sorted(JOINTS)), JOINTS[::-1]][rng.integers(3)]
        fields = [nan if rng.random() < 0.2 and k else a[k] for a in (whole.position, whole.velocity, whole.effort)]
        position, velocity, effort = (() if f is nan and rng.random() < 0.5 else f for f in fields)
        frame = "x" * int(rng.integers(0, 9))
        message = joint_state(int(whole.stamp[k]), names, position, velocity, effort, frame)
        messages.append(raw(int(whole.log_time[k]), "/joint_states", JOINT_STATE, message, bool(rng.random() < 0.5)))
    path = write_messages(tmp_path / "bag", messages)
    recording, findings = opened(path)
    assert_same(states(list(recording.blocks())), by_rosbags(path))
    assert not findings.warnings


def test_padding_may_hold_anything(tmp_path: Path, rng):
    """DDS vendors leave what was in memory between a name and the next length."""
    messages = []
    for message in state_messages("/joint_states", ("a", "b"), random_states(rng, 5, n=2)):
        data = bytearray(message.data)
        at = data.index(b"a\0") + 2
        data[at : at + 2] = rng.bytes(2)
        messages.append(message._replace(data=bytes(data)))
    path = write_messages(tmp_path / "bag", messages)
    arm = ARM.with_(joints=tuple(ARM.joints[:2]))
    recording = open_recording([path], arm, ReplaySettings(joint_map={"a": "joint1", "b": "joint2"}), Findings())
    expected = random_states(np.random.default_rng(1986), 5, n=2)
    np.testing.assert_array_equal(states(list(recording.blocks())).position, expected.position)


def test_malformed_messages_are_counted_and_left_out(tmp_path: Path, rng):
    expected = random_states(rng, 20)
    messages = state_messages("/joint_states", JOINTS, expected)
    messages[3] = messages[3]._replace(data=messages[3].data[:50])
    messages[7] = messages[7]._replace(data=b"")
    messages[9] = messages[9]._replace(data=b"\x00\x09" + messages[9].data[2:])
    huge = bytearray(messages[11].data)
    huge[12:16] = struct.pack("<I", 2**31)
    messages[11] = messages[11]._replace(data=bytes(huge))
    recording, findings = opened(write_messages(tmp_path / "bag", messages))
    found = states(list(recording.blocks()))
    kept = np.delete(np.arange(20), [3, 7, 9, 11])
    np.testing.assert_array_equal(found.position, expected.position[kept])
    assert [(finding.kind, finding.count) for finding in findings.warnings] == [("malformed", 4)]


def test_fields_of_another_length_are_not_used(tmp_path: Path, rng):
    base = random_states(rng, 3)
    message = joint_state(START, JOINTS, base.position[0], base.velocity[0], base.effort[0, :4])
    recording, findings = opened(write_messages(tmp_path / "bag", [raw(START, "/joint_states", JOINT_STATE, message)]))
    found = states(list(recording.blocks()))
    np.testing.assert_array_equal(found.velocity, base.velocity[:1])
    assert np.isnan(found.effort).all()
    assert "effort with 4 entries for 6 joints" in findings.warnings[0].message


def test_blocks_are_bounded_and_report_their_progress(tmp_path: Path, rng, monkeypatch):
    monkeypatch.setattr("puma560_dynamics.replay.reading.samples.STATES_PER_BLOCK", 2000)
    expected = random_states(rng, 12_000)
    recording, _ = opened(write_bag(tmp_path / "bag", states=expected))
    blocks = list(recording.blocks())
    assert len(blocks) >= 3
    assert max(len(block.states.stamp) for block in blocks) < 6000  # no more than a chunk beyond
    shares = [block.read for block in blocks]
    assert shares == sorted(shares) and 0.0 < shares[0] < 1.0 and shares[-1] == 1.0
    assert_same(states(blocks), expected)


def test_parts_of_the_torque_as_joint_states(tmp_path: Path, rng):
    """``~/inertia`` is inertia and motor inertia together; efforts without positions are no joint states."""
    base = random_states(rng, 50)
    parts = {name: TermSamples(base.stamp, base.log_time, rng.normal(size=(50, 6)))
             for name in ("gravity", "inertia", "velocity", "friction", "total")}  # fmt: skip
    recording, _ = opened(write_bag(tmp_path / "bag", states=base, terms=parts))
    (block,) = recording.blocks()
    assert set(block.terms) == {"gravity", "acceleration", "velocity", "friction", "total"}
    np.testing.assert_array_equal(block.terms["acceleration"].torque, parts["inertia"].torque)
    np.testing.assert_array_equal(block.terms["total"].torque, parts["total"].torque)


def test_several_bags_one_after_the_other(tmp_path: Path, rng):
    whole = random_states(rng, 100)
    one = write_bag(tmp_path / "one", states=pick(whole, slice(60)))
    rest = pick(whole, slice(60, None))
    two = write_bag(tmp_path / "two", states=rest, storage="sqlite3", compression="message")
    recording, _ = opened(one, two)
    assert_same(states(list(recording.blocks())), whole)
    assert [file.storage for file in recording.files] == ["mcap", "sqlite3"]
    assert recording.size == sum(file.size for file in recording.files)
    assert recording.name == "one and 1 more"
