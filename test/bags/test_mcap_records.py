"""Records of an MCAP file: chunks, indices, and two ways to find the messages of a chunk that agree."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from puma560_dynamics.bags.mcap_records import (
    CHANNEL,
    HEAD,
    MESSAGE,
    SCHEMA,
    read_chunk,
    read_index,
    walk,
    walk_by_index,
)


def record(code: int, size: int) -> bytes:
    """A record with so many bytes of content."""
    return HEAD.pack(code, size) + bytes(size)


KINDS = (SCHEMA, CHANNEL, MESSAGE, MESSAGE, CHANNEL, MESSAGE)
CONTENT = b"".join(record(code, 30 + k) for k, code in enumerate(KINDS))
PLACES = np.cumsum([0, *(39 + k for k in range(len(KINDS)))])
MESSAGES = [int(at) for at, code in zip(PLACES, KINDS, strict=False) if code == MESSAGE]


def test_a_chunk_is_walked_to_its_end():
    messages, others, end = walk(CONTENT)
    assert messages == MESSAGES
    assert others == [int(PLACES[k]) for k in (0, 1, 4)]
    assert end == len(CONTENT)


@pytest.mark.parametrize("cut", [1, 20, 41])
def test_the_walk_ends_at_what_is_not_whole(cut: int):
    messages, _, end = walk(CONTENT[:-cut])
    assert messages == MESSAGES[:-1]
    assert end == PLACES[-2]
    assert walk(CONTENT[: PLACES[3]] + b"\x0f" + CONTENT[PLACES[3] + 1 :])[2] == PLACES[3]


def test_by_its_index_a_chunk_gives_the_same():
    positions, others, end = walk_by_index(CONTENT, np.array(MESSAGES[::-1])) or pytest.fail("the index fits")
    assert (positions.tolist(), others, end) == walk(CONTENT)


@pytest.mark.parametrize("index", [[], MESSAGES[1:], [at + 1 for at in MESSAGES], [*MESSAGES, 10**6], [-5, *MESSAGES]])
def test_an_index_that_does_not_fit_is_not_used(index: list[int]):
    assert walk_by_index(CONTENT, np.array(index, dtype=np.int64)) is None


def test_an_index_record():
    entries = [(100, 7), (200, 0), (300, 2**40)]
    content = struct.pack("<HI", 1, 16 * len(entries)) + b"".join(struct.pack("<QQ", *entry) for entry in entries)
    assert read_index(content).tolist() == [7, 0, 2**40]
    assert read_index(content[:10]).tolist() == []


def test_a_chunk_record_whole_and_cut_off():
    content = struct.pack("<QQQII", 5, 9, 1000, 77, 3) + b"lz4" + struct.pack("<Q", 10) + b"0123456789"
    chunk = read_chunk(content)
    assert chunk is not None
    assert (chunk.first, chunk.last, chunk.size, chunk.crc, chunk.compression) == (5, 9, 1000, 77, "lz4")
    assert chunk.data == b"0123456789"
    cut = read_chunk(content[:-4])
    assert cut is not None and cut.data == b"012345"
    assert read_chunk(content[:20]) is None
