"""Tables from text: header or none, and every fault with its line and column."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics.bags.tables.csv_file import csv_columns, read_csv, read_lines
from puma560_dynamics.bags.tables.delimiters import Dialect
from puma560_dynamics.bags.tables.table import Column
from puma560_dynamics.errors import BagError

VALUES = np.array([[0.0, 1.5, -2.0], [0.1, 2.5, 1e-3]])


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


PATH = Path("run.csv")


def columns(*texts: str, names: tuple[str, ...] = ()) -> tuple[Column, ...]:
    return csv_columns(PATH, Dialect(","), texts, range(1, len(texts) + 1), names, 2)


@pytest.mark.parametrize("zone", ["", "Z", "+00:00"])
def test_dates_and_times_are_times(zone: str):
    time, value = columns(f"2026-01-01T00:00:00.25{zone},1", f"2026-01-01 00:00:01{zone},2")
    np.testing.assert_array_equal(time, np.array(["2026-01-01T00:00:00.25", "2026-01-01T00:00:01"], "datetime64[ns]"))
    np.testing.assert_array_equal(value, [1.0, 2.0])


def test_words_become_nan_and_numbers_stay():
    mode, value = columns("run,1", "stop,2")
    assert np.isnan(mode).all()
    np.testing.assert_array_equal(value, [1.0, 2.0])


def test_a_word_among_numbers_has_its_place():
    with pytest.raises(BagError, match=r'run\.csv, line 2, column 1 \("q"\): \'stop\' is not a number'):
        columns("0,1", "1,stop", "2,3", names=("t", "q"))
    with pytest.raises(BagError, match=r"run\.csv, line 3: 1 columns where the lines before have 2"):
        columns("0,1", "1,2", "2")


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
