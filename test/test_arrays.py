"""Arrays that cannot be written to."""

import numpy as np
import pytest

from puma560_dynamics.arrays import read_only


def test_read_only_copies():
    values = np.zeros(3)
    copy = read_only(values)
    values[0] = 1.0
    assert copy.tolist() == [0.0, 0.0, 0.0]
    with pytest.raises(ValueError, match="read-only"):
        copy[0] = 1.0
