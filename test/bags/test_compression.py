"""Files, chunks and messages decompressed; what breaks off gives what came before."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics.bags.compression import FileStream, decompress, decompress_messages, messages_compressed
from puma560_dynamics.bags.raw import Messages

zstandard = pytest.importorskip("zstandard")
lz4_frame = pytest.importorskip("lz4.frame")

CONTENT = np.random.default_rng(5).integers(0, 255, 100_000).astype(np.uint8).tobytes()
PACKED = {"zstd": zstandard.compress(CONTENT), "lz4": lz4_frame.compress(CONTENT), "": CONTENT}


@pytest.mark.parametrize("kind", PACKED)
def test_a_whole_chunk_comes_back(kind: str):
    assert decompress(kind, PACKED[kind]) == (CONTENT, True)


@pytest.mark.parametrize("kind", ["zstd", "lz4"])
def test_a_chunk_that_is_cut_off_gives_its_beginning(kind: str):
    found, _ = decompress(kind, PACKED[kind][: len(PACKED[kind]) // 2])
    assert 10_000 < len(found) < len(CONTENT)
    assert CONTENT.startswith(found)


def test_a_chunk_of_foreign_bytes_is_not_whole():
    for kind in ("zstd", "lz4"):
        assert decompress(kind, b"nonsense" * 10) == (b"", False)


def test_an_unknown_compression_is_named():
    with pytest.raises(ValueError, match="'gzip'; expected lz4, zstd or none"):
        decompress("gzip", b"")


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_reads_the_same_compressed_or_not(tmp_path: Path, packed: bool):
    path = tmp_path / "bag"
    path.write_bytes(PACKED["zstd"] if packed else CONTENT)
    stream = FileStream(path)
    assert stream.compressed is packed
    assert stream.read(10) + stream.read(1 << 20) == CONTENT
    assert stream.read(1) == b"" and not stream.broken
    assert stream.consumed == path.stat().st_size
    stream.close()


def test_a_file_that_is_not_what_it_begins_as_is_broken(tmp_path: Path):
    path = tmp_path / "bag"
    path.write_bytes(PACKED["zstd"][:5] + b"nonsense" * 100)
    stream = FileStream(path)
    assert stream.compressed
    assert stream.read(100) == b"" and stream.broken
    stream.close()


def test_messages_one_by_one_and_those_that_cannot_be_read_are_counted():
    parts = [zstandard.compress(b"one"), b"\x28\xb5\x2f\xfdjunk", zstandard.compress(b"three")]
    size = np.array([len(part) for part in parts])
    start = np.cumsum(size) - size
    messages = Messages(b"".join(parts), np.zeros(3, int), np.arange(3), start, size, {}, 0)
    assert messages_compressed(messages)
    found, lost = decompress_messages(messages)
    assert lost == 1
    assert [found.message(k) for k in range(2)] == [b"one", b"three"]
    assert found.log_time.tolist() == [0, 2]
    assert not messages_compressed(found)
