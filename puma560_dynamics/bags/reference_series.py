"""The references on one topic of a bag, complete or not at all: a motion with a missing part must not be played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..arrays import FloatArray, IntegerArray
from ..errors import BagError, MessageError, listed
from .batch_decode import MessageBatch, Sorter
from .compression import decompress_messages, messages_compressed
from .files import find_bags
from .findings import Findings
from .layout import Layout
from .message_definitions import Definitions
from .raw import Channel, Messages
from .survey import CONTROLLER_STATE, TRAJECTORY

POINTS = {TRAJECTORY: ("points.0",), CONTROLLER_STATE: ("reference", "desired")}
"""Paths of the reference in the messages of each type; ROS before Jazzy has the name `desired`."""

FIELDS = ("positions", "velocities", "accelerations")

SPEED = "speed_scaling_factor"
"""Field with the speed at which a controller executes a trajectory; velocities are by the trajectory's own time."""

SECOND = 1_000_000_000


@dataclass(frozen=True, eq=False)
class ReferenceSeries:
    """References in the order of recording, joints in the order in which they were asked for.

    Attributes:
        stamp: (N,) ns.
        position: (N, n) rad.
        velocity: (N, n) rad/s.
        acceleration: (N, n) rad/s².
    """

    stamp: IntegerArray
    position: FloatArray
    velocity: FloatArray
    acceleration: FloatArray


def read_references(path: Path, topic: str, names: Sequence[str]) -> ReferenceSeries:
    """Read the references on a topic: `JointTrajectory` of one point, or the state of a trajectory controller.

    Args:
        path: folder or file of a rosbag2 bag.
        topic: full name of the topic.
        names: names of the n joints.

    Raises:
        BagError: no bag, a damaged one, no such topic, or a message without position, velocity and acceleration of
            each joint.
        MissingDependencyError: a package for this kind of bag is not installed.
    """
    findings, definitions = Findings(), Definitions()
    parts: list[tuple[IntegerArray, IntegerArray, FloatArray]] = []
    seen: set[str] = set()
    sorters: dict[str, Sorter] = {}
    count = 0
    for channel, messages in _messages(path, findings, seen, topic):
        if channel.type not in POINTS or not definitions.know(channel):
            raise BagError(f"{topic} in {path} has messages of type {channel.type}; expected {' or '.join(POINTS)}")
        for group in sorters.setdefault(channel.type, Sorter(channel.type, definitions)).sort(messages):
            try:
                parts.append((count + group.index, *_references(group, channel.type, names)))
            except MessageError as error:
                raise BagError(f"{topic} in {path}: {error}") from None
        count += len(messages.start)
    if findings.warnings:
        raise BagError(f"{path} is not complete: {findings.warnings[0].message}; record the motion again")
    if not parts:
        raise BagError(f"{path} has no messages on {topic}; it has {listed(sorted(seen)) or 'none at all'}")
    order = np.argsort(np.concatenate([index for index, _, _ in parts]), kind="stable")
    stamp = np.concatenate([stamps for _, stamps, _ in parts])[order]
    values = np.concatenate([rows for _, _, rows in parts], axis=1)[:, order]
    return ReferenceSeries(stamp, *values)


def _messages(path: Path, findings: Findings, seen: set[str], topic: str) -> Iterator[tuple[Channel, Messages]]:
    """Yield the messages of a topic; add the names of all topics to `seen`."""

    def wanted(channel: Channel) -> bool:
        seen.add(channel.topic)
        return channel.topic == topic

    for bag in find_bags([path], findings):
        for storage in bag.files:
            try:
                for messages in storage.messages(wanted, findings):
                    for number in np.unique(messages.channel).tolist():
                        channel = messages.channels.get(number)
                        if channel is not None and wanted(channel):
                            yield channel, _plain(messages.of(number), findings, topic)
            except OSError as error:
                raise BagError(f"{storage.path.name} cannot be read: {error.strerror or error}") from None


def _plain(messages: Messages, findings: Findings, topic: str) -> Messages:
    if not messages_compressed(messages):
        return messages
    plain, lost = decompress_messages(messages)
    if lost:
        findings.add("malformed", f"{lost} messages on {topic} cannot be decompressed")
    return plain


def _references(group: MessageBatch, kind: str, names: Sequence[str]) -> tuple[IntegerArray, FloatArray]:
    """Return stamps (M,) in ns and values (3, M, n)."""
    layout, rows = group.layout, group.rows
    if layout is None:
        raise MessageError("a message does not match its type")
    if layout.lengths.get("points", 1) != 1:
        raise MessageError(f"a message has {layout.lengths['points']} points; expected one, as in a stream")
    found = layout.texts["joint_names"]
    missing = [name for name in names if name not in found]
    if missing or len(set(found)) < len(found):
        raise MessageError(f"a message is of {listed(found) or 'no joints'}; expected {listed(names)}, each once")
    pick = [found.index(name) for name in names]
    point = next((path for path in POINTS[kind] if layout.lengths.get(f"{path}.positions")), POINTS[kind][0])
    values = np.stack([_column(layout, rows, f"{point}.{field}", len(found))[:, pick] for field in FIELDS])
    if not np.isfinite(values).all():
        raise MessageError("a message has values that are not finite")
    if SPEED in layout.numbers:
        speed = layout.column(rows, SPEED)
        values = values * np.stack([np.ones_like(speed), speed, speed**2])
    seconds, rest = (layout.column(rows, f"header.stamp.{part}")[:, 0] for part in ("sec", "nanosec"))
    return seconds.astype(np.int64) * SECOND + rest, values


def _column(layout: Layout, rows: Any, path: str, joints: int) -> FloatArray:
    if layout.lengths.get(path, 0) != joints:
        raise MessageError(
            f"{path} of a message have {layout.lengths.get(path, 0)} entries for {joints} joints; expected one each"
        )
    return np.array(layout.column(rows, path), dtype=np.float64)
