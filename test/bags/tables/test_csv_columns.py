"""Lines become columns of numbers, times or words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics.bags.tables import csv_columns
from puma560_dynamics.bags.tables.csv_columns import CsvColumns
from puma560_dynamics.bags.tables.delimiters import Dialect
from puma560_dynamics.bags.tables.table import Column
from puma560_dynamics.errors import BagError

PATH = Path("run.csv")


def columns(*texts: str, names: tuple[str, ...] = ()) -> tuple[Column, ...]:
    return CsvColumns(PATH, Dialect(","), names, 2).converted(texts, range(1, len(texts) + 1))


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


@pytest.mark.parametrize(
    ("text", "delimiter", "comma"),
    [
        ("1,2.5e-3,-inf\n, 4.25 ,nan\n", ",", False),
        ("1;2,5e-3;-inf\n;4,25;NaN\n", ";", True),
        ("1\t2.5e-3\t-inf\r\n\t4.25\tnan\r\n", "\t", False),
    ],
)
def test_the_fast_parser_gives_the_same_numbers(text: str, delimiter: str, comma: bool):
    pytest.importorskip("pyarrow")
    dialect = Dialect(delimiter, comma)
    fast = CsvColumns(PATH, dialect, (), 3).parsed(text.encode(), 1, None)
    assert fast is not None
    np.testing.assert_array_equal(fast, CsvColumns(PATH, dialect, (), 3).converted(text.splitlines(), (1, 2)))
    np.testing.assert_array_equal(fast, [[1.0, np.nan], [0.0025, 4.25], [-np.inf, np.nan]])


def test_random_numbers_are_equal_to_the_last_bit():
    pytest.importorskip("pyarrow")
    values = np.random.default_rng(1).normal(size=(500, 4)) * 10.0 ** np.arange(-8, 8, 4)
    text = "\n".join(",".join(map(repr, row)) for row in values.tolist()) + "\n"
    np.testing.assert_array_equal(CsvColumns(PATH, Dialect(","), (), 4).parsed(text.encode(), 1, None), values.T)


@pytest.mark.parametrize("text", ["1,2\n3\n", "1,2\n\n3,4\n", "1,2\n# x\n", '"1",2\n', "1,word\n", "1,2,3\n"])
def test_other_forms_are_not_parsed_fast(text: str):
    assert CsvColumns(PATH, Dialect(","), (), 2).parsed(text.encode(), 1, None) is None


def test_without_pyarrow_nothing_is_parsed_fast(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(csv_columns, "installed", lambda module: False)
    assert CsvColumns(PATH, Dialect(","), (), 2).parsed(b"1,2\n", 1, None) is None
