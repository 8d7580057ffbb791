"""How many random examples a property of the generator is tried on: a quarter in `make test`, all in `make trials`."""

from __future__ import annotations

import os

from hypothesis import settings

SHARE = 1 if os.environ.get("ALL_TRIALS") else 4
"""One example in so many is drawn."""

LEAST = 5
"""Examples that are drawn in any case, if the test wants as many."""


def trials(count: int) -> settings:
    """Settings of a property.

    Args:
        count: examples that it wants; `ALL_TRIALS=1` gives them, else it has its share.
    """
    return settings(max_examples=max(count // SHARE, min(count, LEAST)), deadline=None)
