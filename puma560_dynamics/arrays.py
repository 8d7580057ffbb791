"""Array types of this package, and read-only arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]
"""An array of float64; its shape is in the docstring where it is used."""

IntegerArray = NDArray[np.int64]
"""An array of int64, as stamps in ns and counts; its shape is in the docstring where it is used."""


def read_only(values: ArrayLike) -> FloatArray:
    """Return a read-only float64 copy of `values`."""
    array = np.array(values, dtype=np.float64)
    array.setflags(write=False)
    return array


def equal_fields(one: Any, other: Any) -> bool:
    """Return whether two values of one dataclass have the same fields; arrays are compared exactly."""
    return type(one) is type(other) and all(
        _equal(getattr(one, item.name), getattr(other, item.name)) for item in fields(one)
    )


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return np.array_equal(one, other)
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_equal(one[key], other[key]) for key in one)
    return bool(one == other)
