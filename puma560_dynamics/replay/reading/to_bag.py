"""Writer of samples as a rosbag2 bag, from which the same samples can be read."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from ...arm import Arm, load_arm
from ...arrays import FloatArray
from ...bags.findings import Findings
from ...bags.joint_messages import COMMAND, JOINT_STATE, TRAJECTORY, JointMessages
from ...bags.writer import BagWriter
from ...errors import BagError
from ..settings import ReplaySettings
from .bag_recording import open_recording
from .recording_paths import RecordingLike, sources_of
from .samples import Block, CommandSamples, JointSamples, ReferenceSamples

STATES_TOPIC = "/joint_states"
COMMANDS_TOPIC = "/effort_controller/commands"
REFERENCE_TOPIC = "/reference"

LATEST = 2**31 - 1
"""Latest stamp that a message can represent, s since 1970 (in the year 2038)."""

Message = tuple[int, str, bytes]
"""Log time, topic, bytes."""


def recording_to_bag(recording: RecordingLike, folder: str | Path, settings: ReplaySettings | None = None) -> Path:
    """Write a recording as a rosbag2 bag (MCAP): joint states with effort, commands and references.

    Values and stamps are written without rounding. Published terms of a bag are not written.

    Args:
        recording: a path, data from Python, or a list of parts; see `read_recording`.
        folder: folder of the new bag; it must not exist.
        settings: `arm`, `joint_map`, `topics` and `columns` are used.

    Returns:
        The folder.

    Raises:
        BagError: the recording cannot be read, or the bag cannot be written.
        MissingDependencyError: mcap or rosbags is not installed.
    """
    chosen = settings or ReplaySettings()
    arm = load_arm(chosen.arm)
    opened = open_recording(sources_of(recording), arm, chosen, Findings())
    write_blocks(opened.blocks(), arm, Path(folder))
    return Path(folder)


def write_blocks(blocks: Iterable[Block], arm: Arm, folder: Path) -> None:
    """Write blocks of a recording as a bag. After an error, the incomplete bag is removed.

    Args:
        blocks: blocks in order.
        arm: arm with the names of the joints.
        folder: folder of the new bag; it must not exist.

    Raises:
        BagError: the folder exists or cannot be written, or a message cannot represent a stamp.
        MissingDependencyError: mcap or rosbags is not installed.
    """
    messages = JointMessages(arm.joint_names)
    writer = BagWriter(folder)
    try:
        with writer:
            writer.topic(STATES_TOPIC, JOINT_STATE)
            topics = {STATES_TOPIC}
            for block in blocks:
                for log_time, topic, data in sorted(_of_block(block, messages), key=lambda one: one[0]):
                    if topic not in topics:
                        writer.topic(topic, COMMAND if topic == COMMANDS_TOPIC else TRAJECTORY)
                        topics.add(topic)
                    writer.write(topic, log_time, data)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _of_block(block: Block, messages: JointMessages) -> Iterator[Message]:
    yield from _states(block.states, messages)
    yield from _commands(block.commands, messages)
    yield from _references(block.reference, messages)


def _states(samples: JointSamples, messages: JointMessages) -> Iterator[Message]:
    _check_stamps(samples.stamp)
    quantities = [_rows(values) for values in (samples.position, samples.velocity, samples.effort)]
    for k, (stamp, logged) in enumerate(zip(samples.stamp.tolist(), samples.log_time.tolist(), strict=True)):
        yield logged, STATES_TOPIC, messages.state(stamp, *(row(k) for row in quantities))


def _commands(samples: CommandSamples, messages: JointMessages) -> Iterator[Message]:
    for logged, effort in zip(samples.log_time.tolist(), samples.effort, strict=True):
        yield logged, COMMANDS_TOPIC, messages.command(effort)


def _references(samples: ReferenceSamples, messages: JointMessages) -> Iterator[Message]:
    _check_stamps(samples.stamp)
    # Positions are always written, even if they are NaN: a message without positions is not a reference.
    rows: Sequence[Callable[[int], FloatArray]] = (
        samples.position.__getitem__,
        _rows(samples.velocity),
        _rows(samples.acceleration),
    )
    for k, (stamp, logged) in enumerate(zip(samples.stamp.tolist(), samples.log_time.tolist(), strict=True)):
        yield logged, REFERENCE_TOPIC, messages.reference(stamp, *(row(k) for row in rows))


def _rows(values: FloatArray) -> Callable[[int], FloatArray]:
    """Return a function that returns row k of `values` (N, n), or an empty row if all values are NaN."""
    if np.isnan(values).all():
        nothing = np.zeros(0)
        return lambda k: nothing
    return values.__getitem__


def _check_stamps(stamp: np.ndarray) -> None:
    if len(stamp) and stamp.max() > LATEST * 1_000_000_000:
        raise BagError("a stamp is after 2038, which a message cannot represent; check the unit of the time")
