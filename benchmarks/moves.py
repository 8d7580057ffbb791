"""Timing of the memory traffic of a batch: loops that read and write the same columns, but compute nothing.

No loop is the fastest for every number of columns, so the smallest time of all loops counts as the limit by memory.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence

import numpy as np
from native import SOURCES, library, pointers
from timing import Job, Times

from puma560_dynamics.arrays import FloatArray

LINE = 8
"""Number of doubles in a cache line."""


def at_a_line(array: FloatArray) -> FloatArray:
    """Return a contiguous copy of an array that is aligned to a cache line."""
    memory = np.zeros(array.size + LINE)
    start = -memory.ctypes.data // memory.itemsize % LINE
    placed: FloatArray = memory[start : start + array.size].reshape(array.shape)
    placed[:] = array
    return placed


WAYS = (("past_caches", 2), ("past_caches", 4), ("past_caches", 8), ("through_caches", 16))
"""Kinds of stores, and numbers of columns of the result that are written together for each block of states."""


def moves(task: str, inputs: Sequence[FloatArray], out: FloatArray) -> Iterator[Job]:
    """Yield a job for each of `WAYS` to move the values.

    Args:
        task: name of the task.
        inputs: arrays (columns, states), aligned to cache lines, with whole lines of states.
        out: array of the result, with the same layout; its first axes are joined.

    Raises:
        Unavailable: there is no C compiler.
    """
    built = library([SOURCES / "moves.c"])
    count = out.shape[-1]
    columns = [column for array in inputs for column in array]
    results = out.reshape(-1, count)
    if count % LINE or any(array.ctypes.data % (8 * LINE) for array in (*columns, *results)):
        raise ValueError("moves: columns must be aligned to cache lines and contain whole lines")
    for store, together in WAYS:
        arguments = (ctypes.c_size_t(count), ctypes.c_size_t(len(columns)), pointers(columns),
                     ctypes.c_size_t(len(results)), ctypes.c_void_p(out.ctypes.data),
                     ctypes.c_size_t(together))  # fmt: skip
        names = {"f": getattr(built, store), "arguments": arguments, "keep": (columns, out)}
        yield Job(task, f"{store}, {together} columns", "f(*arguments)", names, count)


def least(times: Times, task: str) -> float:
    """Return the time of the fastest loop, ns per state."""
    return times.median(task, times.tasks()[task][0])
