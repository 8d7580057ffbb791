"""Parquet files are read batch by batch: numbers, times and lists of numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics import extras
from puma560_dynamics.bags.tables import parquet_file, source
from puma560_dynamics.bags.tables.parquet_file import parquet_source
from puma560_dynamics.bags.tables.table import Table
from puma560_dynamics.errors import BagError, MissingDependencyError


def read_parquet(path: Path) -> Table:
    return parquet_source(path).whole()


def test_numbers_times_and_lists_are_columns(tmp_path: Path):
    pyarrow = pytest.importorskip("pyarrow")
    pytest.importorskip("pyarrow.parquet")
    q = np.arange(6.0).reshape(3, 2)
    columns = {
        "t": pyarrow.array(np.arange(3) * 10**9, pyarrow.timestamp("ns")),
        "q": pyarrow.array(q.tolist()),
        "tau1": pyarrow.array([1.0, None, 3.0]),
        "name": ["a", "b", "c"],
    }
    pyarrow.parquet.write_table(pyarrow.table(columns), tmp_path / "run.parquet")
    table = read_parquet(tmp_path / "run.parquet")
    assert table.names == ("t", "q[0]", "q[1]", "tau1")
    np.testing.assert_array_equal(np.column_stack(table.columns[1:]), np.column_stack((q, [1.0, np.nan, 3.0])))
    assert table.columns[0].dtype.kind == "M"


def test_what_is_no_parquet_is_refused(tmp_path: Path):
    pytest.importorskip("pyarrow")
    (tmp_path / "run.parquet").write_bytes(b"t,q\n1,2\n")
    with pytest.raises(BagError, match="cannot be read as Parquet"):
        read_parquet(tmp_path / "run.parquet")


def test_a_missing_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(extras, "installed", lambda module: False)
    with pytest.raises(MissingDependencyError, match=r"pyarrow, which is not installed; run `pip install"):
        read_parquet(tmp_path / "run.parquet")


def test_batches_of_any_size_have_the_same_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    pyarrow = pytest.importorskip("pyarrow")
    pytest.importorskip("pyarrow.parquet")
    q = np.random.default_rng(1).normal(size=(50, 3))
    lists = [None if k == 7 else row for k, row in enumerate(q.tolist())]
    columns = {
        "robot.t": np.arange(50),
        "q": pyarrow.array(lists),
        "fixed": pyarrow.array(lists, pyarrow.list_(pyarrow.float32(), 3)),
    }
    pyarrow.parquet.write_table(pyarrow.table(columns), tmp_path / "run.parquet", row_group_size=20)
    q[7] = np.nan
    for rows in (1, 6, 1000):
        monkeypatch.setattr(source, "ROWS_PER_BLOCK", rows)
        opened = parquet_source(tmp_path / "run.parquet")
        table = opened.whole()
        assert (opened.rows, table.names[0], table.read) == (50, "robot.t", 1.0)
        np.testing.assert_array_equal(np.column_stack(table.columns[1:4]), q)
        np.testing.assert_array_equal(np.column_stack(table.columns[4:]), q.astype(np.float32))
    (block,) = opened.blocks({0}, size=1000)
    np.testing.assert_array_equal(block.columns[0], np.arange(50))
    assert np.isnan(block.columns[1]).all()


def test_lists_of_other_lengths_are_refused_with_their_rows(tmp_path: Path):
    pyarrow = pytest.importorskip("pyarrow")
    pytest.importorskip("pyarrow.parquet")
    lists = [[1.0, 2.0]] * 150 + [[1.0]] + [[1.0, 2.0]] * 49
    pyarrow.parquet.write_table(pyarrow.table({"t": np.arange(200), "q": lists}), tmp_path / "run.parquet")
    with pytest.raises(BagError, match=r"run.parquet, rows 0 to 199, q: lists of other lengths than 2"):
        read_parquet(tmp_path / "run.parquet")


def test_lists_too_long_for_joints_are_skipped(tmp_path: Path):
    pyarrow = pytest.importorskip("pyarrow")
    pytest.importorskip("pyarrow.parquet")
    image = [[0.0] * 20_000] * 3
    pyarrow.parquet.write_table(
        pyarrow.table({"t": np.arange(3), "q1": np.ones(3), "image": image}), tmp_path / "run.parquet"
    )
    assert read_parquet(tmp_path / "run.parquet").names == ("t", "q1")


def test_a_part_that_grows_too_much_is_refused_unless_it_is_not_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    pyarrow = pytest.importorskip("pyarrow")
    pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(parquet_file, "LARGE", 4000)
    monkeypatch.setattr(parquet_file, "EXPANDED", 10)
    table = pyarrow.table({"t": np.random.default_rng(1).normal(size=5000), "q1": np.zeros(5000)})
    pyarrow.parquet.write_table(table, tmp_path / "run.parquet", use_dictionary=False)
    opened = parquet_source(tmp_path / "run.parquet")
    with pytest.raises(BagError, match=r"has a column q1 of .* GB in a file"):
        opened.whole()
    assert sum(block.rows for block in opened.blocks({0})) == 5000
