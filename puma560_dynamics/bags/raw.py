"""Raw messages of a file: one buffer with many messages, and the offset of each message."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

import numpy as np

from ..arrays import IntegerArray
from .findings import Findings


@dataclass(frozen=True)
class Channel:
    """A topic in one file of a bag.

    Attributes:
        topic: name of the topic.
        type: message type, such as ``sensor_msgs/msg/JointState``.
        encoding: encoding of the definition, ``"ros2msg"``, ``"ros2idl"`` or empty.
        definition: text of the type's definition; empty if the bag has none.
        serialization: serialization of the messages, ``"cdr"`` in practice.
        count: number of messages as the file states it; `None` if it does not. Equality ignores it.
    """

    topic: str
    type: str
    encoding: str = ""
    definition: str = ""
    serialization: str = "cdr"
    count: int | None = field(default=None, compare=False)


@dataclass(frozen=True, eq=False)
class Messages:
    """Consecutive messages of a file, in the order in which they were recorded.

    Attributes:
        data: bytes of all messages.
        channel: (N,) number of each message's channel, a key of `channels`.
        log_time: (N,) log time of each message, ns.
        start: (N,) offset of each message in `data`.
        size: (N,) size of each message, bytes.
        channels: channels found in the file so far.
        read: number of bytes read from the file so far.
    """

    data: bytes
    channel: IntegerArray
    log_time: IntegerArray
    start: IntegerArray
    size: IntegerArray
    channels: Mapping[int, Channel]
    read: int

    def of(self, channel: int) -> Messages:
        """Return the messages of one channel."""
        return self.pick(np.flatnonzero(self.channel == channel))

    def pick(self, which: IntegerArray) -> Messages:
        """Return the messages with these indices."""
        return replace(
            self,
            channel=self.channel[which],
            log_time=self.log_time[which],
            start=self.start[which],
            size=self.size[which],
        )

    def message(self, k: int) -> bytes:
        """Return the bytes of one message."""
        return bytes(self.data[self.start[k] : self.start[k] + self.size[k]])


Wanted = Callable[[Channel], bool]
"""Function that returns whether the messages of a channel are needed; a storage may omit the bytes of others."""


class Storage(Protocol):
    """A file of a bag.

    Attributes:
        path: path of the file.
        kind: ``"mcap"`` or ``"sqlite3"``.
        compression: ``"none"``, ``"chunks"`` or ``"file"``; final after the file was read.
        whole: false if the file was found to end early or to be damaged.
    """

    path: Path
    kind: str
    compression: str
    whole: bool

    def channels(self) -> Mapping[int, Channel] | None:
        """Return the channels in the file's summary; `None` if the whole file has to be read to find them."""

    def messages(self, wanted: Wanted, findings: Findings) -> Iterator[Messages]:
        """Yield the messages of the file from its start, and add losses to `findings`."""
