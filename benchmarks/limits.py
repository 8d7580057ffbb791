"""Limits of the machine (memory and arithmetic), measured in the same run as the contenders."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from moves import LINE, at_a_line, moves
from native import SOURCES, library
from timing import Job

ARITHMETIC = "arithmetic"
ONE, TWO = "one thread", "two threads"
REPEATS = 10**5

SINCOS_OPERATIONS = 46
"""Number of multiplications, additions and subtractions per angle in `sincos_near` (emdeg/backends/c/sincos.h)."""


def memory(task: str) -> str:
    """Return the name of the job that only moves the values of a task."""
    return f"memory of {task}"


def jobs(
    states: int, streams: Mapping[str, tuple[int, int]], executor: ThreadPoolExecutor, threads: Sequence[int] = (1, 2)
) -> list[Job]:
    """Return jobs that measure memory for each task (`memory`, ns per state), and `ARITHMETIC` (ns per operation).

    Args:
        states: number of states of a batch.
        streams: number of values that a task reads and writes per state, by task.
        executor: executor with two threads.
        threads: numbers of threads for arithmetic.

    Raises:
        Unavailable: there is no C compiler.
    """
    built = library([SOURCES / "limits.c"])
    built.multiply_add.restype = ctypes.c_double
    built.operations_per_repeat.restype = ctypes.c_size_t
    count = states // LINE * LINE
    found: list[Job] = []
    for task, (read, written) in streams.items():
        given = at_a_line(np.random.default_rng(0).uniform(-2, 2, (read, count)))
        found += moves(memory(task), [given], at_a_line(np.zeros((written, count))))
    names = {"f": built.multiply_add, "repeats": ctypes.c_size_t(REPEATS)}
    operations = REPEATS * built.operations_per_repeat()
    found.append(Job(ARITHMETIC, ONE, "f(repeats)", names, operations))
    if 2 not in threads:
        return found
    names = {"f": built.multiply_add, "map": executor.map, "repeats": [ctypes.c_size_t(10 * REPEATS)] * 2}
    found.append(Job(ARITHMETIC, TWO, "list(map(f, repeats))", names, 20 * operations, threads=2))
    return found
