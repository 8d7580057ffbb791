"""The array types of this package."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
"""An array of float64; its shape is in the docstring where it is used."""

IntegerArray = NDArray[np.int64]
"""An array of int64, as stamps in ns and counts; its shape is in the docstring where it is used."""
