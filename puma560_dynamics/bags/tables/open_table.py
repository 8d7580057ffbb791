"""Reading of table files: recognition by name, and readers for numpy and Parquet files; `csv_file` reads text files."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import BagError
from ...extras import require
from .csv_file import read_csv
from .in_memory import table_of
from .lerobot import is_lerobot, read_lerobot
from .table import Table

TEXT_SUFFIXES = (".csv", ".tsv", ".txt", ".dat", ".csv.gz", ".tsv.gz", ".txt.gz", ".dat.gz")
ARRAY_SUFFIXES = (".npz", ".npy")
PARQUET_SUFFIXES = (".parquet", ".pq")


def is_table(path: Path) -> bool:
    """Return whether a path is a table: a file, by its name, or the folder of a LeRobot data set."""
    return is_lerobot(path) or path.name.lower().endswith((*TEXT_SUFFIXES, *ARRAY_SUFFIXES, *PARQUET_SUFFIXES))


def open_table(path: Path, delimiter: str = "") -> Table:
    """Read a table from a file of any kind, or from the folder of a LeRobot data set.

    Args:
        path: path of the file or folder.
        delimiter: delimiter of a text file; detected by default.

    Raises:
        BagError: the file does not exist, or is not a table.
        MissingDependencyError: a package for this kind of file is not installed.
    """
    if is_lerobot(path):
        return read_lerobot(path)
    if not path.is_file():
        raise BagError(f"{path} is not a file; name a table: CSV, NPZ or Parquet")
    name = path.name.lower()
    if name.endswith(PARQUET_SUFFIXES):
        return read_parquet(path)
    if name.endswith(ARRAY_SUFFIXES):
        return read_arrays(path)
    return read_csv(path, delimiter)


def read_arrays(path: Path) -> Table:
    """Read a table from an NPZ file (arrays (N,) or (N, k) by name) or an NPY file (one array (N, C)).

    Arrays of an NPZ file whose number of rows differs from the most frequent one (a name, a sampling rate) are skipped.

    Raises:
        BagError: the file cannot be read, has no such arrays, or contains Python objects.
    """
    try:
        with np.load(path, allow_pickle=False) as loaded:
            arrays: Any = {name: loaded[name] for name in loaded.files} if hasattr(loaded, "files") else None
    except (AttributeError, TypeError):  # an array is not a context manager
        arrays = np.load(path, allow_pickle=False)
    except (ValueError, EOFError, zipfile.BadZipFile) as error:
        objects = "allow_pickle" in str(error)
        why = "it contains Python objects; save plain arrays" if objects else "it is damaged, or not a numpy file"
        raise BagError(f"{path} cannot be read: {why}") from None
    except OSError as error:
        raise BagError(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from None
    table = table_of(arrays, str(path), skip_other_lengths=True)
    return replace(table, kind="npz", path=path, size=path.stat().st_size)


def read_parquet(path: Path) -> Table:
    """Read the columns with numbers, times and lists of numbers from a Parquet file; other columns are skipped.

    Raises:
        BagError: the file cannot be read, or has no such columns.
        MissingDependencyError: pyarrow is not installed.
    """
    require(f"reading {path.name}", "pyarrow")
    import pyarrow
    import pyarrow.parquet

    try:
        read = pyarrow.parquet.read_table(path)
    except (pyarrow.ArrowException, OSError) as error:
        reason = str(error).splitlines()[0]
        raise BagError(f"{path} cannot be read as Parquet: {reason}") from None
    arrays: dict[str, Any] = {}
    for name, column in zip(read.column_names, read.columns, strict=True):
        values = _values(pyarrow, column)
        if values is not None:
            arrays[name] = values
    table = table_of(arrays, str(path))
    return replace(table, kind="parquet", path=path, size=path.stat().st_size)


def _values(pyarrow: Any, column: Any) -> Any:
    """Convert a column to an array (N,) or (N, k); return `None` if it does not contain numbers."""
    kinds, kind = pyarrow.types, column.type
    if kinds.is_integer(kind) or kinds.is_floating(kind) or kinds.is_timestamp(kind):
        return column.to_numpy()
    lists = kinds.is_list(kind) or kinds.is_large_list(kind) or kinds.is_fixed_size_list(kind)
    if not lists or not (kinds.is_floating(kind.value_type) or kinds.is_integer(kind.value_type)):
        return None
    rows = column.to_pylist()
    widths = {len(row) for row in rows if row is not None}
    if len(widths) != 1:
        return None
    width = widths.pop()
    return np.array([row if row is not None else [np.nan] * width for row in rows], dtype=np.float64)
