"""Which files are tables, and how each kind is read."""

from __future__ import annotations

from pathlib import Path

from ...errors import BagError
from .array_file import read_arrays
from .csv_file import read_csv
from .parquet_file import read_parquet
from .table import Table

TEXT_SUFFIXES = (".csv", ".tsv", ".txt", ".dat", ".csv.gz", ".tsv.gz", ".txt.gz", ".dat.gz")
ARRAY_SUFFIXES = (".npz", ".npy")
PARQUET_SUFFIXES = (".parquet", ".pq")


def is_table(path: Path) -> bool:
    """Whether a file is a table, by its name."""
    return path.name.lower().endswith((*TEXT_SUFFIXES, *ARRAY_SUFFIXES, *PARQUET_SUFFIXES))


def open_table(path: Path, delimiter: str = "") -> Table:
    """Read a table from a file of any kind.

    Args:
        path: the file.
        delimiter: of a text; found by default.

    Raises:
        BagError: it does not exist, or is not a table.
        MissingDependencyError: a package for this kind is not installed.
    """
    if not path.is_file():
        raise BagError(f"{path} is not a file; name a table: CSV, NPZ or Parquet")
    name = path.name.lower()
    if name.endswith(PARQUET_SUFFIXES):
        return read_parquet(path)
    if name.endswith(ARRAY_SUFFIXES):
        return read_arrays(path)
    return read_csv(path, delimiter)
