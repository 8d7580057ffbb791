"""Survey of a recording: all topics, with sample messages of the topics that may be needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from .batch_decode import Sorter
from .compression import decompress_messages, messages_compressed
from .files import Bag
from .findings import Findings
from .layout import Layout
from .message_definitions import Definitions
from .raw import Channel, Messages

JOINT_STATE = "sensor_msgs/msg/JointState"
COMMAND = "std_msgs/msg/Float64MultiArray"
TRAJECTORY = "trajectory_msgs/msg/JointTrajectory"
STRING = "std_msgs/msg/String"
CONTROLLER_STATE = "control_msgs/msg/JointTrajectoryControllerState"
INTERESTING = (JOINT_STATE, COMMAND, TRAJECTORY, STRING, CONTROLLER_STATE)

LOOKED_AT = 200
"""Number of messages of each topic that are examined per piece, unless all are; joint states of a gripper may alternate
with the arm's."""

KINDS = 16
"""Largest number of different messages that are kept per topic."""


@dataclass(frozen=True, eq=False)
class Sample:
    """A sample message.

    Attributes:
        layout: layout of the message.
        row: (1,) bytes of the message.
    """

    layout: Layout
    row: NDArray[np.void]

    def length(self, path: str) -> int:
        """Return the number of entries of a sequence."""
        return self.layout.lengths.get(path, 0)

    def full(self, path: str) -> bool:
        """Return whether a field has at least one entry that is not NaN."""
        return self.length(path) > 0 and not bool(np.isnan(self.layout.column(self.row, path)).all())

    def text(self, path: str) -> str:
        """Return the value of a string field; empty if there is no such field."""
        return next(iter(self.layout.texts.get(path, ())), "")


@dataclass(eq=False)
class Topic:
    """A topic of the recording.

    Attributes:
        channel: name, type and definition.
        samples: first and last examined message, and one message of each other layout (by texts and lengths).
        known: whether the message type is known.
    """

    channel: Channel
    samples: list[Sample] = field(default_factory=list)
    known: bool = True

    @property
    def name(self) -> str:
        """Name of the topic."""
        return self.channel.topic

    @property
    def last(self) -> str:
        """Last part of the name."""
        return self.channel.topic.rpartition("/")[2]


Topics = dict[tuple[str, str], Topic]
"""Topics by name and type."""


def survey(bags: Sequence[Bag], definitions: Definitions, *, whole: bool = False) -> Topics:
    """Return the topics of a recording with sample messages.

    If the files list their topics, reading stops as soon as every topic that may be needed has a sample, except topics
    without messages. Otherwise, or if `whole`, the files are read completely.
    """
    topics: Topics = {}
    expected = _expected(bags, topics)
    sorters: dict[str, Sorter] = {}
    for messages in _pieces(bags):
        for number in np.unique(messages.channel).tolist():
            channel = messages.channels.get(number)
            if channel is None:
                continue
            topic = topics.setdefault((channel.topic, channel.type), Topic(channel))
            if channel.type not in INTERESTING or channel.serialization != "cdr":
                continue
            if not topic.channel.definition and channel.definition:
                topic.channel = channel
            topic.known = definitions.know(topic.channel)
            if topic.known:
                sorter = sorters.setdefault(channel.type, Sorter(channel.type, definitions))
                topic.samples = _different([*topic.samples, *_samples(messages.of(number), sorter, whole)])
        if expected is not None and not whole and not any(_missing(topics[key]) for key in expected):
            break
    return topics


def _expected(bags: Sequence[Bag], topics: Topics) -> set[tuple[str, str]] | None:
    """Add the topics that the files list to `topics`, and return those that may have messages.

    Returns:
        Topics by name and type; `None` if not all files list their topics.
    """
    expected: set[tuple[str, str]] = set()
    everywhere = True
    for bag in bags:
        counts = {} if bag.metadata is None else bag.metadata.counts
        for storage in bag.files:
            channels: Mapping[int, Channel] | None = None
            with suppress(OSError):
                channels = storage.channels()
            if channels is None and bag.metadata is not None:  # the recorder has finished, so all topics are listed
                channels = {
                    number: Channel(name, bag.metadata.types[name])
                    for number, (name, count) in enumerate(counts.items())
                    if count
                }
            everywhere = everywhere and bool(channels)
            for channel in (channels or {}).values():
                key = channel.topic, channel.type
                topics.setdefault(key, Topic(channel))
                if (counts.get(channel.topic) if channel.count is None else channel.count) != 0:
                    expected.add(key)
    return expected if everywhere else None


def _pieces(bags: Sequence[Bag]) -> Iterator[Messages]:
    unheard = Findings()  # reported when the bag is read completely
    for bag in bags:
        for storage in bag.files:
            with suppress(OSError):  # reported when the bag is read completely
                yield from storage.messages(lambda channel: channel.type in INTERESTING, unheard)


def _samples(messages: Messages, sorter: Sorter, whole: bool) -> list[Sample]:
    """Return the first and last message of each layout, among all, or the first `LOOKED_AT` messages and the last."""
    count = len(messages.start)
    some = messages if whole else messages.pick(np.unique([*range(min(LOOKED_AT, count)), count - 1]))
    if messages_compressed(some):
        some, _ = decompress_messages(some)
    found: dict[int, Sample] = {}
    for group in sorter.sort(some):
        if group.layout is not None:
            found[int(group.index[0])] = Sample(group.layout, group.rows[:1])
            found[int(group.index[-1])] = Sample(group.layout, group.rows[-1:])
    return [sample for _, sample in sorted(found.items())]


def _different(samples: list[Sample]) -> list[Sample]:
    """Return the last sample, and the first of each kind (same texts and lengths) for at most `KINDS` kinds."""
    kinds: dict[object, Sample] = {}
    for sample in samples[:-1]:
        texts, lengths = sample.layout.texts, sample.layout.lengths
        kinds.setdefault((texts.get("name"), texts.get("joint_names"), *sorted(lengths.items())), sample)
    return [*list(kinds.values())[:KINDS], *samples[-1:]]


def _missing(topic: Topic) -> bool:
    """Return whether a topic that may be needed has no sample yet."""
    readable = topic.channel.type in INTERESTING and topic.channel.serialization == "cdr" and topic.known
    return readable and not topic.samples
