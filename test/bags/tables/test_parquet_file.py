"""Tables from Parquet files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics import extras
from puma560_dynamics.bags.tables.parquet_file import read_parquet
from puma560_dynamics.errors import BagError, MissingDependencyError

pyarrow = pytest.importorskip("pyarrow")


def test_numbers_times_and_lists_are_columns(tmp_path: Path):
    import pyarrow.parquet

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
    (tmp_path / "run.parquet").write_bytes(b"t,q\n1,2\n")
    with pytest.raises(BagError, match="cannot be read as Parquet"):
        read_parquet(tmp_path / "run.parquet")


def test_a_missing_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(extras, "installed", lambda module: False)
    with pytest.raises(MissingDependencyError, match=r"pyarrow, which is not installed; run `pip install"):
        read_parquet(tmp_path / "run.parquet")
