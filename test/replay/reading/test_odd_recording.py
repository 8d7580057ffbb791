"""Recordings that no one would make on purpose: each is read, or refused in a sentence."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from helpers.replay.bags import JOINT_STATE, JOINTS, Raw, random_states, state_messages, write_bag, write_messages
from mcap.writer import Writer as McapWriter

from puma560_dynamics import load_arm
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.errors import BagError
from puma560_dynamics.replay.analyse import analyse
from puma560_dynamics.replay.reading.bag_recording import open_recording
from puma560_dynamics.replay.reading.samples import Block, CommandSamples, JointSamples
from puma560_dynamics.replay.settings import ReplaySettings

ARM = load_arm("akb1986")


def read(path: Path) -> tuple[list[Block], dict[str, int]]:
    """Blocks, and counts of what was lost."""
    findings = Findings()
    blocks = list(open_recording([path], ARM, ReplaySettings(), findings).blocks())
    return blocks, {finding.kind: finding.count for finding in findings.warnings}


@pytest.mark.parametrize("wild", [np.inf, -1e300])
def test_implausible_numbers_are_left_out(tmp_path: Path, wild: float):
    states = random_states(np.random.default_rng(1), 400, rate=250.0)
    states.effort[200, 2] = states.velocity[100, 1] = states.position[300, 0] = wild
    commands = CommandSamples(states.log_time, states.effort.copy())
    path = write_bag(tmp_path / "bag", states=states, commands=commands)
    (block,), found = read(path)
    assert np.isnan(block.states.effort[200, 2]) and np.isnan(block.commands.effort[200, 2])
    assert np.isnan(block.states.position[300, 0]) and np.isnan(block.states.velocity[100, 1])
    assert np.isfinite(block.states.effort).sum() == 6 * 400 - 1
    assert found == {"not_believable": 1}  # four fields, one number each
    analysis = analyse([path], ReplaySettings(models=("full",), model="full"))
    assert np.isfinite(analysis.total["effort"].rms).all() and np.isfinite(analysis.total["command"].rms).all()
    assert {"not_believable", "not_finite", "command_not_finite"} <= {f.kind for f in analysis.findings if f.loss}


@pytest.mark.parametrize(
    "listed", ["bag_0.mcap", "[..]", f"[{'x' * 5000}]", "[bag_0.mcap, 3]", "[folder.mcap]"], ids=lambda text: text[:12]
)
def test_metadata_that_list_what_no_file_can_be(tmp_path: Path, listed: str):
    bag = write_bag(tmp_path / "bag", states=random_states(np.random.default_rng(1), 10))
    (bag / "folder.mcap").mkdir()
    (bag / "metadata.yaml").write_text(
        f"rosbag2_bagfile_information: {{relative_file_paths: {listed}, topics_with_message_count: []}}"
    )
    (block,), found = read(bag)
    assert len(block.states.stamp) == 10 and set(found) & {"missing_file", "damaged_metadata"}


def test_metadata_that_count_without_end(tmp_path: Path):
    bag = write_bag(tmp_path / "bag", states=random_states(np.random.default_rng(1), 10))
    text = (bag / "metadata.yaml").read_text()
    (bag / "metadata.yaml").write_text(text.replace("message_count: 10", "message_count: .inf"))
    assert text != (bag / "metadata.yaml").read_text()
    (block,), found = read(bag)
    assert len(block.states.stamp) == 10 and found == {"damaged_metadata": 1}


def parts(states: JointSamples, *columns: slice) -> list[Raw]:
    """Joint states of which each message has some of the joints."""
    found: list[Raw] = []
    for k, part in enumerate(columns):
        fields = (field[:, part] for field in (states.position, states.velocity, states.effort))
        found += state_messages("/joint_states", JOINTS[part], JointSamples(states.stamp, states.log_time + k, *fields))
    return sorted(found)


def test_joints_that_come_apart_without_positions_are_refused_for_what_they_are(tmp_path: Path):
    states = random_states(np.random.default_rng(1), 20)
    states.position[:] = np.nan
    bag = write_messages(tmp_path / "halves", parts(states, slice(0, 3), slice(3, 6)))
    with pytest.raises(BagError, match=r"no message on /joint_states has all joints.*first one has waist"):
        read(bag)


def test_an_arm_between_messages_of_a_gripper_and_damaged_ones(tmp_path: Path):
    """Neither the first nor the last message is one of the arm."""
    states = random_states(np.random.default_rng(1), 40)
    fingers = parts(states, slice(0, 2))
    arm = state_messages("/joint_states", JOINTS, states)
    damaged = [message._replace(data=message.data[:50]) for message in fingers]
    for k, others in enumerate((fingers, damaged)):
        messages = [*others[:20], *arm, *others[20:]]
        (block,), found = read(write_messages(tmp_path / str(k), messages))
        np.testing.assert_array_equal(block.states.position, states.position)
        assert found == {("other_joints", "malformed")[k]: 40}


def test_a_refusal_explains_why_a_topic_is_unusable(tmp_path: Path):
    nameless = state_messages("/joint_states", (), random_states(np.random.default_rng(1), 5, n=0))
    with pytest.raises(BagError, match=r"/joint_states \(sensor_msgs/msg/JointState, messages without joint names\)"):
        read(write_messages(tmp_path / "nameless", nameless))
    with (tmp_path / "json.mcap").open("wb") as file:
        writer = McapWriter(file)
        writer.start()
        schema = writer.register_schema(JOINT_STATE, "jsonschema", b"{}")
        channel = writer.register_channel("/joint_states", "json", schema)
        writer.add_message(channel, 1, b"{}", 1)
        writer.finish()
    with pytest.raises(BagError, match="serialised as 'json', which cannot be read"):
        read(tmp_path / "json.mcap")


def test_the_states_of_a_second_arm_are_named(tmp_path: Path):
    states = random_states(np.random.default_rng(1), 20)
    names = {side: [f"{side}_joint{k}" for k in range(1, 7)] for side in ("left", "right")}
    messages = sorted(m for side in names for m in state_messages(f"/{side}/joint_states", names[side], states))
    findings = Findings()
    open_recording([write_messages(tmp_path / "two", messages)], ARM, ReplaySettings(), findings)
    assert any(
        "/right/joint_states is not used: joint states are taken from /left" in n.message for n in findings.notes
    )


@pytest.mark.parametrize("storage", ["mcap", "sqlite3"])
@pytest.mark.parametrize("blocks", [0, 1])
def test_files_that_vanish_while_they_are_read(tmp_path: Path, storage: str, blocks: int):
    """A disk that is pulled out: what was read is kept, what was not is reported."""
    bag = write_bag(tmp_path / "bag", states=random_states(np.random.default_rng(1), 100), storage=storage)
    findings = Findings()
    recording = open_recording([bag], ARM, ReplaySettings(), findings)
    size = recording.files[0].size
    for _ in range(blocks):
        assert sum(len(block.states.stamp) for block in recording.blocks()) == 100
    shutil.rmtree(bag)
    assert sum(len(block.states.stamp) for block in recording.blocks()) == 0
    assert not recording.files[0].whole and recording.files[0].size == size > 0
    assert "no such file" in next(f.message for f in findings.warnings if f.kind == "damaged_file")
