"""Tables from Parquet files; those that ``puma560 replay --parquet`` writes are among them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import BagError
from ...extras import require
from .in_memory import table_of
from .table import Table


def read_parquet(path: Path) -> Table:
    """Read the columns of numbers, times and lists of numbers of a Parquet file.

    Columns of anything else (text, a flag) are passed over.

    Raises:
        BagError: it cannot be read, or has no such columns.
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
    """A column as an array (N,) or (N, k); `None` if it is not a column of numbers."""
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
