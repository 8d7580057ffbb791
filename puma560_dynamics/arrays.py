"""The array types of this package, and arrays that cannot be written to."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]
"""An array of float64; its shape is in the docstring where it is used."""

IntegerArray = NDArray[np.int64]
"""An array of int64, as stamps in ns and counts; its shape is in the docstring where it is used."""


def read_only(values: ArrayLike) -> FloatArray:
    """A float64 copy of `values` that cannot be written to."""
    array = np.array(values, dtype=np.float64)
    array.setflags(write=False)
    return array
