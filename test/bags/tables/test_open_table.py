"""Which files are tables."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics import extras
from puma560_dynamics.bags.tables.open_table import is_table, open_table, read_arrays, read_parquet
from puma560_dynamics.errors import BagError, MissingDependencyError


@pytest.mark.parametrize(
    "name", ["a.csv", "A.CSV", "a.b.csv.gz", "a.tsv", "a.txt", "a.dat", "a.npz", "a.npy", "a.parquet"]
)
def test_names_of_tables_are_recognised(name: str):
    assert is_table(Path(name))


@pytest.mark.parametrize("name", ["a.mcap", "a.db3", "a.db3.zstd", "a", "csv", "a.yaml"])
def test_other_names_are_not_taken_for_tables(name: str):
    assert not is_table(Path(name))


def test_each_kind_is_read(tmp_path: Path):
    (tmp_path / "a.csv").write_text("1,2\n3,4\n")
    np.save(tmp_path / "a.npy", [[1.0, 2.0], [3.0, 4.0]])
    for name in ("a.csv", "a.npy"):
        np.testing.assert_array_equal(np.column_stack(open_table(tmp_path / name).columns), [[1.0, 2.0], [3.0, 4.0]])


def test_what_is_not_there_is_refused(tmp_path: Path):
    with pytest.raises(BagError, match="not a file"):
        open_table(tmp_path / "a.csv")


T, Q = np.arange(5.0), np.arange(10.0).reshape(5, 2)


def test_an_npz_file_has_arrays_by_name(tmp_path: Path):
    np.savez(tmp_path / "run.npz", t=T, q=Q, rate=500.0, names=np.array(["a", "b"]))
    table = read_arrays(tmp_path / "run.npz")
    assert (table.names, table.kind) == (("t", "q[0]", "q[1]"), "npz")
    np.testing.assert_array_equal(np.column_stack(table.columns), np.column_stack((T, Q)))


def test_an_npy_file_has_one_array(tmp_path: Path):
    np.save(tmp_path / "run.npy", Q)
    np.testing.assert_array_equal(np.column_stack(read_arrays(tmp_path / "run.npy").columns), Q)


def test_objects_and_damage_are_refused(tmp_path: Path):
    np.savez(tmp_path / "objects.npz", q=np.array([{}, None], dtype=object))
    with pytest.raises(BagError, match="Python objects"):
        read_arrays(tmp_path / "objects.npz")
    (tmp_path / "cut.npz").write_bytes((tmp_path / "objects.npz").read_bytes()[:40])
    with pytest.raises(BagError, match="damaged"):
        read_arrays(tmp_path / "cut.npz")


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
