"""Tables in files: recognition by name, and choice of the reader."""

from __future__ import annotations

from pathlib import Path

from ...errors import BagError
from .array_file import array_source
from .csv_file import csv_source
from .lerobot import is_lerobot, read_lerobot
from .parquet_file import parquet_source
from .source import TableSource, source_of

TEXT_SUFFIXES = (".csv", ".tsv", ".txt", ".dat", ".csv.gz", ".tsv.gz", ".txt.gz", ".dat.gz")
ARRAY_SUFFIXES = (".npz", ".npy")
PARQUET_SUFFIXES = (".parquet", ".pq")


def is_table(path: Path) -> bool:
    """Return whether a path is a table: a file, by its name, or the folder of a LeRobot data set."""
    return is_lerobot(path) or path.name.lower().endswith((*TEXT_SUFFIXES, *ARRAY_SUFFIXES, *PARQUET_SUFFIXES))


def open_table(path: Path, delimiter: str = "") -> TableSource:
    """Return the table in a file of any kind, or in the folder of a LeRobot data set; rows are read later.

    Args:
        path: path of the file or folder.
        delimiter: delimiter of a text file; detected by default.

    Raises:
        BagError: the file does not exist, or is not a table.
        MissingDependencyError: a package for this kind of file is not installed.
    """
    if is_lerobot(path):
        return source_of(read_lerobot(path))
    if not path.is_file():
        raise BagError(f"{path} is not a file; name a table: CSV, NPZ or Parquet")
    name = path.name.lower()
    if name.endswith(PARQUET_SUFFIXES):
        return parquet_source(path)
    if name.endswith(ARRAY_SUFFIXES):
        return array_source(path)
    return csv_source(path, delimiter)
