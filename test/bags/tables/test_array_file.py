"""Tables from NPZ and NPY files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics.bags.tables.array_file import read_arrays
from puma560_dynamics.errors import BagError

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
