"""Arrays that begin at a line of the cache, as emitted C asks for."""

from __future__ import annotations

import numpy as np

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
