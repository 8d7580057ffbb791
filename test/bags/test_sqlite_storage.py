"""SQLite files: their channels, their messages in order, and only the bytes that are wanted."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("rosbags")

from helpers.replay.bags import STORE, STRING, raw, write_messages

from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.bags.sqlite_storage import SqliteStorage


def bag(folder: Path, compression: str | None = None) -> SqliteStorage:
    """Three texts on two topics."""
    messages = [
        raw(10 * k, topic, STRING, STORE.types[STRING](text))
        for k, (topic, text) in enumerate((("/a", "one"), ("/b", "two"), ("/a", "three")))
    ]
    path = write_messages(folder / "bag", messages, storage="sqlite3", compression=compression)
    return SqliteStorage(next(file for file in path.iterdir() if file.suffix != ".yaml"))


def read(storage: SqliteStorage, findings: Findings) -> list[tuple[int, str, bytes]]:
    """Time, topic and bytes of every message."""
    return [
        (int(piece.log_time[k]), piece.channels[int(piece.channel[k])].topic, piece.message(k))
        for piece in storage.messages(lambda channel: channel.topic == "/a", findings)
        for k in range(len(piece.start))
    ]


@pytest.mark.parametrize(("compression", "kind"), [(None, "none"), ("file", "file")])
def test_messages_come_in_order_and_unwanted_ones_without_their_bytes(
    tmp_path: Path, compression: str | None, kind: str
):
    storage, findings = bag(tmp_path, compression), Findings()
    found = read(storage, findings)
    assert [(time, topic) for time, topic, _ in found] == [(0, "/a"), (10, "/b"), (20, "/a")]
    assert b"one" in found[0][2] and b"three" in found[2][2]
    assert found[1][2] == b""
    assert storage.whole and storage.compression == kind
    assert not findings.warnings


def test_channels_are_those_of_the_table(tmp_path: Path):
    channels = bag(tmp_path).channels()
    assert channels is not None
    assert {(channel.topic, channel.type) for channel in channels.values()} == {("/a", STRING), ("/b", STRING)}


def test_a_file_that_is_no_database_is_a_loss(tmp_path: Path):
    storage = bag(tmp_path)
    storage.path.write_bytes(storage.path.read_bytes()[:100])
    assert storage.channels() is None
    findings = Findings()
    assert read(storage, findings) == []
    assert not storage.whole
    assert [found.kind for found in findings.warnings] == ["damaged_file"]
