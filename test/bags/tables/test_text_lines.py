"""Lines of texts in several encodings, and what is not a text."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from puma560_dynamics.bags.tables.text_lines import read_lines
from puma560_dynamics.errors import BagError

TEXT = "# recorded on Monday\n# t q\n\n0 1\n# a remark\n2 3\n"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        gzip.compress(TEXT.encode(), mtime=0),
        TEXT.encode("utf-16"),
        TEXT.replace("\n", "\r\n").encode("utf-8-sig"),
    ],
    ids=["utf-8", "gzip", "utf-16", "windows"],
)
def test_lines_keep_their_numbers(tmp_path: Path, data: bytes):
    path = tmp_path / "run.csv"
    path.write_bytes(data)
    lines = read_lines(path)
    assert (list(lines.texts), list(lines.numbers), lines.remark, lines.ended) == (["0 1", "2 3"], [4, 6], "t q", True)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"# only this\n", "is empty"),
        (b"\x89PNG\x00\x01\xff\xfe", "is not a text"),
        (gzip.compress(b"1,2\n" * 100, mtime=0)[:-20], "damaged"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path: Path, data: bytes, words: str):
    path = tmp_path / "run.csv"
    path.write_bytes(data)
    with pytest.raises(BagError, match=words):
        read_lines(path)


def test_a_missing_file_is_refused(tmp_path: Path):
    with pytest.raises(BagError, match="no such file"):
        read_lines(tmp_path / "none.csv")
