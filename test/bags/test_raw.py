"""Raw messages: those of a channel, those of some indices, and the bytes of one."""

from __future__ import annotations

import numpy as np

from puma560_dynamics.bags.raw import Channel, Messages

PARTS = (b"first", b"2nd", b"", b"fourth")


def some() -> Messages:
    """Four messages of two channels, with foreign bytes in between."""
    data, start = b"", []
    for part in PARTS:
        data += b"##"
        start.append(len(data))
        data += part
    channels = {3: Channel("/a", "std_msgs/msg/String"), 7: Channel("/b", "std_msgs/msg/String")}
    size = np.array([len(part) for part in PARTS])
    return Messages(data, np.array([3, 7, 7, 3]), np.arange(4) * 10, np.array(start), size, channels, len(data))


def test_the_bytes_of_each():
    messages = some()
    assert tuple(messages.message(k) for k in range(4)) == PARTS


def test_of_one_channel_and_of_some_indices():
    messages = some()
    own = messages.of(7)
    assert [own.message(k) for k in range(len(own.start))] == [PARTS[1], PARTS[2]]
    assert own.log_time.tolist() == [10, 20]
    assert own.channels == messages.channels
    picked = messages.pick(np.array([3, 0]))
    assert [picked.message(k) for k in range(2)] == [PARTS[3], PARTS[0]]
    assert not len(messages.of(1).start)
