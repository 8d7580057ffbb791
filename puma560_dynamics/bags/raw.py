"""Raw messages of a storage: one buffer for many messages, and the place of each in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import numpy as np

from ..arrays import IntegerArray
from .findings import Findings


@dataclass(frozen=True)
class Channel:
    """A topic in one file of a bag.

    Attributes:
        topic: name.
        type: message type, as ``sensor_msgs/msg/JointState``.
        encoding: of the definition, ``"ros2msg"``, ``"ros2idl"`` or empty.
        definition: text of the definition, empty where the bag has none.
        serialization: of the messages, ``"cdr"`` in practice.
    """

    topic: str
    type: str
    encoding: str = ""
    definition: str = ""
    serialization: str = "cdr"


@dataclass(frozen=True, eq=False)
class Messages:
    """Consecutive messages of a file, in the order in which they were recorded.

    Attributes:
        data: the bytes of all messages.
        channel: (N,) number of the channel, a key of `channels`.
        log_time: (N,) ns.
        start: (N,) index in `data` at which each message begins.
        size: (N,) bytes of each message.
        channels: the channels that the file has named so far.
        read: bytes of the file that have been read with them.
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
"""Returns whether the messages of a channel are needed; a storage may omit the bytes of others."""


class Storage(Protocol):
    """A file of a bag.

    Attributes:
        path: as given.
        kind: ``"mcap"`` or ``"sqlite3"``.
        compression: ``"none"``, ``"chunks"`` or ``"file"``, as far as is known yet.
        whole: false once it has turned out to end early or to be damaged.
    """

    path: Path
    kind: str
    compression: str
    whole: bool

    def channels(self) -> Mapping[int, Channel] | None:
        """Return the channels that the file lists; `None` if it has to be read to find them."""

    def messages(self, wanted: Wanted, findings: Findings) -> Iterator[Messages]:
        """Read the file from the beginning; losses are added to `findings`."""
