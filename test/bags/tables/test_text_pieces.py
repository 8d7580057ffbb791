"""Text files are read in pieces of whole lines, and what expands without end is refused."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from puma560_dynamics.bags.tables import text_pieces as module
from puma560_dynamics.bags.tables.text_pieces import text_pieces
from puma560_dynamics.errors import BagError

TEXT = "".join(f"{k},ä\n" for k in range(1000))


@pytest.mark.parametrize("size", [4, 5, 100, 1 << 20])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("packed", [False, True])
def test_pieces_are_whole_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, encoding: str, packed: bool
):
    monkeypatch.setattr(module, "PIECE", size)
    data = (TEXT + "last").encode(encoding)
    path = tmp_path / "run.csv"
    path.write_bytes(gzip.compress(data, mtime=0) if packed else data)
    pieces = list(text_pieces(path))
    assert b"".join(piece.data for piece in pieces).decode() == TEXT + "last"
    assert all(piece.data.endswith(b"\n") and piece.ended for piece in pieces[:-1])
    assert (pieces[-1].data, pieces[-1].ended, pieces[-1].read) == (b"last", False, 1.0)
    assert [piece.read for piece in pieces] == sorted(piece.read for piece in pieces)


def test_an_endless_line_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "LONGEST_LINE", 1 << 20)
    monkeypatch.setattr(module, "PIECE", 1 << 18)
    path = tmp_path / "run.csv.gz"
    path.write_bytes(gzip.compress(b"1," * (1 << 20), mtime=0))
    with pytest.raises(BagError, match="has a line of more than 1 MB"):
        list(text_pieces(path))


def test_what_expands_implausibly_is_refused_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "LARGE", 1 << 20)
    monkeypatch.setattr(module, "PIECE", 1 << 16)
    path = tmp_path / "run.csv.gz"
    path.write_bytes(gzip.compress(b"0,0,0\n" * (1 << 20), mtime=0))
    read = 0
    with pytest.raises(BagError, match=r"expands to more than 0\.00\d+ GB in a file of 0\.0\d+ MB.*rows=0:"):
        for piece in text_pieces(path):
            read += len(piece.data)
    assert read <= 2 << 20
