"""Tables from text: header or none, and every fault with its line and column."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics.bags.tables import text_pieces
from puma560_dynamics.bags.tables.csv_file import csv_source, first_lines
from puma560_dynamics.bags.tables.table import Table
from puma560_dynamics.errors import BagError

VALUES = np.array([[0.0, 1.5, -2.0], [0.1, 2.5, 1e-3]])


def read_csv(path: Path, delimiter: str = "") -> Table:
    return csv_source(path, delimiter).whole()


def written(folder: Path, text: str) -> Path:
    path = folder / "run.csv"
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("text", "names", "lines"),
    [
        ("0,1.5,-2\n0.1,2.5,1e-3\n", (), [1, 2]),
        ("t,q 1,q2\n0,1.5,-2\n0.1,2.5,1e-3\n", ("t", "q 1", "q2"), [2, 3]),
        ("# t q1 q2\n0 1.5 -2\n\n0.1 2.5 1e-3", ("t", "q1", "q2"), [2, 4]),
        ("# t, q1, q2\n0 1.5 -2\n0.1 2.5 1e-3\n", (), [2, 3]),
        ("t;q1;q2\n0;1,5;-2\n0,1;2,5;1e-3\n", ("t", "q1", "q2"), [2, 3]),
        ("0,1.5,-2,\n0.1,2.5,1e-3,\n", (), [1, 2]),
    ],
)
def test_a_table_is_read(tmp_path: Path, text: str, names: tuple[str, ...], lines: list[int]):
    table = read_csv(written(tmp_path, text))
    np.testing.assert_array_equal(np.column_stack(table.columns), VALUES)
    assert table.lines is not None
    assert (list(table.lines), table.kind, table.rows) == (lines, "csv", 2)
    if names or "#" not in text:
        assert table.names == names


def test_numbers_are_those_of_the_text(tmp_path: Path):
    values = np.random.default_rng(1).normal(size=(50, 4)) * 10.0 ** np.arange(-8, 8, 4)
    text = "\n".join(",".join(map(repr, row)) for row in values.tolist())
    np.testing.assert_array_equal(np.column_stack(read_csv(written(tmp_path, text + "\n")).columns), values)


@pytest.mark.parametrize(("header", "names"), [("", ()), ("when,mode,q1\n", ("when", "mode", "q1"))])
def test_times_and_words_are_no_header(tmp_path: Path, header: str, names: tuple[str, ...]):
    rows = "2026-01-01 00:00:00,run,1\n2026-01-01 00:00:01,run,2\n"
    table = read_csv(written(tmp_path, header + rows))
    assert (table.names, table.rows) == (names, 2)
    assert table.columns[0].dtype.kind == "M"
    np.testing.assert_array_equal(table.columns[2], [1.0, 2.0])


def test_an_empty_field_is_nan(tmp_path: Path):
    table = read_csv(written(tmp_path, "t,q\n0,\n1,2\n"))
    np.testing.assert_array_equal(table.columns[1], [np.nan, 2.0])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("t,q\n0,1\n1,abc\n", "run.csv, line 3, column 1 \\(\"q\"\\): 'abc' is not a number"),
        ("0,1\n1,2\n2,3 rad\n", "run.csv, line 3, column 1: '3 rad' is not a number"),
        ("0,1\n" * 60 + "1,2,3\n", "line 61: 3 columns where the lines before have 2"),
        ("t,q\n", "no line of numbers"),
    ],
)
def test_a_fault_has_its_line(tmp_path: Path, text: str, words: str):
    with pytest.raises(BagError, match=words):
        read_csv(written(tmp_path, text))


def test_a_last_line_that_was_cut_off_is_left_out(tmp_path: Path):
    table = read_csv(written(tmp_path, "0,1,2\n" * 60 + "1,2"))
    assert table.rows == 60
    assert "line, 61, ends early" in table.notes[0]


def test_a_wrong_delimiter_is_refused(tmp_path: Path):
    with pytest.raises(BagError, match="comma does"):
        read_csv(written(tmp_path, "0,1,2\n1,2,3\n"), ";")


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
    lines = first_lines(path)
    assert (lines.texts, lines.numbers, lines.remark) == (["0 1", "2 3"], [4, 6], "t q")
    table = read_csv(path)
    assert table.lines is not None
    assert (table.names, table.lines.tolist()) == (("t", "q"), [4, 6])


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
        read_csv(path)


def test_a_missing_file_is_refused(tmp_path: Path):
    with pytest.raises(BagError, match="no such file"):
        read_csv(tmp_path / "none.csv")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("size", [1, 7, 64, 1 << 20])
def test_pieces_of_any_size_have_the_same_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str, size: int):
    monkeypatch.setattr(text_pieces, "PIECE", size)
    values = np.random.default_rng(1).normal(size=(200, 3))
    lines = ["# made", "t,q1,q2", *(",".join(map(repr, row)) for row in values.tolist())]
    lines[100:100] = ["", "# a remark"]
    path = tmp_path / "run.csv"
    path.write_bytes((end.join(lines) + end).encode())
    table = read_csv(path)
    np.testing.assert_array_equal(np.column_stack(table.columns), values)
    assert table.lines is not None
    assert table.lines.tolist() == [*range(3, 101), *range(103, 205)]


def test_a_column_of_words_stays_one_in_later_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(text_pieces, "PIECE", 64)
    rows = [f"{k},run,{2 * k}" for k in range(100)]
    table = read_csv(written(tmp_path, "t,mode,q1\n" + "\n".join(rows) + "\n"))
    np.testing.assert_array_equal(table.columns[2], 2.0 * np.arange(100))
    assert np.isnan(table.columns[1]).all()
    rows[90] = "90,7,180"
    with pytest.raises(BagError, match=r"run.csv, line 2, column 1 \(\"mode\"\): 'run' is not a number"):
        read_csv(written(tmp_path, "t,mode,q1\n" + "\n".join(rows) + "\n"))
    rows[90] = "90,run,word"
    with pytest.raises(BagError, match=r"run.csv, line 92, column 2 \(\"q1\"\): 'word' is not a number"):
        read_csv(written(tmp_path, "t,mode,q1\n" + "\n".join(rows) + "\n"))


def test_columns_that_are_not_needed_are_checked_once(tmp_path: Path):
    source = csv_source(written(tmp_path, "t,q,x\n0,1,2\n1,2,wrong\n2,3,4\n"))
    with pytest.raises(BagError, match="line 3, column 2"):
        list(source.blocks({0, 1}))
    source = csv_source(written(tmp_path, "t,q,x\n0,1,2\n1,2,3\n"))
    for _ in range(2):
        (block,) = source.blocks({0, 1})
        np.testing.assert_array_equal(block.columns[1], [1.0, 2.0])
        assert np.isnan(block.columns[2]).all()


def test_too_many_columns_are_refused(tmp_path: Path):
    with pytest.raises(BagError, match="has 20,000 columns"):
        csv_source(written(tmp_path, ",".join(["1"] * 20_000) + "\n"))
