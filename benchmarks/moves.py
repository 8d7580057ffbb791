"""Measures moving the numbers of a batch: loops that read and write the same columns and compute nothing.

No one of them is the fastest for every number of columns, so the least of all counts as what memory takes.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence

import numpy as np
from native import SOURCES, library, pointers
from timing import Job, Times

from puma560_dynamics.arrays import FloatArray

LINE = 8
"""Doubles in a line of the cache."""


def at_a_line(array: FloatArray) -> FloatArray:
    """The same numbers, contiguous, from the beginning of a line of the cache."""
    memory = np.zeros(array.size + LINE)
    start = -memory.ctypes.data // memory.itemsize % LINE
    placed: FloatArray = memory[start : start + array.size].reshape(array.shape)
    placed[:] = array
    return placed


WAYS = (("past_caches", 2), ("past_caches", 4), ("past_caches", 8), ("through_caches", 16))
"""How lines are stored, and how many columns of the result are written at a time, block by block of states."""


def moves(task: str, inputs: Sequence[FloatArray], out: FloatArray) -> Iterator[Job]:
    """A job for every way to move the numbers.

    Args:
        task: of the jobs.
        inputs: each (columns, states), at a line of the cache; whole lines of states.
        out: the same, of the result; its first axes are taken together.

    Raises:
        Unavailable: there is no C compiler.
    """
    built = library([SOURCES / "moves.c"])
    count = out.shape[-1]
    columns = [column for array in inputs for column in array]
    results = out.reshape(-1, count)
    if count % LINE or any(array.ctypes.data % (8 * LINE) for array in (*columns, *results)):
        raise ValueError("moves: columns must begin at lines of the cache and hold whole lines")
    for store, together in WAYS:
        arguments = (ctypes.c_size_t(count), ctypes.c_size_t(len(columns)), pointers(columns),
                     ctypes.c_size_t(len(results)), ctypes.c_void_p(out.ctypes.data),
                     ctypes.c_size_t(together))  # fmt: skip
        names = {"f": getattr(built, store), "arguments": arguments, "keep": (columns, out)}
        yield Job(task, f"{store}, {together} columns", "f(*arguments)", names, count)


def least(times: Times, task: str) -> float:
    """Return the time of the fastest loop, ns per state."""
    return times.median(task, times.tasks()[task][0])
