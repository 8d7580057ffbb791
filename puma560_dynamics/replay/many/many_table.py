"""Rows of many bags as a Parquet table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...files import written_whole
from ..parquet import import_pyarrow
from .rows import BagRow


def write_rows(rows: Sequence[BagRow], path: Path) -> None:
    """A row a bag: ``bag``, ``error``, ``computing_s`` and the columns of the analysis; units end the names.

    Raises:
        Puma560Error: the folder does not exist or cannot be written to.
        MissingDependencyError: pyarrow is not installed.
    """
    arrow = import_pyarrow()
    names = list(dict.fromkeys(name for row in rows for name in row.values))
    columns = {
        "bag": [row.bag for row in rows],
        "error": [row.error for row in rows],
        "computing_s": [row.seconds for row in rows],
        **{name: [row.values.get(name) for row in rows] for name in names},
    }
    with written_whole(path) as temporary:
        arrow.parquet.write_table(arrow.table(columns), temporary)
