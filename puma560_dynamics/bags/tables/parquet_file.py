"""Reader of Parquet files, batch by batch."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ...arrays import FloatArray
from ...errors import BagError
from ...extras import require
from .in_memory import columns_of, table_of
from .source import EXPANDED, LARGE, MOST_COLUMNS, TableSource, expanded, rows_together, unread
from .table import Column, Table

BUFFER = 1 << 20
"""Number of bytes of a column that are read together."""

LOOKED_AT = 100
"""Number of rows from which the length of lists is taken."""


def parquet_source(path: Path) -> TableSource:
    """Return the columns with numbers, times and lists of numbers of a Parquet file; other columns are skipped.

    Raises:
        BagError: the file cannot be read, or has no such columns. Reading the rows raises it if lists have different
            lengths.
        MissingDependencyError: pyarrow is not installed.
    """
    require(f"reading {path.name}", "pyarrow")
    with _opened(path) as file:
        rows, metadata = file.metadata.num_rows, file.metadata
        first = next(file.iter_batches(LOOKED_AT, columns=_short_columns(file), use_threads=False), None)
    arrays: dict[str, Any] = {}
    for name, column in () if first is None else zip(first.schema.names, first.columns, strict=True):
        values = _values(column)
        if values is not None:
            arrays[name] = values[:0]
    head = replace(table_of(arrays, str(path)), kind="parquet", path=path, size=path.stat().st_size)
    places: dict[str, tuple[int, ...]] = {}
    for name in arrays:
        begin = sum(map(len, places.values()))
        places[name] = head.groups.get(name, (begin,))

    def read(wanted: Collection[int] | None) -> Iterator[Table]:
        needed = [name for name in arrays if wanted is None or not set(wanted).isdisjoint(places[name])]
        needed = needed or list(arrays)[:1]  # for the number of rows
        _check_expansion(path, metadata, needed)
        start, size = 0, rows_together(8 * sum(len(places[name]) for name in needed))
        with _opened(path) as file:
            for batch in file.iter_batches(size, columns=needed, use_threads=False):
                columns: list[Column] = [unread(batch.num_rows)] * len(head.columns)
                for name in needed:
                    values = _values(batch.column(name), len(places[name]) if arrays[name].ndim == 2 else None)
                    if values is None:
                        raise BagError(
                            f"{path}, rows {start} to {start + batch.num_rows - 1}, {name}: lists of other lengths "
                            f"than {len(places[name])}; every row needs one number per joint"
                        )
                    for place, column in zip(places[name], columns_of(values, str(path), name, start), strict=True):
                        columns[place] = column
                start += batch.num_rows
                yield replace(head, columns=tuple(columns), first=start - batch.num_rows, read=start / rows)

    return TableSource(head, rows, read)


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    """Open a file.

    Raises:
        BagError: it cannot be read.
    """
    import pyarrow
    import pyarrow.parquet

    try:
        with pyarrow.parquet.ParquetFile(path, buffer_size=BUFFER, pre_buffer=False) as file:
            yield file
    except (pyarrow.ArrowException, OSError) as error:
        reason = str(error).splitlines()[0]
        raise BagError(f"{path} cannot be read as Parquet: {reason}") from None


def _short_columns(file: Any) -> list[str]:
    """Return the names of columns with numbers, times, or lists of numbers that can be the joints of an arm."""
    counts: dict[str, int] = {}
    for group in range(file.metadata.num_row_groups):
        about = file.metadata.row_group(group)
        for column in map(about.column, range(about.num_columns)):
            counts[column.path_in_schema] = counts.get(column.path_in_schema, 0) + column.num_values
    rows = max(file.metadata.num_rows, 1)
    long = {name for name, count in counts.items() if count > MOST_COLUMNS * rows}
    return [
        field.name
        for field in file.schema_arrow
        if (_is_number(field.type) or _is_list(field.type))
        and not any(name == field.name or name.startswith(f"{field.name}.list") for name in long)
    ]


def _check_expansion(path: Path, metadata: Any, needed: list[str]) -> None:
    """Raise if a part of a column, which is read as a whole, is implausibly larger than in the file.

    Raises:
        BagError: it is.
    """
    for group in range(metadata.num_row_groups):
        about = metadata.row_group(group)
        for column in map(about.column, range(about.num_columns)):
            size = column.total_uncompressed_size
            read = any(column.path_in_schema == name or column.path_in_schema.startswith(f"{name}.") for name in needed)
            if read and size > max(LARGE // 4, EXPANDED * column.total_compressed_size):
                raise expanded(path, f"has a column {column.path_in_schema} of", size)


def _is_number(kind: Any) -> bool:
    import pyarrow

    kinds = pyarrow.types
    return bool(kinds.is_integer(kind) or kinds.is_floating(kind) or kinds.is_timestamp(kind))


def _is_list(kind: Any) -> bool:
    import pyarrow

    kinds = pyarrow.types
    if not (kinds.is_list(kind) or kinds.is_large_list(kind) or kinds.is_fixed_size_list(kind)):
        return False
    return bool(kinds.is_floating(kind.value_type) or kinds.is_integer(kind.value_type))


def _values(column: Any, width: int | None = None) -> Any:
    """Convert a column to an array (N,), or lists of equal length to an array (N, k).

    Args:
        column: the column, with numbers, times or lists of numbers.
        width: length of the lists; `None` if these rows decide.

    Returns:
        The array; `None` if lists have different lengths, or no row has a list.
    """
    return list_values(column, width) if _is_list(column.type) else column.to_numpy(zero_copy_only=False)


def list_values(column: Any, width: int | None = None) -> FloatArray | None:
    """Convert lists of numbers of equal length to an array (N, k); a missing list is NaN. See `_values`."""
    import pyarrow.compute

    lengths = pyarrow.compute.list_value_length(column).to_numpy(zero_copy_only=False)
    there = np.asarray(~np.isnan(lengths)) if lengths.dtype.kind == "f" else np.full(len(lengths), True)
    widths = set(lengths[there].astype(int).tolist()) | (set() if width is None else {width})
    if len(widths) != 1:
        return None
    (found,) = widths
    result = np.full((len(column), found), np.nan)
    flat = column.drop_null().flatten().to_numpy(zero_copy_only=False).astype(np.float64)
    result[there] = flat.reshape(-1, found) if found else flat.reshape(int(there.sum()), 0)
    return result
