"""What the machine can do at most, measured in the same run as everything else."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from native import SOURCES, library
from timing import Job

MEMORY, ARITHMETIC = "memory", "arithmetic"
ONE, TWO = "one thread", "two threads"
REPEATS = 10**5

SINCOS_OPERATIONS = 46
"""Multiplications, additions and subtractions of `sincos_near` in emdeg/backends/c/sincos.h, for one angle."""


def jobs(states: int, streams: Mapping[str, tuple[int, int]], executor: ThreadPoolExecutor) -> list[Job]:
    """Tasks `MEMORY` (ns per state, a contender for each task) and `ARITHMETIC` (ns per operation).

    Args:
        states: of the batch.
        streams: task -> numbers that it reads and writes for one state.
        executor: of two threads.

    Raises:
        Unavailable: there is no C compiler.
    """
    built = library([SOURCES / "limits.c"])
    built.multiply_add.restype = ctypes.c_double
    built.operations_per_repeat.restype = ctypes.c_size_t
    count = states // 16 * 16
    found = []
    for task, (read, written) in streams.items():
        given, out = np.random.default_rng(0).uniform(-2, 2, (read, count)), np.zeros((written, count))
        arguments = (ctypes.c_size_t(count), ctypes.c_size_t(read), ctypes.c_void_p(given.ctypes.data),
                     ctypes.c_size_t(written), ctypes.c_void_p(out.ctypes.data))  # fmt: skip
        names = {"f": built.streams, "arguments": arguments, "keep": (given, out)}
        found.append(Job(MEMORY, task, "f(*arguments)", names, count))
    names = {"f": built.multiply_add, "repeats": ctypes.c_size_t(REPEATS)}
    operations = REPEATS * built.operations_per_repeat()
    found.append(Job(ARITHMETIC, ONE, "f(repeats)", names, operations))
    names = {"f": built.multiply_add, "map": executor.map, "repeats": [ctypes.c_size_t(10 * REPEATS)] * 2}
    found.append(Job(ARITHMETIC, TWO, "list(map(f, repeats))", names, 20 * operations, threads=2))
    return found
