"""Whole bags of every kind and how tests read them; the bags themselves are fixtures of this folder."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
from mcap.writer import CompressionType
from mcap.writer import Writer as McapWriter

from helpers.replay.bags import JOINT_STATE, JOINTS, STORE, state_messages
from puma560_dynamics import load_arm
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.replay.reading.bag_recording import Recording, open_recording
from puma560_dynamics.replay.reading.samples import JointSamples
from puma560_dynamics.replay.settings import ReplaySettings

ARM = load_arm("akb1986")
COUNT = 12_000
KINDS = [("mcap", None), ("mcap", "chunks"), ("mcap", "file"), ("mcap", "message"),
         ("sqlite3", None), ("sqlite3", "file"), ("sqlite3", "message")]  # fmt: skip


def storage_file(bag: Path) -> Path:
    (file,) = (path for path in bag.iterdir() if path.name != "metadata.yaml")
    return file


def copy(bag: Path, folder: Path) -> Path:
    return Path(shutil.copytree(bag, folder / "bag"))


def read(path: Path) -> tuple[Recording, JointSamples, Findings]:
    findings = Findings()
    recording = open_recording([path], ARM, ReplaySettings(), findings)
    assert isinstance(recording, Recording)
    blocks = [block.states for block in recording.blocks()]
    names = ("stamp", "log_time", "position", "velocity", "effort")
    return recording, JointSamples(*(np.concatenate([getattr(b, name) for b in blocks]) for name in names)), findings


def assert_among(found: JointSamples, expected: JointSamples) -> None:
    """Every sample is one that was written, bit by bit, in the order in which they were."""
    where = np.searchsorted(expected.stamp, found.stamp)
    assert (np.diff(where) > 0).all()
    for name in ("stamp", "log_time", "position", "velocity", "effort"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name)[where], err_msg=name)


def other_tool(path: Path, states: JointSamples, *, chunk_size: int = 20_000, chunking: bool = True) -> None:
    """With checksums."""
    with path.open("wb") as file:
        writer = McapWriter(file, chunk_size=chunk_size, compression=CompressionType.NONE, use_chunking=chunking)
        writer.start("ros2")
        schema = writer.register_schema(JOINT_STATE, "ros2msg", STORE.generate_msgdef(JOINT_STATE)[0].encode())
        channel = writer.register_channel("/joint_states", "cdr", schema)
        for message in state_messages("/joint_states", JOINTS, states):
            writer.add_message(channel, message.log_time, message.data, message.log_time)
        writer.finish()
