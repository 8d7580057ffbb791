"""Define the array types of this package; make read-only arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]
"""Array of float64. Docstrings state the shape where the type is used."""

IntegerArray = NDArray[np.int64]
"""Array of int64, for example time stamps in ns or counts. Docstrings state the shape where the type is used."""


def read_only(values: ArrayLike) -> FloatArray:
    """Return a read-only float64 copy of `values`."""
    array = np.array(values, dtype=np.float64)
    array.setflags(write=False)
    return array


def equal_fields(one: Any, other: Any) -> bool:
    """Return whether two values have the same dataclass type and equal fields; arrays are compared exactly."""
    return type(one) is type(other) and all(
        _equal(getattr(one, item.name), getattr(other, item.name)) for item in fields(one)
    )


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return np.array_equal(one, other)
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_equal(one[key], other[key]) for key in one)
    return bool(one == other)
