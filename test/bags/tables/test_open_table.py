"""Which files are tables."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics.bags.tables.open_table import is_table, open_table
from puma560_dynamics.errors import BagError


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
        np.testing.assert_array_equal(
            np.column_stack(open_table(tmp_path / name).whole().columns), [[1.0, 2.0], [3.0, 4.0]]
        )


def test_what_is_not_there_is_refused(tmp_path: Path):
    with pytest.raises(BagError, match="not a file"):
        open_table(tmp_path / "a.csv")
