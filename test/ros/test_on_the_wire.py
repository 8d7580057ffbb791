"""The judge of the wire: what it lets pass, and what it does not."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.ros.on_the_wire import beyond

GROWTH, REMOVAL = np.array([20.0]), np.array([1000.0])


@pytest.mark.parametrize(
    ("before", "after", "excess"),
    [
        (10.0, 10.2, 0.0),
        (10.0, 10.3, 0.1),
        (10.0, 0.0, 0.0),
        (20.0, 5.0, 5.0),
        (-10.0, -10.3, 0.1),
        (-20.0, -5.0, 5.0),
        (5.0, -0.1, 0.0),  # half of the time to zero, the rest is growth
        (5.0, -0.2, 0.1),
        (0.0, -0.3, 0.1),
        (7.0, 7.0, -0.2),
    ],
)
def test_growth_and_removal(before: float, after: float, excess: float):
    found = beyond(np.array([before]), np.array([after]), GROWTH, REMOVAL, 0.01)
    assert found <= 1e-9 if excess <= 0.0 else found == pytest.approx(excess)
