"""Arrays at a line of the cache hold the same numbers."""

from __future__ import annotations

import numpy as np


def test_an_array_is_moved_to_a_line_of_the_cache():
    from aligned import at_a_line

    for count in range(1, 40):
        array = np.arange(3.0 * count).reshape(3, count)
        for given in (array, array.T):
            placed = at_a_line(given)
            assert np.array_equal(placed, given) and placed.flags.c_contiguous and placed.ctypes.data % 64 == 0
