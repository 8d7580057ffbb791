"""The array type of every joint position, velocity, torque and matrix in this package."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
"""An array of float64; its shape is in the docstring where it is used."""
