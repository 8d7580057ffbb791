"""Bags opened for the paper's arm, and their states: as this package and as `rosbags` read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from rosbags.rosbag2 import Reader

from helpers.replay.bags import (
    JOINTS,
    STORE,
)
from puma560_dynamics import load_arm
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.replay.reading.bag_recording import Recording, open_recording
from puma560_dynamics.replay.reading.samples import Block, JointSamples
from puma560_dynamics.replay.settings import ReplaySettings

ARM = load_arm("akb1986")


def opened(*paths: Path, **settings: Any) -> tuple[Recording, Findings]:
    findings = Findings()
    recording = open_recording(paths, ARM, ReplaySettings(**settings), findings)
    assert isinstance(recording, Recording)
    return recording, findings


def states(blocks: list[Block]) -> JointSamples:
    names = ("stamp", "log_time", "position", "velocity", "effort")
    return JointSamples(*(np.concatenate([getattr(block.states, name) for block in blocks]) for name in names))


def by_rosbags(path: Path, topic: str = "/joint_states") -> JointSamples:
    """The oracle: every message taken apart by `rosbags`, joints by name."""
    rows = []
    with Reader(path) as reader:
        for connection, time, data in reader.messages([c for c in reader.connections if c.topic == topic]):
            message: Any = STORE.deserialize_cdr(data, connection.msgtype)
            order = [message.name.index(name) for name in JOINTS]
            stamp = message.header.stamp.sec * 1_000_000_000 + message.header.stamp.nanosec
            fields = (message.position, message.velocity, message.effort)
            rows.append((stamp, time, *(f[order] if len(f) else np.full(6, np.nan) for f in fields)))
    return JointSamples(*(np.array(column) for column in zip(*rows, strict=True)))


def assert_same(found: JointSamples, expected: JointSamples) -> None:
    for name in ("stamp", "log_time", "position", "velocity", "effort"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name), err_msg=name)
