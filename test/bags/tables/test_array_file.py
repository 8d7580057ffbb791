"""Arrays in NPZ and NPY files are read row by row, in whatever order they are stored."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics.bags.tables import source
from puma560_dynamics.bags.tables.array_file import array_source
from puma560_dynamics.bags.tables.table import Table
from puma560_dynamics.errors import BagError


def read_arrays(path: Path) -> Table:
    return array_source(path).whole()


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


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
@pytest.mark.parametrize("rows", [1, 4, 1000])
def test_blocks_of_any_size_have_the_same_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, save, rows: int):
    monkeypatch.setattr(source, "ROWS_PER_BLOCK", rows)
    by_columns = np.asfortranarray(np.random.default_rng(1).normal(size=(30, 3)))
    arrays = {"t": np.arange(30), "q": by_columns, "tau": by_columns.astype(">f4") + 1, "mode": np.array(["run"] * 30)}
    save(tmp_path / "run.npz", **arrays)
    opened = array_source(tmp_path / "run.npz")
    assert opened.rows == 30
    blocks = list(opened.blocks(size=rows))
    assert blocks[-1].read == 1.0
    joined = [np.concatenate(parts) for parts in zip(*(block.columns for block in blocks), strict=True)]
    np.testing.assert_array_equal(np.column_stack(joined[1:4]), by_columns)
    np.testing.assert_array_equal(np.column_stack(joined[4:7]), arrays["tau"])
    assert np.isnan(joined[7]).all()
    (block,) = opened.blocks({0, 2}, size=1000)
    assert np.isfinite(block.columns[2]).all() and np.isnan(block.columns[4]).all()


def test_fields_of_an_array_are_columns(tmp_path: Path):
    array = np.zeros(4, dtype=[("t", float), ("q", float, (2,))])
    array["q"] = np.arange(8.0).reshape(4, 2)
    np.save(tmp_path / "run.npy", array)
    table = read_arrays(tmp_path / "run.npy")
    assert table.names == ("t", "q[0]", "q[1]")
    np.testing.assert_array_equal(np.column_stack(table.columns[1:]), array["q"])


def header(shape: tuple[int, ...]) -> bytes:
    stream = io.BytesIO()
    np.lib.format.write_array_header_1_0(stream, {"descr": "<f8", "fortran_order": False, "shape": shape})
    return stream.getvalue()


def test_a_file_that_ends_early_is_refused_and_not_allocated(tmp_path: Path):
    with zipfile.ZipFile(tmp_path / "run.npz", "w") as archive:
        for name in ("t", "q"):
            archive.writestr(f"{name}.npy", header((10**12,)) + bytes(80))
    opened = array_source(tmp_path / "run.npz")
    assert opened.rows == 10**12
    with pytest.raises(BagError, match="damaged"):
        next(opened.blocks())


@pytest.mark.parametrize("shape", [(3, 10**9), (10,), (2, 3, 4)])
def test_another_shape_is_no_table(tmp_path: Path, shape: tuple[int, ...]):
    (tmp_path / "run.npy").write_bytes(header(shape))
    with pytest.raises(BagError, match=r"expected an array \(samples, columns\)"):
        array_source(tmp_path / "run.npy")


def test_an_array_too_wide_for_joints_is_skipped(tmp_path: Path):
    np.savez(tmp_path / "run.npz", t=T, q=Q, image=np.zeros((5, 20_000), dtype=np.uint8))
    assert read_arrays(tmp_path / "run.npz").names == ("t", "q[0]", "q[1]")
