"""Recording of one or several bags, which may be damaged, read as blocks of samples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import numpy as np

from ...arm import Arm
from ...bags.columns.column_map import bag_conversion
from ...bags.columns.joint_table import at_joints, check_lengths
from ...bags.compression import decompress_messages, messages_compressed
from ...bags.files import Bag, find_bags
from ...bags.findings import Findings
from ...bags.message_definitions import Definitions
from ...bags.raw import Channel, Messages, Storage
from ...bags.tables.open_table import is_table
from ...errors import BagError
from ..result import SourceFile, TopicFound
from ..settings import ReplaySettings
from .choose_topics import choose_topics
from .join_plan import JoinPlan, plan_join
from .join_states import StateJoiner, part_times
from .joint_names import match_joints
from .position_check import far_position
from .samples import Block, Collector, JointSamples, Samples
from .split_states import part_forms, part_keys
from .table_recording import Read, TableRecording, open_tables
from .topic_readers import Reader
from .topic_roles import TopicRoles

MOST = 0.5
"""Fraction of a joint's positions in a block of samples above which they are not errors of the driver."""

Key = tuple[str, str]
"""A topic's name and type."""


class Recording:
    """One or several consecutive bags.

    Attributes:
        name: name of the recording, for titles.
        description: URDF in the recording; `None` without a robot description.
        size: total size of the files, bytes.
    """

    def __init__(
        self, bags: Sequence[Bag], roles: TopicRoles, names: Sequence[Key], definitions: Definitions, arm: Arm,
        settings: ReplaySettings, findings: Findings,
    ) -> None:  # fmt: skip
        self._bags = bags
        self._roles = roles
        self._topics = dict.fromkeys(names)
        self._definitions = definitions
        self._arm = arm
        self._match = partial(match_joints, expected=arm.joint_names, joint_map=settings.joint_map)
        self._findings = findings
        self._conversion = bag_conversion(settings.columns)
        if self._conversion is not None:
            check_lengths(self._conversion, arm.n)
        self._reported = False
        self._plan: JoinPlan | None = None
        self._counts: Counter[Key] = Counter()
        self._by_message = False
        self.name = _name(bags)
        self.description = roles.description
        self._sizes = {storage.path: _size(storage.path) for storage in self._storages}
        self.size = sum(self._sizes.values())

    @property
    def files(self) -> tuple[SourceFile, ...]:
        """Return the files of the recording; `SourceFile.whole` is only known after reading."""
        return tuple(
            SourceFile(
                str(storage.path),
                storage.kind,
                "message" if self._by_message and storage.compression != "file" else storage.compression,
                self._sizes[storage.path],
                storage.whole,
            )
            for storage in self._storages
        )

    @property
    def topics(self) -> tuple[TopicFound, ...]:
        """Return the topics of the recording; their numbers of messages are only known after reading."""
        return tuple(
            TopicFound(name, kind, self._counts[name, kind], self._roles.notes.get((name, kind), "not needed"))
            for name, kind in self._topics
        )

    def blocks(self) -> Iterator[Block]:
        """Yield the blocks of the recording from its start; only the first reading adds to the findings."""
        findings = Findings() if self._reported else self._findings
        self._reported = True
        joiner = self._joiner(findings)
        self._counts.clear()
        readers: dict[Key, tuple[Reader, ...]] = {}
        collector = Collector(self._arm.n)
        done = 0
        for bag in self._bags:
            before = self._counts.copy()
            for storage in bag.files:
                for messages in self._messages(storage, findings):
                    for samples in self._read(messages, readers, findings):
                        collector.add(samples if joiner is None else joiner.join(samples))
                    if collector.full:
                        yield self._checked(collector.block((done + messages.read) / max(1, self.size)))
                done += self._sizes[storage.path]
            _promised(bag, self._counts - before, findings)
        if joiner is not None:
            collector.add(joiner.rest())
        yield self._checked(collector.block(1.0))

    def _joiner(self, findings: Findings) -> StateJoiner | None:
        """Return the joiner of joint states in separate messages; their times are read first, once.

        Raises:
            BagError: the messages cannot be joined by time.
        """
        parts = self._roles.parts
        if not parts:
            return None
        if self._plan is None:
            times: dict[str, list[JointSamples]] = {key: [] for key in part_keys(parts)}
            readers: dict[Key, tuple[Reader, ...]] = {}
            silent = Findings()  # losses are reported when the messages are read for use
            for messages in (one for storage in self._storages for one in self._messages(storage, silent)):
                for samples in self._read(messages, readers, silent):
                    for key in times.keys() & samples.keys():
                        times[key].append(cast(JointSamples, samples[key]))
            names = self._arm.joint_names
            ordered = [part_times(part, times[key], names) for key, part in zip(times, parts, strict=True)]
            self._plan = plan_join(ordered, findings)
        return StateJoiner(self._arm.n, parts, self._plan)

    def _checked(self, block: Block) -> Block:
        """Return the block, converted as the column map says.

        Raises:
            BagError: most positions of a joint cannot be of this arm; single ones may be errors of the driver.
        """
        states = block.states
        if self._conversion is not None:
            names = ("position", "velocity", "effort")
            converted = (at_joints(name, getattr(states, name), self._conversion) for name in names)
            states = JointSamples(states.stamp, states.log_time, *converted)
            block = replace(block, states=states)
        far = far_position(states.position, self._arm)
        if far is not None and far.share.max() > MOST:
            name = self._arm.joint_names[int(far.share.argmax())]
            raise BagError(f"{self.name}: most positions of {name} are beyond what it can reach, as {far.message}")
        return block

    @property
    def _storages(self) -> tuple[Storage, ...]:
        return tuple(storage for bag in self._bags for storage in bag.files)

    def _messages(self, storage: Storage, findings: Findings) -> Iterator[Messages]:
        """Yield the messages of a file up to a disk error, which is reported even if it occurs in a later reading."""
        try:
            yield from storage.messages(self._wanted, findings)
        except OSError as error:
            storage.whole = False
            words = (error.strerror or str(error)).lower()
            self._findings.add("damaged_file", f"{storage.path.name}: cannot be read any further ({words})")

    def _wanted(self, channel: Channel) -> bool:
        return (channel.topic, channel.type) in self._roles.wanted

    def _read(
        self, messages: Messages, readers: dict[Key, tuple[Reader, ...]], findings: Findings
    ) -> Iterator[Mapping[str, Samples]]:
        """Yield the samples of the messages of each topic."""
        numbers, counts = np.unique(messages.channel, return_counts=True)
        for number, count in zip(numbers.tolist(), counts.tolist(), strict=True):
            channel = messages.channels.get(number)
            if channel is None:
                findings.add("unknown_channel", "messages of a topic that the file does not name are left out", count)
                continue
            key = (channel.topic, channel.type)
            self._counts[key] += count
            self._topics.setdefault(key)
            if key not in self._roles.wanted:
                continue
            if key not in readers:
                form, n = self._roles.forms.get(key), self._arm.n
                forms = part_forms(self._roles.parts, key, n) if form is None else [(form, self._match)]
                readers[key] = tuple(
                    Reader(channel, one, n, match, self._definitions, findings) for one, match in forms
                )
            plain = self._plain(messages.of(number), channel, findings)
            for reader in readers[key]:
                yield reader.read(plain)

    def _plain(self, messages: Messages, channel: Channel, findings: Findings) -> Messages:
        """Return the messages; those that are compressed one by one are decompressed."""
        if not messages_compressed(messages):
            return messages
        self._by_message = True
        plain, lost = decompress_messages(messages)
        if lost:
            findings.add("malformed", f"{channel.topic}: messages that cannot be decompressed are left out", lost)
        return plain


def open_recording(
    sources: Sequence[Any], arm: Arm, settings: ReplaySettings, findings: Findings, progress: Read | None = None
) -> Recording | TableRecording:
    """Open the bags or tables of one recording.

    Args:
        sources: folders of bags, files of bags, or tables (files, or data from Python), in the order in which they
            were recorded.
        arm: arm whose joints are needed.
        settings: `joint_map` is used; `topics` for bags, `columns` and `cut_off` for tables.
        findings: receives reports of missing parts and of samples that were left out.
        progress: called while tables are checked (see `open_tables`).

    Raises:
        BagError: a path is not a recording, the recording has no joint states of this arm, or bags and tables are
            mixed.
        MissingDependencyError: a package for this kind of recording is not installed.
    """
    tables = [not isinstance(one, (str, Path)) or is_table(Path(one)) for one in sources]
    if any(tables):
        if not all(tables):
            raise BagError("one recording is made of bags or of tables, not of both; name them one by one")
        if settings.topics:
            raise BagError("a table has no topics to choose from; state its columns instead")
        return open_tables(sources, arm, settings, findings, progress)
    return _open_bags([Path(one) for one in sources], arm, settings, findings)


def _open_bags(paths: Sequence[Path], arm: Arm, settings: ReplaySettings, findings: Findings) -> Recording:
    """Open the bags of one recording, and choose the topics to read."""
    bags, definitions = find_bags(paths, findings), Definitions()
    topics, roles = choose_topics(bags, definitions, arm, settings, findings)
    return Recording(bags, roles, tuple(topics), definitions, arm, settings, findings)


def _size(path: Path) -> int:
    """Return the size in bytes; 0 if the file no longer exists."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _name(bags: Sequence[Bag]) -> str:
    path = bags[0].files[0].path
    own = path.parent.name if bags[0].folder else path.name
    return own if len(bags) == 1 else f"{own} and {len(bags) - 1} more"


def _promised(bag: Bag, counts: Counter[Key], findings: Findings) -> None:
    """Report topics with fewer messages than metadata.yaml counts."""
    if bag.metadata is None:
        return
    read = Counter[str]()
    for (name, _), count in counts.items():
        read[name] += count
    for name, promised in bag.metadata.counts.items():
        if read[name] < promised:
            findings.add(
                "lost_messages",
                f"{name}: metadata.yaml counts {promised} messages, {read[name]} could be read",
                promised - read[name],
            )
