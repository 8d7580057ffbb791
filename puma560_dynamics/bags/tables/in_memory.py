"""Tables from Python data: an array, arrays by name, or a data frame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from ...errors import BagError
from .table import Column, Table

IN_MEMORY = "the table"
"""Name of a table without a file, for messages."""


def table_of(data: Any, name: str = IN_MEMORY, *, skip_other_lengths: bool = False) -> Table:
    """Convert Python data to a table.

    Args:
        data: an array (N, C); a mapping of names to arrays (N,) or (N, k); a data frame (pandas, polars or another
            with ``columns``); or a `Table`, which is returned unchanged.
        name: name of the table, for messages.
        skip_other_lengths: skip arrays of a mapping whose number of rows differs from the most frequent one.

    Raises:
        BagError: the data has no arrays, arrays have different numbers of rows, or values are not numbers.
    """
    if isinstance(data, Table):
        return data
    if isinstance(data, Mapping):
        return _from_mapping({str(key): np.asarray(values) for key, values in data.items()}, name, skip_other_lengths)
    if hasattr(data, "columns") and hasattr(data, "__getitem__"):
        keys = list(data.columns)
        return _from_mapping({str(key): np.asarray(data[key]) for key in keys}, name, False)
    array = np.asarray(data)
    if array.dtype.names:
        return _from_mapping({key: np.asarray(array[key]) for key in array.dtype.names}, name, False)
    if array.ndim != 2:
        raise BagError(
            f"{name}: expected an array (samples, columns), arrays by name or a data frame, got "
            f"{type(data).__name__} of shape {array.shape}"
        )
    return Table(name, tuple(columns_of(array, name, "")))


def _from_mapping(arrays: Mapping[str, Column], name: str, skip_other_lengths: bool) -> Table:
    shaped = {key: array for key, array in arrays.items() if array.ndim in (1, 2)}
    if not shaped:
        raise BagError(f"{name}: no arrays with one row per sample; it has {', '.join(arrays) or 'nothing'}")
    lengths = Counter(len(array) for array in shaped.values() for _ in range(array.ndim))
    rows = lengths.most_common(1)[0][0]
    if skip_other_lengths:
        shaped = {key: array for key, array in shaped.items() if len(array) == rows}
    elif len(lengths) > 1:
        each = ", ".join(f"{key} {len(array)}" for key, array in shaped.items())
        raise BagError(f"{name}: arrays of different lengths ({each}); each array needs one row per sample")
    columns: list[Column] = []
    names: list[str] = []
    groups: dict[str, tuple[int, ...]] = {}
    for key, array in shaped.items():
        found = columns_of(array, name, key)
        if array.ndim == 2:
            groups[key] = tuple(range(len(columns), len(columns) + len(found)))
        names += [f"{key}[{place}]" for place in range(len(found))] if array.ndim == 2 else [key]
        columns += found
    return Table(name, tuple(columns), tuple(names), groups)


def columns_of(array: Column, name: str, key: str, first: int = 0) -> list[Column]:
    """Convert an array (N,), (N, k) or with named fields to columns of numbers; times are not changed.

    Args:
        array: the array, or some rows of it.
        name: name of the table, for messages.
        key: name of the array; empty for the only one.
        first: row of the table with which the array begins.

    Raises:
        BagError: a column has numbers and values that are not.
    """
    if array.dtype.names:
        return [one for field in array.dtype.names for one in columns_of(array[field], name, field, first)]
    if array.ndim == 1:
        return [_numbers(array, name, key, first)]
    titles = (f"{key}[{place}]" if key else f"column {place}" for place in range(array.shape[1]))
    return [_numbers(array[:, place], name, title, first) for place, title in enumerate(titles)]


def _numbers(values: Column, name: str, column: str, first: int) -> Column:
    """Convert a column to numbers; times are not changed."""
    if values.dtype.kind in "fiuM":
        return np.ascontiguousarray(values)
    try:
        return np.ascontiguousarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        numbers = [_is_number(value) for value in values]
        if not any(numbers):
            return np.full(len(values), np.nan)  # a column of words, which is not used
        row = numbers.index(False)
        raise BagError(f"{name}, row {first + row}, {column}: {str(values[row])!r} is not a number") from None


def _is_number(value: object) -> bool:
    try:
        float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False
    return True
