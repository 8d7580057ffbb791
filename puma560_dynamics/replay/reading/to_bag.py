"""Writing of samples as a rosbag2 bag, which reads back to the same samples."""

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
"""s; the last stamp that a message can represent (2038)."""

Message = tuple[int, str, bytes]
"""Log time, topic, bytes."""


def recording_to_bag(recording: RecordingLike, folder: str | Path, settings: ReplaySettings | None = None) -> Path:
    """Write a recording as a rosbag2 bag (MCAP): joint states with effort, commands and references.

    Numbers and stamps are those of the samples to the last bit. Published terms of a bag are not written.

    Args:
        recording: as for `read_recording`.
        folder: of the bag; it must not exist.
        settings: `arm`, `joint_map`, `topics` and `columns` are used.

    Returns:
        The folder.

    Raises:
        BagError: the recording cannot be read, or the bag not written.
        MissingDependencyError: mcap or rosbags is not installed.
    """
    chosen = settings or ReplaySettings()
    arm = load_arm(chosen.arm)
    opened = open_recording(sources_of(recording), arm, chosen, Findings())
    write_blocks(opened.blocks(), arm, Path(folder))
    return Path(folder)


def write_blocks(blocks: Iterable[Block], arm: Arm, folder: Path) -> None:
    """Write blocks of a recording as a bag; on failure nothing remains of it.

    Args:
        blocks: in order.
        arm: whose joints they are of.
        folder: of the bag; it must not exist.

    Raises:
        BagError: it exists or cannot be written, or a stamp is beyond what a message can hold.
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
    # A message without a position is not a reference; its numbers are NaN.
    rows: Sequence[Callable[[int], FloatArray]] = (
        samples.position.__getitem__,
        _rows(samples.velocity),
        _rows(samples.acceleration),
    )
    for k, (stamp, logged) in enumerate(zip(samples.stamp.tolist(), samples.log_time.tolist(), strict=True)):
        yield logged, REFERENCE_TOPIC, messages.reference(stamp, *(row(k) for row in rows))


def _rows(values: FloatArray) -> Callable[[int], FloatArray]:
    """Return a function for the rows of a quantity (N, n), which are empty if it has no number at all."""
    if np.isnan(values).all():
        nothing = np.zeros(0)
        return lambda k: nothing
    return values.__getitem__


def _check_stamps(stamp: np.ndarray) -> None:
    if len(stamp) and stamp.max() > LATEST * 1_000_000_000:
        raise BagError("a stamp is after 2038, which a message cannot represent; check the unit of the time")
