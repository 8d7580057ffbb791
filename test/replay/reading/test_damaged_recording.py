"""Recordings of a robot that lost power, and of a disk that lost bits: read as far as they go, and reported so."""

from __future__ import annotations

import shutil
import sqlite3
import struct
from pathlib import Path

import numpy as np
import pytest
from helpers.replay.bags import JOINTS, random_states, state_messages
from helpers.replay.whole_bags import COUNT, KINDS, assert_among, copy, other_tool, read, storage_file

from puma560_dynamics.errors import BagError
from puma560_dynamics.replay.reading.samples import JointSamples


@pytest.mark.parametrize("share", [0.999, 0.83, 0.5, 0.21])
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind[0] == "mcap"], ids=str)
def test_an_mcap_that_ends_early_is_read_to_its_last_whole_message(tmp_path, bags, expected, kind, share):
    recording, found, findings = read(cut(bags[kind], tmp_path, share))
    assert_among(found, expected)
    count = len(found.stamp)
    np.testing.assert_array_equal(found.stamp, expected.stamp[:count])
    # The rest of the file holds its share of the messages, but for one block of a compressor.
    assert count >= share * COUNT * 0.97 - 1200
    assert findings.warnings and not recording.files[0].whole


@pytest.mark.parametrize("share", [0.999, 0.83, 0.5, 0.21])
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind[0] == "sqlite3"], ids=str)
def test_a_database_that_ends_early_gives_what_its_pages_still_lead_to(tmp_path, bags, expected, kind, share):
    """Where the page that leads to all others is gone, it is refused in a sentence."""
    bag = cut(bags[kind], tmp_path, share)
    try:
        recording, found, findings = read(bag)
    except BagError:
        assert share < 0.99
        return
    assert_among(found, expected)
    assert findings.warnings and not recording.files[0].whole
    if share > 0.99:
        assert len(found.stamp) > 0.9 * COUNT


def cut(bag: Path, folder: Path, share: float) -> Path:
    """A copy of the bag, of whose file the first part is left and no metadata.yaml."""
    bag = copy(bag, folder)
    file = storage_file(bag)
    content = file.read_bytes()
    file.write_bytes(content[: int(share * len(content))])
    (bag / "metadata.yaml").unlink()
    return bag


def test_cut_anywhere(tmp_path, expected):
    """No place at which a small file may end is worse than another; chunks, and then none."""
    part = JointSamples(*(v[:9] for v in (expected.stamp, expected.log_time, expected.position, expected.velocity,
                                          expected.effort)))  # fmt: skip
    for chunking in (True, False):
        path = tmp_path / f"{chunking}.mcap"
        other_tool(path, part, chunk_size=900, chunking=chunking)
        content = path.read_bytes()
        last = -1
        for size in range(8, len(content) - 8, 31):  # 8 bytes of magic close the file
            path.write_bytes(content[:size])
            try:
                _, found, findings = read(path)
            except BagError:
                assert last <= 0
                continue
            assert_among(found, part)
            assert len(found.stamp) >= last and findings.warnings
            last = len(found.stamp)
        assert last == 9


def test_a_chunk_with_a_wrong_checksum_is_left_out_and_the_rest_is_read(tmp_path, expected):
    path = tmp_path / "a.mcap"
    other_tool(path, expected)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0x10
    path.write_bytes(content)
    recording, found, findings = read(path)
    assert_among(found, expected)
    assert COUNT - 80 < len(found.stamp) < COUNT
    assert [finding.kind for finding in findings.warnings] == ["damaged_chunk"]
    assert "checksum" in findings.warnings[0].message and not recording.files[0].whole


def test_a_head_that_is_damaged_costs_its_chunk_alone(tmp_path, bags, expected):
    """The next chunk is found by its looks."""
    bag = copy(bags["mcap", None], tmp_path)
    file = storage_file(bag)
    content = bytearray(file.read_bytes())
    heads = [at for at in range(len(content)) if content[at] == 6 and content[at + 37 : at + 41] == b"\0\0\0\0"
             and 10**5 < struct.unpack_from("<Q", content, at + 1)[0] < 10**7]  # fmt: skip
    content[heads[1] + 6] = 0xFF  # a length of terabytes
    file.write_bytes(content)
    _, found, findings = read(bag)
    assert_among(found, expected)
    assert len(found.stamp) > COUNT - 4000
    assert found.stamp[-1] == expected.stamp[-1]
    assert {"damaged_file"} <= {finding.kind for finding in findings.warnings}


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_flipped_bits_never_make_a_traceback(tmp_path, bags, kind):
    rng = np.random.default_rng(11)
    bag = copy(bags[kind], tmp_path)
    file = storage_file(bag)
    whole = file.read_bytes()[: 300_000 if kind[0] == "mcap" else None]
    for _ in range(12):
        content = bytearray(whole)
        for at in rng.integers(0, len(content) if rng.random() < 0.5 else 400, 4):
            content[at] ^= 1 << rng.integers(8)
        file.write_bytes(content)
        try:
            _, found, _ = read(bag)
        except BagError:
            continue
        assert found.position.shape == (len(found.stamp), 6)


@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_a_database_whose_journal_is_still_there(tmp_path, bags, mode):
    """A write-ahead log holds what the file does not, a rollback journal is played back; neither is touched."""
    live = copy(bags["sqlite3", None], tmp_path)
    file = storage_file(live)
    database = sqlite3.connect(file, isolation_level=None)
    database.execute(f"PRAGMA journal_mode={mode}")
    database.execute("PRAGMA wal_autocheckpoint=0")
    database.execute("PRAGMA cache_size=5")  # a transaction that is not over yet reaches the disk
    database.execute("BEGIN")
    database.execute("DELETE FROM messages WHERE id > 7000")
    if mode == "wal":
        database.execute("COMMIT")
    crashed = Path(shutil.copytree(live, tmp_path / "crashed"))
    (crashed / "metadata.yaml").unlink()
    database.close()
    journals = [path for path in crashed.iterdir() if path.suffix != ".db3" and not path.name.endswith("-shm")]
    assert journals
    before = {path: path.read_bytes() for path in crashed.iterdir()}
    _, found, findings = read(crashed)
    assert len(found.stamp) == (7000 if mode == "wal" else COUNT)
    assert not findings.warnings
    assert {path: path.read_bytes() for path in crashed.iterdir()} == before


def test_pages_that_are_damaged_in_the_middle_of_a_database(tmp_path, bags, expected):
    bag = copy(bags["sqlite3", None], tmp_path)
    file = storage_file(bag)
    content = bytearray(file.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 4096] = bytes(4096)
    file.write_bytes(content)
    _, found, findings = read(bag)
    assert_among(found, expected)
    assert COUNT - 200 < len(found.stamp) < COUNT
    assert found.stamp[-1] == expected.stamp[-1]
    assert {"damaged_file", "lost_messages"} == {finding.kind for finding in findings.warnings}


@pytest.mark.parametrize("length", [1 << 40, 1 << 63, (1 << 64) - 9])
def test_a_length_that_cannot_be_ends_its_chunk_and_no_more(tmp_path, expected, length):
    path = tmp_path / "a.mcap"
    other_tool(path, expected)
    content = bytearray(path.read_bytes())
    usual = len(state_messages("/joint_states", JOINTS, random_states(np.random.default_rng(0), 1))[0].data) + 22
    at = content.index(struct.pack("<BQ", 0x05, usual), len(content) // 2)
    content[at + 1 : at + 9] = struct.pack("<Q", length)
    path.write_bytes(_without_checksums(content))
    recording, found, findings = read(path)
    assert_among(found, expected)
    assert 0.98 * COUNT < len(found.stamp) < COUNT and findings.warnings and not recording.files[0].whole


def _without_checksums(content: bytearray) -> bytes:
    """The same file with zero, which is none, for the checksum of every chunk."""
    at = 8
    while content[at] != 0x0F:
        (length,) = struct.unpack_from("<Q", content, at + 1)
        if content[at] == 0x06:
            content[at + 9 + 24 : at + 9 + 28] = bytes(4)
        at += 9 + length
    return bytes(content)


@pytest.mark.parametrize("column", ["timestamp", "topic_id", "data"])
def test_rows_of_a_database_with_a_hole(tmp_path, bags, expected, column):
    bag = copy(bags["sqlite3", None], tmp_path)
    with sqlite3.connect(storage_file(bag)) as database:
        rows = database.execute("SELECT sql FROM sqlite_master WHERE name = 'messages'").fetchone()[0]
        database.execute("ALTER TABLE messages RENAME TO old")
        database.execute(rows.replace("NOT NULL", ""))
        database.execute("INSERT INTO messages SELECT * FROM old")
        database.execute(f"UPDATE messages SET {column} = NULL WHERE id = 100")
    recording, found, findings = read(bag)
    assert_among(found, expected)
    assert len(found.stamp) == COUNT - 1 and not recording.files[0].whole
    assert any(finding.kind == "damaged_file" for finding in findings.warnings)
