"""MCAP files: their channels, their messages in order, and what one without its end still gives."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("rosbags")
pytest.importorskip("mcap")

from helpers.replay.bags import STORE, STRING, raw, write_messages

from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.bags.mcap_storage import McapStorage


def bag(folder: Path, compression: str | None = None) -> McapStorage:
    """Three texts on two topics."""
    messages = [
        raw(10 * k, topic, STRING, STORE.types[STRING](text))
        for k, (topic, text) in enumerate((("/a", "one"), ("/b", "two"), ("/a", "three")))
    ]
    path = write_messages(folder / "bag", messages, storage="mcap", compression=compression)
    return McapStorage(next(file for file in path.iterdir() if file.suffix != ".yaml"))


def read(storage: McapStorage, findings: Findings) -> list[tuple[int, str, bytes]]:
    """Time, topic and bytes of every message."""
    return [
        (int(piece.log_time[k]), piece.channels[int(piece.channel[k])].topic, piece.message(k))
        for piece in storage.messages(lambda channel: True, findings)
        for k in range(len(piece.start))
    ]


@pytest.mark.parametrize(("compression", "kind"), [(None, "none"), ("chunks", "chunks"), ("file", "file")])
def test_messages_come_as_they_were_written(tmp_path: Path, compression: str | None, kind: str):
    storage, findings = bag(tmp_path, compression), Findings()
    found = read(storage, findings)
    assert [(time, topic) for time, topic, _ in found] == [(0, "/a"), (10, "/b"), (20, "/a")]
    assert [text in data for (_, _, data), text in zip(found, (b"one", b"two", b"three"), strict=True)] == [True] * 3
    assert storage.whole and storage.compression == kind
    assert not findings.warnings


def test_the_summary_names_the_channels_and_without_it_reading_does(tmp_path: Path):
    storage = bag(tmp_path)
    channels = storage.channels()
    assert channels is not None and {channel.topic for channel in channels.values()} == {"/a", "/b"}
    whole = read(storage, Findings())
    data = storage.path.read_bytes()
    storage.path.write_bytes(data[: data.index(b"three") + 2])  # as after a loss of power
    assert storage.channels() is None
    findings = Findings()
    assert read(storage, findings) == whole[:2]
    assert not storage.whole
    assert findings.warnings
