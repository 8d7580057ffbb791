"""Reader of NPZ and NPY files: arrays by name, row by row, without loading them."""

from __future__ import annotations

import math
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from ...errors import BagError, reason_of
from .in_memory import columns_of, table_of
from .source import MOST_COLUMNS, TableSource, rows_together, unread
from .table import Column, Table

SKIPPED = 4 << 20
"""Number of bytes that are skipped together."""

Open = Callable[[], IO[bytes]]


@dataclass(frozen=True, eq=False)
class StoredArray:
    """An array in a file.

    Attributes:
        open: function that opens the stored array.
        shape: its shape.
        dtype: type of its elements.
        by_columns: whether its columns are stored one after the other (Fortran's order).
        start: first byte of its elements.
    """

    open: Open
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    by_columns: bool
    start: int

    @classmethod
    def of(cls, open_: Open, stream: IO[bytes]) -> StoredArray:
        """Read the header of an array.

        Args:
            open_: function that opens the stored array.
            stream: the stored array, opened.

        Raises:
            ValueError: it is not an array, or has Python objects.
        """
        read = npy.read_array_header_1_0 if npy.read_magic(stream) == (1, 0) else npy.read_array_header_2_0
        shape, by_columns, dtype = read(stream)
        if dtype.hasobject:
            raise ValueError("allow_pickle: the array has Python objects")
        return cls(open_, shape, dtype, by_columns and len(shape) > 1, stream.tell())

    @property
    def row_size(self) -> int:
        """Size of a row, bytes."""
        return self.dtype.itemsize * (1 if len(self.shape) == 1 else self.shape[1])

    def blocks(self, size: int) -> Iterator[NDArray[Any]]:
        """Yield the rows in blocks of `size`.

        Raises:
            EOFError: the file ends early.
        """
        width = 1 if len(self.shape) == 1 else self.shape[1]
        parts = width if self.by_columns else 1
        with ExitStack() as stack:
            streams = [stack.enter_context(self.open()) for _ in range(parts)]
            for k, stream in enumerate(streams):
                _skip(stream, self.start + k * self.shape[0] * self.dtype.itemsize)
            for first in range(0, self.shape[0], size):
                rows = min(size, self.shape[0] - first)
                read = [_numbers(stream, self.dtype, rows * width // parts) for stream in streams]
                yield np.column_stack(read) if self.by_columns else read[0].reshape(rows, *self.shape[1:])


def array_source(path: Path) -> TableSource:
    """Return the table in an NPZ file (arrays (N,) or (N, k) by name) or an NPY file (one array (N, C)).

    Arrays of an NPZ file whose number of rows differs from the most frequent one (a name, a sampling rate) are skipped.

    Raises:
        BagError: the file cannot be read, has no such arrays, or contains Python objects. Reading the rows raises it if
            the file is damaged.
    """
    arrays = _guarded(path, lambda: _stored(path))
    single = "" in arrays
    if not single:
        arrays = _alike(arrays, path)
    whole = next(iter(arrays.values()))
    if single and math.prod(whole.shape[1:]) > MOST_COLUMNS:
        raise BagError(f"{path}: expected an array (samples, columns), got one of shape {whole.shape}")
    nothing = {name: np.empty((0, *array.shape[1:]), array.dtype) for name, array in arrays.items()}
    given: Any = nothing[""] if single else nothing
    head = replace(table_of(given, str(path)), kind="npz", path=path, size=path.stat().st_size)
    places: dict[str, tuple[int, ...]] = {}
    for name, array in arrays.items():
        count = len(head.columns) if single else 1 if len(array.shape) == 1 else array.shape[1]
        first = sum(map(len, places.values()))
        places[name] = tuple(range(first, first + count))

    def read(wanted: Collection[int] | None) -> Iterator[Table]:
        needed = [name for name in arrays if wanted is None or not set(wanted).isdisjoint(places[name])]
        size = rows_together(sum(arrays[name].row_size for name in needed))
        streams = {name: arrays[name].blocks(size) for name in needed}
        for first in range(0, whole.shape[0], size):
            rows = min(size, whole.shape[0] - first)
            columns: list[Column] = [unread(rows)] * len(head.columns)
            for name in needed:
                values = _guarded(path, lambda name=name: next(streams[name]))  # type: ignore[misc]
                found = columns_of(values, str(path), name, first)
                for place, column in zip(places[name], found, strict=True):
                    columns[place] = column
            yield replace(head, columns=tuple(columns), first=first, read=(first + rows) / whole.shape[0])

    return TableSource(head, whole.shape[0], read)


def _stored(path: Path) -> Mapping[str, StoredArray]:
    """Return the arrays of a file by name; that of an NPY file has no name."""
    if not zipfile.is_zipfile(path):
        with path.open("rb") as file:
            return {"": StoredArray.of(lambda: path.open("rb"), file)}

    def opened(member: str) -> Open:
        return lambda: zipfile.ZipFile(path).open(member)

    arrays = {}
    with zipfile.ZipFile(path) as archive:
        for member in archive.namelist():
            if member.endswith(".npy"):
                with archive.open(member) as stream:
                    arrays[member.removesuffix(".npy")] = StoredArray.of(opened(member), stream)
    return arrays


def _alike(arrays: Mapping[str, StoredArray], path: Path) -> Mapping[str, StoredArray]:
    """Return the arrays with the most frequent number of rows."""
    shaped = {
        name: array
        for name, array in arrays.items()
        if len(array.shape) == 1 or (len(array.shape) == 2 and array.shape[1] <= MOST_COLUMNS)
    }
    if not shaped:
        raise BagError(f"{path}: no arrays with one row per sample; it has {', '.join(arrays) or 'nothing'}")
    lengths = Counter(array.shape[0] for array in shaped.values() for _ in array.shape)
    rows = lengths.most_common(1)[0][0]
    return {name: array for name, array in shaped.items() if array.shape[0] == rows}


def _numbers(stream: IO[bytes], dtype: np.dtype[Any], count: int) -> NDArray[Any]:
    data = stream.read(count * dtype.itemsize)
    if len(data) < count * dtype.itemsize:
        raise EOFError
    return np.frombuffer(data, dtype, count)


def _skip(stream: IO[bytes], count: int) -> None:
    while count > 0:
        data = stream.read(min(count, SKIPPED))
        if not data:
            raise EOFError
        count -= len(data)


def _guarded(path: Path, read: Callable[[], Any]) -> Any:
    """Return what `read` returns.

    Raises:
        BagError: the file cannot be read.
    """
    try:
        return read()
    except (
        ValueError,
        EOFError,
        SyntaxError,
        NotImplementedError,
        RuntimeError,
        zipfile.BadZipFile,
        zlib.error,
    ) as error:
        objects = "allow_pickle" in str(error)
        why = "it contains Python objects; save plain arrays" if objects else "it is damaged, or not a numpy file"
        raise BagError(f"{path} cannot be read: {why}") from None
    except OSError as error:
        raise BagError(f"{path} cannot be read: {reason_of(error)}") from None
