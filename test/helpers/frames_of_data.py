"""Stand-ins for what other libraries give as states: data frames, series, and tensors that cannot be converted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np


class Frame:
    """A data frame: columns with names, and an array of the numbers."""

    def __init__(self, columns: Sequence[Any], values: Any) -> None:
        self.columns, self._values = columns, np.asarray(values)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.array(self._values, dtype=dtype)


class ArrowTable(Frame):
    """A table as Arrow has it: `columns` are the numbers, and `column_names` the names."""

    def __init__(self, columns: Sequence[Any], values: Any) -> None:
        super().__init__(list(np.asarray(values).T), values)
        self.column_names = list(columns)


class Series(Frame):
    """A row of a data frame, or one of its columns with times as `index`."""

    def __init__(self, index: Sequence[Any], values: Any) -> None:
        super().__init__((), values)
        del self.columns
        self.index = index


class Tensor:
    """A tensor that requires gradients, as its library refuses to convert it."""

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")

    def __repr__(self) -> str:
        return "tensor([0., 0.], requires_grad=True)"
